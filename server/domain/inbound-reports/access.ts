import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { inboundMessages, inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import type { Operation } from '../../shared/perform';
import { showId } from '../../shared/ids';
import { isRole, REPORT_FILERS } from '../../shared/scopes';
import type { ReportState } from '../../data-types/inbound-message-codes';
import type { Why } from './filing/decide';
import { newerVersions } from './newer-versions';
import { CHECKED_FIELDS, CRITICAL_RANK, type QueueView } from './rules';

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

export interface MessageOfReport {
  /** Patient data that a user filed there despite differences; null if nothing differed. */
  sent_for:
    | (Pick<typeof inboundReports.$inferSelect, 'family' | 'given' | 'mrn'> & {
        birth_date: string | null;
        birth_date_unread: string | null;
      })
    | null;
  /** Of a newer version that is unmatched. Null for those who may not file it. */
  held_version_id: string | null;
}

/** About the newest message of a filed report (`uuid`). */
export async function messageOfReport(tx: Tx, ctx: Context, resultId: string): Promise<MessageOfReport> {
  const { orgId } = ctx.actor;
  const [found] = await tx
    .select({
      row: inboundReports,
      connectionId: inboundMessages.connectionId,
      arrival: inboundMessages.position,
    })
    .from(inboundReports)
    .innerJoin(
      inboundMessages,
      and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, inboundReports.messageId)),
    )
    .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.resultId, resultId)))
    .orderBy(desc(inboundReports.id))
    .limit(1);
  if (!found) return { sent_for: null, held_version_id: null };
  const { row } = found;
  const { check, problem } = row.why as Partial<Why>;
  const isDespite =
    (row.decidedBy !== null || problem === 'decided_before') &&
    CHECKED_FIELDS.some((field) => check?.[field] === 'different');
  const mayFile = ctx.actor.kind === 'user' && isRole(ctx.actor.role, REPORT_FILERS);
  const newer = mayFile ? (await newerVersions(tx, ctx, [found])).get(row.id) : undefined;
  return {
    sent_for: isDespite
      ? {
          family: row.family,
          given: row.given,
          birth_date: row.birthDate,
          birth_date_unread: row.birthDateUnread,
          mrn: row.mrn,
        }
      : null,
    held_version_id: newer ? showId('inbound_report', newer) : null,
  };
}
