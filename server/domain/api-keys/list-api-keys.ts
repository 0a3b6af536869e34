import { and, desc, eq, lt } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/index';
import { perform } from '../act';
import type { Context } from '../context';
import { openPage } from '../paging';
import type { ApiKeyList, ListApiKeysInput } from './contract';
import { presentApiKey } from './present';

/** Lists the keys of the organisation, newest first, revoked ones included. */
export function listApiKeys(ctx: Context, input: ListApiKeysInput): Promise<ApiKeyList> {
  return perform(
    ctx,
    { action: 'list_api_keys', kind: 'list', role: 'admin', peopleOnly: true },
    async (tx) => {
      const page = openPage<typeof apiKeys.$inferSelect>(ctx, 'api_keys', input);
      const after = page.after?.[0];
      const rows = await tx
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.orgId, ctx.actor.orgId), after ? lt(apiKeys.id, String(after)) : undefined))
        .orderBy(desc(apiKeys.id))
        .limit(page.limit + 1);
      const output = page.close(rows, (row) => [row.id], presentApiKey);
      return { output, audit: { objectKind: 'api_key', detail: { count: output.data.length } } };
    },
  );
}
