import { type accessTokenSigner, LIFETIME_SECONDS } from '../../auth/access-token';
import type { Scope } from '../../shared/scopes';
import { oauthRefreshTokens } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { newId } from '../../shared/ids';
import { hashOf, newSecret, type GrantRow } from './grants';
import { scopeText } from './scope-text';

/** Response of the token endpoint. Its `scope` is text (RFC 6749); the claim of the access token is an array. */
export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

const IDLE_MS = 30 * 86_400_000;
export const REFRESH_TOKEN = /^clin_rt_[A-Za-z0-9_-]{43}$/;

export type Sign = Awaited<ReturnType<typeof accessTokenSigner>>;

/** Issues tokens in the transaction that holds the grant's lock. */
export async function issueTokens(
  tx: Tx,
  grant: GrantRow,
  scopes: Scope[],
  sign: Sign,
): Promise<TokenAnswer> {
  const { orgId, id: grantId, userId, appId } = grant;
  const now = new Date();
  const refreshToken = `clin_rt_${newSecret()}`;
  await tx.insert(oauthRefreshTokens).values({
    orgId,
    id: newId(),
    grantId,
    secretHash: hashOf(refreshToken),
    createdAt: now,
    expiresAt: new Date(Math.min(now.getTime() + IDLE_MS, grant.expiresAt.getTime())),
  });
  return {
    access_token: await sign({ userId, orgId, appId, grantId, scopes }),
    token_type: 'Bearer',
    expires_in: LIFETIME_SECONDS,
    refresh_token: refreshToken,
    scope: scopeText(scopes),
  };
}
