import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  INBOUND_DOCUMENT_STATES,
  MESSAGE_STATES,
  PATIENT_UPDATE_STATES,
  REPORT_STATES,
} from '../../../server/data-types/inbound-message-codes';
import { ORDER_STATUSES } from '../../../server/data-types/lab-order-codes';
import { OUTBOUND_STATUSES } from '../../../server/data-types/transmission-codes';
import { erasePatientInput } from '../../../server/domain/erasures/contract';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { dismissInboundDocument } from '../../../server/domain/inbound-documents/dismiss-inbound-document';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { getInboundDocument } from '../../../server/domain/inbound-documents/get-inbound-document';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { runMessageAgain } from '../../../server/domain/inbound-messages/run-message-again';
import { fileUnmatchedReport } from '../../../server/domain/inbound-reports/file-unmatched-report';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { rejectReport } from '../../../server/domain/inbound-reports/reject-report';
import type { ReadableAnswer } from '../../../server/domain/lab-orders/answer-rules';
import { sendLabOrderAgain } from '../../../server/domain/lab-orders/send-lab-order-again';
import { recordAnswer } from '../../../server/domain/lab-orders/record-answer';
import { suspendOrganization } from '../../../server/domain/organizations/suspend-organization';
import { getOutboundMessage } from '../../../server/domain/outbound-messages/get-outbound-message';
import { returnInboundDocument } from '../../../server/domain/inbound-documents/return-inbound-document';
import { returnReport } from '../../../server/domain/inbound-reports/return-report';
import { returnPatientUpdate } from '../../../server/domain/patient-updates/return-patient-update';
import { dismissPatientUpdate } from '../../../server/domain/patient-updates/dismiss-patient-update';
import { getPatientUpdate } from '../../../server/domain/patient-updates/get-patient-update';
import { sweep } from '../../../server/retention/retention';
import { newId, readId, showId } from '../../../server/shared/ids';
import { systemContext } from '../../../server/shared/system-actor';
import { countsOf } from '../../../server/counts';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { documentFeed, numberOf } from '../../support/document-feed';
import {
  deliver,
  laboratory,
  sendHeldDocument,
  sendHeldUpdate,
  sendUnmatchedReport,
} from '../../support/intake';
import { messagesOf, mshWith, sendWhole } from '../../support/laboratory';
import { er7, OBR, PID } from '../../support/hl7';
import { orderingClinic, outboundOf } from '../../support/order-transmission';
import { fresh } from '../../support/patient-feed';
import { inMonths, message, setPeriods } from '../../support/retention';
import { nightly } from '../../support/test-size';

/** Content of messages is removed after the period of its organization, and not what a person may still decide. */

const hasContent = async (id: string): Promise<boolean> =>
  (
    await asSuperuser(
      `select 1 from inbound_message_bytes where message_id = $1
       union all select 1 from outbound_message_bytes where message_id = $1`,
      [id],
    )
  ).length > 0;

/** The keys of the messages that still have their content. */
async function keptOf(messages: Map<string, string>): Promise<string[]> {
  const stored = await asSuperuser<{ id: string }>(
    `select message_id as id from inbound_message_bytes where message_id = any($1::uuid[])
     union all select message_id from outbound_message_bytes where message_id = any($1::uuid[])`,
    [[...messages.values()]],
  );
  const ids = new Set(stored.map(({ id }) => id));
  return [...messages].filter(([, id]) => ids.has(id)).map(([name]) => name);
}

// Each sweep visits all organizations that other files have left.
vi.setConfig({ testTimeout: 90_000 });

describe('the content of received messages', () => {
  it('is removed after the period of the organization, unless a person may still decide', async () => {
    const org = await testOrg();
    const lab = await laboratory(org);
    const [longer, suspended] = [await testOrg(), await testOrg()];
    await setPeriods(longer, 'inbound_message_months = 36');
    const messages = new Map<string, string>();
    for (const state of MESSAGE_STATES) messages.set(state, await message(lab, state));
    const other = await message(await laboratory(longer), 'processed');
    const stopped = await message(await laboratory(suspended), 'processed');
    await suspendOrganization(suspended.ctx, { reason: 'Unpaid.' });
    for (const [table, states, more, values] of [
      ['inbound_reports', REPORT_STATES, '', ''],
      [
        'inbound_documents',
        INBOUND_DOCUMENT_STATES,
        ', connection_id, event, sent_at, title',
        ", $5, 'T02', now(), 'Letter'",
      ],
      [
        'inbound_patient_updates',
        PATIENT_UPDATE_STATES,
        ', connection_id, event, sent_at',
        ", $5, 'A08', now()",
      ],
    ] as const)
      for (const state of states) {
        const id = await message(lab, 'processed');
        messages.set(`${table} ${state}`, id);
        await asSuperuser(
          `insert into ${table} (org_id, id, message_id, position, created_at, state, is_test${more})
           values ($1, gen_random_uuid(), $2, 0, now(), $3, $4${values})`,
          [org.orgId, id, state, state === 'test', ...(more ? [lab.connectionId] : [])],
        );
      }
    const outdated = await message(lab, 'stale');
    messages.set('outdated report', outdated);
    await asSuperuser(
      `insert into inbound_reports (org_id, id, message_id, position, created_at, state, is_test, outcome)
       values ($1, gen_random_uuid(), $2, 0, now(), 'filed', false, 'stale')`,
      [org.orgId, outdated],
    );
    await sweep(inMonths(23));
    expect(await keptOf(messages)).toEqual([...messages.keys()]);
    await sweep(inMonths(24));
    expect(await keptOf(messages)).toEqual([
      'received',
      'unmatched',
      'conflict',
      'unreadable',
      'parked',
      'inbound_reports waiting',
      'inbound_reports unmatched',
      'inbound_reports conflict',
      'inbound_reports parked',
      'inbound_documents unreadable',
      'inbound_documents unmatched',
      'inbound_documents conflict',
      'inbound_patient_updates unmatched',
      'inbound_patient_updates conflict',
      'outdated report',
    ]);
    expect([await hasContent(other), await hasContent(stopped)]).toEqual([true, true]);
    const rows = await messagesOf(lab);
    const removed = rows.find(({ id }) => id === messages.get('processed'))!;
    expect(removed).toMatchObject({ state: 'processed', content_removal: 'retention', file_name: null });
    const kept = rows.find(({ id }) => id === messages.get('unmatched'))!;
    expect(kept).toMatchObject({ content_removal: null, file_name: 'Doe Jane.hl7' });
    await sweep(inMonths(36));
    expect([await hasContent(other), await hasContent(stopped)]).toEqual([false, true]);
    expect(
      countsOf('clinical_retention_removed_total').find(({ values }) => values[0] === 'inbound_messages')!
        .count,
    ).toBeGreaterThan(10);
  });
});

describe('after the content of a message was removed', () => {
  const own = documentFeed();
  let admin: Awaited<ReturnType<typeof personContext>>;
  beforeAll(async () => {
    admin = await personContext(own.org, 'admin');
  });
  const REMOVED = {
    code: 'invalid_state',
    message: 'The content of the message was removed after its retention period.',
  };

  it(
    'its page shows when and why, it is not processed again, and a repetition is a duplicate',
    nightly,
    async () => {
      const lab = await laboratory(own.org);
      const { id: patientId, mrn } = await own.patient();
      const bytes = er7(
        mshWith({ 10: `R${newId()}` }),
        PID.replace('4711', mrn),
        OBR,
        'OBX|1|NM|GLU||5.1|mmol/L|||||F',
      );
      await sendWhole(lab, bytes);
      const [stored] = await messagesOf(lab);
      await asSuperuser("update inbound_messages set state = 'processed' where id = $1", [stored!.id]);
      const id = showId('inbound_message', stored!.id);
      expect(await getInboundMessage(fresh(admin), { id })).toMatchObject({
        content_removed: null,
        may_run_again: true,
      });
      const at = inMonths(24);
      await sweep(at);
      expect(await getInboundMessage(fresh(admin), { id })).toMatchObject({
        content: null,
        content_removed: { at: at.toISOString(), after: 'retention' },
        may_run_again: false,
      });
      await expect(runMessageAgain(fresh(admin), { id })).rejects.toMatchObject(REMOVED);
      await sendWhole(lab, bytes);
      expect((await messagesOf(lab)).map(({ state }) => state)).toEqual(['processed', 'duplicate']);
      expect(patientId).toMatch(/^pat_/);
    },
  );

  it('what a person set aside cannot be opened or filed, and says why', async () => {
    const { id: patient_id } = await own.patient();
    const { reportId } = await sendUnmatchedReport(own.org, 'Aside');
    const updateId = await sendHeldUpdate(own.org, patient_id, 'Aside');
    const documentId = await sendHeldDocument(own.org, 'Aside');
    await rejectReport(fresh(own.clinician), { id: reportId, reason: 'Not ours.' });
    await dismissPatientUpdate(fresh(own.clinician), { id: updateId, reason: 'Not ours.' });
    await dismissInboundDocument(fresh(own.clinician), { id: documentId, reason: 'Not ours.' });
    const acts = [
      () => getUnmatchedReport(fresh(own.clinician), { id: reportId, with: [] }),
      () => returnReport(fresh(own.clinician), { id: reportId }),
      () => fileUnmatchedReport(fresh(own.clinician), { id: reportId, patient_id, reason: 'Ours.' }),
      () => getPatientUpdate(fresh(own.clinician), { id: updateId, with: [] }),
      () => returnPatientUpdate(fresh(own.clinician), { id: updateId }),
      () => getInboundDocument(fresh(own.clinician), { id: documentId, with: [] }),
      () => returnInboundDocument(fresh(own.clinician), { id: documentId }),
      () => fileInboundDocument(fresh(own.clinician), { id: documentId, patient_id, reason: 'Ours.' }),
    ];
    await getUnmatchedReport(fresh(own.clinician), { id: reportId, with: [] });
    await sweep(inMonths(24));
    for (const act of acts) await expect(act()).rejects.toMatchObject(REMOVED);
  });

  it(
    'the chart it was filed in can be erased, which also says why other content is gone',
    nightly,
    async () => {
      const lab = await laboratory(own.org);
      const patient = await own.patient();
      const deliverOne = async () => {
        const number = `F${newId()}`;
        const { id, state, reports } = await deliver(
          lab,
          mshWith({ 10: number.slice(-20) }),
          PID.replace('4711', patient.mrn),
          `OBR|1||${number}|GLU^Glucose^L|||20260105080000|||||||||||||||20260105140000|||F`,
          'OBX|1|NM|GLU^Glucose^L||5.1|mmol/L|||||F',
        );
        expect({ state, patientId: reports[0]!.patientId }).toEqual({
          state: 'processed',
          patientId: readId('patient', patient.id),
        });
        return id;
      };
      const old = await deliverOne();
      await sweep(inMonths(24));
      const recent = await deliverOne();
      await erasePatient(
        fresh(admin),
        erasePatientInput.parse({
          id: patient.id,
          mrn: patient.mrn,
          ground: 'patient_request',
          reason: 'Requested by the patient.',
          reference: 'REQ 8/2026',
        }),
      );
      for (const [id, after, words] of [
        [old, 'retention', REMOVED.message],
        [recent, 'erasure', 'The content of the message was erased with the chart of a patient.'],
      ] as const) {
        const shown = showId('inbound_message', id);
        expect(await getInboundMessage(fresh(admin), { id: shown })).toMatchObject({
          content: null,
          reports: [],
          content_removed: { after },
          may_run_again: false,
        });
        await expect(runMessageAgain(fresh(admin), { id: shown })).rejects.toMatchObject({ message: words });
      }
    },
  );

  it('a notice still applies to its document, which arrives later', nightly, async () => {
    const { id, pid } = await own.patient();
    const number = numberOf();
    const notice = await own.mdm({ event: 'T03', pid, number, obx: [] });
    expect(notice.document).toMatchObject({ state: 'ignored', problem: 'document_unknown' });
    await sweep(inMonths(24));
    expect(await hasContent(notice.messageId)).toBe(true);
    const sent = await own.mdm({ pid, number });
    expect(sent.document).toMatchObject({ state: 'filed', outcome: 'created' });
    expect(await own.documentsOf(id)).toHaveLength(1);
  });
});

describe('the content of messages to laboratories', () => {
  it('is removed after the period, unless the order needs an answer or may be sent again', async () => {
    const clinic = await orderingClinic({ port: 9 });
    const longer = await orderingClinic({ port: 9 });
    await setPeriods(longer.org, 'outbound_message_months = 36');
    const messages = new Map<string, string>();
    /** The message of a new order, and one more for each other status. */
    async function sent({ org, connectionId, order }: typeof clinic, orderStatus: string) {
      const { id } = await order();
      const orderId = readId('lab_order', id);
      await asSuperuser('update lab_orders set status = $2 where id = $1', [orderId, orderStatus]);
      for (const status of OUTBOUND_STATUSES) {
        const message = newId();
        await asSuperuser(
          `with message as (
             insert into outbound_messages (org_id, id, connection_id, order_id, kind, control_id, status, attempts_allowed, created_at, created_by)
             values ($1, $2, $3, $4, 'new_order', $5, $6, 1, now(), 'system') returning org_id, id)
           insert into outbound_message_bytes (org_id, message_id, bytes, answer) select org_id, id, 'MSH|', 'MSH|' from message`,
          [org.orgId, message, connectionId, orderId, message.slice(-12), status],
        );
        messages.set(`${org === clinic.org ? '' : 'longer '}${status} ${orderStatus}`, message);
      }
    }
    for (const orderStatus of ORDER_STATUSES) await sent(clinic, orderStatus);
    await sent(longer, 'completed');
    await sweep(inMonths(23));
    expect(await keptOf(messages)).toEqual([...messages.keys()]);
    await sweep(inMonths(24));
    const open = ORDER_STATUSES.filter((status) => status !== 'completed' && status !== 'cancelled');
    expect((await keptOf(messages)).sort()).toEqual(
      [
        ...ORDER_STATUSES.map((status) => `queued ${status}`),
        ...open.flatMap((status) => [`sent ${status}`, `failed ${status}`]),
        ...OUTBOUND_STATUSES.map((status) => `longer ${status} completed`),
      ].sort(),
    );
    const admin = await personContext(clinic.org, 'admin');
    const shown = await getOutboundMessage(admin, {
      id: showId('outbound_message', messages.get('accepted sent')!),
    });
    expect(shown).toMatchObject({
      content: null,
      answer: null,
      content_removed_at: expect.any(String) as string,
    });
  });

  it('is not needed by a late answer, and a resend without it is rejected', async () => {
    const clinic = await orderingClinic({ port: 9 });
    const order = await clinic.order();
    const [sent] = await outboundOf(clinic);
    await asSuperuser(
      "update outbound_messages set status = 'failed', sent_at = now(), content_removed_at = now() where id = $1",
      [sent!.id],
    );
    await asSuperuser('delete from outbound_message_bytes where message_id = $1', [sent!.id]);
    await asSuperuser("update lab_orders set transmission_status = 'failed' where id = $1", [
      readId('lab_order', order.id),
    ]);
    await expect(sendLabOrderAgain(clinic.clinician, { id: order.id })).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'The content of the message was removed after its retention period. Create a new order.',
    });
    const answer: ReadableAnswer = {
      readable: true,
      controlId: sent!.control_id,
      code: 'AA',
      text: null,
      orders: [],
    };
    const ctx = systemContext(clinic.org.orgId, 'system');
    expect(await recordAnswer(ctx, clinic.connectionId, { answer, bytes: Buffer.from('MSH|') })).toBe(
      'accepted',
    );
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'accepted', bytes: null, answer: null }]);
  });
});
