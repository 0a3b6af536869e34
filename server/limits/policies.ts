import type { Actor } from '../domain/shared/context';

/** Which limits a request is counted against: names and quotas. How they are counted is `limiter.ts`. */

/** Every limit has this window; it begins with the first request that is counted in it. */
export const WINDOW_SECONDS = 60;

/** Policy of the rows of `rate_limits` that are token buckets (`token-bucket.ts`) and have no window. */
export const TOKEN_BUCKET = 'deliveries';

/** Closed list: the words of the headers and the metric, and with `TOKEN_BUCKET` those of the column `policy`. */
export const POLICY_NAMES = [
  'default',
  'uploads',
  'addresses',
  'failures',
  'unknown_keys',
  'authorize',
  'sign_in',
  'public_forms',
  'passwords',
  'ingest',
] as const;

export interface Policy {
  name: (typeof POLICY_NAMES)[number];
  /** Requests per window. */
  quota: number;
}

const PER_KEY = 600;
const PER_PERSON = 300;
const UPLOADS = 60;

/**
 * Every request of a credential. An API key may have a limit of its own; what an application asks in a person's name
 * does not count as the person's.
 */
export function requests(actor: Actor): Policy {
  const person = actor.kind === 'user' && !actor.app;
  return { name: 'default', quota: person ? PER_PERSON : (actor.rateLimit ?? PER_KEY) };
}

/** Document uploads, on top of `requests`, whatever their form; the two steps of form C are two. Raised with the key's own limit in the same proportion, never lowered. */
export function uploads(actor: Actor): Policy {
  return {
    name: 'uploads',
    quota: Math.max(UPLOADS, Math.floor(((actor.rateLimit ?? 0) * UPLOADS) / PER_KEY)),
  };
}

/**
 * Signed addresses of document bytes. A person's count like the person's other requests; those that a key has handed
 * on have a limit of their own, so that whoever holds an address cannot use up the key's.
 */
export function signedAddresses(actor: Actor): Policy {
  return actor.kind === 'user' ? requests(actor) : { name: 'addresses', quota: PER_KEY };
}

/** Messages that a laboratory posts: a feed that was away for a night comes all at once. */
export const INGEST: Policy = { name: 'ingest', quota: 6_000 };

/** Failed attempts at the OAuth endpoints, of one address. */
export const OAUTH_FAILURES: Policy = { name: 'failures', quota: 10 };

/** Keys under `/v1` that look right and are nobody's, of one address. */
export const UNKNOWN_KEYS: Policy = { name: 'unknown_keys', quota: 60 };

/** Authorization requests of one address: each may leave a row behind, and nobody has signed in yet. */
export const AUTHORIZATIONS: Policy = { name: 'authorize', quota: 60 };

/** Challenges and beginnings of sign-ins that one address may ask for. */
export const SIGN_IN_STEPS: Policy = { name: 'sign_in', quota: 120 };

/** Forms of people who have not signed in, of one address. */
export const PUBLIC_FORMS: Policy = { name: 'public_forms', quota: 60 };

/** Links for a new password, asked for or used, of one address. */
export const PASSWORDS: Policy = { name: 'passwords', quota: 10 };
