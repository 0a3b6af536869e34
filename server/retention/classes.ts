import { sql, type SQL } from 'drizzle-orm';
import { archiveAudit } from '../audit/archive/archive';
import { asWorker } from '../db/transaction';
import { removeQuarantinedFiles } from '../domain/documents/remove-quarantined-files';
import {
  daysBefore,
  expiredDeliveries,
  expiredEvents,
  expiredInbound,
  expiredOutbound,
  monthsBefore,
} from '../domain/organizations/expired-data';
import { NO_USER } from '../db/schema/index';

/**
 * What is deleted when. Each class is deleted in small transactions, to keep locks short. Audit rows are archived first.
 * docs/operations/retention.md has the same list for operators, and what other jobs remove.
 */
interface RetentionClass {
  /** Label of the metrics, as in `COUNTED`. */
  name: string;
  /** @returns the number of removed rows */
  remove: (now: Date, signal?: AbortSignal) => Promise<number>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Content may have 20 MB. */
const BATCH = 200;

const IDEMPOTENCY_KEPT = DAY;
/** Those that name no account. */
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
/** After their files expired. */
const EXPORTS_KEPT = 30 * DAY;
/** After receipt. */
const QUARANTINED_KEPT = 30 * DAY;

export const CLASSES: readonly RetentionClass[] = [
  {
    name: 'inbound_messages',
    remove: perOrganization(({ id, inboundMonths }, now) =>
      removeInboundContent(id, monthsBefore(now, inboundMonths), now),
    ),
  },
  {
    name: 'outbound_messages',
    remove: perOrganization(({ id, outboundMonths }, now) =>
      removeOutboundContent(id, monthsBefore(now, outboundMonths), now),
    ),
  },
  {
    name: 'deliveries',
    remove: perOrganization(({ id, deliveryDays }, now) =>
      removeDeliveries(id, daysBefore(now, deliveryDays)),
    ),
  },
  // After the deliveries, which refer to them.
  {
    name: 'events',
    remove: perOrganization(({ id, eventDays }, now) => removeEvents(id, daysBefore(now, eventDays))),
  },
  {
    name: 'quarantined_files',
    remove: perOrganization(({ id }, now) =>
      removeQuarantinedFiles(id, before(now, QUARANTINED_KEPT), BATCH),
    ),
  },
  { name: 'idempotency_records', remove: olderThan('idempotency_records', 'created_at', IDEMPOTENCY_KEPT) },
  { name: 'security_events', remove: removeSecurityEvents },
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
  { name: 'sign_on_failures', remove: olderThan('sign_on_failures', 'expires_at', 0) },
  { name: 'logout_tokens', remove: olderThan('logout_tokens', 'expires_at', 0) },
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
  // The files are gone by then.
  { name: 'exports', remove: olderThan('exports', 'expires_at', EXPORTS_KEPT) },
  // The longest, so the last.
  { name: 'audit_events', remove: (now, signal) => archiveAudit(now, signal) },
];

const before = (now: Date, age: number) => new Date(now.getTime() - age);
const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** No batches: the hourly sweep deletes an hour's worth. */
function removeWhere(table: string, condition: SQL): Promise<number> {
  return asWorker(async (tx) => {
    const { rowCount } = await tx.execute(sql`delete from ${sql.identifier(table)} where ${condition}`);
    return rowCount ?? 0;
  });
}

function olderThan(table: string, column: string, age: number): RetentionClass['remove'] {
  return (now) => removeWhere(table, sql`${sql.identifier(column)} < ${instant(before(now, age))}`);
}

interface Organization {
  id: string;
  inboundMonths: number;
  outboundMonths: number;
  eventDays: number;
  deliveryDays: number;
}

/** Nothing of a suspended organization is removed until it is resumed. */
function perOrganization(
  batch: (organization: Organization, now: Date) => Promise<number>,
): RetentionClass['remove'] {
  return async (now, signal) => {
    const { rows } = await asWorker((tx) =>
      tx.execute<Organization & Record<string, unknown>>(sql`
        select id, inbound_message_months as "inboundMonths", outbound_message_months as "outboundMonths",
          event_days as "eventDays", delivery_days as "deliveryDays"
        from organizations where suspended_at is null`),
    );
    let removed = 0;
    for (const organization of rows)
      for (let last = BATCH; last >= BATCH && !signal?.aborted; removed += last)
        last = await batch(organization, now);
    return removed;
  };
}

/**
 * The worker cannot read what it deletes. The message is locked, so that it is not processed again meanwhile. Its file
 * name may contain the name of a patient, which an erasure would no longer find.
 */
function removeInboundContent(orgId: string, before: Date, now: Date): Promise<number> {
  return asWorker(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      with expired as (${expiredInbound(orgId, before)}
        order by b.message_id limit ${BATCH} for no key update of m skip locked),
      removed as (delete from inbound_message_bytes b using expired
        where b.org_id = ${orgId} and b.message_id = expired.id returning b.message_id)
      update inbound_messages m
      set content_removed_at = ${instant(now)}, content_removal = 'retention', file_name = null
      from removed where m.org_id = ${orgId} and m.id = removed.message_id`);
    return rowCount ?? 0;
  });
}

function removeOutboundContent(orgId: string, before: Date, now: Date): Promise<number> {
  return asWorker(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      with expired as (${expiredOutbound(orgId, before)}
        order by b.message_id limit ${BATCH} for no key update of m skip locked),
      removed as (delete from outbound_message_bytes b using expired
        where b.org_id = ${orgId} and b.message_id = expired.id returning b.message_id)
      update outbound_messages m set content_removed_at = ${instant(now)}
      from removed where m.org_id = ${orgId} and m.id = removed.message_id`);
    return rowCount ?? 0;
  });
}

/** With their attempts. */
function removeDeliveries(orgId: string, before: Date): Promise<number> {
  return asWorker(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`${expiredDeliveries(orgId, before)} order by d.id limit ${BATCH} for update of d skip locked`,
    );
    if (rows.length === 0) return 0;
    const ids = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;
    await tx.execute(
      sql`delete from delivery_attempts where org_id = ${orgId} and delivery_id = any(${ids})`,
    );
    await tx.execute(sql`delete from deliveries where org_id = ${orgId} and id = any(${ids})`);
    return rows.length;
  });
}

/** Not those with a delivery, such as one that was repeated recently. */
function removeEvents(orgId: string, before: Date): Promise<number> {
  return asWorker(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from events where org_id = ${orgId} and id in (${expiredEvents(orgId, before)}
        and not exists (select 1 from deliveries d where d.org_id = e.org_id and d.event_id = e.id)
        order by e.id limit ${BATCH})`);
    return rowCount ?? 0;
  });
}

/**
 * Those that name an account are kept as long as one of the person's organizations wants. The others belong to no
 * organization. Neither can displace the other.
 */
async function removeSecurityEvents(now: Date): Promise<number> {
  const newest = (condition: SQL) =>
    sql`(select minute from security_events where ${condition} order by minute desc offset ${SECURITY_EVENTS_MOST} limit 1)`;
  const nameless = sql`user_id = ${NO_USER}`;
  const named = sql`user_id <> ${NO_USER}`;
  const kept = sql`(select max(o.security_event_months) from memberships m join organizations o on o.id = m.org_id
    where m.user_id = security_events.user_id)`;
  return (
    (await removeWhere(
      'security_events',
      sql`${nameless} and minute < greatest(${instant(before(now, SECURITY_EVENTS_KEPT))}, ${newest(nameless)})`,
    )) +
    (await removeWhere(
      'security_events',
      sql`${named} and minute < greatest(${instant(now)} - make_interval(months => coalesce(${kept}, 1)), ${newest(named)})`,
    ))
  );
}
