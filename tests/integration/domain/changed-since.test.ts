import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { createDocument } from '../../../server/domain/documents/create-document';
import { listDocumentsInput } from '../../../server/domain/documents/contract';
import { listDocuments } from '../../../server/domain/documents/list-documents';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { createLabOrderInput, listLabOrdersInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { listLabResultsInput } from '../../../server/domain/lab-results/contract';
import { listLabResults } from '../../../server/domain/lab-results/list-lab-results';
import { listPatientsInput, updatePatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { restorePatient } from '../../../server/domain/patients/restore-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { orderWithReport } from '../../support/furnish';
import { input, jane } from '../../support/documents';

/**
 * Clients that follow `updated_since` miss no change of a process whose clock is wrong, because all times are from
 * one clock.
 */

let org: TestOrg;
let admin: Context;
beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
  await upsertCatalog(org.ctx, await catalogEntries());
});
afterEach(() => vi.useRealTimers());

const order = (patientId: string) =>
  createLabOrder(
    org.ctx,
    createLabOrderInput.parse({ patient_id: patientId, lab_id: 'example-lab', items: [{ code: 'HGB' }] }),
  );
const databaseTime = async () =>
  (await asSuperuser<{ now: Date }>('SELECT clock_timestamp() AS now'))[0]!.now;

it.each([
  ['behind', -2 * 3_600_000],
  ['ahead', 2 * 3_600_000],
])('finds every change when a clock is two hours %s', async (_where, ms) => {
  const [kept, gone] = [await createPatient(org.ctx, jane), await createPatient(org.ctx, jane)];
  const [cancelled, letter] = [await order(kept.id), await createDocument(org.ctx, input(kept.id))];
  const { result: signed } = await orderWithReport({ org, admin }, kept.id, `OLD-${kept.id}`);
  const since = (await databaseTime()).toISOString();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + ms);

  await updatePatient(org.ctx, updatePatientInput.parse({ id: kept.id, language: 'de' }));
  await deletePatient(org.ctx, { id: gone.id });
  await restorePatient(admin, { id: gone.id });
  const made = await createPatient(org.ctx, jane);
  await cancelLabOrder(admin, { id: cancelled.id, reason: 'Ordered twice' });
  const ordered = await order(kept.id);
  await markDocumentInError(admin, { id: letter.id, reason: 'Wrong patient' });
  const filed = await createDocument(org.ctx, input(kept.id));

  await signLabResult(admin, { id: signed.id, version: 1 });
  const answered = await orderWithReport({ org, admin }, kept.id, `NEW-${kept.id}`);

  vi.useRealTimers();
  const until = new Date((await databaseTime()).getTime() + 1).toISOString();
  const changed = { updated_since: since, updated_until: until, sort: 'updated_at' };
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  expect(ids(await listPatients(org.ctx, listPatientsInput.parse(changed)))).toEqual([
    kept.id,
    gone.id,
    made.id,
  ]);
  expect(ids(await listLabOrders(org.ctx, listLabOrdersInput.parse(changed)))).toEqual([
    cancelled.id,
    ordered.id,
    answered.order.id,
  ]);
  expect(ids(await listLabResults(org.ctx, listLabResultsInput.parse(changed)))).toEqual([
    signed.id,
    answered.result.id,
  ]);
  expect(ids(await listDocuments(org.ctx, listDocumentsInput.parse(changed)))).toEqual([letter.id, filed.id]);
});
