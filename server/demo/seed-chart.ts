import type { CatalogEntry } from '../domain/catalog/upsert-catalog';
import type { Context } from '../shared/context';
import { createDocumentInput, listDocumentsInput } from '../domain/documents/contract';
import { createDocument } from '../domain/documents/create-document';
import { listDocuments } from '../domain/documents/list-documents';
import { listCatalogInput } from '../domain/catalog/contract';
import { listCatalog } from '../domain/catalog/list-catalog';
import { createOrderSet } from '../domain/order-sets/create-order-set';
import { listOrderSets } from '../domain/order-sets/list-order-sets';
import { createLabOrderInput, listLabOrdersInput } from '../domain/lab-orders/contract';
import { createLabOrder } from '../domain/lab-orders/create-lab-order';
import { listLabOrders } from '../domain/lab-orders/list-lab-orders';
import { fileLabResult } from '../domain/lab-results/file-lab-result';
import { createPatientInput, listPatientsInput } from '../domain/patients/contract';
import { createPatient } from '../domain/patients/create-patient';
import { listPatients } from '../domain/patients/list-patients';
import { dayIn, daysAfter } from '../shared/wall-clock';
import { EXAMPLE_LAB } from './catalog-data';
import { DEMO_DOCUMENTS } from './demo-documents';
import { DEMO_PATIENTS, type DemoPatient } from './demo-patients';
import { demoReport, DEMO_REPORTS } from './demo-reports';

/** Seeds patients, open orders, reports and documents through the regular domain operations. */

interface DemoOrder {
  key: string;
  tests: string[];
  priority: 'routine' | 'urgent' | 'stat';
  /** For the first test. */
  answers?: { question_id: string; value: string }[];
  diagnoses?: { code: string; system: 'icd-10-cm'; description: string }[];
  /** From the day of the seed; the demo organization uses UTC. */
  collectInDays?: number;
}

const ORDERS: readonly (DemoOrder & { patient: string })[] = [
  { key: 'demo-order-1', patient: 'demo-08', tests: ['CBC', 'LIPID'], priority: 'routine' },
  { key: 'demo-order-2', patient: 'demo-01', tests: ['BMP'], priority: 'stat' },
  { key: 'demo-order-3', patient: 'demo-05', tests: ['TSH', 'FT4'], priority: 'routine' },
  {
    key: 'demo-order-4',
    patient: 'demo-10',
    tests: ['CMP', 'A1C'],
    priority: 'urgent',
    diagnoses: [
      {
        code: 'E11.9',
        system: 'icd-10-cm',
        description: 'Type 2 diabetes mellitus without complications',
      },
    ],
    collectInDays: 0,
  },
];

export interface Chart {
  /** `usr_…` of the signing user, or `system`. */
  reviewer: string;
  now: Date;
  /** Ends the numbers of orders and reports. Those of deleted patients keep theirs. */
  series?: string;
}

/** @returns `pat_…` by demo key */
export async function seedChart(
  ctx: Context,
  catalog: readonly CatalogEntry[],
  { reviewer, now, series = '' }: Chart,
): Promise<ReadonlyMap<string, string>> {
  const patients = new Map<string, string>();
  for (const patient of DEMO_PATIENTS) patients.set(patient.key, await bringPatient(ctx, patient, reviewer));
  await bringOrderSet(ctx);
  const orders = new Map<string, string>();
  for (const order of ORDERS)
    orders.set(
      order.key,
      await bringOrder(ctx, { ...order, key: order.key + series }, patients.get(order.patient)!, reviewer),
    );
  for (const report of DEMO_REPORTS) {
    const ids = {
      patientId: patients.get(report.patient)!,
      orderId: report.order ? orders.get(report.order)! : null,
      reviewer,
      now,
    };
    await fileLabResult(ctx, demoReport({ ...report, number: report.number + series }, catalog, ids));
  }
  for (const document of DEMO_DOCUMENTS) await bringDocument(ctx, document, patients.get(document.patient)!);
  return patients;
}

export async function bringPatient(
  ctx: Context,
  { key, family, given, birth_date, sex, phone, city }: DemoPatient,
  clinician: string,
): Promise<string> {
  const known = await listPatients(ctx, listPatientsInput.parse({ external_id: key, limit: 1 }));
  if (known.data[0]) return known.data[0].id;
  const input = createPatientInput.parse({
    external_id: key,
    // The primary clinician signs results without an order.
    ...(clinician.startsWith('usr_') ? { primary_clinician_id: clinician } : {}),
    name: { family, given },
    birth_date,
    sex,
    phones: [{ value: phone, use: 'mobile' }],
    addresses: [{ lines: ['1 Example Street'], city, country: 'US', use: 'home' }],
  });
  return (await createPatient(ctx, input)).id;
}

/** @returns `ord_…` */
export async function bringOrder(
  ctx: Context,
  order: DemoOrder,
  patientId: string,
  clinician: string,
): Promise<string> {
  const known = await listLabOrders(ctx, listLabOrdersInput.parse({ external_id: order.key, limit: 1 }));
  if (known.data[0]) return known.data[0].id;
  const input = createLabOrderInput.parse({
    external_id: order.key,
    patient_id: patientId,
    lab_id: EXAMPLE_LAB.id,
    items: order.tests.map((code, nth) => ({ code, answers: nth === 0 ? (order.answers ?? []) : [] })),
    priority: order.priority,
    diagnoses: order.diagnoses ?? [],
    collect_on:
      order.collectInDays === undefined ? null : daysAfter(dayIn('UTC', Date.now()), order.collectInDays),
    ordering_clinician: clinician.startsWith('usr_') ? { user_id: clinician } : { name: 'Dr. Kim Clinician' },
  });
  return (await createLabOrder(ctx, input)).id;
}

const SET = { name: 'Diabetes follow-up', tests: ['A1C', 'BMP', 'LIPID'] };

async function bringOrderSet(ctx: Context): Promise<void> {
  const known = await listOrderSets(ctx);
  if (known.data.some(({ name }) => name === SET.name)) return;
  const { data } = await listCatalog(ctx, listCatalogInput.parse({ limit: 100 }));
  const test_ids = SET.tests.map((code) => data.find((test) => test.code === code)!.id);
  await createOrderSet(ctx, { name: SET.name, test_ids });
}

async function bringDocument(
  ctx: Context,
  document: (typeof DEMO_DOCUMENTS)[number],
  patientId: string,
): Promise<void> {
  const known = await listDocuments(ctx, listDocumentsInput.parse({ patient_id: patientId, limit: 100 }));
  if (known.data.some(({ title }) => title === document.title)) return;
  const input = createDocumentInput.parse({
    patient_id: patientId,
    title: document.title,
    category: document.category,
    document_date: document.documentDate,
    content: {
      data: document.bytes.toString('base64'),
      file_name: document.fileName,
      content_type: document.contentType,
    },
  });
  await createDocument(ctx, input);
}
