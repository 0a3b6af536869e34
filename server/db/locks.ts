import { queryNamed } from './prepared';
import type { Tx } from './transaction';

/**
 * All advisory locks. No other file may use one (`tests/architecture/locks.test.ts`), because Postgres has one space of
 * 64-bit lock numbers per database and two uses of one number would block each other.
 */

/** Held by one process per installation. Never reuse a number. */
export const LOCK_IDS = {
  /** Replicas that start together apply migrations once. */
  migrations: 7_240_261,
  /** Two concurrent claims could each count the same free slots of a webhook. */
  webhookQueue: 7_240_262,
  /** An audit chain has only one next seal. */
  auditSealer: 7_240_263,
  /** Two concurrent claims could each pick a different first message of a connection. */
  messageQueue: 7_240_264,
  /** Replicas that find no current signing key create one, not several. */
  signingKeys: 7_240_265,
  /** Two processes would create the same partition. */
  partitions: 7_240_266,
} as const;

/** Per-resource locks. The lock number is a hash of the JSON list of use, organization and key parts. */
export type LockedThing =
  /** Key parts: credential, path, `Idempotency-Key`. */
  | 'idempotency_key'
  /** Key part: birth date. */
  | 'register_patient'
  /** Guards the limit on webhooks per organization. */
  | 'webhooks'
  /** Guards the limit on sandboxes per live organization. */
  | 'sandboxes'
  /** Held while the data of a sandbox is replaced. */
  | 'sandbox_reset'
  /** Guards the limits on exports per organization, and keeps an erasure apart from new ones. */
  | 'exports'
  /** Guards the limit on order sets per organization. */
  | 'order_sets'
  /** Key part: user. Guards the limit on saved filters. */
  | 'audit_filters'
  /** Key part: user. Guards the limit on favorite tests. */
  | 'favorite_tests'
  /** Key part: laboratory. One import at a time. */
  | 'catalog'
  /** Key parts: patient, SHA-256 of the file. */
  | 'document'
  /** Key part: hash of the email address. */
  | 'invitation'
  /**
   * Held while the rule about second factors changes. Shared by sign-ins and switches of organization, so that none opens
   * a session by the old rule.
   */
  | 'sign_in_rule'
  /** Key parts: laboratory, report key. Also taken before the report has a row. */
  | 'lab_result'
  /** Key parts: laboratory, patient. Taken while a patient's past reports are imported. */
  | 'lab_history'
  /** Key part: message ID. */
  | 'inbound_message'
  /** Key part: connection. Documents of a message refer to those of earlier ones. */
  | 'inbound_document'
  /**
   * Two feeds of one organization may send the same patient at once. Merges take it too, so that none forms a cycle.
   * Shared by operations that would otherwise deadlock with a merge.
   */
  | 'patient_feed';

const LOCK = { name: 'lock', text: 'select pg_advisory_xact_lock($1)' };
const LOCK_THING = {
  name: 'lock_thing',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
};
const SHARE_THING = {
  name: 'share_thing',
  text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
};
const TRY_LOCK_THING = {
  name: 'try_lock_thing',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
};

/** Held by the migration session until it ends. */
export const LOCK_SESSION = 'SELECT pg_advisory_lock($1)';

/** SQL expression that takes the lock without waiting; true if this transaction now holds it. */
export const tryLock = (name: keyof typeof LOCK_IDS): string =>
  `pg_try_advisory_xact_lock(${LOCK_IDS[name]})`;

/** Waits for the lock and holds it until the transaction ends. */
export async function lock(tx: Tx, name: keyof typeof LOCK_IDS): Promise<void> {
  await queryNamed(tx, LOCK, [LOCK_IDS[name]]);
}

/** Waits for the lock and holds it until the transaction ends. */
export async function lockThing(tx: Tx, ...key: [LockedThing, orgId: string, ...string[]]): Promise<void> {
  await queryNamed(tx, LOCK_THING, [JSON.stringify(key)]);
}

/** Like `lockThing`, but several transactions can hold the lock together. */
export async function shareThing(tx: Tx, ...key: [LockedThing, orgId: string, ...string[]]): Promise<void> {
  await queryNamed(tx, SHARE_THING, [JSON.stringify(key)]);
}

/** Returns false if another transaction holds the lock. Sends the query at once. */
export async function tryLockThing(
  tx: Tx,
  ...key: [LockedThing, orgId: string, ...string[]]
): Promise<boolean> {
  const [row] = await queryNamed<{ locked: boolean }>(tx, TRY_LOCK_THING, [JSON.stringify(key)]);
  return row!.locked;
}
