import { createHash } from 'node:crypto';
import { and, gt, inArray, sql } from 'drizzle-orm';
import { signInThrottles } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { addressBlock } from '../address-block';

/**
 * Limits guessing of secrets (C-04). An attempt is counted before its secret is checked, in the statement that asks for
 * permission, so that concurrent attempts cannot bypass the limit. A correct attempt is not charged in the end.
 */

/**
 * `account`, `device`, `session`: a few free attempts, then a delay that doubles up to 15 minutes, so about 14 attempts
 * in the first ten minutes. `ip`, `global`: a leaky bucket with the parameters in `BUCKETS`.
 */
export type ThrottleKind = 'account' | 'device' | 'session' | 'ip' | 'global';

/** Hashed, so that the table contains no addresses or accounts. */
export const throttleKey = (kind: ThrottleKind, value: string): string =>
  `${kind}:${createHash('sha256')
    .update(kind === 'ip' ? addressBlock(value) : value)
    .digest('hex')}`;

const FREE_FAILURES = 4;
const MAX_WAIT_SECONDS = 15 * 60;
const FORGET_SECONDS = 24 * 3_600;

/** Ten failures a minute per address; two a second for all unknown browsers together. */
const BUCKETS = { ip: { size: 20, seconds: 6 }, global: { size: 200, seconds: 0.5 } } as const;

const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as ThrottleKind;
const isBucket = (kind: ThrottleKind): kind is keyof typeof BUCKETS => kind in BUCKETS;

/** Row lock order, to avoid deadlocks. Keys that can become locked come last, because a lockout cannot be reverted. */
const inOrder = (keys: readonly string[]): string[] => [
  ...keys.filter((key) => isBucket(kindOf(key))),
  ...keys.filter((key) => !isBucket(kindOf(key))),
];

/**
 * Counts an attempt under all keys or none: an exhausted address must not lock the accounts it names.
 * @returns false if one of them allows no more
 */
export async function reserve(tx: Tx, keys: readonly string[]): Promise<boolean> {
  // Checks without a row lock first: during an attack on one account, other users do not wait for the shared rows.
  if (await isLocked(tx, keys)) return false;
  const counted: string[] = [];
  for (const key of inOrder(keys)) {
    const kind = kindOf(key);
    const admitted = await (isBucket(kind) ? intoBucket(tx, key, BUCKETS[kind]) : behindLock(tx, key));
    if (!admitted) {
      await giveBack(tx, counted);
      return false;
    }
    counted.push(key);
  }
  return true;
}

async function isLocked(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const own = keys.filter((key) => !isBucket(kindOf(key)));
  if (own.length === 0) return false;
  const rows = await tx
    .select({ key: signInThrottles.key })
    .from(signInThrottles)
    .where(and(inArray(signInThrottles.key, own), gt(signInThrottles.lockedUntil, sql`now()`)))
    .limit(1);
  return rows.length > 0;
}

async function behindLock(tx: Tx, key: string): Promise<boolean> {
  const stale = sql`t.updated_at < now() - ${FORGET_SECONDS}::float8 * interval '1 second'`;
  const next = sql`t.failures + 1 - ${FREE_FAILURES}::int`;
  const { rows } = await tx.execute(sql`
    insert into sign_in_throttles as t (key, failures, updated_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case when ${stale} then 1 else t.failures + 1 end,
      locked_until = case when ${stale} or ${next} <= 0 then null
        else now() + least(${MAX_WAIT_SECONDS}::float8, power(2::float8, least(${next} - 1, 20))) * interval '1 second' end,
      updated_at = now()
    where t.locked_until is null or t.locked_until <= now()
    returning t.failures`);
  return rows.length > 0;
}

/** A leaky bucket: `failures` is its level, `updated_at` the time up to which the leak has been applied. */
async function intoBucket(
  tx: Tx,
  key: string,
  { size, seconds }: { size: number; seconds: number },
): Promise<boolean> {
  const leaked = sql`least(1000000, greatest(0, floor(extract(epoch from now() - t.updated_at) / ${seconds}::float8)))::int`;
  const { rows } = await tx.execute(sql`
    insert into sign_in_throttles as t (key, failures, updated_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = greatest(0, t.failures - ${leaked}) + 1,
      updated_at = case when t.failures <= ${leaked} then now()
        else t.updated_at + ${leaked} * ${seconds}::float8 * interval '1 second' end
    where greatest(0, t.failures - ${leaked}) < ${size}::int
    returning t.failures`);
  return rows.length > 0;
}

/** For an attempt that was not a guess. */
export async function giveBack(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of inOrder(keys))
    await tx
      .update(signInThrottles)
      .set({ failures: sql`greatest(0, ${signInThrottles.failures} - 1)` })
      .where(sql`${signInThrottles.key} = ${key}`);
}

/** Forgets all failures after the user has proven their identity. */
export async function forget(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.delete(signInThrottles).where(inArray(signInThrottles.key, [...keys]));
}
