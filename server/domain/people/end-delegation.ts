import { and, eq, isNull } from 'drizzle-orm';
import { delegations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId } from '../../shared/ids';
import type { Delegation } from './contract';
import { findDelegations, presentDelegations } from './delegations';
import { SIGNERS } from '../../shared/scopes';

/**
 * Ends a current or future absence: one's own, or as an administrator anyone's.
 * @throws DomainError `not_found` (also if not permitted), `invalid_state` (already over)
 */
export function endDelegation(ctx: Context, input: { id: string }): Promise<Delegation> {
  return perform(
    ctx,
    { action: 'end_delegation', kind: 'write', role: SIGNERS, peopleOnly: true },
    async (tx) => {
      const { orgId, role, id: actorId } = ctx.actor;
      const id = pathId('delegation', input.id);
      const [found] = await findDelegations(tx, ctx, eq(delegations.id, id), 1);
      if (!found || (role !== 'admin' && found.userId !== actorId)) throw notFound();
      const [row] =
        found.endsAt.getTime() <= Date.now()
          ? []
          : await tx
              .update(delegations)
              .set({ endedAt: new Date(), endedBy: actorName(ctx.actor) })
              .where(and(eq(delegations.orgId, orgId), eq(delegations.id, id), isNull(delegations.endedAt)))
              .returning();
      if (!row) throw new DomainError('invalid_state', 'The absence has already ended.');
      const [output] = await presentDelegations(tx, ctx, [row]);
      return { output: output!, audit: { objectKind: 'delegation', objectId: id } };
    },
  );
}
