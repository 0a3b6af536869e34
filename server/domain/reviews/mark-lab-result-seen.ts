import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { forgetAbout } from '../drafts/access';
import { DomainError } from '../../errors/domain-error';
import {
  addEntry,
  answeredBefore,
  assertNewest,
  assertNote,
  assertOpen,
  changeReport,
  lockReport,
  NO_CLOCK,
  restoredBy,
  reviewedBy,
  WORK_INBOX,
} from './access';
import type { ReviewedReport, SignLabResultInput } from './contract';
import { presentReviewed } from './present';
import { mayOnlyBeSeen } from './rules';
import { auditOfReport } from './write-review';

/**
 * Marks a preliminary report as viewed. It moves to the end of the inbox until the laboratory completes it. This is not
 * a signature: the report remains unreviewed.
 * @throws DomainError `not_found`, `invalid_state` (newer version, not preliminary), `validation_failed`
 */
export function markLabResultSeen(ctx: Context, input: SignLabResultInput): Promise<ReviewedReport> {
  return perform(ctx, { action: 'mark_lab_result_seen', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const row = await lockReport(tx, ctx, input.id);
    assertNewest(row, input.version);
    await assertOpen(tx, ctx, row);
    if (!mayOnlyBeSeen(row.status))
      throw new DomainError(
        'invalid_state',
        'Only a preliminary report can be marked as seen. Sign this report.',
      );
    if ((await answeredBefore(tx, ctx, [row], input.idempotency_key)).has(row.id))
      return { output: presentReviewed(row), audit: auditOfReport(ctx, row, { repeated: true }) };
    if (row.seen?.version === row.version)
      throw new DomainError(
        'invalid_state',
        'This version is already marked as seen.',
        await reviewedBy(tx, ctx, row),
      );
    assertNote(row, input.note);
    const at = new Date();
    const seen = {
      by: actorName(ctx.actor),
      at: at.toISOString(),
      version: row.version,
      comment: input.note ?? null,
    };
    const noted = await changeReport(tx, ctx, row, { seen, ...NO_CLOCK }, 0);
    await addEntry(tx, ctx, row, 'seen', {
      at,
      note: input.note,
      restores: restoredBy(row),
      key: input.idempotency_key,
    });
    await forgetAbout(tx, ctx, [row.id]);
    return { output: presentReviewed(noted), audit: auditOfReport(ctx, row) };
  });
}
