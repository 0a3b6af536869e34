import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findApiKey, MANAGE, withNames } from './access';
import type { ApiKey } from './contract';

/** @throws DomainError `not_found` */
export function getApiKey(ctx: Context, input: { id: string }): Promise<ApiKey> {
  return perform(ctx, { action: 'get_api_key', kind: 'read', ...MANAGE }, async (tx) => {
    const row = await findApiKey(tx, ctx, input.id);
    return {
      output: await withNames(tx, ctx, row),
      audit: { objectKind: 'api_key', objectId: row.id },
    };
  });
}
