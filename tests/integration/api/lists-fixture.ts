import { SCOPES } from '../../../server/shared/scopes';
import type { CatalogEntry } from '../../../server/domain/catalog/upsert-catalog';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import type { Context } from '../../../server/shared/context';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { lowestIdAt, readId, showId, type Kind } from '../../../server/shared/ids';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { createExport } from '../../../server/domain/exports/create-export';
import { createExportInput } from '../../../server/domain/exports/contract';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import type { LabReport } from '../../../server/domain/lab-results/report';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';

/** Two rows of everything that can be listed, `a` and `b`, which differ in every filtered value; and a third one. */

export interface Pair {
  a: string;
  b: string;
  c: string;
}

export interface Fixture {
  org: TestOrg;
  key: string;
  users: { a: string; b: string };
  patients: Pair;
  orders: Pair;
  results: Pair;
  documents: Pair;
  tests: Pair;
  webhooks: Pair;
  /** `a` is the creation of patient `a`, `b` that of order `b`. */
  events: Pair;
  auditEvents: Pair;
  /** When `a` and `b` were created, as in their IDs. */
  made: Record<'patients' | 'orders' | 'results' | 'documents', Times>;
  orderNumber: string;
}

/** Instants of `a` and `b`. */
export type Times = Record<'a' | 'b', string>;
/** Times in the events of `a` and `b`. */
export const TOLD: Times = { a: '2026-01-10T00:00:00.000Z', b: '2026-02-10T00:00:00.000Z' };
/** Times of the audit events `a` and `b`. */
export const OCCURRED: Times = { a: '2020-01-10T00:00:00.000Z', b: '2020-02-10T00:00:00.000Z' };
/** When the specimens of the results `a` and `b` were collected. */
export const COLLECTED: Times = { a: '2026-01-11T08:00:00.000Z', b: '2026-02-11T08:00:00.000Z' };
/** When `a` and `b` were last changed. */
export const CHANGED: Times = { a: '2026-03-10T00:00:00.000Z', b: '2026-04-10T00:00:00.000Z' };

const entry = (code: string, extra: Partial<CatalogEntry>): CatalogEntry => ({
  code,
  loinc: null,
  name: code,
  short_name: null,
  synonyms: [],
  kind: 'test',
  components: [],
  category: 'chemistry',
  specimen: null,
  unit: null,
  reference_ranges: [],
  fasting_required: null,
  turnaround_hours: null,
  questions: [],
  lab: { id: 'lab-a', name: 'Lab A' },
  active: true,
  critical_low: null,
  critical_high: null,
  source: null,
  ...extra,
});
const specimen = (type: string) => ({ type, type_code: null, container: null, volume: null, handling: null });

async function catalog(org: TestOrg): Promise<Pair> {
  await upsertCatalog(org.ctx, [
    entry('ALPHA', {
      name: 'Alpha globulin',
      synonyms: ['first one'],
      loinc: '2345-7',
      specimen: specimen('Serum'),
      turnaround_hours: 4,
    }),
    entry('BETA', {
      name: 'Beta panel',
      loinc: '24321-2',
      kind: 'panel',
      category: 'urinalysis',
      specimen: specimen('Urine'),
      lab: { id: 'lab-b', name: 'Lab B' },
    }),
    entry('GAMMA', { name: 'Gamma', active: false }),
    entry('DELTA', { name: 'Delta', category: 'other' }),
  ]);
  const rows = await asSuperuser<{ id: string; code: string }>(
    'SELECT id, code FROM catalog_tests WHERE org_id = $1',
    [org.orgId],
  );
  const id = (code: string) => showId('catalog_test', rows.find((row) => row.code === code)!.id);
  return { a: id('ALPHA'), b: id('BETA'), c: id('GAMMA') };
}

async function patients(admin: Context): Promise<Pair> {
  const make = async (input: object) => (await createPatient(admin, createPatientInput.parse(input))).id;
  return {
    a: await make({
      name: { family: "O'Brien-Smith", given: ['Jané', 'Ann'] },
      birth_date: '1945-07-14',
      sex: 'female',
      mrn: 'M-ALPHA',
      external_id: 'ext-a',
      identifiers: [{ system: 'urn:card', value: 'A-1', type: 'insurance' }],
      phones: [{ value: '+49 30 901820', use: 'home' }],
      emails: [{ value: 'Alpha@Example.org', use: 'home' }],
    }),
    b: await make({
      name: { family: 'Meyer', given: ['Karl'] },
      birth_date: '1980-12-01',
      sex: 'male',
      mrn: '700002',
      external_id: 'ext-b',
      identifiers: [{ system: 'urn:card', value: 'B-2', type: 'insurance' }],
      phones: [{ value: '+49 30 112233', use: 'home' }],
      emails: [{ value: 'beta@example.org', use: 'home' }],
    }),
    c: await make({ name: { family: 'Zeta', given: ['Zoe'] }, birth_date: '2001-01-01', sex: 'other' }),
  };
}

const VALUE = { value_type: 'quantity', value_text: '1', status: 'final' } as const;

async function laboratory(
  org: TestOrg,
  admin: Context,
  people: Pair,
  users: Fixture['users'],
): Promise<{ orders: Pair; results: Pair; orderNumber: string }> {
  const make = (patient_id: string, code: string, lab_id: string, extra: object) =>
    createLabOrder(admin, createLabOrderInput.parse({ patient_id, items: [{ code }], lab_id, ...extra }));
  const a = await make(people.a, 'ALPHA', 'lab-a', {
    external_id: 'order-a',
    ordering_clinician: { user_id: users.a },
  });
  const b = await make(people.b, 'BETA', 'lab-b', {
    external_id: 'order-b',
    priority: 'stat',
    ordering_clinician: { user_id: users.b },
  });
  const c = await make(people.c, 'ALPHA', 'lab-a', { priority: 'urgent' });
  const report = (which: keyof Pair, extra: Partial<LabReport>): LabReport => ({
    patient_id: people.a,
    lab: { id: 'lab-a', name: 'Lab A', accreditation_number: null, director: null },
    filler_order_number: `LIST-${which}`,
    collected_at: null,
    collected_at_precision: null,
    status: 'final',
    source: { kind: 'manual', message_id: null },
    historical: false,
    panels: [],
    ...extra,
  });
  const file = async (which: keyof Pair, extra: Partial<LabReport>) =>
    (await fileLabResult(org.ctx, report(which, extra))).id;
  const results = {
    a: await file('a', {
      order_id: a.id,
      collected_at: COLLECTED.a,
      collected_at_precision: 'minute',
      panels: [
        {
          code: 'ALPHA',
          name: 'Alpha globulin',
          observations: [
            { ...VALUE, code: 'ALPHA', name: 'Alpha', value_text: '9', flags: ['H'] },
            { ...VALUE, code: 'REST', name: 'Rest', value_text: '1', flags: ['N'] },
          ],
        },
      ],
    }),
    b: await file('b', {
      patient_id: people.b,
      lab: { id: 'lab-b', name: 'Lab B', accreditation_number: null, director: null },
      collected_at: COLLECTED.b,
      collected_at_precision: 'minute',
      status: 'preliminary',
      panels: [
        {
          code: 'PANEL-B',
          loinc: '24321-2',
          name: 'Beta panel',
          observations: [
            {
              ...VALUE,
              code: 'BETA',
              loinc: '2345-7',
              name: 'Beta',
              alternate_code: { system: null, code: 'LOCAL-B', display: null },
              value_text: '30',
              status: 'preliminary',
              flags: ['HH'],
            },
          ],
        },
      ],
    }),
    c: await file('c', {
      patient_id: people.b,
      panels: [{ code: 'GAMMA', name: 'Gamma', observations: [{ ...VALUE, code: 'GAMMA', name: 'Gamma' }] }],
    }),
  };
  await asSuperuser(
    `UPDATE lab_orders SET expected_by = now() - interval '1 day', transmission_status = 'cancel_requested' WHERE id = $1`,
    [readId('lab_order', b.id)],
  );
  await asSuperuser(
    `UPDATE lab_orders SET filler_order_number = 'F-' || external_id WHERE external_id LIKE 'order-_'`,
    [],
  );
  return { orders: { a: a.id, b: b.id, c: c.id }, results, orderNumber: a.order_number };
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function documents(admin: Context, people: Pair, order: string, result: string): Promise<Pair> {
  const make = async (input: object) => (await createDocument(admin, createDocumentInput.parse(input))).id;
  const note = Buffer.from('A note.\n').toString('base64');
  return {
    a: await make({
      patient_id: people.a,
      title: 'Alpha letter',
      category: 'referral',
      type: { system: 'http://loinc.org', code: '11488-4', display: null },
      document_date: '2026-01-01',
      order_id: order,
      result_id: result,
      content: { data: note, file_name: 'alpha.txt' },
    }),
    b: await make({
      patient_id: people.b,
      title: 'Beta picture',
      category: 'imaging',
      type: { system: 'http://loinc.org', code: '18748-4', display: null },
      document_date: '2026-02-01',
      content: { data: PNG, file_name: 'beta.png' },
    }),
    c: await make({ patient_id: people.b, content: { data: note, file_name: 'gamma.txt' } }),
  };
}

async function webhooks(admin: Context): Promise<Pair> {
  const make = async (name: string) =>
    (await createWebhook(admin, createWebhookInput.parse({ url: `https://93.184.215.14/${name}` }))).id;
  return { a: await make('a'), b: await make('b'), c: await make('c') };
}

export async function makeFixture(): Promise<Fixture> {
  const org = await testOrg();
  const [admin, other] = [await personContext(org, 'admin'), await personContext(org, 'clinician')];
  const users = { a: showId('user', admin.actor.id!), b: showId('user', other.actor.id!) };
  const tests = await catalog(org);
  const people = await patients(admin);
  const { orders, results, orderNumber } = await laboratory(org, admin, people, users);
  const files = await documents(admin, people, orders.a, results.a);
  await signOffDocument(admin, { id: files.a });
  const hooks = await webhooks(admin);
  for (let nth = 0; nth < 3; nth++)
    await createExport(admin, createExportInput.parse({ resources: ['patients'] }));
  await asSuperuser(`UPDATE patients SET status = 'inactive' WHERE id = $1`, [readId('patient', people.b)]);
  await asSuperuser(`UPDATE documents SET status = 'entered_in_error' WHERE id = $1`, [
    readId('document', files.b),
  ]);
  const made = {
    patients: await dated('patients', 'patient', people),
    orders: await dated('lab_orders', 'lab_order', orders),
    results: await dated('lab_results', 'lab_result', results),
    documents: await dated('documents', 'document', files),
  };
  const events = await eventsOf(org, [people.a, orders.b, files.c]);
  const auditEvents = await auditOf(org, users, people);
  const { key } = await createApiKey(org.ctx, { name: 'lists', scopes: [...SCOPES], rate_limit: 100_000 });
  return {
    org,
    key: key!,
    users,
    patients: people,
    orders,
    results,
    documents: files,
    tests,
    webhooks: hooks,
    events,
    auditEvents,
    made,
    orderNumber,
  };
}

/** First events of three objects; those of `a` and `b` moved in time. */
async function eventsOf(org: TestOrg, shown: [string, string, string]): Promise<Pair> {
  const found: string[] = [];
  for (const [index, object] of shown.entries()) {
    const kind = (['patient', 'lab_order', 'document'] as const)[index]!;
    const at = [TOLD.a, TOLD.b][index];
    const [row] = await asSuperuser<{ id: string }>(
      'UPDATE events SET created_at = coalesce($3, created_at) WHERE org_id = $1 AND object_id = $2 AND sequence = 1 RETURNING id',
      [org.orgId, readId(kind, object), at],
    );
    found.push(showId('event', row!.id));
  }
  const [a = '', b = '', c = ''] = found;
  return { a, b, c };
}

/** Inserted, because the time of an audit event is that of its ID. */
async function auditOf(org: TestOrg, users: Fixture['users'], people: Pair): Promise<Pair> {
  const rows = [
    [OCCURRED.a, users.a, 'get_patient', 'read', 'allowed', people.a],
    [OCCURRED.b, users.b, 'update_patient', 'write', 'refused', people.b],
    ['2020-03-10T00:00:00.000Z', 'system', 'scan_document', 'list', 'failed', people.c],
  ] as const;
  const found: string[] = [];
  for (const [index, [at, actor, action, kind, outcome, patient]] of rows.entries()) {
    const id = `${lowestIdAt(new Date(at)).slice(0, -1)}${index + 1}`;
    const values = [
      org.orgId,
      id,
      String(index + 3),
      at,
      actor,
      action,
      kind,
      outcome,
      readId('patient', patient),
    ];
    // An organization is older than its entries.
    await asSuperuser('UPDATE organizations SET created_at = least(created_at, $2) WHERE id = $1', [
      values[0],
      at,
    ]);
    await asSuperuser(
      `INSERT INTO audit_events (org_id, id, txid, at, actor, transport, action, kind, outcome, patient_ids, request_id)
       VALUES ($1, $2, $3::text::xid8, $4, $5, 'portal', $6, $7, $8, array[$9::uuid], 'req')`,
      values,
    );
    found.push(showId('audit_event', id));
  }
  const [a = '', b = '', c = ''] = found;
  return { a, b, c };
}

/** Moves the changes of `a` and `b`, and returns when they were created. */
async function dated(table: string, kind: Kind, pair: Pair): Promise<Times> {
  const found: string[] = [];
  for (const which of ['a', 'b'] as const) {
    const [row] = await asSuperuser<{ created_at: Date }>(
      `UPDATE ${table} SET updated_at = $2 WHERE id = $1 RETURNING created_at`,
      [readId(kind, pair[which]), CHANGED[which]],
    );
    found.push(row!.created_at.toISOString());
  }
  const [a = '', b = ''] = found;
  return { a, b };
}
