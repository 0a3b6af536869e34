import { and, eq, getTableColumns, gt, isNull, or } from 'drizzle-orm';
import { secretHash } from '../../auth/api-key-format';
import type { Scope } from '../../auth/scopes';
import { oauthApps, oauthAppSecrets, organisations } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import type { Context } from '../shared/context';
import { newId, readId } from '../shared/ids';
import type { AppKind, AuthMethod } from '../oauth-apps/rules';

/** The application at the other end, as requests name it. */
export interface OauthClient {
  orgId: string;
  /** `uuid` */
  appId: string;
  name: string;
  kind: AppKind;
  authMethod: AuthMethod;
  redirectUris: string[];
  scopes: Scope[];
}

/** Where a request came from, for the audit. */
export interface RequestFacts {
  requestId: string;
  ip: string;
}

async function find(tx: Tx, appId: string): Promise<OauthClient | null> {
  // Across organisations: the policy shows the one row whose id was named, which the client itself makes public.
  const [row] = await tx
    .select(getTableColumns(oauthApps))
    .from(oauthApps)
    .innerJoin(organisations, and(eq(organisations.id, oauthApps.orgId), isNull(organisations.suspendedAt)))
    .where(and(eq(oauthApps.id, appId), isNull(oauthApps.deletedAt), isNull(oauthApps.pausedAt)));
  if (!row) return null;
  const { orgId, name, kind, authMethod, redirectUris } = row;
  return { orgId, appId, name, kind, authMethod, redirectUris, scopes: row.scopes as Scope[] };
}

/**
 * @returns null for unknown, deleted and paused applications alike, and for those of a suspended organisation: refused
 * before a code or refresh token is used up, so that they are good when the organisation is resumed
 */
export async function findClient(clientId: string): Promise<OauthClient | null> {
  const appId = readId('oauth_app', clientId);
  return appId ? withScope({ clientId: appId }, (tx) => find(tx, appId)) : null;
}

export interface PresentedClient {
  clientId: string;
  secret: string | null;
  method: AuthMethod;
}

/** The client, and whether it showed that it is. The method is part of the proof. */
export async function authenticateClient({
  clientId,
  secret,
  method,
}: PresentedClient): Promise<{ client: OauthClient | null; proven: boolean }> {
  const appId = readId('oauth_app', clientId);
  if (!appId) return { client: null, proven: false };
  return withScope({ clientId: appId }, async (tx) => {
    const client = await find(tx, appId);
    if (method === 'none') return { client, proven: client?.authMethod === method && secret === null };
    // Asked for an unknown client as well, so that time does not tell which are known (C-05).
    const orgId = client?.orgId ?? newId();
    await enterTenant(tx, orgId);
    // Found by the hash of what was presented: there is no comparison whose time could tell anything.
    const [row] = await tx
      .select({ id: oauthAppSecrets.id })
      .from(oauthAppSecrets)
      .where(
        and(
          eq(oauthAppSecrets.orgId, orgId),
          eq(oauthAppSecrets.appId, appId),
          eq(oauthAppSecrets.secretHash, Buffer.from(secretHash(secret ?? ''), 'hex')),
          or(isNull(oauthAppSecrets.expiresAt), gt(oauthAppSecrets.expiresAt, new Date())),
        ),
      );
    return { client, proven: client?.authMethod === method && row !== undefined };
  });
}

/** The application in its own name. @param orgId where the act is recorded, when that is not the client's own */
export function clientContext(client: OauthClient, request: RequestFacts, orgId = client.orgId): Context {
  return {
    actor: { kind: 'app', id: client.appId, orgId, scopes: new Set(), role: null },
    door: 'oauth',
    requestId: request.requestId,
    ip: request.ip,
  };
}
