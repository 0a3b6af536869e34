import { and, desc, eq, inArray } from 'drizzle-orm';
import { reviewEntries } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, readId, showId } from '../../shared/ids';
import { resultEvent } from '../lab-results/events';
import {
  addEntry,
  ASSIGNING,
  changeReport,
  changeReviewer,
  lockReports,
  WORK_INBOX,
  type EntryRow,
  type ReportRow,
} from './access';
import type { UndoneReviews, UndoReviewInput } from './contract';
import { inboxGroup, UNDO_LIMIT_SECONDS } from './rules';
import type { ReviewAct } from '../../data-types/review-codes';

/**
 * Undoes the user's own action of the last minute: a signature, a view or an assignment. The report is open as before,
 * and the timer of a critical value continues as if it had never stopped.
 * @throws DomainError `not_found`, `invalid_state` (none of them can be undone)
 */
export function undoReview(ctx: Context, input: UndoReviewInput): Promise<UndoneReviews> {
  return perform(ctx, { action: 'undo_review', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const versions = new Map(input.reports.map(({ id, version }) => [readId('lab_result', id), version]));
    const rows = await lockReports(
      tx,
      ctx,
      [...versions.keys()].filter((id) => id !== null),
    );
    if (rows.length === 0) throw notFound();
    const output: UndoneReviews = { object: 'undone_reviews', undone: [], left_out: [] };
    for (const row of rows) {
      const id = showId('lab_result', row.id);
      if (await takeBackLast(tx, ctx, row, versions.get(row.id)!))
        output.undone.push({ id, patient_id: showId('patient', row.patientId) });
      else output.left_out.push({ id });
    }
    if (output.undone.length === 0)
      throw new DomainError(
        'invalid_state',
        'This can no longer be undone. Withdraw your sign-off or assign the report again.',
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

const OWN: readonly ReviewAct[] = ['signed', 'seen', 'undone', 'withdrawn', ...ASSIGNING];

/** Undoes the actor's own last action on the version, if it is recent and in effect. @returns whether there was one */
async function takeBackLast(tx: Tx, ctx: Context, row: ReportRow, version: number): Promise<boolean> {
  const [entry] = await tx
    .select()
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, ctx.actor.orgId),
        eq(reviewEntries.resultId, row.id),
        eq(reviewEntries.version, version),
        eq(reviewEntries.by, actorName(ctx.actor)),
        inArray(reviewEntries.act, [...OWN]),
      ),
    )
    .orderBy(desc(reviewEntries.id))
    .limit(1);
  const isFresh = entry && Date.now() - entry.at.getTime() <= UNDO_LIMIT_SECONDS * 1_000;
  if (!isFresh) return false;
  if (entry.act === 'signed' || entry.act === 'seen') {
    await takeBackReview(tx, ctx, row, entry);
    return true;
  }
  return (entry.act === 'forwarded' || entry.act === 'assigned') && takeBackAssignment(tx, ctx, row, entry);
}

/** Only if no one has signed or assigned the report since. */
async function takeBackAssignment(tx: Tx, ctx: Context, row: ReportRow, entry: EntryRow): Promise<boolean> {
  const [latest] = await tx
    .select({ id: reviewEntries.id })
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, ctx.actor.orgId),
        eq(reviewEntries.resultId, row.id),
        inArray(reviewEntries.act, [...ASSIGNING]),
      ),
    )
    .orderBy(desc(reviewEntries.id))
    .limit(1);
  const before = entry.restores;
  if (latest?.id !== entry.id || row.inboxRank === null || !before || !('reviewer_id' in before))
    return false;
  await changeReviewer(tx, ctx, row, before.reviewer_id, { act: 'assignment_undone', undoes: true });
  return true;
}

async function takeBackReview(tx: Tx, ctx: Context, row: ReportRow, entry: EntryRow): Promise<void> {
  const wasSigned = entry.act === 'signed';
  const reviews = row.reviews.filter(({ by, version }) => by !== entry.by || version !== entry.version);
  const before = entry.restores && 'seen' in entry.restores ? entry.restores : null;
  const seen = wasSigned ? (before?.seen ?? null) : null;
  const after = { ...row, reviews: wasSigned ? reviews : row.reviews, seen };
  const time = (text: string | null | undefined) => (text ? new Date(text) : null);
  // A version that arrived meanwhile found the value signed, and started no timer.
  const clock =
    inboxGroup(after) === 'critical' && row.criticalSince === null
      ? {
          criticalSince: time(before?.critical_since),
          criticalDueAt: time(before?.critical_due_at),
          criticalEscalatedAt: time(before?.critical_told_at),
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
