import { audience, issuer, type AccessClaims } from '../../auth/access-token';
import { currentScopes } from '../../auth/authenticate-bearer';
import type { Scope } from '../../shared/scopes';
import { withTenant } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import { showId } from '../../shared/ids';
import { clientContext, type OauthClient, type RequestFacts } from './client';
import { findToken, type FoundToken } from './find-token';
import { carriedScopes } from './grants';
import { scopeText } from './scope-text';

/** RFC 7662. */
export type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      client_id: string;
      sub: string;
      org: string;
      iat: number;
      exp: number;
      iss: string;
      token_type?: 'Bearer';
      aud?: string;
      jti?: string;
    };

/** Another client's token is reported as inactive, like an unknown one. */
export async function introspectToken(
  client: OauthClient,
  token: string,
  request: RequestFacts,
): Promise<Introspection> {
  const found = await findToken(token);
  const own = found && found.appId === client.appId && found.orgId === client.orgId ? found : null;
  const shown = own && (own.kind === 'access' ? await ofAccess(own.claims) : await ofRefresh(own));
  await withTenant(client.orgId, (tx) =>
    recordAudit(tx, clientContext(client, request), {
      action: 'introspect_token',
      kind: 'auth',
      outcome: 'allowed',
      ...(own ? { objectKind: 'oauth_grant', objectId: own.grantId } : {}),
      detail: { active: shown !== null },
    }),
  );
  return shown ?? { active: false };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

async function ofAccess(claims: AccessClaims): Promise<Introspection | null> {
  const scopes = await currentScopes(claims);
  if (!scopes || scopes.length === 0) return null;
  return {
    ...common(claims, scopes),
    iat: claims.issuedAt,
    exp: claims.expiresAt,
    token_type: 'Bearer',
    aud: audience(),
    jti: claims.jti,
  };
}

async function ofRefresh({
  row,
  grant,
}: Extract<FoundToken, { kind: 'refresh' }>): Promise<Introspection | null> {
  const now = new Date();
  if (row.usedAt || row.expiresAt <= now || grant.revokedAt || grant.expiresAt <= now) return null;
  const scopes = await withTenant(grant.orgId, (tx) => carriedScopes(tx, grant, grant.scopes as Scope[]));
  if (scopes.length === 0) return null;
  return { ...common(grant, scopes), iat: seconds(row.createdAt), exp: seconds(row.expiresAt) };
}

const common = (of: { appId: string; userId: string; orgId: string }, scopes: Scope[]) => ({
  active: true as const,
  scope: scopeText(scopes),
  client_id: showId('oauth_app', of.appId),
  sub: showId('user', of.userId),
  org: showId('organization', of.orgId),
  iss: issuer(),
});
