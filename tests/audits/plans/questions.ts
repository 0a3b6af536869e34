import { createHash } from 'node:crypto';
import { ROLE_SCOPES } from '../../../server/shared/scopes';
import {
  listAuditEntriesInput,
  listAuditEventsInput,
  listPatientAccessInput,
} from '../../../server/domain/audit-log/contract';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { listAuditEvents } from '../../../server/domain/audit-log/list-audit-events';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import type { Context } from '../../../server/shared/context';
import { listCatalogInput } from '../../../server/domain/catalog/contract';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import { listDocumentsInput } from '../../../server/domain/documents/contract';
import { listDocuments } from '../../../server/domain/documents/list-documents';
import { listEventsInput } from '../../../server/domain/events/contract';
import { listEvents } from '../../../server/domain/events/list-events';
import { listInboundDocumentsInput } from '../../../server/domain/inbound-documents/contract';
import { listInboundDocuments } from '../../../server/domain/inbound-documents/list-inbound-documents';
import { listInboundMessagesInput } from '../../../server/domain/inbound-messages/contract';
import { listInboundMessages } from '../../../server/domain/inbound-messages/list-inbound-messages';
import { listUnmatchedReportsInput } from '../../../server/domain/inbound-reports/contract';
import { newRequestId, showId } from '../../../server/shared/ids';
import { listLabOrdersInput } from '../../../server/domain/lab-orders/contract';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { listLabResultsInput, listPatientResultsInput } from '../../../server/domain/lab-results/contract';
import { listLabResults } from '../../../server/domain/lab-results/list-lab-results';
import { listPatientResults } from '../../../server/domain/lab-results/list-patient-results';
import { listOutboundMessagesInput } from '../../../server/domain/outbound-messages/contract';
import { listOutboundMessages } from '../../../server/domain/outbound-messages/list-outbound-messages';
import { openPage, type CursorValue } from '../../../server/shared/paging';
import { findPatientsInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { findPatients } from '../../../server/domain/patients/find-patients';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { listInboxInput } from '../../../server/domain/reviews/contract';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import { getTodayInput } from '../../../server/domain/today/contract';
import { getToday } from '../../../server/domain/today/get-today';
import { listUnmatchedReports } from '../../../server/domain/inbound-reports/list-unmatched-reports';
import { listPatientUpdatesInput } from '../../../server/domain/patient-updates/contract';
import { listPatientUpdates } from '../../../server/domain/patient-updates/list-patient-updates';

/**
 * Queries of the lists: every sort on its first page and deep inside, every filter, and combinations. Webhooks
 * (20 at most) are too few to matter.
 */

/** A row in the middle of everything. */
export interface Middle {
  id: string;
  at: string;
  birth_date: string;
  family_key: string;
  priority: string;
  user_id: string;
  test_id: string;
  /** The patient with a thousand orders and documents, and an audit row about that patient. */
  busy: string;
  busy_act: string;
  connection: string;
  n: number;
  txid: string;
  event_id: string;
  act_txid: string;
}

export interface Question {
  name: string;
  run: (ctx: Context) => Promise<unknown>;
  /** No index finds these rows: the list is read until the page is full. */
  walks?: true;
  /** A search: all rows with the word are read, joined and ranked, whatever the page size. */
  ranks?: true;
}

interface List {
  name: string;
  binding: string;
  input: { shape: object; parse: (query: unknown) => Record<string, unknown> };
  call: (ctx: Context, input: never) => Promise<unknown>;
  /** Used in every query. */
  always?: (middle: Middle) => Record<string, string>;
  /** Cursor values in the middle, for a list with one order. */
  deep?: (middle: Middle) => CursorValue[];
  /** Cursor values in the middle, by sort. */
  sorts: Record<string, (middle: Middle) => CursorValue[]>;
  filters: Record<string, (middle: Middle) => string | string[] | boolean>;
  /** Starts of filters without their own index: their cost depends on how rare the value is. */
  walks: string[];
  ranks?: string[];
  together?: ((middle: Middle) => Record<string, string>)[];
}

const times = (middle: Middle) => ({
  created_since: () => '2999-01-01T00:00:00Z',
  created_until: () => middle.at,
  updated_since: () => '2999-01-01T00:00:00Z',
  updated_until: () => '1999-01-01T00:00:00Z',
});
const PAST_TIMES = ['created_since', 'created_until', 'updated_since', 'updated_until'];
const timed = Object.fromEntries(
  PAST_TIMES.map((name) => [name, (middle: Middle) => times(middle)[name as 'created_since']()]),
);
const RANK = ['routine', 'urgent', 'asap', 'stat'];

const UNKNOWN_USER = 'usr_01k00000000000000000000000';
const NO_APP = 'app_01k00000000000000000000000';
const FILTERS_OF_ACTS: List['filters'] = {
  who: () => ['system', UNKNOWN_USER, NO_APP],
  kind: () => ['read', 'auth'],
  outcome: () => ['allowed', 'failed'],
  topic: () => ['denied', 'sign_ins', 'configuration', 'deletions', 'charts', 'charts_at_night'],
  since: () => '2999-01-01T00:00:00Z',
  until: ({ at }) => at,
};

/** A user with unsigned reports. */
const asUser = (ctx: Context, role: 'clinician' | 'admin'): Context => ({
  ...ctx,
  actor: {
    kind: 'user',
    id: uuidOf('user115'),
    orgId: ctx.actor.orgId,
    role,
    scopes: new Set(ROLE_SCOPES[role]),
  },
});
const asClinician = (ctx: Context): Context => asUser(ctx, 'clinician');

/** Like `pg_temp.uuid_of` of the load. */
function uuidOf(word: string): string {
  const text = createHash('md5').update(word).digest('hex');
  const made = `${text.slice(0, 12)}7${text.slice(13, 16)}8${text.slice(17)}`;
  return made.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const LISTS: List[] = [
  {
    name: 'patients',
    binding: 'patients',
    input: listPatientsInput,
    call: listPatients,
    sorts: {
      created_at: ({ id }) => [id],
      updated_at: ({ at, id }) => [at, id],
      family: ({ family_key, id }) => [family_key, id],
      birth_date: ({ birth_date, id }) => [birth_date, id],
    },
    filters: {
      q: ({ n }) => [`f${n}`, `m${n}`, `f${n} g${n % 1000}`, `${n}0300`.slice(-6)],
      family: ({ n }) => `f${n}`,
      given: ({ n }) => `g${n % 1000}`,
      birth_date: (middle) => middle.birth_date,
      mrn: ({ n }) => `M${n}`,
      identifier: ({ n }) => `urn:card|M${n}`,
      phone: ({ n }) => `${n}0300`,
      email: ({ n }) => `p${n}@example.org`,
      sex: () => 'female',
      status: () => ['active', 'merged'],
      external_id: ({ n }) => `x${n}`,
      ...timed,
    },
    walks: [],
    ranks: ['q', 'given', 'phone'],
  },
  {
    name: 'lab orders',
    binding: 'lab_orders',
    input: listLabOrdersInput,
    call: listLabOrders,
    sorts: {
      created_at: ({ id }) => [id],
      updated_at: ({ at, id }) => [at, id],
      priority: ({ priority, id }) => [RANK.indexOf(priority) + 1, id],
    },
    filters: {
      patient_id: ({ busy }) => showId('patient', busy),
      status: () => ['completed', 'requested', 'failed', 'rejected', 'requested,sent,collected'],
      priority: () => ['routine', 'stat'],
      test_id: ({ test_id }) => showId('catalog_test', test_id),
      loinc: () => ['17-0', '99999-9'],
      ordering_user_id: ({ user_id }) => showId('user', user_id),
      lab_id: () => ['lab-1', 'lab-none'],
      external_id: ({ n }) => `x${n}`,
      order_number: ({ n }) => `O${n}`,
      filler_order_number: ({ n }) => [`F${n}`, 'none'],
      overdue: () => ['true', 'false'],
      stopped: () => ['true', 'false'],
      transmission_status: () => ['failed', 'accepted', 'not_applicable'],
      has_results: () => ['true', 'false'],
      ...timed,
    },
    walks: [],
    together: [
      ({ busy }) => ({ patient_id: showId('patient', busy), status: 'completed' }),
      () => ({ status: 'requested', sort: 'created_at' }),
    ],
  },
  {
    name: 'lab results',
    binding: 'lab_results',
    input: listLabResultsInput,
    call: listLabResults,
    sorts: {
      created_at: ({ id }) => [id],
      updated_at: ({ at, id }) => [at, id],
      collected_at: ({ at, id }) => [at, id],
    },
    filters: {
      patient_id: ({ busy }) => showId('patient', busy),
      order_id: ({ id }) => showId('lab_order', id),
      lab_id: () => ['lab-0', 'lab-none'],
      status: () => ['final', 'cancelled', 'preliminary,partial', 'final,corrected'],
      severity: () => ['normal', 'critical', 'unknown', 'abnormal,critical'],
      collected_since: () => '2999-01-01T00:00:00Z',
      collected_until: () => '1999-01-01T00:00:00Z',
      ...timed,
    },
    walks: [],
    together: [
      ({ busy }) => ({ patient_id: showId('patient', busy), loinc: '99-9' }),
      ({ busy }) => ({ patient_id: showId('patient', busy), code: 'T1', sort: '-collected_at' }),
      ({ busy, at }) => ({ patient_id: showId('patient', busy), updated_since: at, sort: 'updated_at' }),
      // Ascending, the first page also reads exact times of up to 36 hours before, among dates without a time.
      ({ at }) => ({ collected_since: at, sort: '-collected_at' }),
    ],
  },
  {
    name: 'documents',
    binding: 'documents',
    input: listDocumentsInput,
    call: listDocuments,
    sorts: { created_at: ({ id }) => [id], updated_at: ({ at, id }) => [at, id] },
    filters: {
      patient_id: ({ busy }) => showId('patient', busy),
      category: () => ['referral', 'imaging', 'consent'],
      type: () => ['11488-1', 'none'],
      order_id: ({ id }) => showId('lab_order', id),
      result_id: ({ id }) => showId('lab_result', id),
      q: () => ['letter', 'no such words'],
      content_type: () => ['image/png', 'text/plain'],
      status: () => ['available', 'quarantined'],
      sign_off: () => ['unsigned', 'signed'],
      superseded: () => ['include', 'exclude'],
      document_date_since: () => ['2000-01-01', '2999-01-01'],
      document_date_until: () => ['2999-01-01', '2000-01-01'],
      ...timed,
    },
    walks: ['q=no such words'],
    together: [({ busy }) => ({ patient_id: showId('patient', busy), category: 'imaging' })],
  },
  {
    name: 'events',
    binding: 'events',
    input: listEventsInput,
    call: listEvents,
    sorts: { position: ({ txid, event_id }) => [txid, event_id] },
    filters: {
      type: () => ['patient.*', 'document.created', 'webhook.disabled'],
      object_id: ({ busy }) => showId('patient', busy),
      created_since: () => '2999-01-01T00:00:00Z',
    },
    walks: [],
    together: [
      () => ({ type: 'document.*', sort: 'position' }),
      ({ at }) => ({ created_since: at, sort: 'position' }),
      ({ at }) => ({ created_since: at, type: 'webhook.*' }),
    ],
  },
  {
    name: 'inbox',
    binding: 'inbox_critical_first',
    input: listInboxInput,
    call: listInbox,
    deep: ({ at, id }) => [2, at, id],
    sorts: {},
    filters: {
      scope: () => ['mine', 'delegated', 'unassigned', 'everyone'],
      kind: () => ['critical', 'partial'],
      age: () => ['up_to_1', 'over_7'],
    },
    walks: [],
    together: [
      () => ({ scope: 'everyone', kind: 'abnormal' }),
      () => ({ scope: 'everyone', kind: 'abnormal', age: 'up_to_1' }),
    ],
  },
  {
    name: 'inbox of a user',
    binding: 'inbox_critical_first',
    input: listInboxInput,
    call: (ctx, input) => listInbox(asClinician(ctx), input),
    sorts: {},
    filters: { scope: () => 'mine', kind: () => 'critical', age: () => 'over_1' },
    walks: [],
  },
  {
    name: 'patients while typing',
    binding: 'patients',
    input: findPatientsInput,
    call: findPatients,
    always: ({ n }) => ({ q: `f${n}` }),
    sorts: {},
    // The second and third are misspelled: `zimmermann` and `schneider` of the load.
    filters: { q: ({ n }) => ['zimmermann', 'zimermann', `schneidre g${n % 1000}`, 'zzqqxx'] },
    walks: [],
    ranks: ['q'],
  },
  {
    name: 'start page of a clinician',
    binding: 'today',
    input: getTodayInput,
    call: (ctx) => getToday(asClinician(ctx)),
    sorts: {},
    filters: {},
    walks: [],
  },
  {
    name: 'start page of an administrator',
    binding: 'today',
    input: getTodayInput,
    call: (ctx) => getToday(asUser(ctx, 'admin')),
    sorts: {},
    filters: {},
    walks: [],
  },
  {
    name: 'results of a patient',
    binding: 'patient_results',
    input: listPatientResultsInput,
    call: listPatientResults,
    always: ({ busy }) => ({ patient_id: showId('patient', busy) }),
    deep: ({ at, id }) => [at, id],
    sorts: {},
    filters: {
      order: () => 'urgent',
      severity: () => 'abnormal',
      status: () => ['final', 'cancelled'],
      test: () => 'T',
      from: ({ at }) => at.slice(0, 10),
      to: ({ at }) => at.slice(0, 10),
      time_zone: () => 'America/New_York',
    },
    walks: [],
  },
  {
    name: 'unmatched reports',
    binding: 'unmatched_reports_by_rank',
    input: listUnmatchedReportsInput,
    call: listUnmatchedReports,
    deep: ({ id }) => [1, id],
    sorts: {},
    filters: { view: () => ['open', 'parked', 'rejected'] },
    walks: [],
  },
  {
    name: 'unmatched documents',
    binding: 'inbound_documents',
    input: listInboundDocumentsInput,
    call: listInboundDocuments,
    deep: ({ id }) => [id],
    sorts: {},
    filters: { view: () => ['open', 'rejected'] },
    walks: [],
  },
  {
    name: 'patient data of a hospital',
    binding: 'patient_updates',
    input: listPatientUpdatesInput,
    call: listPatientUpdates,
    deep: ({ id }) => [id],
    sorts: {},
    filters: { view: () => ['open', 'rejected'] },
    walks: [],
  },
  {
    name: 'received messages',
    binding: 'inbound_messages',
    input: listInboundMessagesInput,
    call: listInboundMessages,
    deep: ({ id }) => [id],
    sorts: {},
    filters: {
      connection_id: ({ connection }) => showId('lab_connection', connection),
      control_id: ({ n }) => [`C${n}`, 'none'],
      state: () => ['processed', 'rejected'],
      since: () => '2999-01-01T00:00:00Z',
      until: ({ at }) => at,
    },
    walks: [],
    together: [
      ({ connection, n }) => ({ connection_id: showId('lab_connection', connection), control_id: `C${n}` }),
    ],
  },
  {
    name: 'sent orders',
    binding: 'outbound_messages',
    input: listOutboundMessagesInput,
    call: listOutboundMessages,
    deep: ({ id }) => [id],
    sorts: {},
    filters: {
      connection_id: ({ connection }) => showId('lab_connection', connection),
      about: ({ n }) => [`C${n}`, `O${n}`, 'none'],
      status: () => ['accepted', 'failed', 'withdrawn'],
      since: () => '2999-01-01T00:00:00Z',
      until: ({ at }) => at,
    },
    walks: ['status=failed', 'status=withdrawn'],
    together: [
      ({ connection, n }) => ({ connection_id: showId('lab_connection', connection), about: `C${n}` }),
    ],
  },
  {
    name: 'access log',
    binding: 'patient_access',
    input: listPatientAccessInput,
    call: listPatientAccess,
    always: ({ busy }) => ({ patient_id: showId('patient', busy) }),
    deep: ({ busy_act }) => [busy_act],
    sorts: {},
    filters: FILTERS_OF_ACTS,
    walks: [],
    together: [() => ({ limit: '100' })],
  },
  {
    name: 'test catalog',
    binding: 'catalog_caseless',
    input: listCatalogInput,
    call: listCatalog,
    sorts: { name: ({ id }) => ['TEST 1500', id] },
    filters: {
      q: () => ['test', 'no such words'],
      category: () => ['chemistry', 'other'],
      kind: () => ['test', 'panel'],
      lab_id: () => ['lab-0', 'lab-none'],
      specimen_type: () => 'none',
      loinc: () => ['17-0', '99999-9'],
      has_turnaround: () => ['true', 'false'],
      active: () => ['true', 'false'],
    },
    // The rank of all matches of the organization is needed to list the best.
    walks: [
      'sort=match',
      'q=no such words',
      'category=other',
      'kind=panel',
      'specimen_type=none',
      'has_turnaround=true',
    ],
    together: [
      () => ({ category: 'chemistry', sort: '-name' }),
      () => ({ q: 'test', sort: 'match' }),
      () => ({ q: 'thyroid', sort: 'match', lab_id: 'lab-0' }),
      () => ({ q: 'thyriod', sort: 'match' }),
    ],
  },
  {
    name: 'audit',
    binding: 'audit_entries',
    input: listAuditEntriesInput,
    call: listAuditEntries,
    deep: ({ id }) => [id],
    sorts: {},
    filters: {
      ...FILTERS_OF_ACTS,
      about: ({ id, busy, busy_act }) => [
        showId('patient', busy),
        showId('request', id),
        showId('lab_order', busy_act),
      ],
      hide_reads: () => true,
    },
    // The ID of a request or object bounds the time, not the rows in it.
    walks: [
      `who=${UNKNOWN_USER}`,
      `who=${NO_APP}`,
      'kind=auth',
      'outcome=failed',
      'topic=',
      'about=req_',
      'about=ord_',
    ],
  },
  {
    name: 'audit for programs',
    binding: 'audit_events',
    input: listAuditEventsInput,
    call: listAuditEvents,
    sorts: { position: ({ act_txid, id }) => [act_txid, id] },
    filters: {
      patient_id: ({ busy }) => showId('patient', busy),
      actor: () => ['system', UNKNOWN_USER, NO_APP],
      action: () => ['get_lab_order', 'none'],
      kind: () => ['read', 'auth'],
      outcome: () => ['allowed', 'failed'],
      occurred_since: () => '2999-01-01T00:00:00Z',
      occurred_until: () => '1999-01-01T00:00:00Z',
    },
    walks: [`actor=${UNKNOWN_USER}`, `actor=${NO_APP}`, 'action=none', 'kind=auth', 'outcome=failed'],
    together: [
      ({ at }) => ({ occurred_since: at, sort: 'position' }),
      ({ at }) => ({ occurred_until: at }),
      ({ busy }) => ({ patient_id: showId('patient', busy), sort: 'position' }),
    ],
  },
];

const GENERIC = ['limit', 'cursor', 'include', 'sort'];

export function questions(middle: Middle): Question[] {
  return LISTS.flatMap((list) => {
    const ask = (query: Record<string, string | boolean>, cursor?: CursorValue[]): Question => {
      const words = Object.entries(query).map(([key, value]) => `${key}=${value}`);
      const walks = list.walks.some((walk) => words.some((word) => word.startsWith(walk)));
      return {
        name: `${list.name} ${words.join('&')}${cursor ? ' (deep)' : ''}`,
        ...(walks ? { walks } : {}),
        ...(Object.keys(query).some((key) => list.ranks?.includes(key)) ? { ranks: true } : {}),
        run: (ctx) => {
          const input = list.input.parse({ ...list.always?.(middle), ...query });
          return list.call({ ...ctx, requestId: newRequestId() }, {
            ...input,
            ...(cursor ? { cursor: cursorAt(ctx, list.binding, input, cursor) } : {}),
          } as never);
        },
      };
    };
    const always = list.always?.(middle) ?? {};
    const combined = (list.together ?? []).map((make) => make(middle));
    const asked = Object.assign({}, list.filters, always, ...combined) as object;
    const unasked = Object.keys(list.input.shape).filter((key) => !GENERIC.includes(key) && !(key in asked));
    if (unasked.length > 0) throw new Error(`No question for ${list.name}: ${unasked.join(', ')}`);
    const sorts = Object.entries(list.sorts).flatMap(([sort, key]) =>
      [sort, `-${sort}`].flatMap((word) => [ask({ sort: word }), ask({ sort: word }, key(middle))]),
    );
    const filters = Object.entries(list.filters).flatMap(([name, value]) =>
      [value(middle)].flat().map((one) => ask({ [name]: one })),
    );
    const together = combined.map((query) => ask(query));
    const deep = list.deep ? [ask({}, list.deep(middle))] : [];
    return [ask({}), ...deep, ...sorts, ...filters, ...together];
  });
}

/** Like the cursor of the previous page. */
function cursorAt(
  ctx: Context,
  binding: string,
  input: Record<string, unknown>,
  values: CursorValue[],
): string {
  const page = openPage<null>(ctx, binding, { ...input, limit: 1 });
  return page.close(
    [null, null],
    () => values,
    () => null,
  ).next_cursor!;
}
