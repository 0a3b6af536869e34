import { sql } from 'drizzle-orm';
import { asWorker } from '../db/transaction';
import { lowestIdAt } from '../shared/ids';
import { EVENT_DAYS } from '../domain/webhooks/rules';

/** Deletes expired data in small transactions, to keep locks short. The audit log is not touched. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const SWEEP_EVERY = HOUR;

const EVENTS_KEPT = EVENT_DAYS * DAY;
const SECURITY_EVENTS_KEPT = 30 * DAY;
const SECURITY_EVENTS_MOST = 100_000;
const IDEMPOTENCY_KEPT = DAY;
/** Longer than any lockout after failed sign-ins. */
const THROTTLES_KEPT = 2 * DAY;
/** Used and expired ones: reuse is detected for this long; afterwards they are unknown. */
const OAUTH_KEPT = 30 * DAY;
/** After they expired. A request with an old one gets the same response as with an unknown one. */
const SESSIONS_KEPT = 30 * DAY;
const UPLOAD_TOKENS_KEPT = DAY;
const BATCH = 1_000;

export async function sweep(now: Date, signal?: AbortSignal): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  const all = async (batch: () => Promise<number>) => {
    while (!signal?.aborted && (await batch()) >= BATCH);
  };
  // Deliveries and events of a suspended organization stay until it is resumed.
  const { rows: organizations } = await asWorker((tx) =>
    tx.execute<{ id: string }>(sql`select id from organizations where suspended_at is null`),
  );
  for (const { id } of organizations) await all(() => removeEvents(id, before(EVENTS_KEPT)));
  if (!signal?.aborted) await removeIdempotencyRecords(before(IDEMPOTENCY_KEPT));
  if (!signal?.aborted) await removeSecurityEvents(before(SECURITY_EVENTS_KEPT));
  if (!signal?.aborted)
    await asWorker((tx) =>
      tx.execute(
        sql`delete from sign_in_throttles where updated_at < ${before(THROTTLES_KEPT).toISOString()}::timestamptz`,
      ),
    );
  if (!signal?.aborted) await removeOauth(before(OAUTH_KEPT));
  if (!signal?.aborted) await removeIdentity(now);
  // A window lasts a minute by the clock of PostgreSQL.
  if (!signal?.aborted)
    await asWorker((tx) =>
      tx.execute(sql`delete from rate_limits where window_started_at < now() - interval '1 hour'`),
    );
}

/**
 * Events with their deliveries and attempts. IDs contain their creation time, so the primary key is the index for age.
 */
function removeEvents(orgId: string, before: Date): Promise<number> {
  return asWorker(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from events where org_id = ${orgId} and id < ${lowestIdAt(before)} order by id limit ${BATCH}`,
    );
    const last = rows.at(-1)?.id;
    if (!last) return 0;
    const old = sql`select d.id from deliveries d join events e on e.org_id = d.org_id and e.id = d.event_id where e.org_id = ${orgId} and e.id <= ${last}`;
    await tx.execute(sql`delete from delivery_attempts where org_id = ${orgId} and delivery_id in (${old})`);
    await tx.execute(sql`delete from deliveries where org_id = ${orgId} and id in (${old})`);
    await tx.execute(sql`delete from events where org_id = ${orgId} and id <= ${last}`);
    return rows.length;
  });
}

/** No batches: the hourly sweep deletes an hour's worth. */
async function removeIdempotencyRecords(before: Date): Promise<void> {
  await asWorker((tx) =>
    tx.execute(sql`delete from idempotency_records where created_at < ${before.toISOString()}::timestamptz`),
  );
}

/** By age and by number: an attacker with many addresses must not fill the disk. */
async function removeSecurityEvents(before: Date): Promise<void> {
  await asWorker((tx) =>
    tx.execute(sql`
      delete from security_events where minute < greatest(${before.toISOString()}::timestamptz,
        (select minute from security_events order by minute desc offset ${SECURITY_EVENTS_MOST} limit 1))`),
  );
}

/** Expired links, sign-in steps, sessions and upload tokens, abandoned devices and drafts. */
async function removeIdentity(before: Date): Promise<void> {
  const at = before.toISOString();
  await asWorker(async (tx) => {
    await tx.execute(sql`delete from password_resets where expires_at < ${at}::timestamptz`);
    await tx.execute(sql`delete from sign_in_steps where expires_at < ${at}::timestamptz`);
    await tx.execute(sql`delete from known_devices where expires_at < ${at}::timestamptz`);
    await tx.execute(sql`delete from drafts where expires_at < ${at}::timestamptz`);
    const ended = new Date(before.getTime() - SESSIONS_KEPT).toISOString();
    await tx.execute(sql`delete from auth_sessions where expires_at < ${ended}::timestamptz`);
    const past = new Date(before.getTime() - UPLOAD_TOKENS_KEPT).toISOString();
    await tx.execute(sql`delete from upload_tokens where expires_at < ${past}::timestamptz`);
  });
}

/** Authorization requests, codes, refresh tokens and retired signing keys. Grants are kept for the audit. */
async function removeOauth(before: Date): Promise<void> {
  const at = before.toISOString();
  await asWorker(async (tx) => {
    await tx.execute(sql`delete from oauth_requests where expires_at < ${at}::timestamptz`);
    await tx.execute(sql`delete from oauth_codes where expires_at < ${at}::timestamptz`);
    await tx.execute(sql`delete from oauth_refresh_tokens where expires_at < ${at}::timestamptz`);
    await tx.execute(sql`delete from signing_keys where expires_at < ${at}::timestamptz`);
  });
}
