import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showIdOrNull } from '../../shared/ids';
import { lockSubstitute } from '../people/access';
import { assertOpen, changeReviewer, lockReport, WORK_INBOX } from './access';
import type { AssignLabResultInput, ReviewedReport } from './contract';
import { presentReviewed } from './present';
import { auditOfReport } from './write-review';

/**
 * Assigns a report to oneself, another user, or with null to the group.
 * @throws DomainError `not_found`, `invalid_state` (already signed), `validation_failed` (assignee)
 */
export function assignLabResult(ctx: Context, input: AssignLabResultInput): Promise<ReviewedReport> {
  return perform(ctx, { action: 'assign_lab_result', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const row = await lockReport(tx, ctx, input.id);
    await assertOpen(tx, ctx, row);
    const toId = input.to_id === null ? null : await lockSubstitute(tx, ctx, input.to_id, '', '/to_id');
    const moved = await changeReviewer(tx, ctx, row, toId, { act: 'assigned' });
    return {
      output: presentReviewed(moved),
      audit: auditOfReport(ctx, row, { to: showIdOrNull('user', toId) }),
    };
  });
}
