import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import {
  delegations,
  labResults,
  memberships,
  organisations,
  patients,
  reviewEntries,
  users,
} from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Act } from '../act';
import { actorName, type Context } from '../context';
import { DomainError, fieldError } from '../errors';
import { newId, notFound, pathId } from '../ids';
import { notVoided } from '../lab-results/access';
import type { Review } from '../lab-results/contract';
import { inboxGroup, needsNote, rankOf, standsInFor, type ReviewAct } from './rules';

/** Reports that are signed: held, judged, and what is written about them. */

export type ReportRow = Omit<typeof labResults.$inferSelect, 'labId'>;
export type EntryRow = typeof reviewEntries.$inferSelect;

/** Who signs. Applications and keys never do: a review is somebody's word. */
export const SIGN = { role: 'clinician', scope: 'labs:read', peopleOnly: true } as const satisfies Partial<
  Act<unknown>
>;

/** What a signature has ended and taking it back begins again. */
export interface Restored {
  seen: Review | null;
  critical_since: string | null;
  critical_due_at: string | null;
  critical_told_at: string | null;
}

/** The report, held until the transaction ends, against others who sign and against newer versions. @throws DomainError `not_found` */
export async function holdReport(tx: Tx, ctx: Context, id: string): Promise<ReportRow> {
  const [found] = await holdReports(tx, ctx, [pathId('lab_result', id)]);
  if (!found) throw notFound();
  return found;
}

/** Without those that were moved to another patient. In one order, so that two who hold several never wait for each other. @param ids `uuid` */
export async function holdReports(tx: Tx, ctx: Context, ids: readonly string[]): Promise<ReportRow[]> {
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

/** What is signed is what was read. @throws DomainError `invalid_state` with `current_version` */
export function assertNewest(row: ReportRow, version: number): void {
  if (row.version !== version)
    throw new DomainError(
      'invalid_state',
      'A newer version of this report has come meanwhile. Nothing was signed: read it first.',
      { current_version: row.version },
    );
}

/** @throws DomainError `invalid_state`: history, or its newest version is signed */
export function assertOpen(row: ReportRow): void {
  if (row.inboxRank === null)
    throw new DomainError(
      'invalid_state',
      row.historical
        ? 'Reports that were imported from the past are not signed.'
        : 'This report has been signed already.',
    );
}

/** @throws DomainError `validation_failed` */
export function assertNote(row: ReportRow, note: string | undefined): void {
  if (needsNote(row) && note === undefined)
    throw fieldError('/note', 'required', 'must say what was done about the critical value');
}

export const restoredBy = (row: ReportRow): Restored => ({
  seen: row.seen,
  critical_since: row.criticalSince?.toISOString() ?? null,
  critical_due_at: row.criticalDueAt?.toISOString() ?? null,
  critical_told_at: row.criticalToldAt?.toISOString() ?? null,
});

export const NO_CLOCK = { criticalSince: null, criticalDueAt: null, criticalToldAt: null };

const MINUTE_MS = 60_000;

/** When everybody is told of a critical value that nobody has taken note of. */
export async function criticalDueAt(tx: Tx, ctx: Context, now: Date): Promise<Date> {
  const [organisation] = await tx
    .select({ minutes: organisations.criticalMinutes })
    .from(organisations)
    .where(eq(organisations.id, ctx.actor.orgId));
  return new Date(now.getTime() + organisation!.minutes * MINUTE_MS);
}

/** Changes a held report. The group follows from what it is then. @param events how many are emitted for it */
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
      ...(events > 0 ? { updatedAt: new Date() } : {}),
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
  facts: { at?: Date; note?: string | undefined; toId?: string | null; restores?: Restored } = {},
): Promise<void> {
  await tx.insert(reviewEntries).values({
    ...{ orgId: ctx.actor.orgId, id: newId(), resultId: row.id, version: row.version },
    ...{ act, by: actorName(ctx.actor), at: facts.at ?? new Date() },
    ...{ toId: facts.toId ?? null, note: facts.note ?? null, restores: facts.restores ?? null },
  });
}

/** People (`uuid`) for whom the actor stands in at this moment. */
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
  return standsInFor(ctx.actor.id!, running);
}

/** People who may sign today. A report that waits for anybody else waits for the group. */
export const signers = (tx: Tx, ctx: Context) =>
  tx
    .select({ id: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.orgId, ctx.actor.orgId),
        isNull(memberships.endedAt),
        ne(memberships.role, 'viewer'),
        isNull(users.disabledAt),
      ),
    );

const waitingFor = (ctx: Context, userId: string) =>
  and(
    eq(labResults.orgId, ctx.actor.orgId),
    eq(labResults.reviewerId, userId),
    isNotNull(labResults.inboxRank),
  );

/** Reports somebody has still to sign. */
export async function openReports(tx: Tx, ctx: Context, userId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(labResults)
    .innerJoin(patients, and(eq(patients.orgId, labResults.orgId), eq(patients.id, labResults.patientId)))
    .where(and(waitingFor(ctx, userId), isNull(patients.deletedAt)));
  return row?.count ?? 0;
}

/** Everything that waits for one person waits for another from now on. */
export async function handOver(tx: Tx, ctx: Context, from: string, to: string): Promise<number> {
  const moved = await tx
    .update(labResults)
    .set({ reviewerId: to })
    .where(waitingFor(ctx, from))
    .returning({ id: labResults.id, version: labResults.version });
  for (const row of moved) await addEntry(tx, ctx, row, 'assigned', { toId: to });
  return moved.length;
}
