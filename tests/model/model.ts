/**
 * What `/v1` must answer, without a database: two organisations, what stands in them, what has been told and what has
 * been asked. Pure: `may…` says which refusals a request must meet (none = it succeeds), the others carry out what
 * succeeded. Nothing here reads the product's rules. Laboratory and orders: `model-labs.ts`.
 */

export type Who = 0 | 1;
/** Codes of which the refusal must be one; none when the request must succeed. */
export type Verdict = string[];

export interface Patient {
  id: string;
  version: number;
  mrn: string;
  external: string | null;
  national: string | null;
  family: string;
  status: 'active' | 'inactive';
  deleted: boolean;
}

export interface OrderItem {
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
  /** What was shown of each version when it was the newest; version 1 first. */
  shown: unknown[];
}

export interface Document {
  id: string;
  patient: Patient;
  text: string;
  duplicateOf: string | null;
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
  /** Events that came while it stood. */
  deliveries: number;
  deleted: boolean;
}

/** A success that is given again to whoever repeats the request under its Idempotency-Key. */
export interface Kept {
  path: string;
  key: string;
  body: object;
  answer: Record<string, unknown>;
  patients: string[];
  /** What it shows is out of sight now. */
  gone: () => boolean;
}

export interface Told {
  object: string;
  sequence: number;
  type: string;
  version: number;
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
  told: Told[];
  calls: Call[];
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
  told: [],
  calls: [],
});
export const emptyModel = (): Model => ({ orgs: [emptyOrg(), emptyOrg()] });

/** An event: the next number of its object, and a delivery for each webhook that stands and wants it. */
export function tell(org: Org, object: { id: string; version: number }, type: string): void {
  const sequence = org.told.filter((event) => event.object === object.id).length + 1;
  org.told.push({ object: object.id, sequence, type, version: object.version });
  for (const hook of org.webhooks) if (!hook.deleted && wants(hook, type)) hook.deliveries++;
}

const wants = ({ events }: Webhook, type: string): boolean =>
  events.some((name) => name === '*' || name === type || name === `${type.split('.')[0]}.*`);

const NOT_FOUND: Verdict = ['not_found'];

// ── Patients ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type Numbers = Pick<Patient, 'external' | 'national'> & { mrn: string | null };

/** Numbers that are taken by another patient who is not deleted. */
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
  const patient: Patient = { ...facts, version: 1, status: 'active', deleted: false };
  org.patients.push(patient);
  tell(org, patient, 'patient.created');
  return patient;
}

export const inSight = (patient: Patient | null): patient is Patient => patient !== null && !patient.deleted;

export const maySeePatient = (patient: Patient | null): Verdict => (inSight(patient) ? [] : NOT_FOUND);

export type PatientChange = Partial<Pick<Patient, 'mrn' | 'external' | 'national' | 'family' | 'status'>>;

export function mayChange(
  org: Org,
  patient: Patient | null,
  change: PatientChange,
  ifMatch: number | null,
): Verdict {
  if (!inSight(patient)) return NOT_FOUND;
  if (ifMatch !== null && ifMatch !== patient.version) return ['version_mismatch'];
  return mayHave(org, { ...patient, ...change }, patient);
}

/** A change of nothing makes no version and tells nobody. */
export function changePatient(org: Org, patient: Patient, change: PatientChange): void {
  const changes = Object.entries(change).some(([name, value]) => patient[name as keyof Patient] !== value);
  if (!changes) return;
  Object.assign(patient, change);
  patient.version++;
  tell(org, patient, 'patient.updated');
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
  tell(org, patient, 'patient.deleted');
}

export function mayRestore(org: Org, patient: Patient | null): Verdict {
  if (!patient?.deleted) return NOT_FOUND;
  return mayHave(org, patient, patient);
}

export function restorePatient(org: Org, patient: Patient): void {
  patient.deleted = false;
  patient.version++;
  tell(org, patient, 'patient.restored');
}

/** Newest first: ids carry the time. */
export const listedPatients = (org: Org): Patient[] =>
  org.patients.filter(inSight).sort((a, b) => (a.id < b.id ? 1 : -1));

/** Whether something new may be filed for the patient that a body names. */
export function mayFileFor(patient: Patient | null): Verdict {
  if (!inSight(patient)) return ['patient_not_found'];
  return patient.status === 'active' ? [] : ['patient_not_active'];
}

// ── Documents ─────────────────────────────────────────────────────────────────────────────────────────────────────

export function mayAddDocument(patient: Patient | null, text: string): Verdict {
  const verdict = mayFileFor(patient);
  return verdict.length > 0 ? verdict : text === '' ? ['file_empty'] : [];
}

/** The first document of the patient with the same bytes. */
export const earlierCopy = (org: Org, patient: Patient, text: string): string | null =>
  org.documents.find((document) => document.patient === patient && document.text === text)?.id ?? null;

export function addDocument(org: Org, facts: Document): Document {
  org.documents.push(facts);
  tell(org, { id: facts.id, version: 1 }, 'document.created');
  tell(org, { id: facts.id, version: 1 }, 'document.available');
  return facts;
}

/** Orders, results and documents go out of sight with their patient. */
export const maySee = (thing: { patient: Patient } | null): Verdict =>
  thing !== null && inSight(thing.patient) ? [] : NOT_FOUND;

// ── API keys and webhooks ─────────────────────────────────────────────────────────────────────────────────────────

export function mayRevoke(key: Key | null): Verdict {
  if (!key) return NOT_FOUND;
  return key.revoked ? ['invalid_state'] : [];
}

/** Whether a key opens a door that asks for a scope. */
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

/** What stands under the key, and what the request must meet because of it. */
export function repeated(
  org: Org,
  request: { path: string; key: string | null; body: object },
  first: Verdict,
): { kept: Kept | null; verdict: Verdict } {
  const kept = org.kept.find(({ path, key }) => path === request.path && key === request.key) ?? null;
  if (!kept) return { kept, verdict: first };
  // A body that is wrong in itself may be refused before anybody looks for its key.
  if (JSON.stringify(kept.body) !== JSON.stringify(request.body))
    return { kept, verdict: ['idempotency_key_reused', ...first] };
  return { kept, verdict: kept.gone() ? NOT_FOUND : [] };
}
