import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import type { AuditFacts } from '../../shared/audit';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { resultEvent } from '../lab-results/events';
import { addEntry, changeReport, NO_CLOCK, restoredBy, type ReportRow } from './access';

/** Writes review, history entry and event for a locked and checked report. */
export async function writeReview(
  tx: Tx,
  ctx: Context,
  row: ReportRow,
  note: string | undefined,
  key: string | undefined,
): Promise<ReportRow> {
  const at = new Date();
  const review = {
    by: actorName(ctx.actor),
    at: at.toISOString(),
    version: row.version,
    comment: note ?? null,
  };
  const change = { reviews: [...row.reviews, review], seen: null, ...NO_CLOCK };
  const signed = await changeReport(tx, ctx, row, change, 1);
  await addEntry(tx, ctx, row, 'signed', { at, note, restores: restoredBy(row), key });
  await emit(
    tx,
    ctx,
    resultEvent('lab_result.reviewed', signed, 0, 1, { fields: ['review'], previousStatus: null }),
  );
  return signed;
}

/** Records for whom the user acted. */
export const auditOfReport = (
  ctx: Context,
  row: ReportRow,
  detail: Record<string, unknown> = {},
): AuditFacts => ({
  objectKind: 'lab_result',
  objectId: row.id,
  patientIds: [row.patientId],
  detail: {
    version: row.version,
    ...(row.reviewerId !== null && row.reviewerId !== ctx.actor.id
      ? { on_behalf_of: showId('user', row.reviewerId) }
      : {}),
    ...detail,
  },
});
