import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { forgetAbout } from '../drafts/access';
import { forwardForm } from '../drafts/rules';
import { showId } from '../../shared/ids';
import { lockSubstitute } from '../people/access';
import { assertOpen, changeReviewer, lockReport, WORK_INBOX } from './access';
import type { ForwardLabResultInput, ReviewedReport } from './contract';
import { presentReviewed } from './present';
import { auditOfReport } from './write-review';

/**
 * Reassigns a report to a colleague, with a comment. The timer of a critical value continues.
 * @throws DomainError `not_found`, `invalid_state` (already signed), `validation_failed` (assignee)
 */
export function forwardLabResult(ctx: Context, input: ForwardLabResultInput): Promise<ReviewedReport> {
  return perform(ctx, { action: 'forward_lab_result', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const row = await lockReport(tx, ctx, input.id);
    await assertOpen(tx, ctx, row);
    const toId = await lockSubstitute(tx, ctx, input.to_id, ctx.actor.id ?? '', '/to_id');
    const moved = await changeReviewer(tx, ctx, row, toId, { act: 'forwarded', note: input.note });
    await forgetAbout(tx, ctx, [row.id], [forwardForm]);
    return {
      output: presentReviewed(moved),
      audit: auditOfReport(ctx, row, { to: showId('user', toId) }),
    };
  });
}
