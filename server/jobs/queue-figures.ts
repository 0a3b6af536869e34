import { queryNamed, type NamedStatement } from '../db/prepared';
import { asWorker, together } from '../db/transaction';

/**
 * Depth and age of every queue, for the metrics: one index walk each, and at most 2,000 rows of each webhook,
 * connection or timer are counted. Omits suspended organizations, disabled webhooks and paused connections.
 */

export const QUEUES = [
  'webhook_deliveries',
  'inbound_messages',
  'outbound_messages',
  'document_scans',
  'critical_results',
  'overdue_orders',
] as const;
type Queue = (typeof QUEUES)[number];

interface QueueFigures {
  /** Can be taken now. */
  due: number;
  /** Has its next attempt, or its deadline, in the future. */
  later: number;
  /** Taken by a process; null where the queue does not tell it from `later`. */
  leased: number | null;
  /** Since when the oldest could have been taken; null without one. */
  oldestAt: Date | null;
}

export async function listQueueFigures(now: Date): Promise<Record<Queue, QueueFigures>> {
  const found = await asWorker((tx) =>
    together(...QUEUES.map((queue) => queryNamed<QueueFigures>(tx, STATEMENTS[queue], [now]))),
  );
  return Object.fromEntries(QUEUES.map((queue, at) => [queue, found[at]![0]!])) as Record<
    Queue,
    QueueFigures
  >;
}

const STATEMENTS: Record<Queue, NamedStatement> = {
  // The backlog of a receiver that fails is not this service's delay.
  webhook_deliveries: {
    name: 'figures_webhook_deliveries',
    text: `
    with recursive hooks as (
      (select org_id, webhook_id from deliveries where status in ('pending', 'failed') order by org_id, webhook_id limit 1)
      union all
      select n.org_id, n.webhook_id from hooks h cross join lateral (
        select d.org_id, d.webhook_id from deliveries d
        where d.status in ('pending', 'failed') and (d.org_id, d.webhook_id) > (h.org_id, h.webhook_id)
        order by d.org_id, d.webhook_id limit 1) n
    )
    select coalesce(sum(q.due), 0)::int as due, coalesce(sum(q.later), 0)::int as later,
      coalesce(sum(q.leased), 0)::int as leased, min(q.oldest) filter (where w.status <> 'failing') as "oldestAt"
    from hooks h
    join organizations o on o.id = h.org_id and o.suspended_at is null
    join webhooks w on w.org_id = h.org_id and w.id = h.webhook_id and w.enabled and w.deleted_at is null
    cross join lateral (
      select count(*) filter (where not x.is_leased and x.next_attempt_at <= $1::timestamptz) as due,
        count(*) filter (where not x.is_leased and x.next_attempt_at > $1::timestamptz) as later,
        count(*) filter (where x.is_leased) as leased,
        min(x.next_attempt_at) filter (where not x.is_leased and x.next_attempt_at <= $1::timestamptz) as oldest
      from (
        select d.next_attempt_at, coalesce(d.lease_until > $1::timestamptz, false) as is_leased from deliveries d
        where d.org_id = h.org_id and d.webhook_id = h.webhook_id and d.status in ('pending', 'failed')
        order by d.next_attempt_at limit 2000) x) q`,
  },
  inbound_messages: {
    name: 'figures_inbound_messages',
    text: `
    with recursive connections as (
      (select org_id, connection_id from inbound_messages where state = 'received' order by org_id, connection_id limit 1)
      union all
      select n.org_id, n.connection_id from connections c cross join lateral (
        select m.org_id, m.connection_id from inbound_messages m
        where m.state = 'received' and (m.org_id, m.connection_id) > (c.org_id, c.connection_id)
        order by m.org_id, m.connection_id limit 1) n
    )
    select coalesce(sum(q.due), 0)::int as due, coalesce(sum(q.later), 0)::int as later,
      coalesce(sum(q.leased), 0)::int as leased, min(q.oldest) as "oldestAt"
    from connections c
    join organizations o on o.id = c.org_id and o.suspended_at is null
    cross join lateral (
      select count(*) filter (where not x.is_leased and not x.is_later) as due,
        count(*) filter (where not x.is_leased and x.is_later) as later,
        count(*) filter (where x.is_leased) as leased, min(x.received_at) as oldest
      from (
        select m.received_at, coalesce(m.lease_until > $1::timestamptz, false) as is_leased,
          coalesce(m.next_try_at > $1::timestamptz, false) as is_later
        from inbound_messages m
        where m.org_id = c.org_id and m.connection_id = c.connection_id and m.state = 'received'
        order by m."position" limit 2000) x) q`,
  },
  outbound_messages: {
    name: 'figures_outbound_messages',
    text: `
    select coalesce(sum(q.due), 0)::int as due, coalesce(sum(q.later), 0)::int as later,
      coalesce(sum(q.leased), 0)::int as leased, min(q.oldest) as "oldestAt"
    from order_destinations d
    join organizations o on o.id = d.org_id and o.suspended_at is null
    cross join lateral (
      select count(*) filter (where not x.is_leased and not x.is_later) as due,
        count(*) filter (where not x.is_leased and x.is_later) as later,
        count(*) filter (where x.is_leased) as leased, min(x.created_at) as oldest
      from (
        -- A process leases the destination and sends its first message.
        select m.created_at, coalesce(m.next_attempt_at > $1::timestamptz, false) as is_later,
          coalesce(d.lease_until > $1::timestamptz, false) and row_number() over (order by m."position") = 1 as is_leased
        from outbound_messages m
        where m.org_id = d.org_id and m.connection_id = d.connection_id and m.status = 'queued'
        order by m."position" limit 2000) x) q
    where not d.paused`,
  },
  document_scans: {
    name: 'figures_document_scans',
    text: `
    select (count(*) filter (where x.at <= $1::timestamptz))::int as due,
      (count(*) filter (where x.at > $1::timestamptz))::int as later, null::int as leased,
      min(x.at) filter (where x.at <= $1::timestamptz) as "oldestAt"
    from (select scan_due_at as at from documents where scan_due_at is not null order by scan_due_at limit 2000) x`,
  },
  critical_results: {
    name: 'figures_critical_results',
    text: `
    select (count(*) filter (where x.at <= $1::timestamptz))::int as due,
      (count(*) filter (where x.at > $1::timestamptz))::int as later, null::int as leased,
      min(x.at) filter (where x.at <= $1::timestamptz) as "oldestAt"
    from (
      select critical_due_at as at from lab_results where critical_due_at is not null
      order by critical_due_at limit 2000) x`,
  },
  overdue_orders: {
    name: 'figures_overdue_orders',
    text: `
    select (count(*) filter (where x.at <= $1::timestamptz))::int as due,
      (count(*) filter (where x.at > $1::timestamptz))::int as later, null::int as leased,
      min(x.at) filter (where x.at <= $1::timestamptz) as "oldestAt"
    from (
      select overdue_due_at as at from lab_orders
      where overdue_due_at is not null and status not in ('completed', 'cancelled', 'rejected')
      order by overdue_due_at limit 2000) x`,
  },
};
