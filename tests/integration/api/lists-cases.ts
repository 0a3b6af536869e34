import { CHANGED, COLLECTED, OCCURRED, TOLD, type Pair, type Fixture, type Times } from './lists-fixture';

/** Which rows each filter of each list returns, in the data of `lists-fixture.ts`. */

export interface Case {
  value: string;
  hits: (fixture: Fixture) => string[];
  misses: (fixture: Fixture) => string[];
  /** Parameters that this one requires. */
  with?: (fixture: Fixture) => Record<string, string>;
  /** The parameter shows rows that the list hides without it. */
  widens?: boolean;
}

type Make = (fixture: Fixture) => Case | Case[];

const only = (
  room: (fixture: Fixture) => Pair,
  value: string,
  which: 'a' | 'b',
  out: 'a' | 'b' | 'c',
): Case => ({
  value,
  hits: (fixture) => [room(fixture)[which]],
  misses: (fixture) => [room(fixture)[out]],
});
/** `a` matches the first value only, `b` the second one only. */
const either =
  (room: (fixture: Fixture) => Pair, a: string, b: string): Make =>
  () => [only(room, a, 'a', 'b'), only(room, b, 'b', 'a')];
const both = (room: (fixture: Fixture) => Pair, value: string): Case => ({
  value,
  hits: (fixture) => [room(fixture).a, room(fixture).b],
  misses: () => [],
});

/** `since` is inclusive, `until` exclusive. */
const times = (name: keyof Fixture['made']): Record<string, Make> => {
  const room = (fixture: Fixture) => fixture[name];
  const since = (at: Times) => [only(room, at.b, 'b', 'a'), both(room, at.a)];
  const until = (at: Times) => [only(room, at.b, 'a', 'b')];
  return {
    created_since: (fixture) => since(fixture.made[name]),
    created_until: (fixture) => until(fixture.made[name]),
    updated_since: () => since(CHANGED),
    updated_until: () => until(CHANGED),
  };
};

const patients = (fixture: Fixture) => fixture.patients;
const orders = (fixture: Fixture) => fixture.orders;
const tests = (fixture: Fixture) => fixture.tests;
const results = (fixture: Fixture) => fixture.results;
const documents = (fixture: Fixture) => fixture.documents;

const events = (fixture: Fixture) => fixture.events;
const entries = (fixture: Fixture) => fixture.auditEvents;

/** Two results of patient `b`, of which the value matches only the first. */
const ofOnePatient = (value: string): Case => ({
  ...only(results, value, 'b', 'c'),
  with: ({ patients: { b } }) => ({ patient_id: b }),
});

export const CASES: Record<string, Record<string, Make>> = {
  listPatients: {
    q: () => [
      only(patients, 'jane obrien', 'a', 'b'),
      only(patients, 'smith ann', 'a', 'b'),
      only(patients, '1980-12-01', 'b', 'a'),
      only(patients, '70000', 'b', 'a'),
      only(patients, '901820', 'a', 'b'),
    ],
    family: either(patients, "o'brien", 'MEYER'),
    given: either(patients, 'jane', 'Kar'),
    birth_date: either(patients, '1945-07-14', '1980-12-01'),
    mrn: either(patients, 'M-ALPHA', '700002'),
    identifier: either(patients, 'urn:card|A-1', 'urn:card|B-2'),
    phone: either(patients, '901820', '+49 30 112233'),
    email: either(patients, 'ALPHA@example.org', 'beta@example.org'),
    sex: either(patients, 'female', 'male'),
    status: () => [
      only(patients, 'active', 'a', 'b'),
      only(patients, 'inactive,merged', 'b', 'a'),
      both(patients, 'active,inactive'),
    ],
    external_id: either(patients, 'ext-a', 'ext-b'),
    ...times('patients'),
  },
  listLabOrders: {
    patient_id: (fixture) => either(orders, fixture.patients.a, fixture.patients.b)(fixture),
    status: () => [
      only(orders, 'completed', 'a', 'b'),
      only(orders, 'requested,failed', 'b', 'a'),
      both(orders, 'requested,completed'),
    ],
    priority: () => [only(orders, 'routine', 'a', 'b'), only(orders, 'stat,asap', 'b', 'a')],
    test_id: (fixture) => either(orders, fixture.tests.a, fixture.tests.b)(fixture),
    loinc: either(orders, '2345-7', '24321-2'),
    ordering_user_id: (fixture) => either(orders, fixture.users.a, fixture.users.b)(fixture),
    lab_id: either(orders, 'lab-a', 'lab-b'),
    external_id: either(orders, 'order-a', 'order-b'),
    order_number: (fixture) => only(orders, fixture.orderNumber, 'a', 'b'),
    filler_order_number: either(orders, 'F-order-a', 'F-order-b'),
    overdue: either(orders, 'false', 'true'),
    stopped: either(orders, 'false', 'true'),
    transmission_status: () => [
      only(orders, 'rejected,cancel_requested', 'b', 'a'),
      only(orders, 'not_applicable', 'a', 'b'),
    ],
    has_results: either(orders, 'true', 'false'),
    ...times('orders'),
  },
  listLabResults: {
    patient_id: (fixture) => either(results, fixture.patients.a, fixture.patients.b)(fixture),
    order_id: (fixture) => only(results, fixture.orders.a, 'a', 'b'),
    lab_id: either(results, 'lab-a', 'lab-b'),
    status: () => [
      only(results, 'final', 'a', 'b'),
      only(results, 'preliminary,cancelled', 'b', 'a'),
      both(results, 'final,preliminary'),
    ],
    severity: () => [
      only(results, 'abnormal', 'a', 'b'),
      only(results, 'critical,normal', 'b', 'a'),
      both(results, 'abnormal,critical'),
    ],
    // Of a panel, of a line.
    loinc: () => ['24321-2', '2345-7'].map((value) => ofOnePatient(value)),
    code: () => ['PANEL-B', 'BETA', 'LOCAL-B'].map((value) => ofOnePatient(value)),
    collected_since: () => [only(results, COLLECTED.b, 'b', 'a'), both(results, COLLECTED.a)],
    collected_until: () => [only(results, COLLECTED.b, 'a', 'b')],
    ...times('results'),
  },
  listCatalog: {
    q: () => [
      only(tests, 'globul', 'a', 'b'),
      only(tests, 'first one', 'a', 'b'),
      only(tests, 'BETA', 'b', 'a'),
      only(tests, '24321', 'b', 'a'),
      only(tests, 'kidney', 'b', 'a'),
    ],
    category: either(tests, 'chemistry', 'urinalysis'),
    kind: either(tests, 'test', 'panel'),
    lab_id: either(tests, 'lab-a', 'lab-b'),
    specimen_type: either(tests, 'serum', 'Urine'),
    loinc: either(tests, '2345-7', '24321-2'),
    has_turnaround: either(tests, 'true', 'false'),
    active: () => [
      both(tests, 'true'),
      { value: 'false', hits: ({ tests: all }) => [all.c], misses: ({ tests: all }) => [all.a] },
      { value: 'true', hits: ({ tests: all }) => [all.a], misses: ({ tests: all }) => [all.c], widens: true },
    ],
  },
  listDocuments: {
    patient_id: (fixture) => either(documents, fixture.patients.a, fixture.patients.b)(fixture),
    category: () => [
      only(documents, 'referral', 'a', 'b'),
      only(documents, 'imaging,consent', 'b', 'a'),
      both(documents, 'referral,imaging'),
    ],
    type: either(documents, '11488-4', '18748-4'),
    order_id: (fixture) => only(documents, fixture.orders.a, 'a', 'b'),
    result_id: (fixture) => only(documents, fixture.results.a, 'a', 'b'),
    q: () => [only(documents, 'ALPHA LET', 'a', 'b'), only(documents, 'beta.png', 'b', 'a')],
    content_type: either(documents, 'text/plain', 'image/png'),
    status: () => [
      only(documents, 'available', 'a', 'b'),
      only(documents, 'entered_in_error,failed', 'b', 'a'),
    ],
    sign_off: () => [
      only(documents, 'signed', 'a', 'b'),
      { value: 'unsigned', hits: ({ documents: all }) => [all.c], misses: ({ documents: all }) => [all.a] },
    ],
    // Of versions: domain/documents-reading.test.ts.
    superseded: () => [both(documents, 'include'), both(documents, 'exclude')],
    document_date_since: () => [only(documents, '2026-02-01', 'b', 'a'), both(documents, '2026-01-01')],
    document_date_until: () => [only(documents, '2026-02-01', 'a', 'b')],
    ...times('documents'),
  },
  listWebhooks: {},
  listExports: {},
  listAuditEvents: {
    patient_id: (fixture) => either(entries, fixture.patients.a, fixture.patients.b)(fixture),
    actor: (fixture) => either(entries, fixture.users.a, fixture.users.b)(fixture),
    action: either(entries, 'get_patient', 'update_patient'),
    kind: either(entries, 'read', 'write'),
    outcome: either(entries, 'allowed', 'denied'),
    occurred_since: () => [only(entries, OCCURRED.b, 'b', 'a'), both(entries, OCCURRED.a)],
    occurred_until: () => [only(entries, OCCURRED.b, 'a', 'b')],
  },
  listEvents: {
    type: () => [
      only(events, 'patient.*', 'a', 'b'),
      only(events, 'lab_order.created,lab_result.*', 'b', 'a'),
      both(events, 'patient.created,lab_order.created'),
    ],
    object_id: (fixture) => either(events, fixture.patients.a, fixture.orders.b)(fixture),
    created_since: () => [only(events, TOLD.b, 'b', 'a'), both(events, TOLD.a)],
  },
};

/** Sent with every request: each adds an entry to the audit log, so its list is read for a year that is over. */
export const ALWAYS: Record<string, Record<string, string>> = {
  listAuditEvents: { occurred_since: '2020-01-01T00:00:00Z', occurred_until: '2021-01-01T00:00:00Z' },
};

/** The default sort of a list. */
export const DEFAULT_SORT: Record<string, string> = {
  listPatients: '-created_at',
  listLabOrders: '-created_at',
  listLabResults: '-created_at',
  listCatalog: 'name',
  listDocuments: '-created_at',
  listWebhooks: '-created_at',
  listExports: '-created_at',
  listAuditEvents: '-position',
  listEvents: '-position',
};

/** Invalid values that the schema of a parameter does not exclude. */
export const WRONG: Record<string, string[]> = {
  status: ['nonsense', 'active,', ',', 'active nonsense'],
  priority: ['nonsense', 'stat,nonsense'],
  category: ['nonsense'],
  birth_date: ['1945-02-30', '14.07.1945', '0000-01-01'],
  document_date_until: ['0000-01-01'],
  identifier: ['novalue', '|x', 'x|'],
  occurred_since: ['2026-01-01', 'yesterday'],
  created_since: ['2026-01-01', '2026-01-01T00:00:00', 'yesterday', '0000-12-31T23:59:59Z'],
  updated_until: ['2026-13-01T00:00:00Z', '9999-12-31T23:59:59-14:00'],
  collected_since: ['2026-01-01', 'yesterday', '0001-01-01T00:00:00+14:00'],
  overdue: ['1', 'TRUE'],
  stopped: ['1', 'yes'],
  active: ['yes'],
  include: ['total'],
  sort: ['created_at desc', 'id', '+created_at', '-created_at,id'],
};

type Row = Record<string, unknown>;
const rank = ['routine', 'urgent', 'asap', 'stat'];

/** IDs contain the time of creation, even of rows whose `created_at` the fixture has moved. */
export const SORT_KEYS: Record<string, (row: Row) => string | number> = {
  created_at: (row) => row.id as string,
  updated_at: (row) => row.updated_at as string,
  collected_at: (row) => (row.collected_at as string | null) ?? '',
  family: (row) => (row.name as { family: string }).family.toLowerCase(),
  birth_date: (row) => row.birth_date as string,
  priority: (row) => rank.indexOf(row.priority as string),
  name: (row) => row.name as string,
  // Without a search.
  match: (row) => row.name as string,
  position: (row) => row.id as string,
};
