import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../server/cli/lab-simulate';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { announceOverdueOrders } from '../../../server/domain/lab-orders/announce-overdue-order';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { undoLabOrderCollection } from '../../../server/domain/lab-orders/undo-lab-order-collection';
import { collectLabOrder } from '../../../server/domain/lab-orders/collect-lab-order';
import { createLabOrderInput, labOrder } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getOrderSheet } from '../../../server/domain/lab-orders/get-order-sheet';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { startOverdueClock } from '../../../server/domain/lab-orders/overdue-clock';
import { rejectLabOrder } from '../../../server/domain/lab-orders/reject-lab-order';
import { sendLabOrder } from '../../../server/domain/lab-orders/send-lab-order';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { readId, showId } from '../../../server/shared/ids';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';
import { meetAt } from '../../support/locked-rows';

/** Changes that users make to an open order. */

let org: TestOrg;
let clinician: Context;
let viewer: Context;
let patient: string;

const person = (given: string) =>
  createPatientInput.parse({
    name: { family: 'Order', given: [given] },
    birth_date: '1950-01-01',
    sex: 'male',
  });
const order = async (patientId = patient, ...codes: string[]): Promise<string> => {
  const items = (codes.length > 0 ? codes : ['CMP', 'HGB']).map((code) => ({ code }));
  const input = createLabOrderInput.parse({ patient_id: patientId, lab_id: 'example-lab', items });
  return (await createLabOrder(org.ctx, input)).id;
};
const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string; sequence: number; body: string }>(
      'SELECT type, sequence, body FROM events WHERE org_id = $1 ORDER BY sequence',
      [org.orgId],
    )
  )
    .filter(({ body }) => body.includes(`"id":"${id}"`))
    .map(({ type, sequence }) => [sequence, type]);
let late = 0;
/** Files a report for an order that may be closed. */
function arrives(id: string): Promise<unknown> {
  const line = { code: 'HGB', name: 'Hemoglobin', value_type: 'quantity' as const };
  return fileLabResult(org.ctx, {
    patient_id: patient,
    order_id: id,
    status: 'final',
    historical: false,
    lab: { id: 'example-lab', name: 'Example', accreditation_number: null, director: null },
    filler_order_number: `LATE-${++late}`,
    collected_at: '2026-11-01T08:00:00.000Z',
    collected_at_precision: 'minute',
    source: { kind: 'hl7v2', message_id: null },
    panels: [
      {
        code: 'HGB',
        name: 'Hemoglobin',
        observations: [{ ...line, value_text: '14.1', unit: 'g/dL', status: 'final' }],
      },
    ],
  });
}

beforeAll(async () => {
  org = await testOrg({ demo: true });
  const entries = await catalogEntries();
  const timed = { ...entries.find(({ code }) => code === 'HGB')!, code: 'TIMED', turnaround_hours: 24 };
  const week = {
    id: 'week',
    code: 'week',
    text: 'Week of pregnancy',
    type: 'number' as const,
    required: true,
  };
  const asks = {
    ...timed,
    code: 'ASKS',
    fasting_required: true,
    questions: [
      { ...week, options: [], max_length: null },
      { ...week, id: 'since', type: 'date' as const, required: false, options: [], max_length: null },
      { ...week, id: 'first', type: 'boolean' as const, required: false, options: [], max_length: null },
    ],
  };
  await upsertCatalog(org.ctx, [...entries, timed, asks]);
  [clinician, viewer] = [await personContext(org, 'clinician'), await personContext(org, 'viewer')];
  patient = (await createPatient(org.ctx, person('Test'))).id;
});

describe('cancel_lab_order', () => {
  it('cancels the order with its items, keeps the reason in its history and emits an event for each step', async () => {
    const id = await order();
    const cancelled = await cancelLabOrder(clinician, { id, reason: 'Ordered twice.' });
    expect(labOrder.parse(cancelled)).toEqual(cancelled);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelled_reason: 'Ordered twice.',
      overdue: false,
      items: [{ status: 'cancelled' }, { status: 'cancelled' }],
    });
    expect(cancelled.status_history.at(-1)).toMatchObject({
      status: 'cancelled',
      reason: 'Ordered twice.',
      source: 'portal',
    });
    expect(await getLabOrder(org.ctx, { id })).toEqual(cancelled);
    expect(await eventsOf(id)).toEqual([
      [1, 'lab_order.created'],
      [2, 'lab_order.updated'],
      [3, 'lab_order.cancelled'],
    ]);
    const [row] = await asSuperuser<{ patient_ids: string[]; detail: object }>(
      `SELECT patient_ids, detail FROM audit_events WHERE org_id = $1 AND action = 'cancel_lab_order' AND outcome = 'allowed'`,
      [org.orgId],
    );
    expect(row!.patient_ids).toHaveLength(1);
    expect(row!.detail).toEqual({ from: 'requested' });
  });

  it('is recorded as a change through the API if a program cancels', async () => {
    const id = await order();
    const key = keyContext(org.orgId, ['labs:write']);
    const { status_history: history } = await cancelLabOrder(key, { id, reason: 'Visit canceled.' });
    expect(history.at(-1)).toMatchObject({
      status: 'cancelled',
      source: 'api',
      by: showId('api_key', key.actor.id!),
    });
  });

  it('succeeds once, and never for an order with results', async () => {
    const id = await order();
    await cancelLabOrder(clinician, { id, reason: 'Ordered twice.' });
    await expect(cancelLabOrder(clinician, { id, reason: 'Again.' })).rejects.toMatchObject({
      code: 'invalid_state',
      extras: { outdated: true },
    });
    const key = keyContext(org.orgId, ['labs:write']);
    await expect(cancelLabOrder(key, { id, reason: 'Again.' })).rejects.toMatchObject({ extras: {} });
    const partly = await order();
    await simulate(org.ctx, partly, 'partial');
    expect((await getLabOrder(org.ctx, { id: partly })).status).toBe('partially_resulted');
    await expect(cancelLabOrder(clinician, { id: partly, reason: 'Late.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    const done = await order();
    await simulate(org.ctx, done, 'normal');
    await expect(cancelLabOrder(clinician, { id: done, reason: 'Late.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect((await getLabOrder(org.ctx, { id: done })).status).toBe('completed');
  });

  it('is denied to a user who has seen an older state, but not to a program', async () => {
    const id = await order();
    const { version } = await getLabOrder(clinician, { id });
    const seen = { ...clinician, ifMatch: version };
    const collected = await collectLabOrder(clinician, { id });
    for (const change of [cancelLabOrder, rejectLabOrder])
      await expect(change(seen, { id, reason: 'Too late.' })).rejects.toMatchObject({
        code: 'invalid_state',
        message: 'The order has changed meanwhile. It is now “Collected”.',
        extras: { outdated: true },
      });
    expect((await getLabOrder(clinician, { id })).status).toBe('collected');
    const key = { ...keyContext(org.orgId, ['labs:write']), ifMatch: version };
    expect((await cancelLabOrder(key, { id, reason: 'Visit canceled.' })).status).toBe('cancelled');
    const other = await order();
    await cancelLabOrder({ ...clinician, ifMatch: version }, { id: other, reason: 'Ordered twice.' });
    expect(collected.version).toBe(version + 1);
  });

  it('keeps a result that arrives afterwards', async () => {
    const id = await order(patient, 'HGB');
    await cancelLabOrder(clinician, { id, reason: 'Not needed.' });
    await arrives(id);
    expect(await getLabOrder(org.ctx, { id })).toMatchObject({
      status: 'completed',
      cancelled_reason: 'Not needed.',
      items: [{ status: 'resulted' }],
    });
  });

  it('is for clinicians with access to the patient', async () => {
    const id = await order();
    await expect(cancelLabOrder(viewer, { id, reason: 'No.' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    const reader = keyContext(org.orgId, ['labs:read']);
    await expect(cancelLabOrder(reader, { id, reason: 'No.' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    const gone = (await createPatient(org.ctx, person('Gone'))).id;
    const theirs = await order(gone);
    await cancelLabOrder(clinician, { id: theirs, reason: 'No.' });
    await deletePatient(org.ctx, { id: gone });
    await expect(cancelLabOrder(clinician, { id: theirs, reason: 'No.' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await getLabOrder(org.ctx, { id })).status).toBe('requested');
  });
});

describe('collect_lab_order', () => {
  it('records the collection time, now by default, never in the future', async () => {
    const id = await order();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await expect(collectLabOrder(clinician, { id, collected_at: later })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const collected_at = '2026-01-05T08:00:00.000Z';
    const collected = await collectLabOrder(clinician, { id, collected_at });
    expect(labOrder.parse(collected)).toEqual(collected);
    expect(collected).toMatchObject({
      status: 'collected',
      collection: { collected_at },
      items: [{ status: 'ordered' }, { status: 'ordered' }],
    });
    expect(await eventsOf(id)).toEqual([
      [1, 'lab_order.created'],
      [2, 'lab_order.updated'],
    ]);
    await expect(collectLabOrder(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
    const now = await collectLabOrder(clinician, { id: await order() });
    expect(Date.now() - Date.parse(now.collection!.collected_at!)).toBeLessThan(60_000);
  });

  it('is undone by the user who entered it, right after, and stays in the history', async () => {
    const id = await order();
    await expect(undoLabOrderCollection(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
    await collectLabOrder(clinician, { id });
    const another = await personContext(org, 'clinician');
    await expect(undoLabOrderCollection(another, { id })).rejects.toMatchObject({ code: 'invalid_state' });
    const undone = await undoLabOrderCollection(clinician, { id });
    expect(undone).toMatchObject({ status: 'requested', collection: null });
    expect(undone.status_history.map(({ status }) => status)).toEqual([
      'requested',
      'collected',
      'requested',
    ]);
    expect((await eventsOf(id)).at(-1)).toEqual([3, 'lab_order.updated']);
    await collectLabOrder(clinician, { id });
    await asSuperuser(
      `UPDATE lab_orders SET status_history = jsonb_set(status_history, '{3,at}', '"2026-11-01T08:00:00.000Z"') WHERE id = $1`,
      [readId('lab_order', id)],
    );
    await expect(undoLabOrderCollection(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('cannot be reversed', async () => {
    const id = await order();
    await simulate(org.ctx, id, 'partial');
    await expect(collectLabOrder(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('create_lab_order', () => {
  const NUMBER = 'must be a number, such as 12.5';
  const DATE = 'must be a date, such as 2026-03-31';
  it.each([
    ['week', 'abc', NUMBER],
    ['week', '12 weeks', NUMBER],
    ['week', '12,5', NUMBER],
    ['since', 'yesterday', DATE],
    ['since', '2026-02-30', DATE],
    ['since', '03/31/2026', DATE],
    ['first', 'maybe', 'must be yes or no'],
  ])('rejects the answer of the question %s that has another form: %s', async (question, value, rule) => {
    const input = createLabOrderInput.parse({
      patient_id: patient,
      lab_id: 'example-lab',
      items: [{ code: 'ASKS', answers: [{ question_id: question, value }] }],
    });
    await expect(createLabOrder(clinician, input)).rejects.toMatchObject({
      code: 'test_not_orderable',
      extras: {
        errors: expect.arrayContaining([
          expect.objectContaining({
            pointer: '/items/0/answers/0/value',
            code: 'invalid_format',
            message: expect.stringContaining(rule),
          }),
        ]),
      },
    });
  });
});

describe('get_order_sheet', () => {
  it('returns the people, the laboratory and the tests to any reader', async () => {
    const input = createLabOrderInput.parse({
      patient_id: patient,
      lab_id: 'example-lab',
      items: [{ code: 'ASKS', answers: [{ question_id: 'week', value: '12' }] }],
    });
    const { id } = await createLabOrder(clinician, input);
    await cancelLabOrder(clinician, { id, reason: 'Not needed.' });
    const sheet = await getOrderSheet(viewer, { id });
    expect(sheet.order).toEqual(await getLabOrder(viewer, { id }));
    const [first, last] = sheet.order.status_history;
    expect([first!.by, last!.by].map((by) => sheet.names[by])).toEqual(['Test clinician', 'Test clinician']);
    const { test_id } = sheet.order.items[0]!;
    expect(sheet.questions).toContainEqual({
      test_id,
      question_id: 'week',
      text: 'Week of pregnancy',
      type: 'number',
    });
    expect(sheet.fasting_test_ids).toEqual([test_id]);
    expect(sheet).toMatchObject({ lab_name: expect.any(String), lab_is_connected: false });
    await expect(getOrderSheet(keyContext(org.orgId, ['patients:read']), { id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

describe('get_order_sheet of an order with results', () => {
  it('names the severity of each report', async () => {
    const id = await order();
    await simulate(org.ctx, id, 'critical');
    const sheet = await getOrderSheet(viewer, { id });
    expect(sheet.reports).toEqual([{ id: sheet.order.result_ids[0], status: 'final', severity: 'critical' }]);
    expect(sheet.order.result_severity).toBe('critical');
  });
});

describe('send_lab_order', () => {
  it('records once that the laboratory has the order, and emits an event', async () => {
    const id = await order();
    const sent = await sendLabOrder(clinician, { id });
    expect(labOrder.parse(sent)).toEqual(sent);
    expect(sent.status_history.map(({ status, source }) => [status, source])).toEqual([
      ['requested', 'system'],
      ['sent', 'portal'],
    ]);
    expect(await eventsOf(id)).toEqual([
      [1, 'lab_order.created'],
      [2, 'lab_order.updated'],
      [3, 'lab_order.sent'],
    ]);
    await expect(sendLabOrder(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
    await collectLabOrder(clinician, { id });
    await expect(sendLabOrder(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is for clinicians', async () => {
    const id = await order();
    await expect(sendLabOrder(viewer, { id })).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(sendLabOrder(keyContext(org.orgId), { id })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('reject_lab_order', () => {
  it('keeps the reason of the laboratory, ends the items and emits an event for each step', async () => {
    const id = await order();
    await sendLabOrder(clinician, { id });
    const rejected = await rejectLabOrder(clinician, { id, reason: 'The tube was empty.' });
    expect(labOrder.parse(rejected)).toEqual(rejected);
    expect(rejected).toMatchObject({
      status: 'rejected',
      overdue: false,
      cancelled_reason: null,
      items: [{ status: 'not_performed' }, { status: 'not_performed' }],
    });
    expect(rejected.status_history.at(-1)).toMatchObject({
      status: 'rejected',
      reason: 'The tube was empty.',
      source: 'portal',
    });
    expect(await getLabOrder(org.ctx, { id })).toEqual(rejected);
    expect((await eventsOf(id)).slice(3)).toEqual([
      [4, 'lab_order.updated'],
      [5, 'lab_order.rejected'],
    ]);
    await expect(rejectLabOrder(clinician, { id, reason: 'Again.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    const closed = await cancelLabOrder(clinician, { id, reason: 'Not needed.' });
    expect(closed).toMatchObject({ status: 'cancelled', items: rejected.items });
  });

  it('never hides results: rejects an order with results and keeps a result that arrives afterwards', async () => {
    const partly = await order();
    await simulate(org.ctx, partly, 'partial');
    await expect(rejectLabOrder(clinician, { id: partly, reason: 'Late.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    const id = await order(patient, 'HGB');
    await rejectLabOrder(clinician, { id, reason: 'The tube was empty.' });
    await arrives(id);
    expect(await getLabOrder(org.ctx, { id })).toMatchObject({
      status: 'completed',
      items: [{ status: 'resulted' }],
    });
  });

  it('is for clinicians', async () => {
    const id = await order();
    await expect(rejectLabOrder(viewer, { id, reason: 'No.' })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(rejectLabOrder(keyContext(org.orgId), { id, reason: 'No.' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('announce_overdue_order', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const reported = async (id: string) =>
    (await eventsOf(id)).filter(([, type]) => type === 'lab_order.overdue').length;

  it('emits one event when an order is overdue, and the order continues', async () => {
    const id = await order(patient, 'TIMED', 'HGB');
    const before = await getLabOrder(org.ctx, { id });
    await announceOverdueOrders(inHours(23));
    expect(await reported(id)).toBe(0);
    await announceOverdueOrders(inHours(25));
    await announceOverdueOrders(inHours(500));
    expect(await eventsOf(id)).toEqual([
      [1, 'lab_order.created'],
      [2, 'lab_order.overdue'],
    ]);
    const after = await getLabOrder(org.ctx, { id });
    expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' });
    const rows = await asSuperuser<{ actor: string; patients: number }>(
      `SELECT actor, cardinality(patient_ids) AS patients FROM audit_events
       WHERE org_id = $1 AND object_id = $2 AND action = 'announce_overdue_order'`,
      [org.orgId, readId('lab_order', id)],
    );
    expect(rows).toEqual([{ actor: 'system', patients: 1 }]);
    // The numbers continue from there.
    await collectLabOrder(clinician, { id });
    expect((await eventsOf(id)).at(-1)).toEqual([3, 'lab_order.updated']);
  });

  it('emits no event for finished orders and orders without a due time', async () => {
    const cancelled = await order(patient, 'TIMED');
    await cancelLabOrder(clinician, { id: cancelled, reason: 'Not needed.' });
    const rejected = await order(patient, 'TIMED');
    await rejectLabOrder(clinician, { id: rejected, reason: 'The tube was empty.' });
    const timeless = await order(patient, 'HGB');
    await announceOverdueOrders(inHours(500));
    expect(await Promise.all([cancelled, rejected, timeless].map(reported))).toEqual([0, 0, 0]);
  });

  it('emits one event with several processes, and completes the work of one that died', async () => {
    const one = await order(patient, 'TIMED');
    const look = () => announceOverdueOrders(inHours(25));
    await meetAt(['lab_orders WHERE id = $1', readId('lab_order', one)], [look, look]);
    expect(await reported(one)).toBe(1);
    const two = await order(patient, 'TIMED');
    await asSuperuser("UPDATE lab_orders SET overdue_due_at = now() - interval '1 day' WHERE id = $1", [
      readId('lab_order', two),
    ]);
    const clock = startOverdueClock(5);
    try {
      await expect.poll(() => reported(two), { timeout: 10_000 }).toBe(1);
    } finally {
      await clock.stop();
    }
  });

  it('delays the event of a hidden patient without blocking others', async () => {
    const away = (await createPatient(org.ctx, person('Away'))).id;
    const [hidden, other] = [await order(away, 'TIMED'), await order(patient, 'TIMED')];
    // A patient with open orders cannot be deleted, but an order may be moved manually or by an import.
    const hide = (at: string) =>
      asSuperuser(`UPDATE patients SET deleted_at = ${at} WHERE id = $1`, [readId('patient', away)]);
    await hide('now()');
    await announceOverdueOrders(inHours(25));
    expect([await reported(hidden), await reported(other)]).toEqual([0, 1]);
    await hide('NULL');
    await announceOverdueOrders(inHours(30));
    expect(await reported(hidden)).toBe(1);
  });
});
