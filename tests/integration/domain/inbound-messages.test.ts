import { beforeAll, describe, expect, it } from 'vitest';
import { inboundReports, labCodes } from '../../../server/db/schema/index';
import { withTenant } from '../../../server/db/transaction';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, readId, showId } from '../../../server/shared/ids';
import { listInboundMessagesInput } from '../../../server/domain/inbound-messages/contract';
import { listInboundMessages } from '../../../server/domain/inbound-messages/list-inbound-messages';
import { runMessageAgain } from '../../../server/domain/inbound-messages/run-message-again';
import { setMessageAside } from '../../../server/domain/inbound-messages/set-message-aside';
import { getFeedHealth } from '../../../server/domain/lab-connections/get-feed-health';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { laboratory, oru, sendWhole, type Laboratory } from '../../support/laboratory';

/** What administrators see of incoming messages, and how they rerun one. */

let org: TestOrg;
let admin: Context;
let lab: Laboratory;
beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
  lab = await laboratory(admin);
});

const fresh = (): Context => ({ ...admin, requestId: newRequestId() });
const send = async (bytes = oru(), to = lab): Promise<string> =>
  showId('inbound_message', (await sendWhole(to, bytes)).stored.id);
const list = (query: object) => listInboundMessages(fresh(), listInboundMessagesInput.parse(query));
const idsOf = async (query: object): Promise<string[]> => (await list(query)).data.map(({ id }) => id);

const set = (id: string, values: string) =>
  asSuperuser(`UPDATE inbound_messages SET ${values} WHERE id = $1`, [readId('inbound_message', id)]);

const patient = async (family: string) =>
  (
    await createPatient(
      org.ctx,
      createPatientInput.parse({
        name: { family, given: ['Jane'] },
        birth_date: '1945-07-14',
        sex: 'female',
      }),
    )
  ).id;

async function report(message: string, values: Partial<typeof inboundReports.$inferInsert>): Promise<void> {
  await withTenant(org.orgId, (tx) =>
    tx.insert(inboundReports).values({
      orgId: org.orgId,
      id: newId(),
      messageId: readId('inbound_message', message)!,
      position: 0,
      createdAt: new Date(),
      state: 'filed',
      family: 'Doe',
      ...values,
    }),
  );
}

describe('message list', () => {
  it('is newest first, filtered by connection, state and time, and names no patient', async () => {
    const other = await laboratory(admin, { name: 'Other' });
    const first = await send(oru(), other);
    const second = await send(oru({ 9: 'ADT^A01' }), other);
    const third = await send(oru({}, 'OBX|1|NM|GLU||5.1'), other);
    const ofOther = { connection_id: other.id };
    expect(await idsOf(ofOther)).toEqual([third, second, first]);
    expect(await idsOf({ ...ofOther, state: 'rejected' })).toEqual([second]);
    expect(await idsOf({ ...ofOther, state: 'parked' })).toEqual([]);
    const held = [third, first];
    for (const [at, state] of (['unmatched', 'conflict'] as const).entries())
      await set(held[at]!, `state = '${state}'`);
    expect(await idsOf({ ...ofOther, state: 'to_review' })).toEqual(held);
    const page = await list({ ...ofOther, limit: 2 });
    expect(page.data).toHaveLength(2);
    expect(await idsOf({ ...ofOther, limit: 2, cursor: page.next_cursor })).toEqual([first]);
    expect(await idsOf({ ...ofOther, since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await idsOf({ ...ofOther, until: new Date(Date.now() - 60_000).toISOString() })).toEqual([]);
    expect(await idsOf({ ...ofOther, since: new Date(Date.now() - 60_000).toISOString() })).toHaveLength(3);
    expect(page.data[1]).toMatchObject({
      connection_name: 'Other',
      state: 'rejected',
      ack_code: 'AR',
      ack_problem: 'type_not_accepted',
      message_type: 'ADT',
      event: 'A01',
      sending_application: 'LIS',
    });
    // The patient of the sample: Jane Doe, born 1945, MRN 4711.
    expect(JSON.stringify(page)).not.toMatch(/doe|jane|1945|4711/i);
  });

  it('finds messages by their whole control ID, in one connection or all', async () => {
    const [one, two] = [await laboratory(admin, { name: 'One' }), await laboratory(admin, { name: 'Two' })];
    const control_id = `LAB ${one.id}`;
    const ofOne = await send(oru({ 10: control_id }), one);
    const ofTwo = await send(oru({ 10: control_id }), two);
    await send(oru({ 10: `${control_id}-1` }), one);
    expect(await idsOf({ control_id })).toEqual([ofTwo, ofOne]);
    expect(await idsOf({ control_id: ` ${control_id} `, connection_id: one.id })).toEqual([ofOne]);
    expect(await idsOf({ control_id, state: 'rejected' })).toEqual([]);
    expect(listInboundMessagesInput.safeParse({ control_id: 'A\u0000' }).error?.issues).toMatchObject([
      { path: ['control_id'], message: 'cannot contain control characters' },
    ]);
    expect(listInboundMessagesInput.safeParse({ control_id: 'A'.repeat(201) }).success).toBe(false);
  });
});

describe('inbound message', () => {
  it('is shown with its text, warnings, reports and reasons, and recorded in the access log of its patient', async () => {
    const id = await send(oru({}, 'OBX|1|NM|GLU||5.1'));
    const [filed, named, stranger] = [
      await patient('Filed'),
      await patient('Named'),
      await patient('Stranger'),
    ];
    const check = { rule: 'mrn_differs', mrn: 'different', birth_date: 'same', fits: false };
    await report(id, {
      patientId: readId('patient', filed)!,
      keyKind: 'placer',
      keyNumber: 'P-0042',
      outcome: 'created',
      birthDate: '1945-07-14',
      why: { found_by: 'placer_number', problem: null, check: null, candidate: readId('patient', filed) },
    });
    await report(id, {
      position: 1,
      state: 'conflict',
      decidedBy: showId('user', admin.actor.id!),
      reason: 'set aside',
      why: { found_by: 'report', problem: 'patient_differs', check, candidate: readId('patient', named) },
    });
    const ctx = fresh();
    const shown = await getInboundMessage(ctx, { id });
    expect(shown.content?.raw.text).toContain('\rPID|1||4711^^^CLINIC^MR||Doe^Jane');
    expect(shown.content?.segments.map(({ place }) => place)).toContain('OBX[1]');
    expect(shown).toMatchObject({
      id,
      ack_code: 'AA',
      is_whole: true,
      duplicate_of: null,
      may_run_again: false,
    });
    expect(shown.reports).toMatchObject([
      {
        key_number: 'P-0042',
        patient_id: filed,
        outcome: 'created',
        why: { found_by: 'placer_number', rule: null },
      },
      {
        state: 'conflict',
        patient_id: null,
        decided_by: { name: 'Test admin' },
        reason: 'set aside',
        why: { candidate_id: named, rule: 'mrn_differs', compared: { mrn: 'different', birth_date: 'same' } },
      },
    ]);
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({
      action: 'get_inbound_message',
      kind: 'read',
      object_id: readId('inbound_message', id),
    });
    expect([...row!.patient_ids].sort()).toEqual([filed, named].map((one) => readId('patient', one)).sort());
    expect(row!.patient_ids).not.toContain(readId('patient', stranger));
    expect(JSON.stringify(row!.detail)).not.toMatch(/doe/i);
  });

  it('that is repeated refers to the first, which keeps the bytes', async () => {
    const bytes = oru();
    const first = await send(bytes);
    const again = await getInboundMessage(fresh(), { id: await send(bytes) });
    expect(again).toMatchObject({
      state: 'duplicate',
      duplicate_of: first,
      content: null,
      may_run_again: false,
    });
  });

  it('that was rejected is shown with the acknowledgment sent', async () => {
    const id = await send(Buffer.from('no message at all'));
    expect(await getInboundMessage(fresh(), { id })).toMatchObject({
      state: 'rejected',
      ack_code: 'AR',
      ack_problem: 'no_header',
      may_run_again: false,
      content: { raw: { text: 'no message at all' }, segments: [] },
    });
  });
});

describe('rerunning a message', () => {
  it('returns a finished message to the queue with all its attempts', async () => {
    for (const state of ['parked', 'processed', 'unmatched', 'conflict']) {
      const id = await send();
      await set(
        id,
        `state = '${state}', tries = 3, failure = 'crashed', finished_at = now(), next_try_at = now()`,
      );
      expect((await getInboundMessage(fresh(), { id })).may_run_again, state).toBe(true);
      const ctx = fresh();
      expect(await runMessageAgain(ctx, { id }), state).toMatchObject({
        state: 'received',
        tries: 0,
        failure: null,
        finished_at: null,
        next_try_at: null,
      });
      expect(await auditRows(ctx.requestId)).toMatchObject([
        { action: 'run_message_again', kind: 'write', detail: { was: state } },
      ]);
    }
  });

  it('is rejected when it would have no effect or the sender received another answer', async () => {
    const bytes = oru();
    const waiting = await send(bytes);
    const repeated = await send(bytes);
    const rejected = await send(oru({ 9: 'ADT^A01' }));
    const broken = await send(
      Buffer.from(
        oru()
          .toString()
          .replace(/PID[^\r]*\r/, ''),
      ),
    );
    for (const [id, state, sentence] of [
      [waiting, 'received', /queued/],
      [repeated, 'duplicate', /repeats an earlier one/],
      [rejected, 'rejected', /laboratory must send it again/],
      [broken, 'error', /laboratory must send it again/],
    ] as const) {
      await expect(runMessageAgain(fresh(), { id }), state).rejects.toMatchObject({
        code: 'invalid_state',
        message: expect.stringMatching(sentence) as string,
      });
      expect((await getInboundMessage(fresh(), { id })).state).toBe(state);
    }
  });
});

describe('setting aside a message', () => {
  it('removes it from the queue with a reason, and it can be rerun', async () => {
    const id = await send();
    await set(id, `tries = 2, lease_until = now(), lease_token = gen_random_uuid()`);
    const ctx = fresh();
    const reason = 'Blocks the results behind it';
    expect(await setMessageAside(ctx, { id, reason })).toMatchObject({
      state: 'parked',
      failure: 'set_aside',
    });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'set_message_aside', kind: 'write', detail: { tries: 2, reason } },
    ]);
    expect(await getInboundMessage(fresh(), { id })).toMatchObject({
      may_run_again: true,
      set_aside: { by_name: expect.any(String) as string, reason },
    });
    await expect(setMessageAside(fresh(), { id, reason })).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await runMessageAgain(fresh(), { id })).toMatchObject({ state: 'received', failure: null });
    expect((await getInboundMessage(fresh(), { id })).set_aside).toBeNull();
  });
});

describe('connection status', () => {
  it('counts per connection the messages of a day, the pending, the set aside and the unmapped codes', async () => {
    const busy = await laboratory(admin, { name: 'Busy' });
    const quiet = await laboratory(admin, { name: 'Quiet' });
    const [waiting, parked, old, done] = [
      await send(oru(), busy),
      await send(oru(), busy),
      await send(oru(), busy),
      await send(oru(), busy),
    ];
    await send(Buffer.from('nothing'), busy);
    await set(parked!, `state = 'parked'`);
    await set(done!, `state = 'processed'`);
    // From two days ago, by the time in its ID.
    const before = showId(
      'inbound_message',
      `${(Date.now() - 48 * 3_600_000)
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`,
    );
    await asSuperuser(`DELETE FROM inbound_message_bytes WHERE message_id = $1`, [
      readId('inbound_message', old!),
    ]);
    await set(old!, `state = 'parked', id = '${readId('inbound_message', before)}'`);
    const code = (extra: object) => ({
      orgId: org.orgId,
      id: newId(),
      connectionId: busy.source.connectionId,
      code: newId(),
      firstSeenAt: new Date(),
      lastSeenAt: new Date(),
      ...extra,
    });
    await withTenant(org.orgId, (tx) =>
      tx.insert(labCodes).values([code({}), code({}), code({ loinc: '2345-7' })]),
    );
    const { feeds } = await getFeedHealth(fresh(), {});
    expect(feeds.find(({ id }) => id === busy.id)).toMatchObject({
      name: 'Busy',
      waiting: 1,
      parked: 2,
      unmapped: 2,
      silent_since: null,
      waiting_message_id: waiting,
      waiting_minutes: 5,
      day: { received: 1, parked: 1, processed: 1, rejected: 1 },
    });
    expect(feeds.find(({ id }) => id === quiet.id)).toMatchObject({
      waiting: 0,
      parked: 0,
      unmapped: 0,
      day: {},
      last_message_at: null,
    });
    expect((await getFeedHealth(fresh(), { connection_id: quiet.id })).feeds.map(({ id }) => id)).toEqual([
      quiet.id,
    ]);
  });

  it('raises the alarm by the clock of the organization, and never for a paused connection', async () => {
    const silent = await laboratory(admin, { silence_hours: 2 });
    const sinceOf = async () =>
      (await getFeedHealth(fresh(), { connection_id: silent.id })).feeds[0]!.silent_since;
    const heard = (hours: number) =>
      asSuperuser(
        `UPDATE lab_connections SET last_message_at = now() - make_interval(mins => $2) WHERE id = $1`,
        [silent.source.connectionId, hours * 60],
      );
    await heard(1.9);
    expect(await sinceOf()).toBeNull();
    await heard(2.1);
    expect(await sinceOf()).not.toBeNull();
    // The only working hour is tomorrow, so it has not started, whatever the time is.
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).getUTCDay() || 7;
    await updateLabConnection(admin, {
      id: silent.id,
      working_hours: { days: [tomorrow], from: '23:00', to: '24:00' },
    });
    await heard(30);
    expect(await sinceOf()).toBeNull();
    await updateLabConnection(admin, { id: silent.id, working_hours: null, enabled: false });
    expect(await sinceOf()).toBeNull();
  });
});
