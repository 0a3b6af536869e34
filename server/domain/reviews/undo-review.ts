import { and, desc, eq, inArray } from 'drizzle-orm';
import { reviewEntries } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../act';
import { actorName, type Context } from '../context';
import { DomainError } from '../errors';
import { notFound, readId, showId } from '../ids';
import { resultEvent } from '../lab-results/events';
import { addEntry, changeReport, holdReports, SIGN, type EntryRow, type ReportRow } from './access';
import type { UndoneReviews, UndoReviewInput } from './contract';
import { inboxGroup, UNDO_SECONDS } from './rules';

/** What a press in the last second needs to arrive. */
const GRACE_MS = 5_000;

/**
 * Takes back what oneself has signed or seen some seconds ago; the report waits again as before, and a clock of a
 * critical value goes on as if it had never stopped.
 * @throws DomainError `not_found`, `invalid_state` (none of them can be taken back)
 */
export function undoReview(ctx: Context, input: UndoReviewInput): Promise<UndoneReviews> {
  return perform(ctx, { action: 'undo_review', kind: 'write', ...SIGN }, async (tx) => {
    const versions = new Map(input.reports.map(({ id, version }) => [readId('lab_result', id), version]));
    const rows = await holdReports(
      tx,
      ctx,
      [...versions.keys()].filter((id) => id !== null),
    );
    if (rows.length === 0) throw notFound();
    const output: UndoneReviews = { object: 'undone_reviews', undone: [], left_out: [] };
    for (const row of rows) {
      const entry = await lastReview(tx, ctx, row, versions.get(row.id)!);
      const id = showId('lab_result', row.id);
      if (!entry) {
        output.left_out.push({ id });
        continue;
      }
      await takeBack(tx, ctx, row, entry);
      output.undone.push({ id, patient_id: showId('patient', row.patientId) });
    }
    if (output.undone.length === 0)
      throw new DomainError(
        'invalid_state',
        'It is too late to take this back without a word. Withdraw the signature on the page of the report, and say why.',
      );
    return {
      output,
      audit: {
        objectKind: 'lab_result',
        ...(rows.length === 1 ? { objectId: rows[0]!.id } : {}),
        patientIds: rows.map(({ patientId }) => patientId),
        detail: { undone: output.undone.map(({ id }) => id), left_out: output.left_out.length },
      },
    };
  });
}

/** The actor's own word on that version, when it still stands and is fresh. */
async function lastReview(tx: Tx, ctx: Context, row: ReportRow, version: number): Promise<EntryRow | null> {
  const [entry] = await tx
    .select()
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, ctx.actor.orgId),
        eq(reviewEntries.resultId, row.id),
        eq(reviewEntries.version, version),
        eq(reviewEntries.by, actorName(ctx.actor)),
        inArray(reviewEntries.act, ['signed', 'seen', 'undone', 'withdrawn']),
      ),
    )
    .orderBy(desc(reviewEntries.id))
    .limit(1);
  const isFresh = entry && Date.now() - entry.at.getTime() <= UNDO_SECONDS * 1_000 + GRACE_MS;
  return isFresh && (entry.act === 'signed' || entry.act === 'seen') ? entry : null;
}

async function takeBack(tx: Tx, ctx: Context, row: ReportRow, entry: EntryRow): Promise<void> {
  const wasSigned = entry.act === 'signed';
  const reviews = row.reviews.filter(({ by, version }) => by !== entry.by || version !== entry.version);
  const before = entry.restores;
  const seen = wasSigned ? (before?.seen ?? null) : null;
  const after = { ...row, reviews: wasSigned ? reviews : row.reviews, seen };
  const time = (text: string | null | undefined) => (text ? new Date(text) : null);
  // A version that came meanwhile has found the value signed, and has begun no clock.
  const clock =
    inboxGroup(after) === 'critical' && row.criticalSince === null
      ? {
          criticalSince: time(before?.critical_since),
          criticalDueAt: time(before?.critical_due_at),
          criticalToldAt: time(before?.critical_told_at),
        }
      : {};
  const change = { reviews: after.reviews, seen, ...clock };
  const undone = await changeReport(tx, ctx, row, change, wasSigned ? 1 : 0);
  await addEntry(tx, ctx, { id: row.id, version: entry.version }, 'undone');
  if (wasSigned)
    await emit(
      tx,
      ctx,
      resultEvent('lab_result.updated', undone, 0, 1, { fields: ['review'], previousStatus: null }),
    );
}
