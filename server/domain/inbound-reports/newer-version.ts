import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { inboundMessages, inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { NormalReport } from '../../hl7v2/normal-message';
import { readInbound, type InboundMessage } from './filing/read-inbound';
import type { UnmatchedReportRow } from './unmatched-reports';

/** Each is parsed from its message. */
const MOST_READ = 5;

/** The newest version (`rpt_…`) of a report that is not filed, if it is another one and awaits a decision as well. */
export async function newerVersion(
  tx: Tx,
  ctx: Context,
  { row, connectionId }: UnmatchedReportRow,
  own: InboundMessage,
): Promise<string | null> {
  if (row.keyKind === null || row.keyNumber === null) return null;
  const { orgId } = ctx.actor;
  const others = await tx
    .select({
      id: inboundReports.id,
      messageId: inboundReports.messageId,
      position: inboundReports.position,
    })
    .from(inboundReports)
    .innerJoin(
      inboundMessages,
      and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, inboundReports.messageId)),
    )
    .where(
      and(
        eq(inboundReports.orgId, orgId),
        inArray(inboundReports.state, ['unmatched', 'conflict', 'parked']),
        eq(inboundReports.keyKind, row.keyKind),
        eq(inboundReports.keyNumber, row.keyNumber),
        ne(inboundReports.messageId, row.messageId),
        eq(inboundMessages.connectionId, connectionId),
        isNull(inboundMessages.contentRemovedAt),
      ),
    )
    .orderBy(desc(inboundMessages.position))
    .limit(MOST_READ);
  let newest = versionIn(own, row.position);
  let found: string | null = null;
  for (const { id, messageId, position } of others) {
    const other = versionIn(await readInbound(tx, ctx, messageId), position);
    if (!isSameReport(newest.report, other.report) || !isNewer(other, newest)) continue;
    newest = other;
    found = showId('inbound_report', id);
  }
  return found;
}

interface Version {
  report: NormalReport;
  /** In ms; null if unknown. */
  reportedAt: number | null;
  arrival: number;
}

function versionIn({ normal, source }: InboundMessage, position: number): Version {
  const report = normal.reports[position]!;
  const reported = report.reported_at ?? source.sentAt;
  return { report, reportedAt: reported && Date.parse(reported.at), arrival: source.arrival };
}

/** Messages may arrive in another order than their reports were made. */
const isNewer = (one: Version, other: Version): boolean =>
  one.reportedAt === null || other.reportedAt === null || one.reportedAt === other.reportedAt
    ? one.arrival > other.arrival
    : one.reportedAt > other.reportedAt;

/** A standing order has the same placer number for each draw, with another filler number. */
const isSameReport = (one: NormalReport, other: NormalReport): boolean =>
  one.key?.kind !== 'placer' ||
  one.filler_number === null ||
  other.filler_number === null ||
  one.filler_number === other.filler_number;
