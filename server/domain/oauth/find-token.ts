import { and, eq } from 'drizzle-orm';
import { looksLikeToken, tokenHash, verifyAccessToken, type AccessClaims } from '../../auth/access-token';
import { oauthGrants, oauthRefreshTokens } from '../../db/schema/index';
import { enterTenant, withScope } from '../../db/transaction';
import { isDomainError } from '../../errors/domain-error';
import { hashOf, type GrantRow } from './grants';
import { REFRESH_TOKEN } from './tokens';

/** Identifies a token, regardless of the caller. Null if it is unknown or expired. */
export type FoundToken =
  | { kind: 'access'; claims: AccessClaims; orgId: string; grantId: string; appId: string }
  | {
      kind: 'refresh';
      row: typeof oauthRefreshTokens.$inferSelect;
      grant: GrantRow;
      orgId: string;
      grantId: string;
      appId: string;
    };

export async function findToken(token: string): Promise<FoundToken | null> {
  if (looksLikeToken(token)) {
    const claims = await verifyAccessToken(token).catch((error: unknown) => {
      if (isDomainError(error)) return null;
      throw error;
    });
    const { orgId = '', grantId = '', appId = '' } = claims ?? {};
    return claims && { kind: 'access', claims, orgId, grantId, appId };
  }
  if (!REFRESH_TOKEN.test(token)) return null;
  return withScope({ credentialHash: tokenHash(token) }, async (tx) => {
    const [row] = await tx
      .select()
      .from(oauthRefreshTokens)
      .where(eq(oauthRefreshTokens.secretHash, hashOf(token)));
    if (!row) return null;
    const { orgId, grantId } = row;
    await enterTenant(tx, orgId);
    const [grant] = await tx
      .select()
      .from(oauthGrants)
      .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.id, grantId)));
    return grant ? { kind: 'refresh', row, grant, orgId, grantId, appId: grant.appId } : null;
  });
}
