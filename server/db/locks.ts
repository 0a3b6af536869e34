import { queryNamed } from './prepared';
import type { Tx } from './transaction';

/**
 * All advisory locks of the service, and nothing else may name one (`tests/architecture/locks.test.ts`). Postgres has
 * one space of 64-bit numbers per database for them: two uses of one number wait for each other for no reason.
 */

/** Held by one process of the installation at a time. A number is never given to another use. */
export const LOCK_IDS = {
  /** Replicas that start together apply the migrations once. */
  migrations: 7_240_261,
  /** One claim of deliveries at a time: two could each count the same free places of a webhook. */
  webhookQueue: 7_240_262,
  /** One sealer at a time: a chain has one next seal. */
  auditSealer: 7_240_263,
  /** One claim of messages at a time: two could each see a different first message of a connection. */
  messageQueue: 7_240_264,
  /** Replicas that find no current signing key make one. */
  signingKeys: 7_240_265,
} as const;

/** Locks of one thing each. Their number is the hash of a JSON list: the use, the organization, then what is locked. */
export type LockedThing =
  /** Requests with the same `Idempotency-Key`: credential, path, key. */
  | 'idempotency_key'
  /** Registrations of patients with the same birth date. */
  | 'register_patient'
  /** The number of webhooks of an organization. */
  | 'webhooks'
  /** Uploads of the same file to a patient: patient, SHA-256. */
  | 'document'
  /** Invitations to the same address: its hash. */
  | 'invitation'
  /** A laboratory report, also before it has a row: laboratory, report key. */
  | 'lab_result'
  /** Imports of a patient's past reports: laboratory, patient. */
  | 'lab_history'
  /** The processing of a message: message. */
  | 'inbound_message';

const LOCK = { name: 'lock', text: 'select pg_advisory_xact_lock($1)' };
const LOCK_THING = {
  name: 'lock_thing',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
};
const TRY_LOCK_THING = {
  name: 'try_lock_thing',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
};

/** For the session of the migrations: held until it ends. */
export const LOCK_SESSION = 'SELECT pg_advisory_lock($1)';

/** An expression for the first statement of a turn: whether this transaction has the lock now. */
export const tryLock = (name: keyof typeof LOCK_IDS): string =>
  `pg_try_advisory_xact_lock(${LOCK_IDS[name]})`;

/** Waits for the lock and holds it until the transaction ends. */
export async function lock(tx: Tx, name: keyof typeof LOCK_IDS): Promise<void> {
  await queryNamed(tx, LOCK, [LOCK_IDS[name]]);
}

/** Waits for the lock of one thing and holds it until the transaction ends. */
export async function lockThing(tx: Tx, ...key: [LockedThing, orgId: string, ...string[]]): Promise<void> {
  await queryNamed(tx, LOCK_THING, [JSON.stringify(key)]);
}

/** @returns false when another transaction holds it; sent at once */
export async function tryLockThing(
  tx: Tx,
  ...key: [LockedThing, orgId: string, ...string[]]
): Promise<boolean> {
  const [row] = await queryNamed<{ locked: boolean }>(tx, TRY_LOCK_THING, [JSON.stringify(key)]);
  return row!.locked;
}
