import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../server/cli/lab-simulate';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { announceOverdueOrders } from '../../../server/domain/lab-orders/announce-overdue-order';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { collectLabOrder } from '../../../server/domain/lab-orders/collect-lab-order';
import {
  createLabOrderInput,
  labOrder,
  listDueOrdersInput,
} from '../../../server/domain/lab-orders/contract';
import { listOrderDiagnoses } from '../../../server/domain/lab-orders/list-order-diagnoses';
import { countOrders } from '../../../server/domain/lab-orders/count-orders';
import { listDueOrders } from '../../../server/domain/lab-orders/list-due-orders';
import { isDueForCollection } from '../../../server/domain/lab-orders/rules';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getOrderSheet } from '../../../server/domain/lab-orders/get-order-sheet';
import { getOrderTemplate } from '../../../server/domain/lab-orders/get-order-template';
import { orderTemplate } from '../../../server/domain/lab-orders/sheet-contract';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { startOverdueClock } from '../../../server/domain/lab-orders/overdue-clock';
import { rejectLabOrder } from '../../../server/domain/lab-orders/reject-lab-order';
import { sendLabOrder } from '../../../server/domain/lab-orders/send-lab-order';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { readId } from '../../../server/shared/ids';
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
  const asks = { ...timed, code: 'ASKS', questions: [{ ...week, options: [], max_length: null }] };
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

  it('succeeds once, and never for an order with results', async () => {
    const id = await order();
    await cancelLabOrder(clinician, { id, reason: 'Ordered twice.' });
    await expect(cancelLabOrder(clinician, { id, reason: 'Again.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
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
    await expect(cancelLabOrder(keyContext(org.orgId), { id, reason: 'No.' })).rejects.toMatchObject({
      code: 'forbidden',
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

  it('cannot be reversed', async () => {
    const id = await order();
    await simulate(org.ctx, id, 'partial');
    await expect(collectLabOrder(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
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
    expect(sheet.questions).toEqual([
      { test_id, question_id: 'week', text: 'Week of pregnancy', type: 'number' },
    ]);
    expect(sheet.lab_name).not.toBe(null);
    await expect(getOrderSheet(keyContext(org.orgId, ['patients:read']), { id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

describe('get_order_template', () => {
  it('returns the tests as the catalog has them now, and names those it no longer has', async () => {
    const own = await testOrg({ demo: true });
    const catalog = await catalogEntries();
    await upsertCatalog(own.ctx, catalog);
    const { id: patient_id } = await createPatient(own.ctx, person('Again'));
    const diagnoses = [{ code: 'E11.9', system: 'icd-10-cm', description: 'Type 2 diabetes' }];
    const input = createLabOrderInput.parse({
      patient_id,
      lab_id: 'example-lab',
      items: [{ code: 'HGB' }, { code: 'CMP' }],
      priority: 'urgent',
      notes: 'Call first.',
      diagnoses,
    });
    const { id, order_number, created_at } = await createLabOrder(own.ctx, input);
    const template = () => getOrderTemplate(own.ctx, { id });
    expect(orderTemplate.parse(await template())).toMatchObject({
      patient_id,
      order_number,
      created_at,
      tests: [{ code: 'HGB' }, { code: 'CMP' }],
      missing: [],
      diagnoses,
    });
    await asSuperuser("UPDATE catalog_tests SET active = false WHERE org_id = $1 AND code = 'HGB'", [
      own.orgId,
    ]);
    expect(await template()).toMatchObject({ tests: [{ code: 'CMP' }], missing: ['Hemoglobin'] });
    const other = await testOrg();
    await expect(getOrderTemplate(other.ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(getOrderTemplate(keyContext(own.orgId, ['labs:write']), { id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

describe('list_order_diagnoses', () => {
  const diagnosed = (patient_id: string, ...diagnoses: object[]) =>
    createLabOrder(
      clinician,
      createLabOrderInput.parse({ patient_id, lab_id: 'example-lab', items: [{ code: 'HGB' }], diagnoses }),
    );
  const one = (code: string, description: string | null = null) => ({
    code,
    system: 'icd-10-cm' as const,
    description,
  });

  it('returns each code of the patient once, the latest order first, with a known description', async () => {
    const { id } = await createPatient(org.ctx, person('Diagnosed'));
    await diagnosed(id, one('E11.9', 'Type 2 diabetes'), one('I10'));
    const last = await diagnosed(id, one('Z79.4'), one('E11.9'));
    await diagnosed(id);
    await diagnosed(patient, one('C50.911'));
    expect(last.diagnoses).toEqual([one('Z79.4'), one('E11.9')]);
    expect((await getOrderSheet(viewer, { id: last.id })).order.diagnoses).toEqual(last.diagnoses);
    expect(await listOrderDiagnoses(viewer, { patient_id: id })).toEqual({
      data: [one('Z79.4'), one('E11.9', 'Type 2 diabetes'), one('I10')],
    });
    const other = await testOrg();
    expect(await listOrderDiagnoses(other.ctx, { patient_id: id })).toEqual({ data: [] });
    await expect(
      listOrderDiagnoses(keyContext(org.orgId, ['patients:read']), { patient_id: id }),
    ).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  it('offers at most as many as an order of the portal can have', async () => {
    const { id } = await createPatient(org.ctx, person('Many'));
    const codes = Array.from({ length: 15 }, (_, index) => one(`A${String(index).padStart(2, '0')}`));
    await diagnosed(id, ...codes);
    expect((await listOrderDiagnoses(viewer, { patient_id: id })).data).toEqual(codes.slice(0, 12));
  });

  it('takes a code by its syntax', () => {
    const parse = (code: string) =>
      createLabOrderInput.safeParse({
        patient_id: patient,
        items: [{ code: 'HGB' }],
        diagnoses: [one(code)],
      });
    for (const code of ['I10', 'E11.9', 'C4A.0', 'S72.001A', 'Z3A.38'])
      expect(parse(code).success).toBe(true);
    for (const code of ['', 'e11.9', 'E119', 'E11.', '11.9', 'E11.90123', 'E11,9', 'E11.9 ', 'XE11.9'])
      expect(parse(code).error?.issues).toMatchObject([
        { path: ['diagnoses', 0, 'code'], message: 'must be an ICD-10 code such as E11.9' },
      ]);
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

describe('collect_on', () => {
  const HOUR_MS = 3_600_000;
  const timed = (at: TestOrg, patient_id: string, collect_on?: string | null) =>
    createLabOrder(
      at.ctx,
      createLabOrderInput.parse({
        patient_id,
        lab_id: 'example-lab',
        items: [{ code: 'TIMED' }],
        collect_on,
      }),
    );

  it('is a day of the organization from today on, and results are expected after its end', async () => {
    const there = await testOrg({ demo: true });
    const { id } = await createPatient(there.ctx, person('Planned'));
    const hgb = (await catalogEntries()).find(({ code }) => code === 'HGB')!;
    await upsertCatalog(there.ctx, [{ ...hgb, code: 'TIMED', turnaround_hours: 24 }]);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
      await asSuperuser('UPDATE organizations SET time_zone = $1 WHERE id = $2', [zone, there.orgId]);
      const [days] = await asSuperuser<Record<string, string>>(
        `SELECT to_char(d, 'YYYY-MM-DD') AS today, to_char(d - 1, 'YYYY-MM-DD') AS before,
                to_char(d + 30, 'YYYY-MM-DD') AS later, to_char(d + 366, 'YYYY-MM-DD') AS last,
                to_char(d + 367, 'YYYY-MM-DD') AS beyond,
                to_char((d + 31)::timestamp at time zone $1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') AS ends
         FROM (SELECT (now() at time zone $1)::date AS d) days`,
        [zone],
      );
      const { today, before, later, last, beyond, ends } = days!;
      for (const day of [before, beyond])
        await expect(timed(there, id, day)).rejects.toMatchObject({
          code: 'validation_failed',
          extras: { errors: [{ pointer: '/collect_on', code: 'out_of_range' }] },
        });
      expect((await timed(there, id, last)).collect_on).toBe(last);
      const planned = await timed(there, id, later);
      expect(labOrder.parse(planned)).toEqual(planned);
      expect(planned.collect_on).toBe(later);
      expect(planned.expected_by).toBe(new Date(Date.parse(ends!) + 24 * HOUR_MS).toISOString());
      const sameDay = await timed(there, id, today);
      expect(Date.parse(sameDay.expected_by!)).toBeGreaterThan(Date.now() + 24 * HOUR_MS - 60_000);
    }
    const now = await timed(there, id);
    expect(now).toMatchObject({ collect_on: null });
    expect(Math.abs(Date.parse(now.expected_by!) - Date.now() - 24 * HOUR_MS)).toBeLessThan(60_000);
  });

  it('keeps an order from being reported as overdue before its results can exist', async () => {
    const day = new Date(Date.now() + 10 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const { id } = await timed(org, patient, day);
    const overdue = async () =>
      (await eventsOf(id)).filter(([, type]) => type === 'lab_order.overdue').length;
    const end = Date.parse(day) + 24 * HOUR_MS;
    await announceOverdueOrders(new Date(end + 23 * HOUR_MS));
    expect(await overdue()).toBe(0);
    await announceOverdueOrders(new Date(end + 25 * HOUR_MS));
    expect(await overdue()).toBe(1);
  });

  it('makes an order due until its specimen is collected, oldest day first', async () => {
    const there = await testOrg({ demo: true });
    const clinicianThere = await personContext(there, 'clinician');
    await upsertCatalog(there.ctx, await catalogEntries());
    const { id: patient_id } = await createPatient(there.ctx, person('Due'));
    const today = new Date().toISOString().slice(0, 10);
    const make = async (collect_on: string | null, more: object = {}) =>
      (
        await createLabOrder(
          there.ctx,
          createLabOrderInput.parse({
            patient_id,
            lab_id: 'example-lab',
            items: [{ code: 'HGB' }],
            collect_on,
            ...more,
          }),
        )
      ).id;
    const due = async (more: object = {}) =>
      (await listDueOrders(there.ctx, listDueOrdersInput.parse(more))).data.map(({ id }) => id);
    const [first, second, third] = [await make(today), await make(today), await make(today)];
    await make(null);
    await make(new Date(Date.now() + 3 * 24 * HOUR_MS).toISOString().slice(0, 10));
    await make(today, { collection: { collected_at: '2026-01-05T08:00:00.000Z' } });
    const cancelled = await make(today);
    await cancelLabOrder(clinicianThere, { id: cancelled, reason: 'Not needed.' });
    await sendLabOrder(clinicianThere, { id: second });
    await asSuperuser('UPDATE lab_orders SET collect_on = collect_on - 2 WHERE id = $1', [
      readId('lab_order', third),
    ]);
    expect(await due()).toEqual([third, first, second]);
    const page = await listDueOrders(there.ctx, listDueOrdersInput.parse({ limit: 2 }));
    expect(page.data.map(({ id }) => id)).toEqual([third, first]);
    expect(await due({ cursor: page.next_cursor })).toEqual([second]);
    expect(page.data.map((one) => isDueForCollection(one, today))).toEqual([true, true]);
    expect(isDueForCollection(page.data[1]!, '2026-01-01')).toBe(false);
    expect(await countOrders(there.ctx)).toEqual({ overdue: 0, due: 3 });
    await collectLabOrder(clinicianThere, { id: third });
    expect(await due()).toEqual([first, second]);
    // The day of the organization, not of the server.
    await asSuperuser(
      "UPDATE lab_orders SET collect_on = (now() at time zone 'Pacific/Kiritimati')::date WHERE org_id = $1",
      [there.orgId],
    );
    await asSuperuser("UPDATE organizations SET time_zone = 'Pacific/Kiritimati' WHERE id = $1", [
      there.orgId,
    ]);
    expect(await countOrders(there.ctx)).toMatchObject({ due: 4 });
    await asSuperuser("UPDATE organizations SET time_zone = 'Pacific/Pago_Pago' WHERE id = $1", [
      there.orgId,
    ]);
    expect(await countOrders(there.ctx)).toMatchObject({ due: 0 });
    await asSuperuser("UPDATE lab_orders SET expected_by = now() - interval '1 day' WHERE id = $1", [
      readId('lab_order', first),
    ]);
    expect(await countOrders(there.ctx)).toEqual({ overdue: 1, due: 0 });
  });

  it('must be a calendar day', () => {
    for (const collect_on of ['2026-02-30', '2026-11-05T00:00:00Z', 'tomorrow', ''])
      expect(
        createLabOrderInput.safeParse({ patient_id: patient, items: [{ code: 'HGB' }], collect_on }).error
          ?.issues,
      ).toMatchObject([{ path: ['collect_on'] }]);
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
