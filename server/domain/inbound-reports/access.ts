import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import type { Operation } from '../../shared/perform';
import { showId } from '../../shared/ids';
import { isRole, REPORT_FILERS } from '../../shared/scopes';
import type { ReportState } from '../../data-types/inbound-message-codes';
import { CRITICAL_RANK, type QueueView } from './rules';

/** Reading and filing unmatched reports. */
export const DECIDE = {
  scope: 'labs:read',
  role: REPORT_FILERS,
  peopleOnly: true,
} as const satisfies Partial<Operation<unknown>>;

const STATES: Record<QueueView, ReportState[]> = {
  open: ['unmatched', 'conflict'],
  parked: ['parked'],
  rejected: ['rejected'],
};

/** Critical reports first, then the oldest. */
export const QUEUE_ORDER = [asc(inboundReports.queueRank), asc(inboundReports.id)];

export const inViewOf = (ctx: Context, ...views: QueueView[]): SQL | undefined =>
  and(
    eq(inboundReports.orgId, ctx.actor.orgId),
    inArray(
      inboundReports.state,
      views.flatMap((view) => STATES[view]),
    ),
  );

/** Critical reports that are in no chart, also those that were set aside. */
export const isUnmatchedCritical = (ctx: Context): SQL | undefined =>
  and(inViewOf(ctx, 'open', 'parked'), eq(inboundReports.queueRank, CRITICAL_RANK));

const MOST_NAMED = 5;

/** Open reports with the number of an order, the first ones of the queue. Empty for those who may not file them. */
export async function openReportsOf(tx: Tx, ctx: Context, orderNumber: string): Promise<string[]> {
  if (ctx.actor.kind !== 'user' || !isRole(ctx.actor.role, REPORT_FILERS)) return [];
  const rows = await tx
    .select({ id: inboundReports.id })
    .from(inboundReports)
    .where(
      and(
        inViewOf(ctx, 'open'),
        eq(inboundReports.keyKind, 'placer'),
        eq(inboundReports.keyNumber, orderNumber),
      ),
    )
    .orderBy(...QUEUE_ORDER)
    .limit(MOST_NAMED);
  return rows.map(({ id }) => showId('inbound_report', id));
}
