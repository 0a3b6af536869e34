import type { Actor } from '../shared/context';

/** The limits a request is counted against: names and quotas. `limiter.ts` does the counting. */

/** The window of every limit; it starts with the first request counted in it. */
export const WINDOW_SECONDS = 60;

/** Policy of the rows in `rate_limits` that are token buckets (`token-bucket.ts`) and have no window. */
export const TOKEN_BUCKET = 'deliveries';

/** Closed list: values in headers and metrics, and together with `TOKEN_BUCKET` those of the column `policy`. */
export const POLICY_NAMES = [
  'default',
  'uploads',
  'batches',
  'addresses',
  'failures',
  'unknown_keys',
  'authorize',
  'sign_in',
  'public_forms',
  'passwords',
  'ingest',
  'exports',
  'back_channel',
  'scim',
] as const;

export interface Policy {
  name: (typeof POLICY_NAMES)[number];
  /** Requests per window. */
  quota: number;
}

/** Of an API key without its own limit. */
export const DEFAULT_RATE_LIMIT = 600;
const PER_PERSON = 300;
const UPLOADS = 60;

/**
 * Every request of a credential. An API key may have its own limit. Requests of an application do not count against the
 * user.
 */
export function requests(actor: Actor): Policy {
  const person = actor.kind === 'user' && !actor.app;
  return { name: 'default', quota: person ? PER_PERSON : (actor.rateLimit ?? DEFAULT_RATE_LIMIT) };
}

/**
 * Document uploads, in addition to `requests`, whatever their form; the two steps of form C count as two. Scales up
 * with the key's own limit, never down.
 */
export function uploads(actor: Actor): Policy {
  return {
    name: 'uploads',
    quota: Math.max(UPLOADS, Math.floor(((actor.rateLimit ?? 0) * UPLOADS) / DEFAULT_RATE_LIMIT)),
  };
}

/** Batches, in addition to `requests`, because each is up to a hundred writes. Scales like `uploads`. */
export const batches = (actor: Actor): Policy => ({ name: 'batches', quota: uploads(actor).quota });

/**
 * Signed URLs of document content. Counted with a user's other requests. URLs issued to an API key have a separate
 * limit, so that a holder of a URL cannot use up the key's quota.
 */
export function signedAddresses(actor: Actor): Policy {
  return actor.kind === 'user' ? requests(actor) : { name: 'addresses', quota: DEFAULT_RATE_LIMIT };
}

/** Messages posted by a laboratory. High, because a feed that was down for a night arrives at once. */
export const INGEST: Policy = { name: 'ingest', quota: 6_000 };

/** Exports of whole charts, in addition to `requests`. */
export const EXPORTS: Policy = { name: 'exports', quota: 6 };

/** Failed requests per address to the OAuth endpoints. */
export const OAUTH_FAILURES: Policy = { name: 'failures', quota: 10 };

/** Well-formed but unknown API keys per address. */
export const UNKNOWN_KEYS: Policy = { name: 'unknown_keys', quota: 60 };

/** Authorization requests per address: each may create a row before anyone has signed in. */
export const AUTHORIZATIONS: Policy = { name: 'authorize', quota: 60 };

/** Challenges and sign-in starts per address. */
export const SIGN_IN_STEPS: Policy = { name: 'sign_in', quota: 120 };

/** Changes of users by an identity provider, which sends all of them in the first synchronization. */
export const SCIM: Policy = { name: 'scim', quota: 1_200 };

/** Logouts and requests for keys from an identity provider, which sends all from one address. */
export const BACK_CHANNEL: Policy = { name: 'back_channel', quota: 600 };

/** Public forms per address. */
export const PUBLIC_FORMS: Policy = { name: 'public_forms', quota: 60 };

/** Password reset links requested or used, per address. */
export const PASSWORDS: Policy = { name: 'passwords', quota: 10 };
