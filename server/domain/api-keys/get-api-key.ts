import { and, eq, or } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findApiKey, MANAGE, withNames } from './access';
import type { ApiKeyWithOthers } from './contract';
import { presentRotatedKey } from './present';

/** @throws DomainError `not_found` */
export function getApiKey(ctx: Context, input: { id: string }): Promise<ApiKeyWithOthers> {
  return perform(ctx, { action: 'get_api_key', kind: 'read', ...MANAGE }, async (tx) => {
    const row = await findApiKey(tx, ctx, input.id);
    const others = await tx
      .select()
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.orgId, ctx.actor.orgId),
          or(eq(apiKeys.replacedBy, row.id), row.replacedBy ? eq(apiKeys.id, row.replacedBy) : undefined),
        ),
      );
    const before = others.find(({ replacedBy }) => replacedBy === row.id);
    const after = others.find(({ id }) => id === row.replacedBy);
    return {
      output: {
        ...(await withNames(tx, ctx, row)),
        replaces: before ? presentRotatedKey(before) : null,
        replacement: after ? presentRotatedKey(after) : null,
      },
      audit: { objectKind: 'api_key', objectId: row.id },
    };
  });
}
