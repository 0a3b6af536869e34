import type { Role } from '../data-types/role-codes';
import type { Scope } from './scopes';
import type { Begun } from '../db/transaction';
import { showId } from './ids';

/** Who is acting. Created once per request by `server/auth`; the first argument of every operation. */

export interface Actor {
  /** `app`: an application acting for itself, at the token endpoint; `laboratory`: a sender of messages. */
  kind: 'user' | 'api_key' | 'app' | 'laboratory' | 'system';
  /** UUID of the user, key, application or lab connection; null for the system. */
  id: string | null;
  orgId: string;
  scopes: ReadonlySet<Scope>;
  /** Null except for users. */
  role: Role | null;
  /** UUID of the application that acts for the user. */
  app?: string;
  /** Whether the organization has restricted charts; absent if that is not known. */
  restrictsCharts?: boolean;
  /** Requests per minute of an API key; null for the default. */
  rateLimit?: number | null;
  /** Of the API key or access token. */
  expiresAt?: Date | null;
}

export type Transport = 'v1' | 'portal' | 'oauth' | 'intake' | 'admin' | 'system';

/** Idempotency-Key of a POST; `replayed` is set when a stored response was returned. */
export interface Idempotency {
  key: string;
  path: string;
  /** SHA-256 of the canonical request. */
  fingerprint: Buffer;
  replayed?: boolean;
  /** The stored response, which may not match the current contract. */
  answer?: unknown;
}

/** Properties of a portal session that sensitive operations check. */
interface SessionFacts {
  /** UUID */
  id: string;
  signedInAt: Date;
  /** Last proof of identity: sign-in or step-up. */
  authenticatedAt: Date;
  /** Any of `password`, `totp`, `passkey`, `recovery_code`, `single_sign_on`, `provider_factor`. */
  methods: readonly string[];
  /** The organization (UUID) whose identity provider opened the session, which opens no other one. */
  singleSignOn?: string | null;
  /** `idle`: without activity; `absolute`: in any case. */
  ends?: { idle: Date; absolute: Date };
  /** Sends the browser the secret of the session that replaces this one; only set by handlers that can. */
  keepSecret?: (sid: string) => Promise<void>;
  /** Sends the browser the secret of a step that a single sign-on completes. */
  keepStep?: (secret: string) => void;
}

export interface Context {
  actor: Actor;
  transport: Transport;
  /** `req_…` */
  requestId: string;
  ip: string | null;
  /** Version required by `If-Match`. */
  ifMatch?: number;
  idempotency?: Idempotency;
  /** The credential look-up's transaction, which the operation continues; see `Begun` for the restrictions. */
  begun?: Begun;
  /** Only for users in the portal. */
  session?: SessionFacts;
}

/** `usr_…`, `key_…`, `app_…`, `lab_…` or `system`, as in `created_by` and the audit log. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'user' && actor.id) return showId('user', actor.id);
  if (actor.kind === 'api_key' && actor.id) return showId('api_key', actor.id);
  if (actor.kind === 'app' && actor.id) return showId('oauth_app', actor.id);
  if (actor.kind === 'laboratory' && actor.id) return showId('lab_connection', actor.id);
  return 'system';
}

/** Like `actorName`, including the application that acts for a user; the key for rate limits and idempotency. */
export function credentialName(actor: Actor): string {
  return actor.app ? `${actorName(actor)}/${showId('oauth_app', actor.app)}` : actorName(actor);
}
