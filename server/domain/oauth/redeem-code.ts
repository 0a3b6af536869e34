import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { accessTokenSigner, tokenHash } from '../../auth/access-token';
import type { Scope } from '../../shared/scopes';
import { oauthCodes, oauthGrants } from '../../db/schema/index';
import { enterTenant, withScope, type Tx } from '../../db/transaction';
import { recordAudit, recordDenial } from '../../shared/audit';
import { showId } from '../../shared/ids';
import { OAuthError, recorded } from '../../errors/oauth-error';
import { clientContext, type OauthClient, type RequestFacts } from './client';
import { carriedScopes, hashOf, lockGrant, revokeGrant, type GrantRow } from './grants';
import { issueTokens, type Sign, type TokenAnswer } from './tokens';

/**
 * Exchanges an authorization code for the first tokens of its family. The code is marked as used before it is
 * validated, so a wrong attempt uses it up; a second use revokes the tokens issued for the first.
 */

export interface RedeemCode {
  code: string;
  redirectUri: string;
  verifier: string;
}

const ACTION = 'redeem_code';
const CODE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

type CodeRow = typeof oauthCodes.$inferSelect;
type Outcome = { answer: TokenAnswer } | { rejected: string };

/** @throws OAuthError `invalid_grant` for every failure; only the audit log contains the reason */
export async function redeemCode(
  client: OauthClient,
  input: RedeemCode,
  request: RequestFacts,
): Promise<TokenAnswer> {
  const sign = await accessTokenSigner();
  const outcome = CODE.test(input.code)
    ? await withScope({ credentialHash: tokenHash(input.code) }, (tx) =>
        redeem(tx, client, input, request, sign),
      )
    : null;
  if (outcome && 'answer' in outcome) return outcome.answer;
  const reason = outcome?.rejected ?? 'unknown_code';
  if (!outcome)
    await recordDenial(clientContext(client, request), ACTION, 'auth', 'invalid_grant', { reason }, [], {
      objectKind: 'oauth_app',
      objectId: client.appId,
    });
  throw recorded(new OAuthError('invalid_grant', 'The code is not valid.', reason));
}

/** Always commits: a used code stays used. */
async function redeem(
  tx: Tx,
  client: OauthClient,
  input: RedeemCode,
  request: RequestFacts,
  sign: Sign,
): Promise<Outcome | null> {
  const secretHash = hashOf(input.code);
  const [row] = await tx.select().from(oauthCodes).where(eq(oauthCodes.secretHash, secretHash));
  if (!row) return null;
  const { orgId } = row;
  await enterTenant(tx, orgId);
  const ctx = clientContext(client, request, orgId);
  const [taken] = await tx
    .update(oauthCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(oauthCodes.orgId, orgId), eq(oauthCodes.id, row.id), isNull(oauthCodes.usedAt)))
    .returning();
  const grant = await lockGrant(tx, orgId, row.grantId);
  const scopes = grant ? await carriedScopes(tx, grant, grant.scopes as Scope[]) : [];
  const reason = taken ? problemOf(taken, grant, scopes, client, input) : 'code_replayed';
  const about = { objectKind: 'oauth_grant', objectId: row.grantId } as const;
  if (reason || !grant) {
    const revoked = await revokeGrant(tx, orgId, row.grantId, reason ?? 'grant_missing');
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
  await tx
    .update(oauthGrants)
    .set({ activatedAt: new Date() })
    .where(and(eq(oauthGrants.orgId, orgId), eq(oauthGrants.id, grant.id)));
  const answer = await issueTokens(tx, grant, scopes, sign);
  const detail = { person: showId('user', grant.userId), scopes };
  await recordAudit(tx, ctx, { ...about, action: ACTION, kind: 'auth', outcome: 'allowed', detail });
  return { answer };
}

function problemOf(
  code: CodeRow,
  grant: GrantRow | null,
  scopes: Scope[],
  client: OauthClient,
  input: RedeemCode,
): string | null {
  if (grant?.appId !== client.appId || grant.orgId !== client.orgId) return 'foreign_client';
  if (code.expiresAt <= new Date()) return 'code_expired';
  if (code.redirectUri !== input.redirectUri) return 'redirect_uri_differs';
  const challenge = createHash('sha256').update(input.verifier).digest('base64url');
  if (!VERIFIER.test(input.verifier) || challenge !== code.challenge) return 'wrong_verifier';
  if (grant.revokedAt) return 'grant_revoked';
  return scopes.length === 0 ? 'nothing_left_to_grant' : null;
}
