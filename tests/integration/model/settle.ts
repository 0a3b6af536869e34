import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { STATUS, type ErrorCode } from '../../../server/errors/domain-error';
import { newId, showId, type Kind } from '../../../server/shared/ids';
import { repeated, type Call, type Kept, type Model, type Org, type Verdict, type Who } from './model';
import type { Reply, World } from './world';

/** Compares responses with the model, and records the one audit row that each call writes. */

/** A record that a step refers to: of the own organization, of the other one, or unknown. */
export interface Target {
  foreign: boolean;
  at: number;
  /** Fixes the record, for concurrent steps. */
  id?: string;
}

const UNKNOWN_IDS = new Map<Kind, string>();
const unknownId = (kind: Kind): string => {
  if (!UNKNOWN_IDS.has(kind)) UNKNOWN_IDS.set(kind, showId(kind, newId()));
  return UNKNOWN_IDS.get(kind)!;
};

/** The record, if the caller's organization has it, and the ID to request. */
export function find<Thing extends { id: string }>(
  model: Model,
  as: Who,
  { foreign, at, id }: Target,
  kind: Kind,
  of: (org: Org) => Thing[],
): { thing: Thing | null; id: string } {
  const things = of(model.orgs[foreign ? ((1 - as) as Who) : as]);
  const thing = id ? things.find((one) => one.id === id) : things.at(at % Math.max(things.length, 1));
  return { thing: foreign ? null : (thing ?? null), id: id ?? thing?.id ?? unknownId(kind) };
}

export interface Asked {
  action: string;
  verdict: Verdict;
  /** Patients that the audit row of a success must contain. */
  patients: string[];
  success?: number;
  /** The request revoked its own credential. */
  unknown?: boolean;
}

/** @returns whether the request succeeded, as the model expects */
export function settle(
  org: Org,
  reply: Reply,
  { action, verdict, patients, success = 200, unknown = false }: Asked,
): boolean {
  const what = `${action} answered ${reply.status} ${reply.code ?? ''}`;
  if (verdict.length === 0) {
    assert.equal(reply.status, success, `${what}, the model says ${success}`);
    note(org, reply, { action, outcome: 'allowed', code: null, patients });
    return true;
  }
  assert.ok(
    reply.code !== null && verdict.includes(reply.code),
    `${what}, the model says ${verdict.join(' or ')}`,
  );
  assert.equal(reply.status, STATUS[reply.code as ErrorCode], what);
  // Without a valid credential the organization is unknown, so there is no audit row.
  if (reply.status !== 401 && !unknown)
    note(org, reply, { action, outcome: 'refused', code: reply.code, patients: [] });
  return false;
}

function note(org: Org, reply: Reply, facts: Omit<Call, 'request' | 'actor'>): void {
  const { request, actor } = reply;
  org.calls.push({ request, actor, ...facts, patients: [...new Set(facts.patients)].sort() });
}

/** Compares the members of a response that the model contains. */
export function same(shown: Record<string, unknown>, expected: Record<string, unknown>, what: string): void {
  for (const [name, value] of Object.entries(expected))
    assert.ok(
      isDeepStrictEqual(shown[name], value),
      `${what}: ${name} is ${JSON.stringify(shown[name])}, the model says ${JSON.stringify(value)}`,
    );
}

export interface Post {
  action: string;
  path: string;
  body: object;
  /** Idempotency-Key */
  key: string | null;
  verdict: Verdict;
  /** Errors of the body that may be reported before its key is looked up. */
  flaws?: Verdict;
  patients: (answer: { id: string }) => string[];
  /** Applies a first success to the model. @returns the record that must be accessible for a repeated response */
  done: (answer: { id: string } & Record<string, unknown>) => { deleted: boolean };
}

/** Members of a response that differ for each reader, and secrets shown once. */
const ONCE = ['content_url', 'secret'];
const lasting = (answer: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !ONCE.includes(name)));

/** Any POST of `/v1`: the first one, a repetition with its key, or a different request with the same key. */
export async function post(model: Model, world: World, as: Who, asked: Post): Promise<void> {
  const org = model.orgs[as];
  const { action, path, body, key } = asked;
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
  const reply = await world.rest(as, 'POST', path, { body, headers });
  const { kept, verdict } = repeated(org, { path, key, body }, { flaws: [], ...asked });
  const patients = () => kept?.patients ?? asked.patients(reply.json as { id: string });
  if (!settle(org, reply, { action, verdict, patients: reply.status < 400 ? patients() : [], success: 201 }))
    return;
  assert.equal(
    reply.headers?.get('idempotency-replayed') ?? null,
    kept ? 'true' : null,
    `${action}: replayed`,
  );
  const answer = reply.json as { id: string } & Record<string, unknown>;
  if (kept) {
    assert.deepEqual(lasting(answer), kept.answer, `${action}: a repeated request has another answer`);
    return;
  }
  const of = asked.done(answer);
  if (key) keep(org, { path, key, body, answer: lasting(answer), patients: asked.patients(answer), of });
}

const keep = (org: Org, kept: Kept): void => void org.kept.push(kept);
