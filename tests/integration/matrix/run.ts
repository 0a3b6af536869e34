import pg from 'pg';
import { newId, readId, showId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { runConcurrently, type Answer, type Client } from './client';
import { COMBINED, type Credential } from './credentials';
import { EVENT_SCOPE, OPERATIONS, type Scope } from './policy';
import { foreignMarks, freshPatient, type Place } from './fixture';
import type { Shape } from './shapes';
import { isFull } from '../../support/test-size';

/** Sends the cases and checks each response by the policy table only. */

export interface Case {
  credential: Credential;
  shape: Shape;
}

interface Expected {
  status: number;
  code: string | null;
  allowed: boolean;
  /** Scopes named by an error. */
  missing?: readonly Scope[];
}

export interface Outcome {
  cases: number;
  wrong: string[];
  /** The expected audit rows, by request ID; rejected credentials have none. */
  audit: Map<string, Audited>;
  /** Number of rejected credentials by code. */
  rejected: Map<string, number>;
  /** Responses by group; those of a group must be identical. */
  alike: Map<string, Set<string>>;
}

export interface Audited {
  orgId: string;
  action: string;
  outcome: 'allowed' | 'refused';
  code: string | null;
  /** Patients in the response, as `uuid`; null if it identifies none. */
  patients: string[] | null;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function expect({ credential, shape }: Case): Expected {
  if (credential.rejectedAs) return { ...credential.rejectedAs, allowed: false };
  for (const scopes of [OPERATIONS[shape.operation]!.scopes, shape.scopes ?? []])
    if (scopes.length > 0 && !scopes.some((scope) => credential.scopes.has(scope)))
      return { status: 403, code: 'insufficient_scope', allowed: false, missing: scopes };
  if (OPERATIONS[shape.operation]!.only && !credential.view.own.isSandbox)
    return { status: 403, code: 'forbidden', allowed: true };
  return { status: shape.status, code: shape.code, allowed: true };
}

/**
 * Valid credentials send the valid request of each operation with no scope, all, one required scope alone, and all but the
 * required ones, and a quarter of these requests with each other scope set. Live keys send the other requests with all
 * scopes, and half of them with a required one alone, because scopes are checked before the record is read; test keys and
 * tokens with all scopes take turns. Rejected ones take turns: ten of them send each valid request, and two each other
 * one. In the nightly run all of them send every core shape.
 */
export function casesOf(credentials: Credential[], shapes: Shape[]): Case[] {
  return credentials.flatMap((credential, nth) =>
    shapes
      .filter((shape, at) => {
        if (isFull && shape.core) return true;
        if (credential.rejectedAs)
          return isValid(shape) ? at % 3 === nth % 3 : shape.core && at % 15 === nth % 15;
        const { scopes } = credential;
        if (isValid(shape)) return covers(scopes, shape) || at % 4 === nth % 4;
        if (!suffices(scopes, shape)) return shape.core && shape.scopes !== undefined;
        const { name, view } = credential;
        const isMain = name.startsWith('live API key') && scopes.size === COMBINED.length;
        return isFull || isMain || at % 2 === Number(view.own.isSandbox);
      })
      .map((shape) => ({ credential, shape })),
  );
}

const isValid = ({ name }: Shape): boolean => name === 'own' || name === 'clean';

function covers(granted: ReadonlySet<Scope>, shape: Shape): boolean {
  const { scopes } = OPERATIONS[shape.operation]!;
  const hasNone = !scopes.some((scope) => granted.has(scope));
  return (
    suffices(granted, shape) ||
    granted.size === 0 ||
    (hasNone && granted.size === COMBINED.length - scopes.length)
  );
}

/** All scopes, or a required one alone. */
const suffices = (granted: ReadonlySet<Scope>, { operation }: Shape): boolean =>
  granted.size === COMBINED.length ||
  (granted.size === 1 && OPERATIONS[operation]!.scopes.some((scope) => granted.has(scope)));

export type Validate = (operation: string, body: unknown) => string | null;

export async function runCases(client: Client, cases: Case[], validate: Validate): Promise<Outcome> {
  const outcome: Outcome = {
    cases: 0,
    wrong: [],
    audit: new Map(),
    rejected: new Map(),
    alike: new Map(),
  };
  const supplies = new Supplies();
  const marks = new Map(
    [...new Set(cases.map(({ credential }) => credential.view))].map((view) => [view, foreignMarks(view)]),
  );
  await supplies.fill(cases);
  await runConcurrently(12, cases, async (one) => {
    const { credential, shape } = one;
    const expected = expect(one);
    const policy = OPERATIONS[shape.operation]!;
    const spent = await supplies.before(one, expected.allowed);
    const body = shape.body?.(credential.view);
    const path = shape.path(credential.view, { allowed: expected.allowed, spend: () => spent! });
    const answer = await client.send({
      method: policy.method,
      path: credential.query ? `${path}${path.includes('?') ? '&' : '?'}${credential.query}` : path,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...shape.headers,
        ...credential.headers,
      },
      ...(body ? { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) } : {}),
    });
    outcome.cases++;
    checkAnswer(outcome, one, expected, answer, marks.get(credential.view)!, validate);
    await supplies.after(one, answer);
  });
  await supplies.close();
  return outcome;
}

function checkAnswer(
  outcome: Outcome,
  { credential, shape }: Case,
  expected: Expected,
  answer: Answer,
  marks: string[],
  validate: Validate,
): void {
  const complain = (what: string) =>
    outcome.wrong.push(`${credential.name}: ${shape.operation}, ${shape.name}: ${what}`);
  const json = /json/.test(answer.headers['content-type'] ?? '') ? (JSON.parse(answer.text) as Body) : {};
  const code = json.code !== undefined && answer.status >= 400 ? json.code : null;
  if (answer.status !== expected.status || code !== expected.code)
    complain(`${answer.status} ${code} instead of ${expected.status} ${expected.code}`);
  const leaked = marks.find((mark) => answer.text.includes(mark));
  if (leaked) complain(`the answer holds ${leaked}`);

  if (expected.allowed && answer.status < 300) {
    if (shape.answer === 'list' && !json.data?.length) complain('an empty list');
    if (shape.answer === 'empty list' && json.data?.length !== 0) complain('a list that is not empty');
    const invalid = answer.status === 204 ? null : validate(shape.operation, json);
    if (invalid) complain(invalid);
    const beyond = (json.data ?? []).find(
      ({ object, type }) => object === 'event' && !credential.scopes.has(EVENT_SCOPE[type!.split('.')[0]!]!),
    );
    if (beyond) complain(`an event ${beyond.type}`);
  }
  if (expected.missing) {
    if (JSON.stringify(json.required_scopes) !== JSON.stringify(expected.missing))
      complain('other required scopes');
    add(outcome.alike, `${shape.operation} rejected for ${expected.missing.join()}`, answer.print);
  }
  if (credential.rejectedAs) {
    // An invalid request is rejected before authentication.
    if (credential.rejectedAs.status !== 400)
      outcome.rejected.set(
        credential.rejectedAs.code,
        (outcome.rejected.get(credential.rejectedAs.code) ?? 0) + 1,
      );
    add(outcome.alike, `${credential.rejectedAs.code} of the credential`, answer.print);
    return;
  }
  if (expected.code === shape.code && shape.alike) add(outcome.alike, shape.alike, answer.print);
  outcome.audit.set(answer.requestId, {
    orgId: credential.view.own.org.orgId,
    action: snake(shape.operation),
    outcome: expected.code === null ? 'allowed' : 'refused',
    code: expected.code,
    patients: shown(answer, json, credential.view.own, shape.operation),
  });
}

interface Body {
  code?: string;
  required_scopes?: string[];
  id?: string;
  object?: string;
  type?: string;
  patient_id?: string;
  patient_ids?: string[];
  action?: string;
  patient?: Body | null;
  data?: Body[];
}

/** The object of an event. */
interface Told {
  data: { object: { patient_id: string | null } };
}

/** Patients in the response; a document's content, a 304 and merges belong to the one chart that the shapes request. */
function shown(answer: Answer, json: Body, own: Place, operation: string): string[] | null {
  if (/Export/.test(operation) || (answer.status === 304 && /Webhook|Deliver/.test(operation)))
    return answer.status < 400 ? [] : null;
  const isOfChart = !json.object || operation === 'listPatientMerges';
  if (answer.status === 304 || (answer.status === 200 && isOfChart))
    return [readId('patient', own.things.patient)!];
  return answer.status < 300 && answer.text ? patientsIn(json) : null;
}

/** Patients whose data a JSON response contains. */
function patientsIn(body: Body): string[] | null {
  const ids = (body.object === 'list' ? (body.data ?? []) : [body]).flatMap((item) => {
    if (item.object === 'patient') return [item.id!];
    if (item.object === 'patient_batch') return (item.data ?? []).flatMap(({ patient }) => patient?.id ?? []);
    // The patients of earlier calls of the same list were recorded then.
    if (item.object === 'audit_event')
      return item.action === 'list_audit_events' ? [] : (item.patient_ids ?? []);
    const of = item.object === 'event' ? (item as unknown as Told).data.object.patient_id : item.patient_id;
    return of ? [of] : [];
  });
  return [...new Set(ids.map((id) => readId('patient', id)!))].sort();
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}

/** Records that allowed requests use up, created for them, so that the fixture stays unchanged. */
class Supplies {
  private readonly patients = new Map<Place, string[]>();
  private readonly admin = new pg.Pool({ connectionString: process.env.TEST_ADMIN_URL!, max: 4 });

  /** One patient for each allowed deletion. */
  async fill(cases: Case[]): Promise<void> {
    const places = cases
      .filter(
        (one) => one.shape.operation === 'deletePatient' && one.shape.name === 'own' && expect(one).allowed,
      )
      .map(({ credential }) => credential.view.own);
    await runConcurrently(8, places, async (place) => {
      const { id } = await createPatient(place.admin, freshPatient('Spent'));
      this.patients.set(place, [...(this.patients.get(place) ?? []), id]);
    });
  }

  /** An organization has few webhooks: each is created just before it is deleted, as a copy of one that remains. */
  async before({ credential, shape }: Case, allowed: boolean): Promise<string | undefined> {
    if (!allowed || shape.name !== 'own') return undefined;
    const { own } = credential.view;
    if (shape.operation === 'deletePatient') return this.patients.get(own)!.pop();
    if (shape.operation === 'cancelExport') return this.copyOfExport(own);
    if (shape.operation !== 'deleteWebhook') return undefined;
    const id = newId();
    await this.admin.query(
      `INSERT INTO webhooks SELECT (jsonb_populate_record(w, jsonb_build_object('id', $3::text))).*
       FROM webhooks w WHERE org_id = $1 AND id = $2`,
      [own.org.orgId, readId('webhook', own.things.webhook), id],
    );
    return showId('webhook', id);
  }

  private async copyOfExport({ org, things }: Place): Promise<string> {
    const id = newId();
    await this.admin.query(
      `INSERT INTO exports SELECT (jsonb_populate_record(e, jsonb_build_object('id', $3::text))).*
       FROM exports e WHERE org_id = $1 AND id = $2`,
      [org.orgId, readId('export', things.export), id],
    );
    return showId('export', id);
  }

  async after({ credential, shape }: Case, answer: Answer): Promise<void> {
    if (shape.operation !== 'createWebhook' || answer.status !== 201) return;
    const { id } = JSON.parse(answer.text) as { id: string };
    await this.admin.query('UPDATE webhooks SET deleted_at = now() WHERE org_id = $1 AND id = $2', [
      credential.view.own.org.orgId,
      readId('webhook', id),
    ]);
  }

  close(): Promise<void> {
    return this.admin.end();
  }
}
