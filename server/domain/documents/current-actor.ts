import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Role } from '../../data-types/role-codes';
import { ROLE_SCOPES, type Scope } from '../../shared/scopes';
import { apiKeys, memberships, oauthApps, oauthGrants, organizations, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';

/**
 * Checks that the actor of a signed URL still has access: the key, membership or application grant must still be valid,
 * so that URLs do not outlive a revocation.
 */

type Named = Pick<Actor, 'kind' | 'id' | 'orgId' | 'app'>;

const open = (org: typeof apiKeys.orgId | typeof memberships.orgId) =>
  and(eq(organizations.id, org), isNull(organizations.suspendedAt));

/**
 * The actor's current rights; null if the key is revoked or expired, the user has left, or the organization is
 * suspended.
 */
export async function rightsOf(
  tx: Tx,
  { kind, id, orgId, app }: Named,
): Promise<{ role: Role | null; scopes: readonly Scope[]; rateLimit?: number | null } | null> {
  if (kind === 'system') return { role: 'admin', scopes: ROLE_SCOPES.admin };
  if (kind === 'api_key') {
    const [key] = await tx
      .select({ scopes: apiKeys.scopes, expiresAt: apiKeys.expiresAt, rateLimit: apiKeys.rateLimit })
      .from(apiKeys)
      .innerJoin(organizations, open(apiKeys.orgId))
      .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id!), isNull(apiKeys.revokedAt)));
    const stands = key && (!key.expiresAt || key.expiresAt > new Date());
    return stands ? { role: null, scopes: key.scopes as Scope[], rateLimit: key.rateLimit } : null;
  }
  const [person] = await tx
    .select({ disabledAt: users.disabledAt, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, open(memberships.orgId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, id!), isNull(memberships.endedAt)));
  if (!person || person.disabledAt) return null;
  const scopes = ROLE_SCOPES[person.role];
  if (!app) return { role: person.role, scopes };
  const granted = await grantedScopes(tx, { orgId, userId: id!, appId: app });
  return granted ? { role: person.role, scopes: scopes.filter((scope) => granted.has(scope)) } : null;
}

/** Scopes that are granted and still allowed for the application; null without a valid grant. */
async function grantedScopes(
  tx: Tx,
  { orgId, userId, appId }: { orgId: string; userId: string; appId: string },
): Promise<Set<string> | null> {
  const rows = await tx
    .select({ scopes: oauthGrants.scopes, appScopes: oauthApps.scopes })
    .from(oauthGrants)
    .innerJoin(oauthApps, and(eq(oauthApps.orgId, orgId), eq(oauthApps.id, oauthGrants.appId)))
    .where(
      and(
        eq(oauthGrants.orgId, orgId),
        eq(oauthGrants.userId, userId),
        eq(oauthGrants.appId, appId),
        isNull(oauthGrants.revokedAt),
        gt(oauthGrants.expiresAt, new Date()),
        isNull(oauthApps.pausedAt),
        isNull(oauthApps.deletedAt),
      ),
    );
  if (rows.length === 0) return null;
  return new Set(
    rows.flatMap(({ scopes, appScopes }) => scopes.filter((scope) => appScopes.includes(scope))),
  );
}

/** @throws DomainError `invalid_credentials` */
export async function assertActorStands(tx: Tx, actor: Named, scope: Scope): Promise<void> {
  const rights = await rightsOf(tx, actor);
  if (!rights?.scopes.includes(scope))
    throw new DomainError('invalid_credentials', 'The credential that created this URL is no longer valid.');
}
