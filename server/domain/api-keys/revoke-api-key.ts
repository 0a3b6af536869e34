import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findApiKey, MANAGE, withNames } from './access';
import type { ApiKey, RevokeApiKeyInput } from './contract';
import { keyEnding } from './rules';

/** Takes effect at the next request. @throws DomainError `not_found`, `invalid_state` (already revoked) */
export function revokeApiKey(ctx: Context, input: RevokeApiKeyInput): Promise<ApiKey> {
  return perform(ctx, { action: 'revoke_api_key', kind: 'write', ...MANAGE }, async (tx) => {
    const { id } = await findApiKey(tx, ctx, input.id);
    const [row] = await tx
      .update(apiKeys)
      .set({
        revokedAt: new Date(),
        revokedBy: actorName(ctx.actor),
        revokedReason: input.reason ?? null,
      })
      .where(and(eq(apiKeys.orgId, ctx.actor.orgId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The key is already revoked.');
    const detail = { key_ending: keyEnding(row.stub), reason: row.revokedReason };
    return {
      output: await withNames(tx, ctx, row),
      audit: { objectKind: 'api_key', objectId: id, detail },
    };
  });
}
