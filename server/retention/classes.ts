import { sql } from 'drizzle-orm';
import { asWorker } from '../db/transaction';
import { EVENT_DAYS } from '../domain/webhooks/rules';
import { lowestIdAt } from '../shared/ids';

/**
 * What is deleted when. Each class is deleted in small transactions, to keep locks short. The audit log is not touched.
 * docs/operations/retention.md has the same list for operators, and what other jobs remove.
 */
export interface RetentionClass {
  /** Label of the metrics, as in `COUNTED`. */
  name: string;
  /** @returns the number of removed rows */
  remove: (now: Date, signal?: AbortSignal) => Promise<number>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BATCH = 1_000;

const EVENTS_KEPT = EVENT_DAYS * DAY;
const IDEMPOTENCY_KEPT = DAY;
const SECURITY_EVENTS_KEPT = 30 * DAY;
/** An attacker with many addresses must not fill the disk. */
const SECURITY_EVENTS_MOST = 100_000;
/** Longer than any lockout after failed sign-ins. */
const THROTTLES_KEPT = 2 * DAY;
/** Used and expired ones: reuse is detected for this long; afterwards they are unknown. */
const OAUTH_KEPT = 30 * DAY;
/** After they expired. A request with an old one gets the same response as with an unknown one. */
const SESSIONS_KEPT = 30 * DAY;
const UPLOAD_TOKENS_KEPT = DAY;
/** After they were accepted or revoked, or expired. The audit has their IDs. */
const INVITATIONS_KEPT = 90 * DAY;

export const CLASSES: readonly RetentionClass[] = [
  { name: 'events', remove: perOrganization((id, now) => removeEvents(id, before(now, EVENTS_KEPT))) },
  { name: 'idempotency_records', remove: olderThan('idempotency_records', 'created_at', IDEMPOTENCY_KEPT) },
  { name: 'security_events', remove: (now) => removeSecurityEvents(before(now, SECURITY_EVENTS_KEPT)) },
  { name: 'sign_in_throttles', remove: olderThan('sign_in_throttles', 'updated_at', THROTTLES_KEPT) },
  // A window lasts a minute by the clock of PostgreSQL.
  {
    name: 'rate_limits',
    remove: () => removeWhere('rate_limits', sql`window_started_at < now() - interval '1 hour'`),
  },
  // Grants are kept for the audit.
  { name: 'oauth_requests', remove: olderThan('oauth_requests', 'expires_at', OAUTH_KEPT) },
  { name: 'oauth_codes', remove: olderThan('oauth_codes', 'expires_at', OAUTH_KEPT) },
  { name: 'oauth_refresh_tokens', remove: olderThan('oauth_refresh_tokens', 'expires_at', OAUTH_KEPT) },
  { name: 'signing_keys', remove: olderThan('signing_keys', 'expires_at', OAUTH_KEPT) },
  { name: 'sessions', remove: olderThan('auth_sessions', 'expires_at', SESSIONS_KEPT) },
  { name: 'sign_in_steps', remove: olderThan('sign_in_steps', 'expires_at', 0) },
  { name: 'password_resets', remove: olderThan('password_resets', 'expires_at', 0) },
  { name: 'known_devices', remove: olderThan('known_devices', 'expires_at', 0) },
  { name: 'drafts', remove: olderThan('drafts', 'expires_at', 0) },
  { name: 'upload_tokens', remove: olderThan('upload_tokens', 'expires_at', UPLOAD_TOKENS_KEPT) },
  {
    name: 'invitations',
    remove: (now) =>
      removeWhere(
        'invitations',
        sql`coalesce(accepted_at, revoked_at, expires_at) < ${instant(before(now, INVITATIONS_KEPT))}`,
      ),
  },
];

const before = (now: Date, age: number) => new Date(now.getTime() - age);
const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** No batches: the hourly sweep deletes an hour's worth. */
function removeWhere(table: string, condition: ReturnType<typeof sql>): Promise<number> {
  return asWorker(async (tx) => {
    const { rowCount } = await tx.execute(sql`delete from ${sql.identifier(table)} where ${condition}`);
    return rowCount ?? 0;
  });
}

function olderThan(table: string, column: string, age: number): RetentionClass['remove'] {
  return (now) => removeWhere(table, sql`${sql.identifier(column)} < ${instant(before(now, age))}`);
}

/** Nothing of a suspended organization is removed until it is resumed. */
function perOrganization(batch: (orgId: string, now: Date) => Promise<number>): RetentionClass['remove'] {
  return async (now, signal) => {
    const { rows } = await asWorker((tx) =>
      tx.execute<{ id: string }>(sql`select id from organizations where suspended_at is null`),
    );
    let removed = 0;
    for (const { id } of rows)
      for (let last = BATCH; last >= BATCH && !signal?.aborted; removed += last) last = await batch(id, now);
    return removed;
  };
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

function removeSecurityEvents(before: Date): Promise<number> {
  return removeWhere(
    'security_events',
    sql`minute < greatest(${instant(before)},
      (select minute from security_events order by minute desc offset ${SECURITY_EVENTS_MOST} limit 1))`,
  );
}
