import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { inboundMessages, inboundReports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';

/** Of all reports together. */
const MOST_READ = 500;

type Report = Pick<
  typeof inboundReports.$inferSelect,
  'id' | 'messageId' | 'keyKind' | 'keyNumber' | 'fillerNumber' | 'reportedAt'
>;
interface Arrived {
  connectionId: string;
  arrival: number;
}
type Version = Report & Arrived;

/**
 * By report (`uuid`): its newest version (`uuid`), if that is another report and awaits a decision as well. Those that
 * version 0.1.0 received are ordered by arrival.
 */
export async function newerVersions(
  tx: Tx,
  ctx: Context,
  found: readonly ({ row: Report } & Arrived)[],
): Promise<ReadonlyMap<string, string>> {
  const { orgId } = ctx.actor;
  const numbers = [...new Set(found.flatMap(({ row }) => row.keyNumber ?? []))];
  if (numbers.length === 0) return new Map();
  const waiting = await tx
    .select({
      id: inboundReports.id,
      messageId: inboundReports.messageId,
      keyKind: inboundReports.keyKind,
      keyNumber: inboundReports.keyNumber,
      fillerNumber: inboundReports.fillerNumber,
      reportedAt: inboundReports.reportedAt,
      connectionId: inboundMessages.connectionId,
      arrival: inboundMessages.position,
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
        inArray(inboundReports.keyNumber, numbers),
        isNull(inboundMessages.contentRemovedAt),
      ),
    )
    .orderBy(desc(inboundMessages.position))
    .limit(MOST_READ);
  return new Map(
    found.flatMap(({ row, connectionId, arrival }) => {
      const own: Version = { ...row, connectionId, arrival };
      const newest = waiting
        .filter((other) => isSameReport(own, other))
        .reduce((newest, other) => (isNewer(other, newest) ? other : newest), own);
      return newest.id === own.id ? [] : [[own.id, newest.id] as const];
    }),
  );
}

/** Messages may arrive in another order than their reports were made. */
const isNewer = (one: Version, other: Version): boolean => {
  const times = [one.reportedAt?.getTime(), other.reportedAt?.getTime()] as const;
  return times[0] === undefined || times[1] === undefined || times[0] === times[1]
    ? one.arrival > other.arrival
    : times[0] > times[1];
};

/** A standing order has the same placer number for each draw, with another filler number. */
const isSameReport = (one: Version, other: Version): boolean =>
  one.messageId !== other.messageId &&
  one.connectionId === other.connectionId &&
  one.keyKind === other.keyKind &&
  one.keyNumber === other.keyNumber &&
  (one.keyKind !== 'placer' ||
    one.fillerNumber === null ||
    other.fillerNumber === null ||
    one.fillerNumber === other.fillerNumber);
