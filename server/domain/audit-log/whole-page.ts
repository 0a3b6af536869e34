import { appOf, type AuditRow } from './entries';
import { wholeVisits, type VisitTrace } from './visit-rules';

/** For each line of a page; a request with more rows continues on the next page. */
const MOST_ROWS = 5;

interface WholePage {
  /** One more than `most` if there are further rows. */
  rows: AuditRow[];
  /** Rows on the page. */
  most: number;
}

/**
 * The rows of a page whose lines are requests: as many lines as its limit, because one request may have dozens of rows.
 * @param read the newest rows before an ID
 */
export async function readWholePage(
  limit: number,
  start: string | null,
  read: (before: string | null, limit: number) => Promise<AuditRow[]>,
): Promise<WholePage> {
  const mostRows = limit * MOST_ROWS;
  const rows: AuditRow[] = [];
  const requests = new Set<string>();
  while (rows.length <= mostRows) {
    const wanted = Math.min(limit, mostRows - rows.length) + 1;
    const more = await read(rows.at(-1)?.id ?? start, wanted);
    for (const row of more) {
      requests.add(`${row.requestId} ${row.actor}`);
      if (requests.size > limit) return { rows: [...rows, row], most: rows.length };
      rows.push(row);
    }
    if (more.length < wanted) break;
  }
  return { rows, most: Math.min(rows.length, mostRows) };
}

/** For each visit of a page; a visit with more rows continues on the next page. */
const MOST_ROWS_OF_VISIT = 20;
const ROWS_AT_ONCE = 100;

const traceOf = (row: AuditRow): VisitTrace => ({
  actor: JSON.stringify([row.actor, appOf(row), row.transport, row.ip]),
  at: row.at.getTime(),
});

/**
 * The rows of a page whose lines are visits (`groupByVisit`).
 * @param read the newest rows before an ID
 */
export async function readVisits(
  limit: number,
  start: string | null,
  read: (before: string | null, limit: number) => Promise<AuditRow[]>,
): Promise<WholePage> {
  const mostRows = limit * MOST_ROWS_OF_VISIT;
  const rows: AuditRow[] = [];
  for (;;) {
    const more = await read(rows.at(-1)?.id ?? start, ROWS_AT_ONCE);
    rows.push(...more);
    const isEnd = more.length < ROWS_AT_ONCE;
    const { whole, atMost, isSettled } = wholeVisits(rows.map(traceOf), limit, isEnd);
    if (!isSettled && rows.length <= mostRows) continue;
    const most = whole || Math.min(atMost, mostRows);
    return { rows: rows.slice(0, most + 1), most };
  }
}
