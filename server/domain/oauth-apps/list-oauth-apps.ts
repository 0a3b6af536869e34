import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { oauthApps } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { MANAGE, withTheirs } from './access';
import type { OauthAppRow } from './present';
import type { ListOauthAppsInput, OauthAppList } from './contract';

/** Lists applications, newest first, without secrets. */
export function listOauthApps(ctx: Context, input: ListOauthAppsInput): Promise<OauthAppList> {
  return perform(ctx, { action: 'list_oauth_apps', kind: 'list', ...MANAGE }, async (tx) => {
    const page = openPage<OauthAppRow>(ctx, 'oauth_apps', input);
    const after = page.after?.[0];
    const rows = await tx
      .select()
      .from(oauthApps)
      .where(
        and(
          eq(oauthApps.orgId, ctx.actor.orgId),
          isNull(oauthApps.deletedAt),
          after ? lt(oauthApps.id, String(after)) : undefined,
        ),
      )
      .orderBy(desc(oauthApps.id))
      .limit(page.limit + 1);
    const shown = new Map((await withTheirs(tx, ctx, rows)).map((app, at) => [rows[at]!, app]));
    const output = page.close(
      rows,
      (row) => [row.id],
      (row) => shown.get(row)!,
    );
    return { output, audit: { objectKind: 'oauth_app', detail: { count: output.data.length } } };
  });
}
