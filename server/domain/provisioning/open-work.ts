import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { lockMember, lockSubstitute, MANAGE } from '../people/access';
import { openOrders } from '../people/open-work';
import { handOver, openReports } from '../reviews/access';
import type { HandOverInput, OpenWorkList } from './contract';

/** Open work of users whose membership the identity provider has ended: it cannot name a successor. */

export function listOpenWork(ctx: Context): Promise<OpenWorkList> {
  return perform(ctx, { action: 'list_open_work', kind: 'list', ...MANAGE }, async (tx) => {
    const rows = await tx
      .select({ id: users.id, name: users.name, endedAt: memberships.endedAt })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(
          eq(memberships.orgId, ctx.actor.orgId),
          isNotNull(memberships.endedAt),
          isNull(memberships.successorId),
        ),
      );
    const data: OpenWorkList['data'] = [];
    for (const { id, name, endedAt } of rows) {
      const open_orders = await openOrders(tx, ctx, id);
      const open_reports = await openReports(tx, ctx, id);
      if (open_orders + open_reports > 0)
        data.push({
          id: showId('user', id),
          name,
          ended_at: endedAt!.toISOString(),
          open_orders,
          open_reports,
        });
    }
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'user', detail: { count: data.length } },
    };
  });
}

/** @throws DomainError `not_found`, `invalid_state` (still a member), `validation_failed` (successor) */
export function handOverWork(ctx: Context, input: HandOverInput): Promise<void> {
  return perform(ctx, { action: 'hand_over_work', kind: 'write', ...MANAGE }, async (tx) => {
    const { membership, user } = await lockMember(tx, ctx, input.id);
    if (!membership.endedAt)
      throw new DomainError(
        'invalid_state',
        'The user is a member. Remove them from the organization first.',
      );
    const successorId = await lockSubstitute(tx, ctx, input.successor_id, user.id, '/successor_id');
    await tx
      .update(memberships)
      .set({ successorId })
      .where(and(eq(memberships.orgId, ctx.actor.orgId), eq(memberships.userId, user.id)));
    const orders = await openOrders(tx, ctx, user.id);
    const reports = await handOver(tx, ctx, user.id, successorId);
    return {
      output: undefined,
      audit: {
        objectKind: 'user',
        objectId: user.id,
        detail: { heir: showId('user', successorId), open_orders: orders, open_reports: reports },
      },
    };
  });
}
