import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { suspendOrganization } from '../../../server/domain/organizations/suspend-organization';
import { deleteLabConnection } from '../../../server/domain/lab-connections/delete-lab-connection';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { receiveMessage } from '../../../server/domain/inbound-messages/receive-message';
import { receive } from '../../../server/intake/receive/receive';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';
import { er7, OBR, PID } from '../../support/hl7';
import { codesOf, laboratory, messagesOf, mshWith, oru, sendWhole, statesOf } from '../../support/laboratory';

/** Acknowledgments to a laboratory are true: row, bytes and audit exist before them. */

let org: TestOrg;
beforeAll(async () => {
  org = await testOrg();
});

describe('accepted message', () => {
  it('is stored byte for byte, with the fields of its first segment, and queued', async () => {
    const lab = await laboratory(org.ctx);
    const bytes = Buffer.concat([oru({ 10: 'C-7', 18: '8859/1' }), Buffer.from([0xe4, 0x0a])]);
    const received = await sendWhole(lab, bytes);
    expect(codesOf(received)).toBe('AA');
    const [row] = await messagesOf(lab);
    expect(row).toMatchObject({
      state: 'received',
      taken: true,
      ack_code: 'AA',
      ack_problem: null,
      control_id: 'C-7',
      message_type: 'ORU',
      event: 'R01',
      processing_id: 'P',
      version: '2.5.1',
      charset: 'iso-8859-1',
      sending_application: 'LIS',
      sending_facility: 'LAB',
      remote_address: '192.0.2.1',
      tries: 0,
    });
    expect(row!.bytes!.equals(bytes)).toBe(true);
    expect(row!.sha256!.equals(createHash('sha256').update(bytes).digest())).toBe(true);
    expect(Number(row!.size)).toBe(bytes.length);
  });

  it('has an audit row by the laboratory that contains no values', async () => {
    const lab = await laboratory(org.ctx);
    const { stored } = await sendWhole(lab, oru());
    const rows = await asSuperuser(
      'SELECT actor, transport, action, kind, outcome, detail FROM audit_events WHERE org_id = $1 AND object_id = $2',
      [org.orgId, stored.id],
    );
    expect(rows).toEqual([
      {
        actor: lab.id,
        transport: 'intake',
        action: 'receive_message',
        kind: 'write',
        outcome: 'allowed',
        detail: { connection: lab.id, state: 'received', answer: 'AA', size: expect.any(Number) as number },
      },
    ]);
  });

  it('updates the last-received time of the connection', async () => {
    const lab = await laboratory(org.ctx);
    await sendWhole(lab, oru());
    const [row] = await asSuperuser<{ heard: boolean; version: number }>(
      "SELECT last_message_at > now() - interval '1 minute' AS heard, version FROM lab_connections WHERE org_id = $1 AND id = $2",
      [org.orgId, lab.source.connectionId],
    );
    expect(row).toEqual({ heard: true, version: 1 });
  });

  it('is an operation of laboratories only', async () => {
    for (const ctx of [org.ctx, keyContext(org.orgId), await personContext(org, 'admin')])
      await expect(receiveMessage(ctx, {} as never)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('acknowledgment', () => {
  const broken = er7(mshWith({ 10: 'B' }), OBR);
  const cases: [string, Buffer, codes: string, state: string, problem: string | null][] = [
    ['good', oru(), 'AA', 'received', null],
    ['without a control ID', oru({ 10: '' }), 'AA', 'received', null],
    ['no PID', broken, 'AE', 'error', 'no_patient'],
    ['no OBR', er7(mshWith({}), PID), 'AE', 'error', 'no_order'],
    ['two messages in one', Buffer.concat([oru(), oru()]), 'AE', 'error', 'several_messages'],
    ['another type', oru({ 9: 'ADT^A01' }), 'AR', 'rejected', 'type_not_accepted'],
    ['another event', oru({ 9: 'ORU^R03' }), 'AR', 'rejected', 'event_not_accepted'],
    ['training', oru({ 11: 'T' }), 'AR', 'rejected', 'processing_id'],
    ['no message', Buffer.from('hello'), 'AR', 'rejected', 'no_header'],
    ['nothing', Buffer.alloc(0), 'AR', 'rejected', 'no_header'],
    ['enhanced', oru({ 15: 'AL', 16: 'AL' }), 'CA AA', 'received', null],
    ['enhanced, no PID', er7(mshWith({ 15: 'AL' }), OBR), 'CE', 'error', 'no_patient'],
    ['enhanced, another type', oru({ 9: 'ADT^A01', 15: 'AL' }), 'CR', 'rejected', 'type_not_accepted'],
    ['no answer wanted', oru({ 15: 'NE', 16: 'NE' }), '', 'received', null],
  ];
  it.each(cases)('%s', async (_name, bytes, codes, state, reason) => {
    const lab = await laboratory(org.ctx);
    const received = await sendWhole(lab, bytes);
    expect(codesOf(received)).toBe(codes);
    const rows = await messagesOf(lab);
    expect(rows.map((row) => [row.state, row.taken, row.ack_problem])).toEqual([
      [state, state === 'received', reason],
    ]);
    expect(rows[0]!.bytes!.equals(bytes)).toBe(true);
    expect(rows[0]!.ack_code).toBe(codes.split(' ').at(-1) || null);
  });

  it('accepts training messages in sandboxes', async () => {
    const sandbox = await testOrg({ sandboxOf: org.slug });
    const lab = await laboratory(sandbox.ctx);
    for (const id of ['T', 'D', 'P', ''])
      expect(codesOf(await sendWhole(lab, oru({ 11: id }))), id).toBe('AA');
  });

  it('is AR for unknown senders and other receivers, before anything else is revealed', async () => {
    const lab = await laboratory(org.ctx, {
      sending_application: 'LIS',
      sending_facility: 'LAB',
      receiving_application: 'CDS',
      receiving_facility: 'CLINIC',
    });
    const reported = async (fields: Record<number, string>) => {
      const { problem } = await sendWhole(lab, oru(fields));
      return problem?.reason ?? null;
    };
    expect(await reported({})).toBeNull();
    expect(await reported({ 3: 'LIS^1.2.3^ISO' })).toBeNull();
    expect(await reported({ 3: 'OTHER' })).toBe('unknown_sender');
    expect(await reported({ 4: '' })).toBe('unknown_sender');
    expect(await reported({ 3: 'OTHER', 9: 'ADT^A01' })).toBe('unknown_sender');
    expect(await reported({ 5: 'OTHER' })).toBe('other_receiver');
    expect(await reported({ 6: 'OTHER' })).toBe('other_receiver');
  });

  it('of an oversized message names its control ID; its beginning is stored', async () => {
    const lab = await laboratory(org.ctx);
    const head = oru({ 10: 'BIG' });
    const received = await receive(lab.source, { kind: 'too_large', head, size: 21_000_000 });
    expect(codesOf(received)).toBe('AR');
    expect(received.answers.application!.bytes.toString()).toContain('MSA|AR|BIG');
    const [row] = await messagesOf(lab);
    expect(row).toMatchObject({
      state: 'rejected',
      ack_problem: 'too_large',
      size: '21000000',
      sha256: null,
    });
    expect(row!.bytes!.equals(head)).toBe(true);
  });
});

describe('repeated message', () => {
  it('with the same bytes gets the same answer and is processed once', async () => {
    const lab = await laboratory(org.ctx);
    const bytes = oru();
    for (let time = 0; time < 3; time++) expect(codesOf(await sendWhole(lab, bytes))).toBe('AA');
    const rows = await messagesOf(lab);
    expect(rows.map(({ state }) => state)).toEqual(['received', 'duplicate', 'duplicate']);
    expect(rows.map(({ duplicate_of }) => duplicate_of)).toEqual([null, rows[0]!.id, rows[0]!.id]);
  });

  it('on two sockets at the same moment is processed once', async () => {
    const lab = await laboratory(org.ctx);
    const bytes = oru();
    const all = await Promise.all(Array.from({ length: 6 }, () => sendWhole(lab, bytes)));
    expect(all.map(codesOf)).toEqual(Array(6).fill('AA'));
    expect((await statesOf(lab)).sort()).toEqual([...Array<string>(5).fill('duplicate'), 'received']);
  });

  it('with the same ID and other bytes is processed with a warning', async () => {
    const lab = await laboratory(org.ctx);
    await sendWhole(lab, oru({ 10: 'SAME' }));
    await sendWhole(lab, oru({ 10: 'SAME' }, 'OBX|1|NM|GLU||9.9|mmol/L|||||F'));
    const rows = await messagesOf(lab);
    expect(rows.map(({ state }) => state)).toEqual(['received', 'received']);
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      [],
      ['control_id_repeated'],
    ]);
  });

  it('without an ID is never treated as a repetition', async () => {
    const lab = await laboratory(org.ctx);
    const bytes = oru({ 10: '' });
    await sendWhole(lab, bytes);
    await sendWhole(lab, bytes);
    expect(await statesOf(lab)).toEqual(['received', 'received']);
  });

  it('on another connection is a separate message', async () => {
    const bytes = oru();
    const labs = [await laboratory(org.ctx), await laboratory(org.ctx)];
    for (const lab of labs) {
      await sendWhole(lab, bytes);
      expect(await statesOf(lab)).toEqual(['received']);
    }
  });

  it('after a rejection is accepted once the connection is configured correctly', async () => {
    const lab = await laboratory(org.ctx, { sending_facility: 'OTHER' });
    const bytes = oru();
    expect(codesOf(await sendWhole(lab, bytes))).toBe('AR');
    await updateLabConnection(org.ctx, { id: lab.id, sending_facility: 'LAB' });
    expect(codesOf(await sendWhole(lab, bytes))).toBe('AA');
    expect(await statesOf(lab)).toEqual(['rejected', 'received']);
  });
});

describe('message is rejected', () => {
  it('on a connection that is paused, deleted or of a suspended organization', async () => {
    const own = await testOrg();
    const [off, deleted, suspended] = [
      await laboratory(own.ctx, { enabled: false }),
      await laboratory(own.ctx),
      await laboratory(own.ctx),
    ];
    await deleteLabConnection(own.ctx, { id: deleted.id });
    for (const lab of [off, deleted])
      await expect(sendWhole(lab, oru())).rejects.toMatchObject({ code: 'forbidden' });
    await sendWhole(suspended, oru());
    await suspendOrganization(own.ctx, { reason: 'test' });
    await expect(sendWhole(suspended, oru())).rejects.toMatchObject({ code: 'forbidden' });
    expect(await statesOf(suspended)).toEqual(['received']);
  });

  it('for a connection of another organization', async () => {
    const own = await testOrg();
    const lab = await laboratory(org.ctx);
    const strange = { ...lab, source: { ...lab.source, orgId: own.orgId } };
    await expect(sendWhole(strange, oru())).rejects.toMatchObject({ code: 'forbidden' });
  });
});
