import { and, eq, getTableColumns, gt, isNull, or } from 'drizzle-orm';
import { secretHash } from '../../auth/api-key-format';
import type { Scope } from '../../shared/scopes';
import { oauthApps, oauthAppSecrets, organizations } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { newId, readId } from '../../shared/ids';
import type { AppKind, AuthMethod } from '../oauth-apps/rules';

export interface OauthClient {
  orgId: string;
  /** UUID */
  appId: string;
  name: string;
  kind: AppKind;
  authMethod: AuthMethod;
  redirectUris: string[];
  scopes: Scope[];
}

export interface RequestFacts {
  requestId: string;
  ip: string;
}

async function find(tx: Tx, appId: string): Promise<OauthClient | null> {
  // Across organizations: the policy shows only the row with the requested client ID, which is public.
  const [row] = await tx
    .select(getTableColumns(oauthApps))
    .from(oauthApps)
    .innerJoin(organizations, and(eq(organizations.id, oauthApps.orgId), isNull(organizations.suspendedAt)))
    .where(and(eq(oauthApps.id, appId), isNull(oauthApps.deletedAt), isNull(oauthApps.pausedAt)));
  if (!row) return null;
  const { orgId, name, kind, authMethod, redirectUris } = row;
  return { orgId, appId, name, kind, authMethod, redirectUris, scopes: row.scopes as Scope[] };
}

/**
 * @returns null for unknown, deleted and paused applications, and for those of a suspended organization: rejected
 * before a code or refresh token is used up, so that it is still valid when the organization resumes
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

/** Authenticates the client; using another method than the registered one fails. */
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
    // Runs for an unknown client too, so that timing does not reveal which clients exist (C-05).
    const orgId = client?.orgId ?? newId();
    await enterTenant(tx, orgId);
    // Looked up by the hash of the presented secret, so no comparison can leak timing.
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

/** The application acting for itself. @param orgId organization whose audit log records it, if not the client's own */
export function clientContext(client: OauthClient, request: RequestFacts, orgId = client.orgId): Context {
  return {
    actor: { kind: 'app', id: client.appId, orgId, scopes: new Set(), role: null },
    transport: 'oauth',
    requestId: request.requestId,
    ip: request.ip,
  };
}
