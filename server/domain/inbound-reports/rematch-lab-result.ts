import { and, eq, gt } from 'drizzle-orm';
import { inboundReports, labResults, labResultVersions, reviewEntries } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { moveReportDocuments } from '../documents/move-report-documents';
import { DomainError } from '../../errors/domain-error';
import { notFound, readId, showId } from '../../shared/ids';
import type { RematchedResult, RematchLabResultInput } from './contract';
import { findResult, requireChart, storedLines } from '../lab-results/access';
import { insertResult } from '../lab-results/apply-report';
import { lockReportKey } from '../lab-results/file-lab-result';
import { advanceOrder, requireOrder } from '../lab-results/order-progress';
import { reopenOrder } from '../lab-results/reopen-order';
import type { ResultRow } from '../lab-results/report';
import { copyFor, MOVED_TO, voidResult, withMovedNote } from '../lab-results/void-result';
import { isVoided } from '../lab-results/voided';
import { withoutMerges } from '../patients/access';
import { addEntry } from '../reviews/access';
import { UNDO_LIMIT_SECONDS } from '../reviews/rules';
import { DECIDE } from './access';

/**
 * Moves a filed report to the right patient. At the old patient it is entered in error and visible only to
 * administrators. Signatures do not move, the old order is pending again, and later messages go to the right patient.
 * Shortly after, the user can undo it: the report moves back in the same way, without its signatures.
 * @throws DomainError `not_found`, `patient_not_found`, `invalid_state`
 */
export function rematchLabResult(ctx: Context, input: RematchLabResultInput): Promise<RematchedResult> {
  return perform(ctx, { action: 'rematch_lab_result', kind: 'write', ...DECIDE }, async (tx) => {
    await withoutMerges(tx, ctx);
    const stored = await lockResult(tx, ctx, input.id);
    const chart = await requireChart(tx, ctx, input.patient_id);
    const { patientId } = chart;
    if (patientId === stored.patientId)
      throw new DomainError('invalid_state', 'The report is already filed for this patient.');
    const origin = input.undo ? await originOf(tx, ctx, stored, patientId) : null;
    const orderId = origin ? origin.orderId : (input.order_id ?? null);
    const order = orderId ? await requireOrder(tx, ctx, orderId, patientId) : null;
    const lines = (await storedLines(tx, ctx, [stored.id])).get(stored.id)!;
    const documents = await moveReportDocuments(tx, ctx, { resultId: stored.id });
    const copy = copyFor(
      ctx,
      { row: stored, lines },
      {
        patientId,
        addressedPatientId: (origin?.row ?? order?.row ?? chart).addressedPatientId,
        notes: origin ? origin.row.notes : withMovedNote(stored.notes),
        orderId: order?.row.id ?? null,
        documentIds: stored.documentIds.flatMap((shown) => {
          const moved = documents.ids.get(readId('document', shown) ?? '');
          return moved ? [showId('document', moved)] : [];
        }),
      },
    );
    const gone = await voidResult(tx, ctx, stored, { reason: input.reason, movedTo: copy.row.id });
    await addEntry(tx, ctx, gone, 'moved_away', { note: input.reason });
    if (stored.orderId) await reopenOrder(tx, ctx, stored.orderId, stored);
    const { row } = await insertResult(tx, ctx, copy);
    await addEntry(tx, ctx, row, 'moved_here', { note: input.reason });
    const { addressedPatientId } = row;
    await documents.file({ patientId, addressedPatientId, resultId: row.id, orderId: row.orderId });
    if (order) await advanceOrder(tx, ctx, order, row, []);
    await tx
      .update(inboundReports)
      .set({
        patientId,
        addressedPatientId,
        resultId: row.id,
        orderId: row.orderId,
        decidedBy: actorName(ctx.actor),
        decidedAt: new Date(),
        reason: input.reason,
      })
      .where(and(eq(inboundReports.orgId, ctx.actor.orgId), eq(inboundReports.resultId, stored.id)));
    return {
      output: {
        id: showId('lab_result', row.id),
        patient_id: showId('patient', patientId),
        order_id: row.orderId ? showId('lab_order', row.orderId) : null,
      },
      audit: {
        objectKind: 'lab_result' as const,
        objectId: gone.id,
        patientIds: [stored.patientId, patientId],
        detail: {
          moved_to: showId('lab_result', row.id),
          version: gone.version,
          reviews_voided: stored.reviews.length,
          ...(origin ? { undone: true } : {}),
        },
      },
    };
  });
}

/** Only what the actor may see, locked against concurrent messages for the report. */
async function lockResult(tx: Tx, ctx: Context, id: string): Promise<ResultRow> {
  const seen = await findResult(tx, ctx, showId('lab_result', readId('lab_result', id) ?? notAResult()));
  await lockReportKey(tx, ctx, seen.lab.id, seen.reportKey);
  const [row] = await tx
    .select()
    .from(labResults)
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.id, seen.id)))
    .for('update');
  if (!row) throw notFound();
  if (isVoided(row)) throw new DomainError('invalid_state', 'The report was already moved.');
  return row;
}

const notAResult = (): never => {
  throw notFound();
};

const CHANGED = 'This cannot be undone. The report was signed or changed since.';
const NOT_MOVED = 'This cannot be undone. You did not move the report in the last minute.';

interface Origin {
  row: ResultRow;
  /** `ord_…` */
  orderId: string | null;
}

/**
 * The report at the patient from whom the actor has just moved it, and the order that it belonged to.
 * @param patientId UUID
 * @throws DomainError `invalid_state`
 */
async function originOf(tx: Tx, ctx: Context, stored: ResultRow, patientId: string): Promise<Origin> {
  const { orgId } = ctx.actor;
  const [entry] = await tx
    .select()
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, orgId),
        eq(reviewEntries.resultId, stored.id),
        eq(reviewEntries.act, 'moved_here'),
        eq(reviewEntries.by, actorName(ctx.actor)),
        gt(reviewEntries.at, new Date(Date.now() - UNDO_LIMIT_SECONDS * 1_000)),
      ),
    );
  const shown = showId('lab_result', stored.id);
  const voided = await tx
    .select()
    .from(labResults)
    .where(
      and(
        eq(labResults.orgId, orgId),
        eq(labResults.patientId, patientId),
        eq(labResults.status, 'entered_in_error'),
      ),
    );
  const row = voided.find(({ corrections }) =>
    corrections.at(-1)?.changes.some(({ field, to }) => field === MOVED_TO && to === shown),
  );
  if (!entry || !row) throw new DomainError('invalid_state', NOT_MOVED);
  if (stored.version > 1 || stored.reviews.length > 0) throw new DomainError('invalid_state', CHANGED);
  const [before] = await tx
    .select({ snapshot: labResultVersions.snapshot })
    .from(labResultVersions)
    .where(
      and(
        eq(labResultVersions.orgId, orgId),
        eq(labResultVersions.resultId, row.id),
        eq(labResultVersions.version, row.version - 1),
      ),
    );
  const { order_id } = before!.snapshot as { order_id: string | null };
  return { row, orderId: order_id };
}
