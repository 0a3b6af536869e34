import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { apiKeys, oauthApps } from '../../db/schema/index';
import { together, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { CreatedCredentials } from './contract';
import { MOST_MADE } from './rules';

/**
 * Keys and applications that a user created. They remain after the user leaves, but the user may have kept a secret.
 * Newest first, at most `MOST_MADE` of each kind.
 */
export async function createdCredentials(tx: Tx, ctx: Context, userId: string): Promise<CreatedCredentials> {
  const { orgId } = ctx.actor;
  const maker = showId('user', userId);
  const [keys, apps] = await together(
    tx
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        stub: apiKeys.stub,
        lastUsedAt: apiKeys.lastUsedAt,
        lastUsedIp: apiKeys.lastUsedIp,
      })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.orgId, orgId),
          eq(apiKeys.createdBy, maker),
          isNull(apiKeys.revokedAt),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date())),
        ),
      )
      .orderBy(desc(apiKeys.id))
      .limit(MOST_MADE),
    tx
      .select({ id: oauthApps.id, name: oauthApps.name })
      .from(oauthApps)
      .where(and(eq(oauthApps.orgId, orgId), eq(oauthApps.createdBy, maker), isNull(oauthApps.deletedAt)))
      .orderBy(desc(oauthApps.id))
      .limit(MOST_MADE),
  );
  return {
    api_keys: keys.map(({ id, name, stub, lastUsedAt, lastUsedIp }) => ({
      id: showId('api_key', id),
      name,
      stub,
      last_used_at: lastUsedAt?.toISOString() ?? null,
      last_used_ip: lastUsedIp,
    })),
    oauth_apps: apps.map(({ id, name }) => ({ id: showId('oauth_app', id), name })),
  };
}
