import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { inboundMessages, inboundReports } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { assertAllowed } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId, showIdOrNull } from '../../shared/ids';
import type { MatchedReport, MatchReportInput } from './contract';
import { systemContext } from '../../shared/system-actor';
import { fileBySize, processBySize } from './worker-threads/run-by-size';
import { fileUnmatchedReport, MATCH } from './file-unmatched-report';
import type { UnmatchedReportRow } from './unmatched-reports';

/**
 * Files an unmatched report for the patient a user chose. Later versions follow automatically.
 * @throws DomainError `not_found`, `invalid_state`, `patient_not_found`, `validation_failed` (a reason is required, the
 * order belongs to another patient)
 */
export async function matchReport(ctx: Context, input: MatchReportInput): Promise<MatchedReport> {
  assertAllowed(ctx, MATCH);
  const { found, resultId } = await fileBySize(ctx, input, () => fileUnmatchedReport(ctx, input));
  return {
    id: showId('inbound_report', found.row.id),
    result_id: showIdOrNull('lab_result', resultId),
    also_filed: resultId ? await followUp(ctx, found) : 0,
  };
}

/** Processes other unmatched versions of the report, to which the same decision applies. Returns how many. */
async function followUp(ctx: Context, { row, connectionId }: UnmatchedReportRow): Promise<number> {
  const { orgId } = ctx.actor;
  if (row.keyKind === null || row.keyNumber === null) return 0;
  const unmatched = and(
    eq(inboundReports.orgId, orgId),
    eq(inboundReports.keyKind, row.keyKind),
    eq(inboundReports.keyNumber, row.keyNumber),
    inArray(inboundReports.state, ['unmatched', 'conflict']),
    ne(inboundReports.id, row.id),
  );
  const others = () =>
    withTenant(orgId, (tx) =>
      tx
        .selectDistinct({ id: inboundMessages.id, position: inboundMessages.position })
        .from(inboundReports)
        .innerJoin(
          inboundMessages,
          and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, inboundReports.messageId)),
        )
        .where(and(unmatched, eq(inboundMessages.connectionId, connectionId)))
        .orderBy(asc(inboundMessages.position))
        .limit(50),
    );
  const before = await others();
  const system = { ...systemContext(orgId, 'system'), requestId: ctx.requestId };
  for (const { id } of before) await processBySize(system, id);
  return before.length - (await others()).length;
}
