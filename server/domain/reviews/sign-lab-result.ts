import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { forgetAbout } from '../drafts/access';
import { DomainError } from '../../errors/domain-error';
import { answeredBefore, assertNewest, assertNote, assertOpen, lockReport, WORK_INBOX } from './access';
import type { ReviewedReport, SignLabResultInput } from './contract';
import { presentReviewed } from './present';
import { mayOnlyBeSeen } from './rules';
import { auditOfReport, writeReview } from './write-review';

/**
 * Signs the version that was read, which removes the report from all inboxes. A version is signed once; only a retry of
 * the same request gets the first response.
 * @throws DomainError `not_found`, `invalid_state` (newer version, already signed, preliminary), `validation_failed` (a
 * critical report without a note)
 */
export function signLabResult(ctx: Context, input: SignLabResultInput): Promise<ReviewedReport> {
  return perform(ctx, { action: 'sign_lab_result', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const row = await lockReport(tx, ctx, input.id);
    assertNewest(row, input.version);
    if ((await answeredBefore(tx, ctx, [row], input.idempotency_key)).has(row.id))
      return { output: presentReviewed(row), audit: auditOfReport(ctx, row, { repeated: true }) };
    await assertOpen(tx, ctx, row);
    if (mayOnlyBeSeen(row.status))
      throw new DomainError('invalid_state', 'A preliminary report cannot be signed. Mark it as seen.');
    assertNote(row, input.note);
    const signed = await writeReview(tx, ctx, row, input.note, input.idempotency_key);
    await forgetAbout(tx, ctx, [row.id]);
    return { output: presentReviewed(signed), audit: auditOfReport(ctx, row) };
  });
}
