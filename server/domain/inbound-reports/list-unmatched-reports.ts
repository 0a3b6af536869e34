import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { ReportState } from '../../data-types/inbound-message-codes';
import type { ListUnmatchedReportsInput, UnmatchedReportList } from './contract';
import type { QueueView } from './rules';
import { openPage } from '../../shared/paging';
import { DECIDE, presentUnmatched, selectReports, type UnmatchedReportRow } from './unmatched-reports';

const STATES: Record<QueueView, ReportState[]> = {
  open: ['unmatched', 'conflict'],
  parked: ['parked'],
  rejected: ['rejected'],
};

/** Reports that need a decision, oldest first. Throws DomainError `invalid_cursor`. */
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
      const page = openPage<UnmatchedReportRow>(ctx, 'unmatched_reports', input);
      const rows = await selectReports(tx, ctx)
        .where(
          and(
            eq(inboundReports.orgId, ctx.actor.orgId),
            inArray(inboundReports.state, STATES[input.view]),
            page.after ? gt(inboundReports.id, page.after[0] as string) : undefined,
          ),
        )
        .orderBy(asc(inboundReports.id))
        .limit(page.limit + 1);
      const list = page.close(rows, ({ row }) => [row.id], presentUnmatched);
      return {
        output: list,
        audit: { objectKind: 'inbound_report', detail: { count: list.data.length } },
      };
    },
  );
}
