import { and, eq } from 'drizzle-orm';
import { inboundReports } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { storedMessage } from '../inbound-messages/access';
import { DECIDE } from './access';
import type { ReturnedReport, ReturnReportInput } from './contract';
import { stateBefore } from './set-aside';
import { lockUnmatched, refreshMessage } from './unmatched-reports';

/**
 * Returns a report that was set aside or rejected to the state it had before.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function returnReport(ctx: Context, input: ReturnReportInput): Promise<ReturnedReport> {
  return perform(ctx, { action: 'return_report', kind: 'write', ...DECIDE }, async (tx) => {
    const row = await lockUnmatched(tx, ctx, input.id, { alsoRejected: true });
    const state = stateBefore(row);
    if (state === null)
      throw new DomainError('invalid_state', 'The report is neither set aside nor rejected.');
    // Without its content it could be neither opened nor filed.
    await storedMessage(tx, ctx, row.messageId);
    const { before: _before, ...why } = row.why;
    await tx
      .update(inboundReports)
      .set({ state, why, decidedBy: null, decidedAt: null, reason: null })
      .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.id, row.id)));
    await refreshMessage(tx, ctx, row);
    return {
      output: { id: showId('inbound_report', row.id), state },
      audit: { objectKind: 'inbound_report', objectId: row.id, detail: { state, before: row.state } },
    };
  });
}
