import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { auditEvents, organizations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { idTime, lowestIdAt } from '../../shared/ids';
import type { AuditRow } from './entries';

interface Range {
  orgId: string;
  /** Rows with IDs below this only; null for all. */
  before: string | null;
  since?: string | undefined;
  until?: string | undefined;
}

/** `start` ≤ ID < `end` */
interface Period {
  start: string;
  end: string;
}

const DAY = 86_400_000;
/** No row is newer, and none is older than its organization by more (policy `audit_events_insert`). */
const MOST_APART = 31 * DAY;

/**
 * Divides the range, the latest period first: two months, then four times as much each time. A search that ends early
 * uses the partitions of few months, and PostgreSQL plans it for those only.
 */
export async function* periodsOf(tx: Tx, { orgId, before, since, until }: Range): AsyncGenerator<Period> {
  const [organization] = await tx
    .select({ createdAt: organizations.createdAt })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!organization) return;
  const oldest = lowestIdAt(
    new Date(Math.max(organization.createdAt.getTime() - MOST_APART, since ? Date.parse(since) : 0)),
  );
  const ends = [new Date(Date.now() + MOST_APART), ...(until ? [new Date(until)] : [])].map(lowestIdAt);
  let end = [...ends, ...(before ? [before] : [])].sort()[0]!;
  for (let days = 62; end > oldest; days *= 4) {
    const start = lowestIdAt(new Date(idTime(end).getTime() - days * DAY));
    yield { start: start > oldest ? start : oldest, end };
    end = start;
  }
}

/** The newest rows of an organization that fulfill the conditions. */
export async function readNewestRows(
  tx: Tx,
  range: Range,
  conditions: readonly (SQL | undefined)[],
  limit: number,
): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for await (const { start, end } of periodsOf(tx, range)) {
    rows.push(
      ...(await tx
        .select()
        .from(auditEvents)
        .where(
          and(
            eq(auditEvents.orgId, range.orgId),
            gte(auditEvents.id, start),
            lt(auditEvents.id, end),
            ...conditions,
          ),
        )
        .orderBy(desc(auditEvents.id))
        .limit(limit - rows.length)),
    );
    if (rows.length >= limit) break;
  }
  return rows;
}
