import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { tokenHash } from '../../auth/access-token';
import type { Role } from '../../data-types/role-codes';
import { ROLE_SCOPES, type Scope } from '../../shared/scopes';
import { memberships, oauthApps, oauthCodes, oauthGrants, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { newId } from '../../shared/ids';

/** Grants: the token family of one consent. */

export type GrantRow = typeof oauthGrants.$inferSelect;

const ABSOLUTE_MS = 180 * 86_400_000;
const CODE_MS = 60_000;

/** 256 random bits; only the hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): Buffer => Buffer.from(tokenHash(secret), 'hex');

export interface Consented {
  orgId: string;
  appId: string;
  userId: string;
  scopes: Scope[];
  authTime: Date;
  redirectUri: string;
  challenge: string;
}

/** @returns the code of a new token family */
export async function issueCode(tx: Tx, consented: Consented): Promise<{ code: string; grantId: string }> {
  const { orgId, appId, userId, scopes, authTime, redirectUri, challenge } = consented;
  const now = new Date();
  const grantId = newId();
  await tx.insert(oauthGrants).values({
    orgId,
    id: grantId,
    appId,
    userId,
    scopes,
    authTime,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_MS),
  });
  const code = newSecret();
  await tx.insert(oauthCodes).values({
    orgId,
    id: newId(),
    grantId,
    redirectUri,
    challenge,
    createdAt: now,
    secretHash: hashOf(code),
    expiresAt: new Date(now.getTime() + CODE_MS),
  });
  return { code, grantId };
}

/** Locks the grant until the transaction ends, so that a concurrent revocation happens before or after. */
export async function lockGrant(tx: Tx, orgId: string, grantId: string): Promise<GrantRow | null> {
  const [row] = await tx
    .select()
    .from(oauthGrants)
    .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.id, grantId)))
    .for('update');
  return row ?? null;
}

export async function revokeGrant(tx: Tx, orgId: string, grantId: string, reason: string): Promise<boolean> {
  const ended = await tx
    .update(oauthGrants)
    .set({ revokedAt: new Date(), revokedReason: reason })
    .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)))
    .returning({ id: oauthGrants.id });
  return ended.length > 0;
}

/** The member's role; null for a former member. */
async function currentRole(tx: Tx, orgId: string, userId: string): Promise<Role | null> {
  const [row] = await tx
    .select({ role: memberships.role, disabledAt: users.disabledAt })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isNull(memberships.endedAt)));
  return row && !row.disabledAt ? row.role : null;
}

/** Scopes that the grant still allows: user and application must both still have them. */
export async function carriedScopes(tx: Tx, grant: GrantRow, wanted: readonly Scope[]): Promise<Scope[]> {
  const role = await currentRole(tx, grant.orgId, grant.userId);
  const [app] = await tx
    .select({ scopes: oauthApps.scopes })
    .from(oauthApps)
    .where(
      and(
        eq(oauthApps.orgId, grant.orgId),
        eq(oauthApps.id, grant.appId),
        isNull(oauthApps.deletedAt),
        isNull(oauthApps.pausedAt),
      ),
    );
  if (!role || !app) return [];
  return wanted.filter(
    (scope) =>
      grant.scopes.includes(scope) && app.scopes.includes(scope) && ROLE_SCOPES[role].includes(scope),
  );
}
