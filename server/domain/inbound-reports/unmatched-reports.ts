import { and, eq, sql } from 'drizzle-orm';
import { inboundMessages, inboundReports, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { notifyPages } from '../../events/notify-pages';
import type { Context } from '../../shared/context';
import { decidedSince } from '../../shared/decided-since';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId, showId, showIdOrNull } from '../../shared/ids';
import { COUNTED } from '../reviews/rules';
import { inViewOf } from './access';
import type { UnmatchedReport, UnmatchedReportList } from './contract';
import type { ReportState } from '../../data-types/inbound-message-codes';
import type { Why } from './filing/decide';
import { CHECKED_FIELDS, type QueueView } from './rules';
import { newerVersions } from './newer-versions';
import { personMatches, type PersonMatch } from './person-matches';
import { fateOf } from './filing/process-inbound-report';
import { stateOf } from './filing/process-message';

export interface UnmatchedReportRow {
  row: typeof inboundReports.$inferSelect;
  receivedAt: Date;
  laboratory: string;
  /** `uuid` */
  connectionId: string;
  /** Order of arrival of the messages. */
  arrival: number;
}

const columns = {
  row: inboundReports,
  receivedAt: inboundMessages.receivedAt,
  laboratory: labConnections.name,
  connectionId: labConnections.id,
  arrival: inboundMessages.position,
};

export const selectReports = (tx: Tx, ctx: Context) =>
  tx
    .select(columns)
    .from(inboundReports)
    .innerJoin(
      inboundMessages,
      and(eq(inboundMessages.orgId, ctx.actor.orgId), eq(inboundMessages.id, inboundReports.messageId)),
    )
    .innerJoin(
      labConnections,
      and(eq(labConnections.orgId, ctx.actor.orgId), eq(labConnections.id, inboundMessages.connectionId)),
    );

/** Of the views that await a decision, each up to `COUNTED` + 1. */
export async function countReports(tx: Tx, ctx: Context): Promise<UnmatchedReportList['counts']> {
  const counted = (view: QueueView) => sql<number>`(select count(*)::int from (
    select 1 from ${inboundReports} where ${inViewOf(ctx, view)} limit ${COUNTED + 1}) one)`;
  const { rows } = await tx.execute<UnmatchedReportList['counts']>(
    sql`select ${counted('open')} as open, ${counted('parked')} as parked`,
  );
  return rows[0]!;
}

/** @throws DomainError `not_found` */
export async function findReport(tx: Tx, ctx: Context, id: string): Promise<UnmatchedReportRow> {
  const [found] = await selectReports(tx, ctx).where(
    and(
      eq(inboundReports.orgId, ctx.actor.orgId),
      eq(inboundReports.id, pathId('inbound_report', id)),
      eq(inboundReports.isTest, false),
    ),
  );
  if (!found) throw notFound();
  return found;
}

const DECIDABLE: readonly ReportState[] = ['unmatched', 'conflict', 'parked'];

/**
 * Locks the report. A filed report is moved with `rematch_lab_result` instead; an older version can still be filed. A
 * rejected one must be returned first: a user who still has it open would undo the decision without knowing of it.
 * @throws DomainError `not_found`, `invalid_state`
 */
export async function lockUnmatched(
  tx: Tx,
  ctx: Context,
  id: string,
  { alsoRejected = false } = {},
): Promise<UnmatchedReportRow['row']> {
  const [row] = await tx
    .select()
    .from(inboundReports)
    .where(
      and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.id, pathId('inbound_report', id))),
    )
    .for('update');
  if (!row) throw notFound();
  if (row.isTest) throw new DomainError('invalid_state', 'Reports from test messages cannot be filed.');
  if (row.state === 'rejected') {
    if (alsoRejected) return row;
    throw await decidedSince(tx, ctx, 'The report was rejected', row.decidedBy);
  }
  if (!DECIDABLE.includes(row.state) && fateOf(row) !== 'stale')
    throw await decidedSince(tx, ctx, 'The report was filed', row.decidedBy);
  return row;
}

/** Updates the state of a message after one of its reports was decided, and notifies open pages. */
export async function refreshMessage(
  tx: Tx,
  ctx: Context,
  { id, messageId }: { id: string; messageId: string },
): Promise<void> {
  const { orgId } = ctx.actor;
  const rows = await tx
    .select({ state: inboundReports.state, outcome: inboundReports.outcome })
    .from(inboundReports)
    .where(and(eq(inboundReports.orgId, orgId), eq(inboundReports.messageId, messageId)));
  await tx
    .update(inboundMessages)
    .set({ state: stateOf(rows.map(fateOf)) })
    .where(
      and(
        eq(inboundMessages.orgId, orgId),
        eq(inboundMessages.id, messageId),
        sql`${inboundMessages.state} in ('processed', 'unmatched', 'conflict', 'stale')`,
      ),
    );
  await notifyPages(tx, ctx, 'inbound_report', id);
}

export async function presentUnmatched(
  tx: Tx,
  ctx: Context,
  found: readonly UnmatchedReportRow[],
): Promise<UnmatchedReport[]> {
  const matches = await personMatches(tx, ctx, found);
  const newer = await newerVersions(
    tx,
    ctx,
    found.filter(({ row }) => !isFiled(row)),
  );
  return found.map((one) => presentRow(one, matches.get(one.row.id), newer.get(one.row.id)));
}

/** Nothing is left to decide. */
export const isFiled = (row: UnmatchedReportRow['row']): boolean =>
  row.state === 'waiting' || fateOf(row) === 'filed';

function presentRow(
  { row, receivedAt, laboratory }: UnmatchedReportRow,
  match: PersonMatch | undefined,
  newerId: string | undefined,
): UnmatchedReport {
  const { orderer } = row;
  const { problem = null, found_by: foundBy = null, check = null } = row.why as Partial<Why>;
  const name = orderer && [orderer.given, orderer.family].filter(Boolean).join(' ');
  return {
    id: showId('inbound_report', row.id),
    object: 'inbound_report',
    state: row.state,
    stale: fateOf(row) === 'stale',
    received_at: receivedAt.toISOString(),
    laboratory,
    message_id: showId('inbound_message', row.messageId),
    family: row.family,
    given: row.given,
    birth_date: row.birthDate,
    birth_date_unread: row.birthDateUnread,
    sex: row.sex,
    mrn: row.mrn,
    orderer: name || orderer?.id || null,
    number: row.keyNumber,
    number_kind: row.keyKind,
    severity: row.severity,
    values: row.severeValues,
    problem: match ?? problem,
    found_by: foundBy,
    differs: CHECKED_FIELDS.filter((field) => check?.[field] === 'different'),
    reason: row.reason,
    newer_version_id: showIdOrNull('inbound_report', newerId ?? null),
  };
}
