import type { Role, Scope } from '../../auth/scopes';
import type { Begun } from '../../db/transaction';
import { showId } from './ids';

/** Who acts, and through which door. Made once per request by `server/auth`; every verb takes it first. */

export interface Actor {
  /** `app` is an application in its own name, at the token endpoint; `laboratory` one that sends us messages. */
  kind: 'user' | 'api_key' | 'app' | 'laboratory' | 'system';
  /** `uuid` of the person, key, application or lab connection; null for the system itself. */
  id: string | null;
  orgId: string;
  scopes: ReadonlySet<Scope>;
  /** Only people have a role. */
  role: Role | null;
  /** The application (`uuid`) that acts in the person's name, by an access token. */
  app?: string;
  /** Requests per minute of an API key, when it differs from the default. */
  rateLimit?: number | null;
}

export type Door = 'v1' | 'portal' | 'oauth' | 'intake' | 'admin' | 'system';

/** Idempotency-Key of a POST; `replayed` is set when a stored answer was given again. */
export interface Idempotency {
  key: string;
  path: string;
  /** SHA-256 of the canonical request. */
  fingerprint: Buffer;
  replayed?: boolean;
  /** A stored answer as its verb gives it again; today's contract may no longer know it. */
  answer?: unknown;
}

/** What sensitive acts ask of a portal session. */
interface SessionFacts {
  /** `uuid` */
  id: string;
  signedInAt: Date;
  /** When the person last proved who they are: sign-in or step-up. */
  authenticatedAt: Date;
  /** What was proven: `password`, `totp`, `passkey`, `recovery_code`. */
  methods: readonly string[];
  /** When it ends: unless the person does something, and whatever the person does. */
  ends?: { idle: Date; absolute: Date };
  /** Gives the browser the secret of the session that has taken the place of this one; only at doors that can. */
  keepSecret?: (sid: string) => Promise<void>;
}

export interface Context {
  actor: Actor;
  door: Door;
  /** `req_…` */
  requestId: string;
  ip: string | null;
  /** Version that `If-Match` asks for. */
  ifMatch?: number;
  idempotency?: Idempotency;
  /** The transaction of the credential's look-up, in which the act goes on; see `Begun` for what that forbids. */
  begun?: Begun;
  /** Of a person in the portal. */
  session?: SessionFacts;
}

/** `usr_…`, `key_…`, `app_…`, `lab_…` or `system`, as `created_by` and the audit show it. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'user' && actor.id) return showId('user', actor.id);
  if (actor.kind === 'api_key' && actor.id) return showId('api_key', actor.id);
  if (actor.kind === 'app' && actor.id) return showId('oauth_app', actor.id);
  if (actor.kind === 'laboratory' && actor.id) return showId('lab_connection', actor.id);
  return 'system';
}

/** The same with the application through which a person acts: what limits and repeated requests belong to. */
export function credentialName(actor: Actor): string {
  return actor.app ? `${actorName(actor)}/${showId('oauth_app', actor.app)}` : actorName(actor);
}
