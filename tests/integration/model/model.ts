import { isDeepStrictEqual } from 'node:util';

/**
 * What `/v1` must return, without a database: two organizations with their records, events and requests. Pure: `may…`
 * returns the errors that a request must get (none = it succeeds), the others apply successful requests. Nothing here
 * uses the product's rules. Laboratory and orders: `model-labs.ts`.
 */

export type Who = 0 | 1;
/** The error must have one of these codes; without codes the request must succeed. */
export type Verdict = string[];

export interface Patient {
  id: string;
  version: number;
  mrn: string;
  external: string | null;
  national: string | null;
  family: string;
  status: 'active' | 'inactive';
  language: string | null;
  prefix: string | null;
  metadata: Record<string, string>;
  deleted: boolean;
}

interface OrderItem {
  code: string;
  status: 'ordered' | 'in_progress' | 'resulted';
  result: string | null;
}

export interface Order {
  id: string;
  version: number;
  patient: Patient;
  external: string | null;
  status: 'requested' | 'in_progress' | 'partially_resulted' | 'completed';
  items: OrderItem[];
}

export interface Result {
  id: string;
  version: number;
  patient: Patient;
  order: Order | null;
  filler: string;
  status: 'preliminary' | 'final' | 'corrected';
  value: string;
  /** The content of each version when it was first read; version 1 first. */
  shown: unknown[];
  /** Versions that were not read yet. */
  unread: Pick<Result, 'version' | 'status' | 'value'>[];
}

export interface Document {
  id: string;
  version: number;
  patient: Patient;
  text: string;
  duplicateOf: string | null;
  status: 'pending_upload' | 'available';
  /** Upload URL of an announced document. */
  upload: string | null;
}

export interface Key {
  id: string;
  secret: string;
  scopes: string[];
  revoked: boolean;
}

export interface Webhook {
  id: string;
  version: number;
  events: string[];
  /** Number of matching events while it existed. */
  deliveries: number;
  deleted: boolean;
}

/** A success that is returned again for the same Idempotency-Key. */
export interface Kept {
  path: string;
  key: string;
  body: object;
  answer: Record<string, unknown>;
  patients: string[];
  /** Returned again only as long as this record is accessible. */
  of: { deleted: boolean };
}

export interface Told {
  object: string;
  patient: string | null;
  sequence: number;
  type: string;
  version: number;
  /** Emitted by concurrent steps: their events may be in any order. */
  group: number | null;
  /** The reader of the feed has passed it. */
  seen: boolean;
}

/** One row of the audit. */
export interface Call {
  request: string;
  actor: string;
  action: string;
  outcome: 'allowed' | 'refused';
  code: string | null;
  patients: string[];
}

export interface Org {
  patients: Patient[];
  orders: Order[];
  results: Result[];
  documents: Document[];
  keys: Key[];
  webhooks: Webhook[];
  kept: Kept[];
  reported: Told[];
  calls: Call[];
  /** Set while concurrent steps run. */
  group: number | null;
  /** Position of the reader of the feed. */
  feedCursor: string | null;
}

export interface Model {
  orgs: [Org, Org];
}

const emptyOrg = (): Org => ({
  patients: [],
  orders: [],
  results: [],
  documents: [],
  keys: [],
  webhooks: [],
  kept: [],
  reported: [],
  calls: [],
  group: null,
  feedCursor: null,
});
export const emptyModel = (): Model => ({ orgs: [emptyOrg(), emptyOrg()] });

/** Emits an event: the next number of its object, and a delivery for each webhook that subscribes to it. */
export function emit(
  org: Org,
  object: { id: string; version: number; patient?: Patient },
  type: string,
): void {
  const { id, version, patient } = object;
  const sequence = org.reported.filter((event) => event.object === id).length + 1;
  const of = patient?.id ?? (type.startsWith('patient.') ? id : null);
  org.reported.push({ object: id, patient: of, sequence, type, version, group: org.group, seen: false });
  for (const hook of org.webhooks) if (!hook.deleted && wants(hook, type)) hook.deliveries++;
}

const wants = ({ events }: Webhook, type: string): boolean =>
  events.some((name) => name === '*' || name === type || name === `${type.split('.')[0]}.*`);

const NOT_FOUND: Verdict = ['not_found'];

// ── Patients ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type Numbers = Pick<Patient, 'external' | 'national'> & { mrn: string | null };

/** Fails for numbers of another patient who is not deleted. */
export function mayHave(org: Org, wanted: Numbers, self?: Patient): Verdict {
  const others = org.patients.filter((patient) => patient !== self && !patient.deleted);
  const taken = (name: keyof Numbers) =>
    wanted[name] !== null && others.some((other) => other[name] === wanted[name]);
  return [
    ...(taken('mrn') ? ['duplicate_mrn'] : []),
    ...(taken('external') ? ['duplicate_external_id'] : []),
    ...(taken('national') ? ['duplicate_identifier'] : []),
  ];
}

export function addPatient(
  org: Org,
  facts: Pick<Patient, 'id' | 'mrn' | 'external' | 'national' | 'family'>,
): Patient {
  const empty = { language: null, prefix: null, metadata: {} };
  const patient: Patient = { ...facts, ...empty, version: 1, status: 'active', deleted: false };
  org.patients.push(patient);
  emit(org, patient, 'patient.created');
  return patient;
}

export const inSight = (patient: Patient | null): patient is Patient => patient !== null && !patient.deleted;

export const maySeePatient = (patient: Patient | null): Verdict => (inSight(patient) ? [] : NOT_FOUND);

type Plain = 'mrn' | 'external' | 'national' | 'family' | 'status' | 'language' | 'prefix';
/** Null removes a value; `metadata` is merged key by key. */
export type PatientChange = Partial<Pick<Patient, Plain>> & { metadata?: Record<string, string | null> };

export function mayChange(
  org: Org,
  patient: Patient | null,
  change: PatientChange,
  ifMatch: number | null,
): Verdict {
  if (!inSight(patient)) return NOT_FOUND;
  if (ifMatch !== null && ifMatch !== patient.version) return ['version_mismatch'];
  return mayHave(org, { ...patient, ...plainOf(change) }, patient);
}

const plainOf = ({ metadata: _, ...plain }: PatientChange) => plain;

/** An empty change creates no version and no event. */
export function changePatient(org: Org, patient: Patient, change: PatientChange): void {
  const wanted = { ...patient, ...plainOf(change) };
  for (const [name, value] of Object.entries(change.metadata ?? {})) {
    const { [name]: _, ...others } = wanted.metadata;
    wanted.metadata = value === null ? others : { ...others, [name]: value };
  }
  if (isDeepStrictEqual(wanted, patient)) return;
  Object.assign(patient, wanted);
  patient.version++;
  emit(org, patient, 'patient.updated');
}

export function mayDelete(org: Org, patient: Patient | null, ifMatch: number | null): Verdict {
  if (!inSight(patient)) return NOT_FOUND;
  if (ifMatch !== null && ifMatch !== patient.version) return ['version_mismatch'];
  const open = org.orders.some((order) => order.patient === patient && order.status !== 'completed');
  return open ? ['patient_has_open_orders'] : [];
}

export function deletePatient(org: Org, patient: Patient): void {
  patient.deleted = true;
  patient.version++;
  emit(org, patient, 'patient.deleted');
}

export function mayRestore(org: Org, patient: Patient | null): Verdict {
  if (!patient?.deleted) return NOT_FOUND;
  return mayHave(org, patient, patient);
}

export function restorePatient(org: Org, patient: Patient): void {
  patient.deleted = false;
  patient.version++;
  emit(org, patient, 'patient.restored');
}

/** Newest first: IDs contain the time. */
export const listedPatients = (org: Org): Patient[] =>
  org.patients.filter(inSight).sort((a, b) => (a.id < b.id ? 1 : -1));

/** Whether a request may file something for the patient in its body. */
export function mayFileFor(patient: Patient | null): Verdict {
  if (!inSight(patient)) return ['patient_not_found'];
  return patient.status === 'active' ? [] : ['patient_not_active'];
}

// ── Documents ─────────────────────────────────────────────────────────────────────────────────────────────────────

export function mayAddDocument(patient: Patient | null, text: string): Verdict {
  const verdict = mayFileFor(patient);
  return verdict.length > 0 ? verdict : text === '' ? ['file_empty'] : [];
}

/** The patient's first document with the same bytes; announced ones have no bytes yet. IDs contain the time. */
const earlierCopy = (org: Org, patient: Patient, text: string): string | null =>
  org.documents
    .filter((document) => document.patient === patient && document.text === text)
    .filter(({ status }) => status === 'available')
    .map(({ id }) => id)
    .sort()[0] ?? null;

export function addDocument(
  org: Org,
  { id, patient, text, upload }: Pick<Document, 'id' | 'patient' | 'text' | 'upload'>,
): Document {
  const duplicateOf = upload ? null : earlierCopy(org, patient, text);
  const status = upload ? 'pending_upload' : 'available';
  const document: Document = { id, version: 1, patient, text, duplicateOf, status, upload };
  org.documents.push(document);
  emit(org, document, 'document.created');
  if (!upload) emit(org, document, 'document.available');
  return document;
}

export type Bytes = 'right' | 'short' | 'other';

/** A used upload URL is treated like an unknown one. */
export function mayUpload({ patient, status }: Document, bytes: Bytes): Verdict {
  if (status === 'available' || !inSight(patient)) return NOT_FOUND;
  if (patient.status !== 'active') return ['patient_not_active'];
  return { right: [], short: ['validation_failed'], other: ['checksum_mismatch'] }[bytes];
}

export function receiveBytes(org: Org, document: Document): void {
  document.duplicateOf = earlierCopy(org, document.patient, document.text);
  document.status = 'available';
  document.version++;
  emit(org, document, 'document.available');
}

export function mayDownload(document: Document | null): Verdict {
  const verdict = maySee(document);
  return verdict.length === 0 && document!.status !== 'available' ? ['invalid_state'] : verdict;
}

/** Orders, results and documents are hidden with their patient. */
export const maySee = (thing: { patient: Patient } | null): Verdict =>
  thing !== null && inSight(thing.patient) ? [] : NOT_FOUND;

// ── API keys and webhooks ─────────────────────────────────────────────────────────────────────────────────────────

export function mayRevoke(key: Key | null): Verdict {
  if (!key) return NOT_FOUND;
  return key.revoked ? ['invalid_state'] : [];
}

/** Whether a key may call an operation that requires a scope. */
export function mayUse(key: Key, scope: string): Verdict {
  if (key.revoked) return ['invalid_credentials'];
  return key.scopes.includes(scope) ? [] : ['insufficient_scope'];
}

export const maySeeWebhook = (hook: Webhook | null): Verdict => (hook && !hook.deleted ? [] : NOT_FOUND);

export function deleteWebhook(hook: Webhook): void {
  hook.deleted = true;
  hook.version++;
}

// ── Idempotency-Key ───────────────────────────────────────────────────────────────────────────────────────────────

/** The response stored under the key, and the resulting expectation for the request. */
export function repeated(
  org: Org,
  request: { path: string; key: string | null; body: object },
  { verdict: first, flaws }: { verdict: Verdict; flaws: Verdict },
): { kept: Kept | null; verdict: Verdict } {
  const kept = org.kept.find(({ path, key }) => path === request.path && key === request.key) ?? null;
  if (!kept) return { kept, verdict: first };
  // An invalid body may be rejected before its key is looked up.
  if (JSON.stringify(kept.body) !== JSON.stringify(request.body))
    return { kept, verdict: ['idempotency_key_reused', ...first, ...flaws] };
  return { kept, verdict: kept.of.deleted ? NOT_FOUND : [] };
}
