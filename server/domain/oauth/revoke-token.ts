import { withTenant } from '../../db/transaction';
import { recordAudit, recordDenial } from '../../shared/audit';
import { clientContext, type OauthClient, type RequestFacts } from './client';
import { findToken } from './find-token';
import { revokeGrant } from './grants';

const ACTION = 'revoke_token';

/**
 * RFC 7009. A token of either type revokes its whole family, because access tokens are not stored individually. An
 * unknown token or another client's gets the same response without any effect.
 */
export async function revokeToken(client: OauthClient, token: string, request: RequestFacts): Promise<void> {
  const ctx = clientContext(client, request);
  const found = await findToken(token);
  if (!found || found.appId !== client.appId || found.orgId !== client.orgId) {
    const reason = found ? 'foreign_client' : 'unknown_token';
    return recordDenial(ctx, ACTION, 'auth', 'invalid_grant', { reason });
  }
  const { orgId, grantId } = found;
  await withTenant(orgId, async (tx) => {
    const revoked = await revokeGrant(tx, orgId, grantId, 'revoked_by_client');
    await recordAudit(tx, ctx, {
      action: ACTION,
      kind: 'auth',
      outcome: 'allowed',
      objectKind: 'oauth_grant',
      objectId: grantId,
      detail: { grant_revoked: revoked },
    });
  });
}
