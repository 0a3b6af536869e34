import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { MANAGE, type KeyRow } from './access';
import type { ApiKeyList, ListApiKeysInput } from './contract';
import { presentApiKey } from './present';
import { UNUSED_DAYS, WARN_DAYS, type KeyFilter } from './rules';

const DAY_MS = 86_400_000;

/** Lists API keys, newest first, including expired and revoked ones unless filtered. */
export function listApiKeys(ctx: Context, input: ListApiKeysInput): Promise<ApiKeyList> {
  return perform(ctx, { action: 'list_api_keys', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<KeyRow>(ctx, 'api_keys', input);
    const after = page.after?.[0];
    const rows = await tx
      .select()
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.orgId, ctx.actor.orgId),
          input.state ? inState(input.state, new Date()) : undefined,
          after ? lt(apiKeys.id, String(after)) : undefined,
        ),
      )
      .orderBy(desc(apiKeys.id))
      .limit(page.limit + 1);
    const names = await namesOfPeople(
      tx,
      ctx,
      rows.flatMap(({ createdBy, revokedBy }) => [createdBy, revokedBy]),
    );
    const output = page.close(
      rows,
      (row) => [row.id],
      (row) => presentApiKey(row, names),
    );
    return { output, audit: { objectKind: 'api_key', detail: { count: output.data.length } } };
  });
}

/** SQL equivalent of `keyMarks`. */
function inState(state: KeyFilter, now: Date): SQL | undefined {
  const days = (count: number) => new Date(now.getTime() + count * DAY_MS);
  const working = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
  switch (state) {
    case 'working':
      return working;
    case 'expiring':
      return and(working, isNull(apiKeys.replacedBy), lte(apiKeys.expiresAt, days(WARN_DAYS[0])));
    case 'unused':
      return and(
        working,
        sql`coalesce(${apiKeys.lastUsedAt}, ${apiKeys.createdAt}) < ${days(-UNUSED_DAYS).toISOString()}::timestamptz`,
      );
    case 'replaced':
      return and(working, isNotNull(apiKeys.replacedBy));
    case 'expired':
      return and(isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, now));
    case 'revoked':
      return isNotNull(apiKeys.revokedAt);
  }
}
