import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { findSignOnProvider, type SignOnProvider } from '../../auth/single-sign-on/provider';
import { discover } from '../../auth/single-sign-on/provider-requests';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import { decryptToken } from '../../auth/single-sign-on/token-keys';
import { assertAddressed, verifyLogoutToken } from '../../auth/single-sign-on/tokens';
import { authSessions, logoutTokens, userIdentities } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { recordAudit, recordSecurityEvent } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { systemActor } from '../../shared/system-actor';
import { recordFailure } from './failures';

interface Request {
  ip: string;
  requestId: string;
}

/** Longer than a logout token is accepted. */
const KEPT_MS = 60 * 60_000;

/**
 * OpenID Connect Back-Channel Logout: the provider ends the sessions of a user, at once.
 * @throws SignOnError
 */
export async function backChannelLogout(slug: string, sent: string, request: Request): Promise<void> {
  const provider = await findSignOnProvider(slug);
  if (!provider?.row.enabled) {
    await recordSecurityEvent({ ...request, code: 'single_sign_on_failed', transport: 'portal' });
    throw new SignOnError('unavailable');
  }
  try {
    const token = await decryptToken(sent, provider);
    // Before any request to the provider, so that strangers cannot cause them.
    assertAddressed(token, provider);
    const claims = await verifyLogoutToken(token, provider, await discover(provider.row.issuer));
    await end(provider, claims, request);
  } catch (error) {
    if (error instanceof SignOnError) {
      await recordFailure(provider.orgId, new SignOnError('logout_token', error.detail), request);
      await recordSecurityEvent({ ...request, code: 'single_sign_on_failed', transport: 'portal' });
    }
    throw error;
  }
}

async function end(
  { orgId, row }: SignOnProvider,
  { jti, sid, sub }: { jti: string; sid?: unknown; sub?: unknown },
  request: Request,
): Promise<void> {
  await withTenant(orgId, async (tx) => {
    const tokenHash = createHash('sha256').update(`${row.issuer} ${jti}`).digest();
    const [first] = await tx
      .insert(logoutTokens)
      .values({ orgId, tokenHash, expiresAt: new Date(Date.now() + KEPT_MS) })
      .onConflictDoNothing()
      .returning({ orgId: logoutTokens.orgId });
    if (!first) throw new SignOnError('logout_token', 'The token was used before (jti).');
    const identities = await tx
      .select({ id: userIdentities.id, userId: userIdentities.userId })
      .from(userIdentities)
      .where(
        and(
          eq(userIdentities.orgId, orgId),
          eq(userIdentities.issuer, row.issuer),
          typeof sub === 'string' ? eq(userIdentities.subject, sub) : undefined,
        ),
      );
    if (identities.length === 0) return;
    const ended = await tx
      .update(authSessions)
      .set({ revokedAt: new Date(), revokedReason: 'provider_logout' })
      .where(
        and(
          eq(authSessions.orgId, orgId),
          inArray(
            authSessions.identityId,
            identities.map(({ id }) => id),
          ),
          typeof sid === 'string' ? eq(authSessions.providerSession, sid) : undefined,
          isNull(authSessions.revokedAt),
        ),
      )
      .returning({ userId: authSessions.userId });
    const ctx: Context = { actor: systemActor(orgId), transport: 'portal', ...request };
    for (const userId of new Set(ended.map((session) => session.userId)))
      await recordAudit(tx, ctx, {
        action: 'back_channel_logout',
        kind: 'auth',
        outcome: 'allowed',
        objectKind: 'user',
        objectId: userId,
        detail: { sessions: ended.filter((session) => session.userId === userId).length },
      });
  });
}
