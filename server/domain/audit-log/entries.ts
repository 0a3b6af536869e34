import { and, eq, gte, inArray, lt, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { auditEvents, patients } from '../../db/schema/index';
import { lowestIdAt, PREFIX, showId, type Kind } from '../../shared/ids';
import { isAtNight, isDenied, isOfOpenedChart, isPrompt } from './access';
import { recordedValue } from '../../shared/recorded-changes';
import type { AuditEntry, AuditEvent, ListAuditEntriesInput } from './contract';
import { isDenial, PROMPT_CODE } from './rules';

export type AuditRow = typeof auditEvents.$inferSelect;

type Columns = Pick<
  typeof auditEvents,
  | 'at'
  | 'actor'
  | 'transport'
  | 'action'
  | 'kind'
  | 'outcome'
  | 'code'
  | 'objectKind'
  | 'patientIds'
  | 'detail'
>;

/** Objects that administrators set up. */
const CONFIGURED: Kind[] = [
  'organization',
  'user',
  'invitation',
  'api_key',
  'oauth_app',
  'webhook',
  'lab_connection',
  'ingest_key',
  'lab_code',
  'lab_provider',
  'catalog_test',
  'catalog',
  'catalog_import',
  'order_set',
  'scim_token',
  'scim_group',
];
/** Changes of the same objects that concern only the user. */
const PERSONAL = [
  'update_display_settings',
  'add_favorite_test',
  'remove_favorite_test',
  'switch_organization',
];
const DELETING = ['delete', 'erase', 'discard', 'expire', 'remove', 'revoke'];
const ALSO_DELETING = ['mark_document_in_error', 'end_membership'];
const NOT_DELETING = ['discard_draft', 'remove_favorite_test', 'delete_audit_filter'];

/** Input that a form keeps on its own, and that no other user sees. */
const DRAFTS = ['save_draft', 'discard_draft'];

const verbOf = (action: PgColumn): SQL => sql`split_part(${action}, '_', 1)`;

const TOPICS: Record<NonNullable<ListAuditEntriesInput['topic']>, (event: Columns) => SQL | undefined> = {
  denied: isDenied,
  sign_ins: (event) => eq(event.kind, 'auth'),
  configuration: (event) =>
    and(eq(event.kind, 'write'), inArray(event.objectKind, CONFIGURED), notInArray(event.action, PERSONAL)),
  deletions: (event) =>
    and(
      eq(event.kind, 'write'),
      or(inArray(verbOf(event.action), DELETING), inArray(event.action, ALSO_DELETING)),
      notInArray(event.action, NOT_DELETING),
    ),
  charts: isOfOpenedChart,
  charts_at_night: (event) => and(isOfOpenedChart(event), isAtNight(event.at)),
};

/** As presented: only missing permission is `refused`, and identity checks are neither. */
const OUTCOMES: Record<NonNullable<ListAuditEntriesInput['outcome']>, (event: Columns) => SQL | undefined> = {
  allowed: (event) => eq(event.outcome, 'allowed'),
  refused: isDenied,
  failed: (event) =>
    and(
      ne(event.outcome, 'allowed'),
      sql`${isDenied(event)} is not true`,
      sql`${isPrompt(event)} is not true`,
    ),
  prompted: isPrompt,
};

type Filters = Pick<
  ListAuditEntriesInput,
  'who' | 'kind' | 'outcome' | 'topic' | 'hide_reads' | 'since' | 'until'
>;

/**
 * IDs are UUIDv7, so the index that sorts the list also bounds the time range.
 * @param id column by which the list is sorted
 * @param event columns of the audit row
 */
export function conditionsOf(id: PgColumn, event: Columns, input: Filters): (SQL | undefined)[] {
  const { who, kind, outcome, topic, hide_reads, since, until } = input;
  return [
    since ? gte(id, lowestIdAt(new Date(since))) : undefined,
    until ? lt(id, lowestIdAt(new Date(until))) : undefined,
    who?.startsWith(PREFIX.oauth_app)
      ? or(eq(event.actor, who), eq(sql`${event.detail} ->> 'app'`, who))
      : who
        ? eq(event.actor, who)
        : undefined,
    kind ? eq(event.kind, kind) : undefined,
    outcome ? OUTCOMES[outcome](event) : undefined,
    topic ? TOPICS[topic](event) : undefined,
    // As in the index `audit_events_acts`.
    hide_reads ? sql`(${event.kind} not in ('read', 'list') or ${event.outcome} <> 'allowed')` : undefined,
    hide_reads ? or(notInArray(event.action, DRAFTS), ne(event.outcome, 'allowed')) : undefined,
  ];
}

export const appOf = ({ detail }: AuditRow): string | null =>
  typeof detail?.app === 'string' ? detail.app : null;

export const actorsOf = (rows: readonly AuditRow[]): string[] =>
  rows.flatMap((row) => [row.actor, appOf(row) ?? []].flat());

const NO_OBJECTS: readonly Kind[] = ['patient', 'chart_access'];

const isKind = (kind: string | null): kind is Kind => kind !== null && Object.hasOwn(PREFIX, kind);

/** The object of an entry. A patient, also that of an opened restricted chart, is among its patients instead. */
export const objectOf = ({ objectKind, objectId }: AuditRow): { kind: Kind; id: string } | null =>
  isKind(objectKind) && !NO_OBJECTS.includes(objectKind) && objectId
    ? { kind: objectKind, id: objectId }
    : null;

/** Above it only the number is shown. */
const MOST_NAMED = 3;

/**
 * The patients (UUID) that an entry of the organization's audit log names.
 * @param records of the patient that the list is about; then only changes name other patients
 */
export const patientsOf = (
  { patientIds, kind }: AuditRow,
  records: readonly string[] = [],
): readonly string[] =>
  patientIds.length > MOST_NAMED
    ? []
    : patientIds.filter((id) => records.length === 0 || kind === 'write' || records.includes(id));

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

type Change = AuditEntry['changes'][number];

/** What `from` and `to` are of. */
const MOVED: Readonly<Record<string, string>> = {
  correct_person_name: 'name',
  change_role: 'role',
  update_scim_user: 'role',
};

const isValue = (value: unknown): value is Change['is'] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

function changeOf(field: string, value: unknown): Change | [] {
  if (typeof value !== 'object' || value === null || !('was' in value && 'is' in value)) return [];
  const { was, is } = value;
  return isValue(was) && isValue(is) ? { field, was, is } : [];
}

function changesOf({ action, detail }: AuditRow): Change[] {
  const field = MOVED[action];
  const { from: was, to: is } = detail ?? {};
  return [
    // jsonb does not keep the order of the keys.
    ...Object.entries(detail ?? {})
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([name, value]) => changeOf(name, value)),
    ...(field ? [changeOf(field, { was, is })].flat() : []),
  ];
}

const fieldsOf = (row: AuditRow): string[] => [
  ...texts(row.detail?.fields),
  ...texts(row.detail?.changed_fields),
  ...changesOf(row).map(({ field }) => field),
];

/** Settings of new objects and charts, in the order of the form. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  create_api_key: ['key_ending', 'scopes', 'expires_at', 'ip_allow_list', 'rate_limit'],
  rotate_api_key: [
    'key_ending',
    'new_key_ending',
    'replaced_by',
    'overlap_hours',
    'scopes',
    'expires_at',
    'ip_allow_list',
    'rate_limit',
  ],
  revoke_api_key: ['key_ending', 'reason'],
  create_ingest_key: ['key_ending', 'expires_at'],
  create_user: ['role'],
  create_membership: ['role'],
  invite_person: ['role'],
  accept_invitation: ['role'],
  restore_membership: ['role'],
  create_scim_user: ['role'],
  create_webhook: ['url', 'events', 'enabled'],
  rotate_webhook_secret: ['overlap_hours'],
  create_oauth_app: ['kind', 'scopes', 'redirect_uris'],
  rotate_oauth_app_secret: ['overlap_hours'],
  create_lab_connection: ['kind', 'transport', 'port', 'allowed_addresses'],
  set_chart_restriction: ['restriction'],
};
/** Of requests with a key of the organization that is not valid. */
const FACTS_OF_DENIALS: typeof FACTS = {
  authenticate_api_key: ['key_ending', 'reason'],
  authenticate_ingest_key: ['reason'],
};
/** Without an end, which a reader must see. */
const NEVER = 'expires_at';

function factsOf({ action, outcome, code, detail }: AuditRow): AuditEntry['facts'] {
  if (detail === null) return [];
  const ofOutcome = outcome === 'allowed' ? FACTS : code === 'invalid_credentials' ? FACTS_OF_DENIALS : {};
  return (ofOutcome[action] ?? [])
    .filter((field) => Object.hasOwn(detail, field))
    .map((field) => ({ field, value: recordedValue(detail[field]) }))
    .filter(({ field, value }) => value !== null || field === NEVER);
}

export interface FoundObject {
  name: string | null;
  parent: { kind: Kind; id: string } | null;
  deleted: boolean;
}
/** By displayed ID. */
export type FoundObjects = ReadonlyMap<string, FoundObject>;

/** Of a deleted patient only the ID is shown. */
export type NamedPatient = Pick<typeof patients.$inferSelect, 'id' | 'deletedAt'> & {
  /** Null for an erased patient. */
  name: (typeof patients.$inferSelect)['name'] | null;
  /** Null for a closed chart, whose name is the initials. */
  mrn: string | null;
};

/** Names for a page of entries; without them entries show IDs, and no patients. */
interface Found {
  actors: ReadonlyMap<string, string>;
  objects?: FoundObjects;
  patients?: ReadonlyMap<string, NamedPatient>;
  /** Of the patient that the list is about. */
  records?: readonly string[];
}

function presentObject(row: AuditRow, objects: FoundObjects): AuditEntry['object'] {
  const object = objectOf(row);
  if (!object) return null;
  const id = showId(object.kind, object.id);
  const found = objects.get(id);
  return {
    id,
    name: found?.name ?? null,
    parent_id: found?.parent ? showId(found.parent.kind, found.parent.id) : null,
    deleted: found?.deleted ?? false,
  };
}

/** A patient of a denied request may be of another organization or of none: its ID is not repeated. */
export function presentPatient(found: NamedPatient | undefined): AuditEntry['patients'][number] {
  if (!found) return { id: null, name: null, mrn: null, erased: false };
  const { name, mrn, deletedAt } = found;
  return {
    id: showId('patient', found.id),
    ...(deletedAt ? { name: null, mrn: null } : { name, mrn }),
    erased: name === null,
  };
}

function switchedOn({ action, detail }: AuditRow): boolean | null {
  if (action === 'set_webhook_enabled' && typeof detail?.enabled === 'boolean') return detail.enabled;
  if (action === 'set_orders_paused' && typeof detail?.paused === 'boolean') return !detail.paused;
  if (action === 'set_chart_restriction' && detail?.restriction !== undefined)
    return detail.restriction !== null;
  return null;
}

function outcomeOf({ action, outcome, code }: AuditRow): AuditEntry['outcome'] {
  if (outcome === 'allowed') return 'allowed';
  if (code === PROMPT_CODE) return 'prompted';
  return isDenial(action, code) ? 'refused' : 'failed';
}

export function presentEntry(
  row: AuditRow,
  { actors, objects = new Map(), patients, records }: Found,
): AuditEntry {
  const app = appOf(row);
  const named = (id: string) => ({ id, name: actors.get(id) ?? null });
  return {
    id: showId('audit_event', row.id),
    at: row.at.toISOString(),
    who: named(row.actor),
    app: app === null ? null : named(app),
    transport: row.transport,
    action: row.action,
    kind: row.kind,
    outcome: outcomeOf(row),
    code: row.code,
    object: presentObject(row, objects),
    patients: patients ? patientsOf(row, records).map((id) => presentPatient(patients.get(id))) : [],
    patient_count: row.patientIds.length,
    fields: fieldsOf(row),
    rejected_fields: texts(row.detail?.rejected_fields),
    facts: factsOf(row),
    changes: changesOf(row),
    reason: WITH_REASON.includes(row.action) ? (texts([row.detail?.reason])[0] ?? null) : null,
    record_returned: row.detail?.record_returned === true,
    switched_on: switchedOn(row),
    ip: row.ip,
    request_id: row.requestId,
  };
}

/** They record why a patient was created despite a likely duplicate, or a restricted chart was opened. */
const WITH_REASON = [
  'register_patient',
  'create_patient_from_report',
  'create_patient_from_document',
  'create_from_patient_update',
  'open_restricted_chart',
];

const ACTOR_TYPES = { usr: 'user', key: 'api_key', app: 'app', lab: 'laboratory' } as const;

function presentActor(name: string): AuditEvent['actor'] {
  const prefix = name.split('_')[0]!;
  return prefix in ACTOR_TYPES
    ? { type: ACTOR_TYPES[prefix as keyof typeof ACTOR_TYPES], id: name }
    : { type: 'system', id: null };
}

/**
 * An entry for programs: IDs, field names and counts.
 * @param own the patients (UUID) that are of the organization: a denied request may have named any ID
 */
export function presentEvent(row: AuditRow, own: ReadonlySet<string>): AuditEvent {
  const { objectKind, objectId, detail } = row;
  return {
    id: showId('audit_event', row.id),
    object: 'audit_event',
    occurred_at: row.at.toISOString(),
    actor: presentActor(row.actor),
    app_id: appOf(row),
    transport: row.transport,
    action: row.action,
    kind: row.kind,
    outcome: row.outcome === 'refused' ? 'denied' : row.outcome,
    error_code: row.code,
    target: isKind(objectKind) ? { type: objectKind, id: objectId && showId(objectKind, objectId) } : null,
    patient_ids: row.patientIds.filter((id) => own.has(id)).map((id) => showId('patient', id)),
    fields: fieldsOf(row),
    count: typeof detail?.count === 'number' ? detail.count : null,
    request_id: row.requestId,
    ip_address: row.ip,
  };
}
