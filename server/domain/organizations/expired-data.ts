import { sql, type SQL } from 'drizzle-orm';
import { fieldError } from '../../errors/domain-error';
import { lowestIdAt } from '../../shared/ids';
import type { CountExpiredDataInput } from './contract';
import { DELIVERIES_TOO_LONG } from './rules';

/**
 * What an organization no longer keeps, as queries of its rows. Counted before a period is shortened, and removed by
 * `server/retention`. IDs contain their creation time, so primary keys are the indexes for age.
 */

/** @throws DomainError `validation_failed` */
export function assertPeriods({
  delivery_days,
  event_days,
}: Pick<CountExpiredDataInput, 'delivery_days' | 'event_days'>): void {
  if (delivery_days > event_days) throw fieldError('/delivery_days', 'out_of_range', DELIVERIES_TOO_LONG);
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** The same day of an earlier month, or its last day. */
export function monthsBefore(now: Date, months: number): Date {
  const at = new Date(now);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - months);
  const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(now.getUTCDate(), days));
  return at;
}

export const expiredEvents = (orgId: string, before: Date): SQL => sql`
  select e.id from events e where e.org_id = ${orgId} and e.id < ${lowestIdAt(before)}::uuid`;

/**
 * Content of messages from laboratories and hospitals, unless a person may still have to decide. Stale reports are kept,
 * because they can be filed as the newest version, and notices whose document has not arrived, because they apply to it.
 */
export const expiredInbound = (orgId: string, before: Date): SQL => sql`
  select m.id from inbound_message_bytes b join inbound_messages m on m.org_id = b.org_id and m.id = b.message_id
  where b.org_id = ${orgId} and b.message_id < ${lowestIdAt(before)}::uuid
    and m.state in ('processed', 'test', 'stale', 'duplicate', 'rejected', 'error')
    and not exists (select 1 from inbound_reports r where r.org_id = b.org_id and r.message_id = b.message_id
      and (m.state = 'stale' or r.state in ('waiting', 'unmatched', 'conflict', 'parked')))
    and not exists (select 1 from inbound_documents d where d.org_id = b.org_id and d.message_id = b.message_id
      and (d.state in ('unmatched', 'conflict', 'unreadable') or d.problem = 'document_unknown'))
    and not exists (select 1 from inbound_patient_updates u where u.org_id = b.org_id and u.message_id = b.message_id
      and u.state in ('unmatched', 'conflict'))`;

/** Content of messages to laboratories, unless the order still needs an answer or may be sent again. */
export const expiredOutbound = (orgId: string, before: Date): SQL => sql`
  select m.id from outbound_message_bytes b join outbound_messages m on m.org_id = b.org_id and m.id = b.message_id
    join lab_orders o on o.org_id = m.org_id and o.id = m.order_id
  where b.org_id = ${orgId} and b.message_id < ${lowestIdAt(before)}::uuid
    and (m.status in ('accepted', 'rejected', 'withdrawn')
      or m.status in ('sent', 'failed') and o.status in ('completed', 'cancelled'))`;

/** A delivery that is still to be sent is kept. */
export const expiredDeliveries = (orgId: string, before: Date): SQL => sql`
  select d.id from deliveries d
  where d.org_id = ${orgId} and d.id < ${lowestIdAt(before)}::uuid
    and (d.status not in ('pending', 'failed') or not exists (
      select 1 from webhooks w
      where w.org_id = d.org_id and w.id = d.webhook_id and w.enabled and w.deleted_at is null))`;
