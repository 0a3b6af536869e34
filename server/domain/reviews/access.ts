import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import {
  delegations,
  labResults,
  memberships,
  organizations,
  patients,
  reviewEntries,
  users,
} from '../../db/schema/index';
import type { Restored, RestoredAssignee } from '../../db/schema/types';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError, type ErrorExtras } from '../../errors/domain-error';
import { newId, notFound, pathId } from '../../shared/ids';
import { emit } from '../../events/emit';
import { notVoided } from '../lab-results/access';
import { resultEvent } from '../lab-results/events';
import { isActiveSigner } from '../people/access';
import { coveredUsers, inboxGroup, needsNote, rankOf } from './rules';
import type { ReviewAct } from '../../data-types/review-codes';
import { SIGNERS } from '../../shared/scopes';

export type ReportRow = Omit<typeof labResults.$inferSelect, 'labId'>;
export type EntryRow = typeof reviewEntries.$inferSelect;

/** History entries that change the reviewer. */
export const ASSIGNING: readonly ReviewAct[] = ['forwarded', 'assigned', 'assignment_undone'];

/** Reading and signing the inbox: only users, never applications or API keys. */
export const WORK_INBOX = {
  role: SIGNERS,
  scope: 'labs:read',
  peopleOnly: true,
} as const satisfies Partial<Operation<unknown>>;

/**
 * Locks the report until the transaction ends, against other reviews and newer versions.
 * @throws DomainError `not_found`
 */
export async function lockReport(tx: Tx, ctx: Context, id: string): Promise<ReportRow> {
  const [found] = await lockReports(tx, ctx, [pathId('lab_result', id)]);
  if (!found) throw notFound();
  return found;
}

/** Omits reports that were moved to another patient. Locked in a fixed order, to avoid deadlocks. @param ids UUIDs */
export async function lockReports(tx: Tx, ctx: Context, ids: readonly string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return [];
  const { orgId } = ctx.actor;
  const rows = await tx
    .select({ report: labResults })
    .from(labResults)
    .innerJoin(patients, and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId)))
    .where(
      and(
        eq(labResults.orgId, orgId),
        inArray(labResults.id, [...ids]),
        isNull(patients.deletedAt),
        notVoided,
      ),
    )
    .orderBy(labResults.id)
    .for('update', { of: labResults });
  return rows.map(({ report }) => report);
}

/** Only the version that the user read can be signed. @throws DomainError `invalid_state` with `current_version` */
export function assertNewest(row: ReportRow, version: number): void {
  if (row.version !== version)
    throw new DomainError(
      'invalid_state',
      'A newer version was received. Nothing was signed. Read the new version first.',
      { current_version: row.version },
    );
}

/** @throws DomainError `invalid_state` for imported reports, or with `reviewed` if the newest version is signed */
export async function assertOpen(tx: Tx, ctx: Context, row: ReportRow): Promise<void> {
  if (row.inboxRank !== null) return;
  if (row.historical) throw new DomainError('invalid_state', 'Imported historical reports cannot be signed.');
  throw new DomainError('invalid_state', 'This version is already signed.', await reviewedBy(tx, ctx, row));
}

export async function reviewedBy(
  tx: Tx,
  ctx: Context,
  row: ReportRow,
): Promise<Pick<ErrorExtras, 'reviewed'>> {
  const signed = row.reviews.find(({ version }) => version === row.version);
  const review = signed ?? row.seen;
  if (!review) return {};
  const names = await namesOfPeople(tx, ctx, [review.by]);
  return {
    reviewed: {
      act: signed ? 'signed' : 'seen',
      by: review.by,
      by_name: names.get(review.by) ?? null,
      at: review.at,
    },
  };
}

/**
 * Reports (UUID) whose newest version the actor signed or viewed with this same request: a double click, or a retry
 * after a lost response. Omits those undone since.
 */
export async function answeredBefore(
  tx: Tx,
  ctx: Context,
  rows: readonly ReportRow[],
  key: string | undefined,
): Promise<ReadonlySet<string>> {
  const by = actorName(ctx.actor);
  const own = rows.filter(({ version, reviews, seen }) =>
    [...reviews, ...(seen ? [seen] : [])].some((one) => one.version === version && one.by === by),
  );
  if (key === undefined || own.length === 0) return new Set();
  const found = await tx
    .select({ id: reviewEntries.resultId, version: reviewEntries.version })
    .from(reviewEntries)
    .where(
      and(
        eq(reviewEntries.orgId, ctx.actor.orgId),
        eq(reviewEntries.by, by),
        eq(reviewEntries.idempotencyKey, key),
        inArray(
          reviewEntries.resultId,
          own.map(({ id }) => id),
        ),
      ),
    );
  return new Set(
    found.flatMap(({ id, version }) =>
      own.some((row) => row.id === id && row.version === version) ? [id] : [],
    ),
  );
}

/** @throws DomainError `validation_failed` */
export function assertNote(row: ReportRow, note: string | undefined): void {
  if (needsNote(row) && note === undefined)
    throw fieldError('/note', 'required', 'Document the action taken before signing.');
}

export const restoredBy = (row: ReportRow): Restored => ({
  seen: row.seen,
  critical_since: row.criticalSince?.toISOString() ?? null,
  critical_due_at: row.criticalDueAt?.toISOString() ?? null,
  critical_told_at: row.criticalEscalatedAt?.toISOString() ?? null,
});

export const NO_CLOCK = { criticalSince: null, criticalDueAt: null, criticalEscalatedAt: null };

const MINUTE_MS = 60_000;

export async function criticalDueAt(tx: Tx, ctx: Context, now: Date): Promise<Date> {
  const [organization] = await tx
    .select({ minutes: organizations.criticalMinutes })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  return new Date(now.getTime() + organization!.minutes * MINUTE_MS);
}

/** Changes a locked report and recalculates its inbox group. @param events number of events emitted for it */
export async function changeReport(
  tx: Tx,
  ctx: Context,
  row: ReportRow,
  change: Partial<ReportRow>,
  events: number,
): Promise<ReportRow> {
  const after = { ...row, ...change };
  const group = after.historical ? null : inboxGroup(after);
  const [changed] = await tx
    .update(labResults)
    .set({
      ...change,
      inboxRank: group && rankOf(group),
      sequence: sql`${labResults.sequence} + ${events}`,
      ...(events > 0 ? { updatedAt: databaseTime } : {}),
    })
    .where(and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.id, row.id)))
    .returning();
  return changed!;
}

export async function addEntry(
  tx: Tx,
  ctx: Context,
  row: Pick<ReportRow, 'id' | 'version'>,
  act: ReviewAct,
  facts: {
    at?: Date;
    note?: string | undefined;
    toId?: string | null;
    restores?: Restored | RestoredAssignee;
    key?: string | undefined;
  } = {},
): Promise<void> {
  await tx.insert(reviewEntries).values({
    orgId: ctx.actor.orgId,
    id: newId(),
    resultId: row.id,
    version: row.version,
    act,
    by: actorName(ctx.actor),
    at: facts.at ?? new Date(),
    toId: facts.toId ?? null,
    note: facts.note ?? null,
    restores: facts.restores ?? null,
    idempotencyKey: facts.key ?? null,
  });
}

/** Users (UUID) for whom the actor currently covers. */
export async function absentPeople(tx: Tx, ctx: Context, now: Date): Promise<string[]> {
  const running = await tx
    .select({ userId: delegations.userId, delegateId: delegations.delegateId })
    .from(delegations)
    .where(
      and(
        eq(delegations.orgId, ctx.actor.orgId),
        isNull(delegations.endedAt),
        lte(delegations.startsAt, now),
        gt(delegations.endsAt, now),
      ),
    );
  return coveredUsers(ctx.actor.id!, running);
}

/** Users who may currently sign. A report assigned to anyone else is treated as unassigned. */
export const signers = (tx: Tx, ctx: Context) =>
  tx
    .select({ id: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isActiveSigner(ctx));

const waitingFor = (ctx: Context, userId: string) =>
  and(
    eq(labResults.orgId, ctx.actor.orgId),
    eq(labResults.reviewerId, userId),
    isNotNull(labResults.inboxRank),
  );

export async function openReports(tx: Tx, ctx: Context, userId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(labResults)
    .innerJoin(patients, and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId)))
    .where(and(waitingFor(ctx, userId), isNull(patients.deletedAt)));
  return row?.count ?? 0;
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
