import { sql, type SQL } from 'drizzle-orm';
import { together, type Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { lowestIdAt } from '../../shared/ids';
import type { CountExpiredDataInput, ExpiredData } from './contract';
import {
  assertPeriods,
  daysBefore,
  expiredDeliveries,
  expiredEvents,
  expiredInbound,
  expiredOutbound,
  monthsBefore,
} from './expired-data';
import { MOST_COUNTED } from './rules';

/** Numbers of rows that the next sweep would remove with these periods. @throws DomainError `validation_failed` */
export function countExpiredData(ctx: Context, input: CountExpiredDataInput): Promise<ExpiredData> {
  const operation = { action: 'count_expired_data', kind: 'read', role: 'admin', peopleOnly: true } as const;
  return perform(ctx, operation, async (tx) => {
    assertPeriods(input);
    const { orgId } = ctx.actor;
    const now = new Date();
    const years = lowestIdAt(monthsBefore(now, input.audit_retention_years * 12));
    const securityEvents = monthsBefore(now, input.security_event_months).toISOString();
    const [inbound_messages, outbound_messages, events, deliveries, security_events, audit_rows] =
      await together(
        countOf(tx, expiredInbound(orgId, monthsBefore(now, input.inbound_message_months))),
        countOf(tx, expiredOutbound(orgId, monthsBefore(now, input.outbound_message_months))),
        countOf(tx, expiredEvents(orgId, daysBefore(now, input.event_days))),
        countOf(tx, expiredDeliveries(orgId, daysBefore(now, input.delivery_days))),
        countOf(tx, sql`select 1 from security_events where minute < ${securityEvents}::timestamptz`),
        countOf(tx, sql`select 1 from audit_events where org_id = ${orgId} and id < ${years}::uuid`),
      );
    return {
      output: { inbound_messages, outbound_messages, events, deliveries, security_events, audit_rows },
      audit: { objectKind: 'organization', objectId: orgId },
    };
  });
}

async function countOf(tx: Tx, rows: SQL): Promise<number> {
  const found = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${rows} limit ${MOST_COUNTED}) expired`,
  );
  return found.rows[0]!.count;
}
