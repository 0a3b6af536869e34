import { and, sql } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { together } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DECIDE, inViewOf, QUEUE_ORDER } from './access';
import type { ListUnmatchedReportsInput, UnmatchedReportList } from './contract';
import { openPage } from '../../shared/paging';
import { countReports, presentUnmatched, selectReports, type UnmatchedReportRow } from './unmatched-reports';

/** Reports that need a decision, critical ones first, then the oldest. Throws DomainError `invalid_cursor`. */
export function listUnmatchedReports(
  ctx: Context,
  input: ListUnmatchedReportsInput,
): Promise<UnmatchedReportList> {
  return perform(
    ctx,
    {
      action: 'list_unmatched_reports',
      kind: 'list',
      ...DECIDE,
    },
    async (tx) => {
      const page = openPage<UnmatchedReportRow>(ctx, 'unmatched_reports_by_rank', input);
      const listed = selectReports(tx, ctx)
        .where(
          and(
            inViewOf(ctx, input.view),
            page.after
              ? sql`(${inboundReports.queueRank}, ${inboundReports.id}) > (${page.after[0]}::int, ${page.after[1]}::uuid)`
              : undefined,
          ),
        )
        .orderBy(...QUEUE_ORDER)
        .limit(page.limit + 1);
      const [rows, counts] = await together(listed, countReports(tx, ctx));
      const list = page.close(
        rows,
        ({ row }) => [row.queueRank, row.id],
        (row) => row,
      );
      const data = await presentUnmatched(tx, ctx, list.data);
      return {
        output: { ...list, data, counts },
        audit: { objectKind: 'inbound_report', detail: { count: list.data.length } },
      };
    },
  );
}
