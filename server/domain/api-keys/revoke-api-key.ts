import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/index';
import { perform } from '../act';
import { actorName, type Context } from '../context';
import { DomainError } from '../errors';
import { notFound, pathId } from '../ids';
import type { ApiKey } from './contract';
import { presentApiKey } from './present';

/** Ends a key at once: the next request with it is refused. @throws DomainError `not_found`, `invalid_state` (already revoked) */
export function revokeApiKey(ctx: Context, input: { id: string }): Promise<ApiKey> {
  return perform(
    ctx,
    { action: 'revoke_api_key', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const id = pathId('api_key', input.id);
      const mine = and(eq(apiKeys.orgId, ctx.actor.orgId), eq(apiKeys.id, id));
      const [row] = await tx
        .update(apiKeys)
        .set({ revokedAt: new Date(), revokedBy: actorName(ctx.actor) })
        .where(and(mine, isNull(apiKeys.revokedAt)))
        .returning();
      if (!row) {
        const [revoked] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(mine);
        throw revoked ? new DomainError('invalid_state', 'The key is revoked already.') : notFound();
      }
      return { output: presentApiKey(row), audit: { objectKind: 'api_key', objectId: id } };
    },
  );
}
