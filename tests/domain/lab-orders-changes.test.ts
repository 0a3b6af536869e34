import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../server/admin/lab-simulate';
import { upsertCatalog } from '../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../server/domain/context';
import { cancelLabOrder } from '../../server/domain/lab-orders/cancel-lab-order';
import { collectLabOrder } from '../../server/domain/lab-orders/collect-lab-order';
import { createLabOrderInput, labOrder } from '../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../server/domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../server/domain/lab-orders/get-lab-order';
import { fileLabResult } from '../../server/domain/lab-results/file-lab-result';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { deletePatient } from '../../server/domain/patients/delete-patient';
import { catalogEntries } from '../../server/seed/catalog-data';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../support/database';

/** What people do to an order that is on its way. */

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

beforeAll(async () => {
  org = await testOrg({ demo: true });
  await upsertCatalog(org.ctx, await catalogEntries());
  [clinician, viewer] = [await personContext(org, 'clinician'), await personContext(org, 'viewer')];
  patient = (await createPatient(org.ctx, person('Test'))).id;
});

describe('cancel_lab_order', () => {
  it('stops it with its items, keeps the reason in its history, and tells of both steps without a gap', async () => {
    const id = await order();
    const cancelled = await cancelLabOrder(clinician, { id, reason: 'Ordered twice.' });
    expect(labOrder.parse(cancelled)).toEqual(cancelled);
    expect(cancelled).toMatchObject({
      ...{ status: 'cancelled', cancelled_reason: 'Ordered twice.', overdue: false },
      items: [{ status: 'cancelled' }, { status: 'cancelled' }],
    });
    expect(cancelled.status_history.at(-1)).toMatchObject({
      ...{ status: 'cancelled', reason: 'Ordered twice.', source: 'portal' },
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

  it('is done once, and never to what has results', async () => {
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

  it('keeps a result that arrives all the same', async () => {
    const id = await order(patient, 'HGB');
    await cancelLabOrder(clinician, { id, reason: 'Not needed.' });
    const line = { code: 'HGB', name: 'Hemoglobin', value_type: 'quantity' as const };
    await fileLabResult(org.ctx, {
      ...{ patient_id: patient, order_id: id, status: 'final', historical: false },
      lab: { id: 'example-lab', name: 'Example', accreditation_number: null, director: null },
      ...{ filler_order_number: 'LATE-1', collected_at: '2026-11-01T08:00:00.000Z' },
      ...{ collected_at_precision: 'minute', source: { kind: 'hl7v2', message_id: null } },
      panels: [
        {
          ...{ code: 'HGB', name: 'Hemoglobin' },
          observations: [{ ...line, value_text: '14.1', unit: 'g/dL', status: 'final' }],
        },
      ],
    });
    expect(await getLabOrder(org.ctx, { id })).toMatchObject({
      ...{ status: 'completed', cancelled_reason: 'Not needed.' },
      items: [{ status: 'resulted' }],
    });
  });

  it('is for clinicians, and for patients in sight', async () => {
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
  it('notes when the specimen was taken, now unless told, and never in the future', async () => {
    const id = await order();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await expect(collectLabOrder(clinician, { id, collected_at: later })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const collected_at = '2026-01-05T08:00:00.000Z';
    const collected = await collectLabOrder(clinician, { id, collected_at });
    expect(labOrder.parse(collected)).toEqual(collected);
    expect(collected).toMatchObject({
      ...{ status: 'collected', collection: { collected_at } },
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

  it('goes no way back', async () => {
    const id = await order();
    await simulate(org.ctx, id, 'partial');
    await expect(collectLabOrder(clinician, { id })).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
