import { and, desc, eq, type SQL } from 'drizzle-orm';
import { delegations } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { membersById } from './access';
import type { Delegation } from './contract';

export type DelegationRow = typeof delegations.$inferSelect;

function stateOf({ endedAt, startsAt, endsAt }: DelegationRow, now: Date): Delegation['state'] {
  if (endedAt) return 'ended';
  if (endsAt <= now) return 'over';
  return startsAt <= now ? 'running' : 'planned';
}

export async function presentDelegations(
  tx: Tx,
  ctx: Context,
  rows: readonly DelegationRow[],
): Promise<Delegation[]> {
  const ids = new Set(rows.flatMap(({ userId, delegateId }) => [userId, delegateId]));
  const members = await membersById(tx, ctx, [...ids]);
  const names = new Map(members.map(({ user }) => [user.id, user.name]));
  const named = (id: string) => ({ id: showId('user', id), name: names.get(id) ?? '' });
  const now = new Date();
  return rows.map((row) => ({
    id: showId('delegation', row.id),
    object: 'delegation',
    person: named(row.userId),
    delegate: named(row.delegateId),
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    state: stateOf(row, now),
    created_by: row.createdBy,
    ended_at: row.endedAt?.toISOString() ?? null,
  }));
}

/** Newest first. */
export const findDelegations = (tx: Tx, ctx: Context, which: SQL | undefined, limit: number) =>
  tx
    .select()
    .from(delegations)
    .where(and(eq(delegations.orgId, ctx.actor.orgId), which))
    .orderBy(desc(delegations.id))
    .limit(limit);
