import { eq, or } from 'drizzle-orm';
import { delegations } from '../../db/schema/index';
import { assertAllowed, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { pathId } from '../../shared/ids';
import { findMember } from './access';
import type { DelegationList, ListDelegationsInput } from './contract';
import { findDelegations, presentDelegations } from './delegations';
import { SIGNERS } from '../../shared/scopes';

const MOST = 100;

/**
 * Lists the delegations from and to one user, newest first: one's own, or as an administrator anyone's.
 * @throws DomainError `not_found`, `forbidden`
 */
export function listDelegations(ctx: Context, input: ListDelegationsInput): Promise<DelegationList> {
  return perform(
    ctx,
    { action: 'list_delegations', kind: 'list', role: SIGNERS, peopleOnly: true },
    async (tx) => {
      const userId = input.user_id === undefined ? ctx.actor.id! : pathId('user', input.user_id);
      if (userId !== ctx.actor.id) {
        assertAllowed(ctx, { role: 'admin' });
        await findMember(tx, ctx, input.user_id!);
      }
      const rows = await findDelegations(
        tx,
        ctx,
        or(eq(delegations.userId, userId), eq(delegations.delegateId, userId)),
        MOST + 1,
      );
      const data = await presentDelegations(tx, ctx, rows.slice(0, MOST));
      return {
        output: { object: 'list' as const, data, has_more: rows.length > MOST, next_cursor: null },
        audit: { objectKind: 'delegation', detail: { count: data.length } },
      };
    },
  );
}
