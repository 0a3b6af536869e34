import { and, eq, isNull } from 'drizzle-orm';
import { accessTokenSigner, tokenHash } from '../../auth/access-token';
import type { Scope } from '../../shared/scopes';
import { oauthRefreshTokens } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import { recordAudit, recordDenial } from '../../shared/audit';
import { showId } from '../../shared/ids';
import { isOAuthError, OAuthError, recorded } from '../../errors/oauth-error';
import { clientContext, type OauthClient, type RequestFacts } from './client';
import { carriedScopes, hashOf, lockGrant, revokeGrant, type GrantRow } from './grants';
import { issueTokens, REFRESH_TOKEN, type Sign, type TokenAnswer } from './tokens';

/**
 * Exchanges a refresh token for new tokens. Each is single use; reuse means that it was copied, and it is unknown which
 * copy is legitimate, so the whole family is revoked (RFC 9700, 4.14.2).
 */

export interface RefreshTokens {
  refreshToken: string;
  /** A subset of the granted scopes; null for all. */
  scopes: Scope[] | null;
}

const ACTION = 'refresh_tokens';
const NOTHING_LEFT = 'nothing_left_to_grant';

type TokenRow = typeof oauthRefreshTokens.$inferSelect;
type Outcome = { answer: TokenAnswer } | { rejected: string };

/**
 * @throws OAuthError `invalid_grant`, or `invalid_scope` if more scopes are requested than granted; the token then
 * stays valid. It also stays valid if none of the granted scopes is currently allowed, because a role or an
 * application's scopes can be restored.
 */
export async function refreshTokens(
  client: OauthClient,
  input: RefreshTokens,
  request: RequestFacts,
): Promise<TokenAnswer> {
  const sign = await accessTokenSigner();
  const ctx = clientContext(client, request);
  const outcome = REFRESH_TOKEN.test(input.refreshToken)
    ? await withScope({ credentialHash: tokenHash(input.refreshToken) }, (tx) =>
        refresh(tx, client, input, request, sign),
      ).catch(async (error: unknown) => {
        if (!isOAuthError(error)) throw error;
        await recordDenial(ctx, ACTION, 'auth', error.code, { reason: error.reason });
        throw recorded(error);
      })
    : null;
  if (outcome && 'answer' in outcome) return outcome.answer;
  const reason = outcome?.rejected ?? 'unknown_token';
  if (!outcome) await recordDenial(ctx, ACTION, 'auth', 'invalid_grant', { reason });
  throw recorded(new OAuthError('invalid_grant', 'The refresh token is not valid.', reason));
}

async function refresh(
  tx: Tx,
  client: OauthClient,
  input: RefreshTokens,
  request: RequestFacts,
  sign: Sign,
): Promise<Outcome | null> {
  const [row] = await tx
    .select()
    .from(oauthRefreshTokens)
    .where(eq(oauthRefreshTokens.secretHash, hashOf(input.refreshToken)));
  if (!row) return null;
  const { orgId } = row;
  await enterTenant(tx, orgId);
  const ctx = clientContext(client, request, orgId);
  const grant = await lockGrant(tx, orgId, row.grantId);
  const granted = (grant?.scopes ?? []) as Scope[];
  const asked = input.scopes ?? granted;
  const widened = asked.some((scope) => !granted.includes(scope));
  const scopes = grant ? await carriedScopes(tx, grant, asked) : [];
  const problem = problemOf(row, grant, client) ?? (scopes.length === 0 && !widened ? NOTHING_LEFT : null);
  const kept = problem === NOTHING_LEFT && row.usedAt === null;
  const reason = kept || (await take(tx, row)) ? problem : 'token_replayed';
  const about = { objectKind: 'oauth_grant', objectId: row.grantId } as const;
  if (reason || !grant) {
    // An expired token is harmless; any other failure means that someone else has the token.
    const ends = reason === 'token_replayed' || reason === 'foreign_client';
    const revoked = ends && (await revokeGrant(tx, orgId, row.grantId, reason));
    const detail = { reason, grant_revoked: revoked };
    await recordAudit(tx, ctx, {
      ...about,
      action: ACTION,
      kind: 'auth',
      outcome: 'refused',
      code: 'invalid_grant',
      detail,
    });
    return { rejected: reason ?? 'grant_missing' };
  }
  // Thrown so that the transaction rolls back and the token is not used up.
  if (widened)
    throw new OAuthError('invalid_scope', 'The requested scopes exceed the granted ones.', 'scope_widened');
  const answer = await issueTokens(tx, grant, scopes, sign);
  const detail = { person: showId('user', grant.userId), scopes };
  await recordAudit(tx, ctx, { ...about, action: ACTION, kind: 'auth', outcome: 'allowed', detail });
  return { answer };
}

/** Of several concurrent calls, only one succeeds. */
async function take(tx: Tx, { orgId, id }: TokenRow): Promise<boolean> {
  const taken = await tx
    .update(oauthRefreshTokens)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(oauthRefreshTokens.orgId, orgId),
        eq(oauthRefreshTokens.id, id),
        isNull(oauthRefreshTokens.usedAt),
      ),
    )
    .returning({ id: oauthRefreshTokens.id });
  return taken.length > 0;
}

function problemOf(token: TokenRow, grant: GrantRow | null, client: OauthClient): string | null {
  if (grant?.appId !== client.appId || grant.orgId !== client.orgId) return 'foreign_client';
  const now = new Date();
  if (grant.revokedAt) return 'grant_revoked';
  return token.expiresAt <= now || grant.expiresAt <= now ? 'token_expired' : null;
}
