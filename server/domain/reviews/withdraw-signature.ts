import { emit } from '../../events/emit';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { resultEvent } from '../lab-results/events';
import { addEntry, changeReport, criticalDueAt, lockReport, WORK_INBOX, type ReportRow } from './access';
import type { ReviewedReport, WithdrawSignatureInput } from './contract';
import { presentReviewed } from './present';
import { inboxGroup } from './rules';
import { auditOfReport } from './write-review';

/**
 * Withdraws one's own signature after the undo period, with a reason. The report is open again; an unacknowledged
 * critical value gets a new timer. The history keeps both entries.
 * @throws DomainError `not_found`, `invalid_state` (no own signature in effect on that version)
 */
export function withdrawSignature(ctx: Context, input: WithdrawSignatureInput): Promise<ReviewedReport> {
  return perform(ctx, { action: 'withdraw_signature', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const row = await lockReport(tx, ctx, input.id);
    const isOwn = ({ by, version }: ReportRow['reviews'][number]) =>
      version === input.version && by === actorName(ctx.actor);
    if (!row.reviews.some(isOwn))
      throw new DomainError(
        'invalid_state',
        'You have not signed this version. Only the signer can withdraw a sign-off.',
      );
    const reviews = row.reviews.filter((review) => !isOwn(review));
    const change = { reviews, ...(await clockOf(tx, ctx, { ...row, reviews })) };
    const waiting = await changeReport(tx, ctx, row, change, 1);
    await addEntry(tx, ctx, { id: row.id, version: input.version }, 'withdrawn', { note: input.reason });
    await emit(
      tx,
      ctx,
      resultEvent('lab_result.updated', waiting, 0, 1, { fields: ['review'], previousStatus: null }),
    );
    return {
      output: presentReviewed(waiting),
      audit: auditOfReport(ctx, row, { withdrawn_version: input.version }),
    };
  });
}

async function clockOf(tx: Tx, ctx: Context, after: ReportRow): Promise<Partial<ReportRow>> {
  if (inboxGroup(after) !== 'critical' || after.criticalSince !== null) return {};
  const now = new Date();
  return { criticalSince: now, criticalDueAt: await criticalDueAt(tx, ctx, now), criticalEscalatedAt: null };
}
