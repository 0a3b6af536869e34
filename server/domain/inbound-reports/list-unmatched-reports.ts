import { and, eq, inArray, sql } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { ReportState } from '../../data-types/inbound-message-codes';
import type { ListUnmatchedReportsInput, UnmatchedReportList } from './contract';
import type { QueueView } from './rules';
import { openPage } from '../../shared/paging';
import {
  DECIDE,
  presentUnmatched,
  QUEUE_ORDER,
  selectReports,
  type UnmatchedReportRow,
} from './unmatched-reports';

const STATES: Record<QueueView, ReportState[]> = {
  open: ['unmatched', 'conflict'],
  parked: ['parked'],
  rejected: ['rejected'],
};

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
      const rows = await selectReports(tx, ctx)
        .where(
          and(
            eq(inboundReports.orgId, ctx.actor.orgId),
            inArray(inboundReports.state, STATES[input.view]),
            page.after
              ? sql`(${inboundReports.queueRank}, ${inboundReports.id}) > (${page.after[0]}::int, ${page.after[1]}::uuid)`
              : undefined,
          ),
        )
        .orderBy(...QUEUE_ORDER)
        .limit(page.limit + 1);
      const list = page.close(rows, ({ row }) => [row.queueRank, row.id], presentUnmatched);
      return {
        output: list,
        audit: { objectKind: 'inbound_report', detail: { count: list.data.length } },
      };
    },
  );
}
