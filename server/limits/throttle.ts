import { createHash } from 'node:crypto';
import { and, gt, inArray, sql } from 'drizzle-orm';
import { signInThrottles } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { addressBlock } from '../address-block';

/**
 * Limits of guessing (C-04). An attempt is counted before its secret is looked at, in the statement that asks whether it
 * may be: a thousand at once are no way past. Whoever turns out to be right gets the attempt back.
 */

/**
 * `account`, `device`, `session`: a few free, then a wait that doubles up to 15 minutes, so about 14 attempts in the
 * first ten minutes. `ip`, `global`: as many as `BUCKETS` says at once, then one as often as it says.
 */
export type ThrottleKind = 'account' | 'device' | 'session' | 'ip' | 'global';

/** Keys are hashes, so that the table names nobody. */
export const throttleKey = (kind: ThrottleKind, value: string): string =>
  `${kind}:${createHash('sha256')
    .update(kind === 'ip' ? addressBlock(value) : value)
    .digest('hex')}`;

const FREE_FAILURES = 4;
const MAX_WAIT_SECONDS = 15 * 60;
const FORGET_SECONDS = 24 * 3_600;

/** Ten failures a minute of one address; two a second of all browsers that are not known, whatever their addresses. */
const BUCKETS = { ip: { size: 20, seconds: 6 }, global: { size: 200, seconds: 0.5 } } as const;

const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as ThrottleKind;
const isBucket = (kind: ThrottleKind): kind is keyof typeof BUCKETS => kind in BUCKETS;

/**
 * The order in which rows are held, everywhere: two attempts that wait for each other would be a deadlock. What may be
 * locked for a while comes last, because that cannot be given back.
 */
const inOrder = (keys: readonly string[]): string[] => [
  ...keys.filter((key) => isBucket(kindOf(key))),
  ...keys.filter((key) => !isBucket(kindOf(key))),
];

/**
 * Counts an attempt under each key, or under none: one address that is used up must not lock the accounts that it names.
 * @returns false when one of them lets no more through
 */
export async function reserve(tx: Tx, keys: readonly string[]): Promise<boolean> {
  // A look without a lock first: during an attack on one account nobody waits for the rows that all attempts share.
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

/** A bucket that leaks: `failures` is how full it is, `updated_at` until when what leaked has been taken out. */
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

/** The attempt was no guess. */
export async function giveBack(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of inOrder(keys))
    await tx
      .update(signInThrottles)
      .set({ failures: sql`greatest(0, ${signInThrottles.failures} - 1)` })
      .where(sql`${signInThrottles.key} = ${key}`);
}

/** The person is who they say: what was counted against them is forgotten. */
export async function forget(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.delete(signInThrottles).where(inArray(signInThrottles.key, [...keys]));
}
