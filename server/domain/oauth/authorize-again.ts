import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { isClaimedAddress } from '../oauth-apps/rules';
import type { OauthClient } from './client';
import { consentedBefore, findLiveApp, grantable } from './consent';
import { issueCode } from './grants';
import type { Wanted } from './start-authorization';

/**
 * Issues a code without the consent page if the user has granted the same application all scopes before. Never for a
 * public client whose redirect another program could receive.
 * @returns null if consent is required
 * @throws DomainError `not_found` if the application was deleted
 */
export async function authorizeAgain(
  ctx: Context,
  client: OauthClient,
  wanted: Wanted,
): Promise<string | null> {
  if (client.kind === 'public' && !isClaimedAddress(wanted.redirectUri)) return null;
  return perform(ctx, { action: 'authorize_again', kind: 'auth', peopleOnly: true }, async (tx) => {
    const { orgId, id: userId } = ctx.actor;
    const app = await findLiveApp(tx, ctx, client.appId);
    const before = await consentedBefore(tx, ctx, app);
    const offered = grantable(wanted.scopes, app, ctx);
    const known = wanted.scopes.every((scope) => before.has(scope) && offered.includes(scope));
    const about = { objectKind: 'oauth_app', objectId: app.id } as const;
    if (!known) return { output: null, audit: { ...about, detail: { asked: true } } };
    const { appId } = client;
    const authTime = ctx.session!.authenticatedAt;
    const { redirectUri, challenge, scopes } = wanted;
    const consented = { orgId, appId, userId: userId!, scopes, authTime, redirectUri, challenge };
    const { code, grantId } = await issueCode(tx, consented);
    return { output: code, audit: { objectKind: 'oauth_grant', objectId: grantId, detail: { scopes } } };
  });
}
