import { and, eq, isNull, sql } from 'drizzle-orm';
import { memberships, oauthApps, oauthGrants, organizations, users } from '../db/schema/index';
import { learnOrganization } from '../db/known-credentials';
import { prepared } from '../db/prepared';
import { beginInScope, readInScope, withTenant, type Begun, type Tx } from '../db/transaction';
import type { Actor } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { looksLikeToken, verifyAccessToken, type AccessClaims } from './access-token';
import { secretHash } from './api-key-format';
import * as apiKeys from './authenticate-api-key';
import { ROLE_SCOPES, type Scope } from '../shared/scopes';

/**
 * Authenticates `/v1`: an API key, or an application acting for a user. A token is not trusted for what can change:
 * grant, application, user and role are loaded for each request.
 */

/** @throws DomainError `invalid_credentials`, `token_expired`, `ip_not_allowed`, `rate_limited` */
export async function authenticate(credential: string, caller: apiKeys.Caller): Promise<Actor> {
  if (!looksLikeToken(credential)) return apiKeys.authenticateApiKey(credential, caller);
  const claims = await verifyAccessToken(credential);
  const [row] = await readInScope({ orgId: claims.orgId }, lookUp(claims));
  const actor = checkClaims(claims, row);
  learnOrganization(secretHash(credential), claims.orgId);
  if (isTouchDue(row)) await touch(claims);
  return actor;
}

/**
 * Like `authenticate`, but leaves the transaction open: for requests without a body, which run at once.
 * @throws DomainError `invalid_credentials`, `token_expired`, `ip_not_allowed`, `rate_limited`
 */
export async function authenticateForOperation(
  credential: string,
  caller: apiKeys.Caller,
): Promise<{ actor: Actor; begun: Begun }> {
  if (!looksLikeToken(credential)) return apiKeys.authenticateForOperation(credential, caller);
  const claims = await verifyAccessToken(credential);
  const { answer, begun } = await beginInScope({ orgId: claims.orgId }, lookUp(claims));
  try {
    const actor = checkClaims(claims, answer[0]);
    learnOrganization(secretHash(credential), claims.orgId);
    if (isTouchDue(answer[0])) {
      // Recording the use needs its own connection.
      await begun.drop();
      await touch(claims);
    }
    return { actor, begun };
  } catch (error) {
    await begun.drop();
    throw error;
  }
}

/** The scopes that the token's grant still gives; null if the grant has ended. */
export async function currentScopes(claims: AccessClaims): Promise<Scope[] | null> {
  const [row] = await readInScope({ orgId: claims.orgId }, lookUp(claims));
  return rights(claims, row)?.scopes ?? null;
}

const given = sql.placeholder;

const findGrant = prepared('find_oauth_grant', (tx) =>
  tx
    .select({
      userId: oauthGrants.userId,
      appId: oauthGrants.appId,
      scopes: oauthGrants.scopes,
      expiresAt: oauthGrants.expiresAt,
      revokedAt: oauthGrants.revokedAt,
      lastUsedAt: oauthGrants.lastUsedAt,
      appScopes: oauthApps.scopes,
      pausedAt: oauthApps.pausedAt,
      deletedAt: oauthApps.deletedAt,
      disabledAt: users.disabledAt,
      role: memberships.role,
      restrictsCharts: organizations.restrictsCharts,
    })
    .from(oauthGrants)
    .innerJoin(oauthApps, and(eq(oauthApps.orgId, oauthGrants.orgId), eq(oauthApps.id, oauthGrants.appId)))
    .innerJoin(
      memberships,
      and(eq(memberships.orgId, oauthGrants.orgId), eq(memberships.userId, oauthGrants.userId)),
    )
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .innerJoin(organizations, and(eq(organizations.id, oauthGrants.orgId), isNull(organizations.suspendedAt)))
    .where(
      and(
        eq(oauthGrants.orgId, given('orgId')),
        eq(oauthGrants.id, given('grantId')),
        isNull(memberships.endedAt),
      ),
    ),
);

const lookUp =
  ({ orgId, grantId }: AccessClaims) =>
  (tx: Tx) =>
    findGrant(tx, { orgId, grantId });

type Row = Awaited<ReturnType<typeof findGrant>>[number];

function rights(claims: AccessClaims, row: Row | undefined) {
  if (!row || row.userId !== claims.userId || row.appId !== claims.appId) return null;
  if (row.revokedAt || row.expiresAt <= new Date() || row.pausedAt || row.deletedAt || row.disabledAt)
    return null;
  const { role } = row;
  const allows = (scope: Scope) =>
    row.scopes.includes(scope) && row.appScopes.includes(scope) && ROLE_SCOPES[role].includes(scope);
  return { role, scopes: claims.scopes.filter(allows), restrictsCharts: row.restrictsCharts };
}

function checkClaims(claims: AccessClaims, row: Row | undefined): Actor {
  const granted = rights(claims, row);
  if (!granted) throw new DomainError('invalid_credentials', 'The credential is not valid.');
  return {
    kind: 'user',
    id: claims.userId,
    orgId: claims.orgId,
    scopes: new Set(granted.scopes),
    role: granted.role,
    restrictsCharts: granted.restrictsCharts,
    app: claims.appId,
    expiresAt: new Date(claims.expiresAt * 1000),
  };
}

const isTouchDue = (row: Row | undefined): boolean =>
  !row?.lastUsedAt || Date.now() - row.lastUsedAt.getTime() > apiKeys.TOUCH_AFTER_MS;

function touch({ orgId, grantId }: AccessClaims): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx
      .update(oauthGrants)
      .set({ lastUsedAt: new Date() })
      .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.id, grantId)));
  });
}
