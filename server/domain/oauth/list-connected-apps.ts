import { and, desc, eq, gt, inArray, isNotNull, isNull, max } from 'drizzle-orm';
import { SCOPES } from '../../shared/scopes';
import { oauthApps, oauthGrants, oauthRefreshTokens } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { ConnectedApp, ConnectedAppList } from './contract';

/** Lists applications that act for the user, newest first, with the scopes of all grants. */
export function listConnectedApps(ctx: Context): Promise<ConnectedAppList> {
  return perform(ctx, { action: 'list_connected_apps', kind: 'list', peopleOnly: true }, async (tx) => {
    const { orgId } = ctx.actor;
    const rows = await tx
      .select({ grant: oauthGrants, name: oauthApps.name })
      .from(oauthGrants)
      .innerJoin(oauthApps, and(eq(oauthApps.orgId, orgId), eq(oauthApps.id, oauthGrants.appId)))
      .where(
        and(
          eq(oauthGrants.orgId, orgId),
          eq(oauthGrants.userId, ctx.actor.id!),
          isNull(oauthGrants.revokedAt),
          isNotNull(oauthGrants.activatedAt),
          gt(oauthGrants.expiresAt, new Date()),
        ),
      )
      .orderBy(desc(oauthGrants.id));
    const renewed = await renewals(
      tx,
      orgId,
      rows.map(({ grant }) => grant.id),
    );
    const apps = new Map<string, ConnectedApp>();
    for (const { grant, name } of rows) {
      const known = apps.get(grant.appId);
      const scopes = SCOPES.filter((scope) => grant.scopes.includes(scope) || known?.scopes.includes(scope));
      apps.set(grant.appId, {
        id: showId('oauth_app', grant.appId),
        object: 'connected_app',
        name,
        scopes,
        // The rows are newest first, so the last one is the first connection.
        connected_at: grant.createdAt.toISOString(),
        last_used_at: later(known?.last_used_at, grant.lastUsedAt?.toISOString()),
        last_renewed_at: later(known?.last_renewed_at, renewed.get(grant.id)),
        expires_at: known?.expires_at ?? grant.expiresAt.toISOString(),
      });
    }
    const data = [...apps.values()];
    return {
      output: { object: 'list' as const, data, has_more: false, next_cursor: null },
      audit: { objectKind: 'oauth_app', detail: { count: data.length } },
    };
  });
}

async function renewals(tx: Tx, orgId: string, grants: string[]): Promise<Map<string, string>> {
  if (grants.length === 0) return new Map();
  const rows = await tx
    .select({ grantId: oauthRefreshTokens.grantId, at: max(oauthRefreshTokens.createdAt) })
    .from(oauthRefreshTokens)
    .where(and(eq(oauthRefreshTokens.orgId, orgId), inArray(oauthRefreshTokens.grantId, grants)))
    .groupBy(oauthRefreshTokens.grantId);
  return new Map(rows.flatMap(({ grantId, at }) => (at ? [[grantId, at.toISOString()] as const] : [])));
}

const later = (one: string | null | undefined, other: string | undefined): string | null =>
  [one, other]
    .filter((at) => at != null)
    .toSorted()
    .at(-1) ?? null;
