import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { forgetAbout } from '../drafts/access';
import { noteForm } from '../drafts/rules';
import { addEntry, lockReport, WORK_INBOX } from './access';
import type { CommentLabResultInput, ReviewedReport } from './contract';
import { presentReviewed } from './present';
import { auditOfReport } from './write-review';

/** Adds a comment for colleagues, without signing. @throws DomainError `not_found` */
export function commentLabResult(ctx: Context, input: CommentLabResultInput): Promise<ReviewedReport> {
  return perform(ctx, { action: 'comment_lab_result', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const row = await lockReport(tx, ctx, input.id);
    await addEntry(tx, ctx, row, 'commented', { note: input.note });
    await forgetAbout(tx, ctx, [row.id], [noteForm]);
    return { output: presentReviewed(row), audit: auditOfReport(ctx, row) };
  });
}
