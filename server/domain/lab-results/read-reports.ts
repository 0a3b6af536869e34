import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { readLinesOfSeveral } from './access';
import type { LabResult } from './contract';
import { addLines, presentShown, type ShownLines } from './present';
import type { ResultRow } from './report';

export interface FoundReport {
  row: ResultRow;
  /** The number of its lines. */
  lines: number;
}

// Drizzle omits table names in a select from one table, so the outer row is written as text.
export const LINE_COUNT = sql<number>`(select count(*)::int from lab_observations o where o.org_id = lab_results.org_id and o.result_id = lab_results.id)`;

/** Of a page, unless it has only one report. */
const MOST_LINES = 5_000;
const MOST_READS = 3;

interface ReportPage {
  found: FoundReport[];
  /** Number of reports on the page. */
  most: number;
  results: Map<string, LabResult>;
}

/** Reads reports and their lines, again if one of them was corrected in between. @throws DomainError `unavailable` */
export async function readReports(
  tx: Tx,
  ctx: Context,
  limit: number,
  read: () => Promise<FoundReport[]>,
): Promise<ReportPage> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    const found = await read();
    const most = mostWithin(found, limit);
    const shown = found.slice(0, most).map(({ row }) => ({ row, lines: new Map() as ShownLines }));
    const byId = new Map(shown.map((one) => [one.row.id, one]));
    let isCurrent = true;
    for await (const piece of readLinesOfSeveral(tx, ctx, found.slice(0, most)))
      for (const line of piece) {
        const { row, lines } = byId.get(line.resultId)!;
        isCurrent &&= line.version === row.version;
        addLines(lines, [line]);
      }
    if (isCurrent) {
      const results = new Map(shown.map(({ row, lines }) => [row.id, presentShown(row, lines)]));
      return { found, most, results };
    }
  }
  throw new DomainError('unavailable', 'The results are being corrected. Try again.', { retry_after: 1 });
}

function mostWithin(found: FoundReport[], limit: number): number {
  let lines = 0;
  const end = found.findIndex((one, at) => (lines += one.lines) > MOST_LINES && at > 0);
  return end === -1 ? limit : Math.min(end, limit);
}
