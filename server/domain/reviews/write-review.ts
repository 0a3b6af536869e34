import { labResults } from '../../db/schema/index';
import type { ReviewAct } from '../../data-types/review-codes';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import type { AuditFacts } from '../../shared/audit';
import { actorName, type Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { resultEvent } from '../lab-results/events';
import { addEntry, changeReport, NO_CLOCK, restoredBy, waitingFor, type ReportRow } from './access';

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

/**
 * Assigns a locked open report to a user (UUID), or with null to the group. The event announces a critical report to open
 * pages and pagers.
 */
export async function changeReviewer(
  tx: Tx,
  ctx: Context,
  row: ReportRow,
  toId: string | null,
  { act, note, undoes = false }: { act: ReviewAct; note?: string; undoes?: boolean },
): Promise<ReportRow> {
  const isChange = toId !== row.reviewerId;
  const changed = await changeReport(tx, ctx, row, { reviewerId: toId }, isChange ? 1 : 0);
  const restores = undoes ? undefined : { reviewer_id: row.reviewerId };
  await addEntry(tx, ctx, row, act, { toId, note, restores });
  if (isChange)
    await emit(
      tx,
      ctx,
      resultEvent('lab_result.reviewer_changed', changed, 0, 1, { fields: [], previousStatus: null }),
    );
  return changed;
}

/** Assigns the open reports of one user to another. @param from UUID, as `to` @returns their number */
export async function handOver(tx: Tx, ctx: Context, from: string, to: string): Promise<number> {
  const rows = await tx
    .select()
    .from(labResults)
    .where(waitingFor(ctx, from))
    .orderBy(labResults.id)
    .for('update');
  for (const row of rows) await changeReviewer(tx, ctx, row, to, { act: 'assigned' });
  return rows.length;
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
