import { and, eq, isNull } from 'drizzle-orm';
import { authSessions, oauthRequests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, notFound } from '../../shared/ids';
import { findRequest, isConsentCsrf } from './consent';
import { hashOf, newSecret } from './grants';

/**
 * "Not you?": passes the request on to the next user who signs in with this browser. The old URL becomes invalid; the
 * new one requires a later sign-in and expires no later than the first.
 * @returns the secret of the new URL
 * @throws DomainError `not_found`, `forbidden` (CSRF)
 */
export function handOverConsent(ctx: Context, given: { id: string; csrf: string }): Promise<string> {
  return perform(ctx, { action: 'hand_over_consent', kind: 'auth', peopleOnly: true }, async (tx) => {
    const { orgId, id: userId } = ctx.actor;
    const row = await findRequest(tx, ctx, given.id);
    const { id: sessionId } = ctx.session!;
    if (!isConsentCsrf(sessionId, given.id, given.csrf))
      throw new DomainError('forbidden', 'The form was not submitted from a page of this service.');
    if (row.sessionId !== sessionId || row.userId !== userId) throw notFound();
    const now = new Date();
    const [ended] = await tx
      .update(oauthRequests)
      .set({ decidedAt: now })
      .where(
        and(eq(oauthRequests.orgId, orgId), eq(oauthRequests.id, row.id), isNull(oauthRequests.decidedAt)),
      )
      .returning({ id: oauthRequests.id });
    if (!ended) throw notFound();
    const secret = newSecret();
    await tx.insert(oauthRequests).values({
      ...row,
      id: newId(),
      secretHash: hashOf(secret),
      signedInAfter: now,
      sessionId: null,
      userId: null,
      createdAt: now,
      decidedAt: null,
    });
    await tx
      .update(authSessions)
      .set({ revokedAt: now, revokedReason: 'handed_over' })
      .where(and(eq(authSessions.orgId, orgId), eq(authSessions.id, sessionId)));
    return { output: secret, audit: { objectKind: 'oauth_app', objectId: row.appId } };
  });
}
