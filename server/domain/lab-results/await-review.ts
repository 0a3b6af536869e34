import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { criticalDueAt } from '../reviews/access';
import { inboxGroup, rankOf } from '../reviews/rules';
import type { ResultRow } from './report';

/** Assignee, inbox position and escalation of a new report or version. The caller holds the report's lock. */

type Columns =
  | 'reviewerId'
  | 'inboxRank'
  | 'seen'
  | 'criticalSince'
  | 'criticalDueAt'
  | 'criticalEscalatedAt';

/** For imported history. */
export const WAITS_FOR_NOBODY: Pick<ResultRow, Columns> = {
  reviewerId: null,
  inboxRank: null,
  seen: null,
  criticalSince: null,
  criticalDueAt: null,
  criticalEscalatedAt: null,
};

/** @param alarming a line became critical, or a critical value changed */
export async function awaitReview(
  tx: Tx,
  ctx: Context,
  before: ResultRow | null,
  after: Pick<
    ResultRow,
    'historical' | 'orderId' | 'patientId' | 'status' | 'severity' | 'version' | 'reviews' | 'seen'
  > & { providerId: string | null },
  { alarming, now }: { alarming: boolean; now: Date },
): Promise<Pick<ResultRow, Columns>> {
  const group = after.historical ? null : inboxGroup(after);
  if (group === null) return { ...WAITS_FOR_NOBODY, reviewerId: before?.reviewerId ?? null };
  const reviewerId = before?.reviewerId ?? (await findReviewer(tx, ctx, after));
  const waiting = { ...WAITS_FOR_NOBODY, reviewerId, seen: after.seen, inboxRank: rankOf(group) };
  const since = before?.criticalSince ?? null;
  // An acknowledged critical value is escalated again only if it changes.
  if (group !== 'critical' || (since === null && !alarming)) return waiting;
  // Never restart a running timer: a laboratory that keeps adding results would delay the escalation forever.
  const due = before?.criticalDueAt ?? (alarming ? await criticalDueAt(tx, ctx, now) : null);
  return {
    ...waiting,
    criticalSince: since ?? now,
    criticalDueAt: due,
    criticalEscalatedAt: before?.criticalEscalatedAt ?? null,
  };
}

/**
 * The ordering clinician (by our order, else by the laboratory), else the patient's primary clinician, else no one; a
 * former member is replaced by the user who took over their work. Only users who may sign.
 */
async function findReviewer(
  tx: Tx,
  ctx: Context,
  {
    orderId,
    patientId,
    providerId,
  }: Pick<ResultRow, 'orderId' | 'patientId'> & { providerId: string | null },
): Promise<string | null> {
  const { orgId } = ctx.actor;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive candidate (place, user_id, steps) as (
      select first.place, first.user_id, 0 from (
        select 1 as place, o.ordering_user_id as user_id from lab_orders o
        where o.org_id = ${orgId} and o.id = ${orderId}::uuid
        union all
        select 2, ${providerId}::uuid
        union all
        select 3, p.primary_clinician_id from patients p
        where p.org_id = ${orgId} and p.id = ${patientId}::uuid) first
      where first.user_id is not null
      union all
      select candidate.place, m.successor_id, candidate.steps + 1 from candidate
      join memberships m on m.org_id = ${orgId} and m.user_id = candidate.user_id
      where m.ended_at is not null and m.successor_id is not null and candidate.steps < 10)
    select candidate.user_id as id from candidate
    join memberships m on m.org_id = ${orgId} and m.user_id = candidate.user_id
    join users u on u.id = m.user_id
    where m.ended_at is null and m.role in ('admin', 'clinician') and u.disabled_at is null
    order by candidate.place, candidate.steps limit 1`);
  return rows[0]?.id ?? null;
}
