import { and, eq, isNull } from 'drizzle-orm';
import { SCOPES, type Scope } from '../../shared/scopes';
import { databaseTime } from '../../db/clock';
import { oauthConsents, oauthRequests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { appSeen, consentedBefore, findLiveApp, findRequest, grantable, isConsentCsrf } from './consent';
import { issueCode } from './grants';

export interface Decision {
  /** The secret in the page's URL. */
  id: string;
  csrf: string;
  allow: boolean;
  scopes: string[];
}

export interface Decided {
  redirectUri: string;
  state: string | null;
  code: string | null;
}

/**
 * Records the user's decision, once, in the session that owns the request. Issues a code, or reports the denial to the
 * client.
 * @throws DomainError `not_found`, `forbidden` (CSRF), `validation_failed` (no scope, or one that was not offered)
 */
export function decideConsent(ctx: Context, decision: Decision): Promise<Decided> {
  return perform<Decided>(ctx, { action: 'decide_consent', kind: 'auth', peopleOnly: true }, async (tx) => {
    const { orgId, id: userId } = ctx.actor;
    const row = await findRequest(tx, ctx, decision.id);
    const { id: sessionId, authenticatedAt } = ctx.session!;
    if (!isConsentCsrf(sessionId, decision.id, decision.csrf))
      throw new DomainError('forbidden', 'The form was not submitted from a page of this service.');
    // Only the user and session that opened the request can decide it.
    if (row.sessionId !== sessionId || row.userId !== userId || authenticatedAt < row.signedInAfter)
      throw notFound();
    const app = await findLiveApp(tx, ctx, row.appId);
    const offered = grantable(row.scopes, app, ctx);
    const scopes = SCOPES.filter((scope) => decision.scopes.includes(scope));
    if (decision.allow && (scopes.length === 0 || scopes.length !== decision.scopes.length))
      throw fieldError('/scope', 'required', 'must have at least one of the requested scopes');
    if (decision.allow && !scopes.every((scope) => offered.includes(scope)))
      throw fieldError('/scope', 'not_allowed', 'must be one of the requested scopes');
    const [taken] = await tx
      .update(oauthRequests)
      .set({ decidedAt: new Date() })
      .where(
        and(eq(oauthRequests.orgId, orgId), eq(oauthRequests.id, row.id), isNull(oauthRequests.decidedAt)),
      )
      .returning({ id: oauthRequests.id });
    if (!taken) throw notFound();
    const { redirectUri, state, challenge, appId } = row;
    await rememberConsent(tx, ctx, app, { offered, allowed: decision.allow ? scopes : [] });
    if (!decision.allow)
      return {
        output: { redirectUri, state, code: null },
        audit: { objectKind: 'oauth_app', objectId: appId, detail: { decision: 'denied' } },
      };
    const authTime = authenticatedAt;
    const consented = { orgId, appId, userId: userId!, scopes, authTime, redirectUri, challenge };
    const { code, grantId } = await issueCode(tx, consented);
    return {
      output: { redirectUri, state, code },
      audit: { objectKind: 'oauth_grant', objectId: grantId, detail: { decision: 'allowed', scopes } },
    };
  });
}

/** The latest decision replaces earlier ones: a scope that was offered but not selected is no longer remembered. */
async function rememberConsent(
  tx: Tx,
  ctx: Context,
  app: Awaited<ReturnType<typeof findLiveApp>>,
  { offered, allowed }: { offered: readonly Scope[]; allowed: readonly Scope[] },
): Promise<void> {
  const before = await consentedBefore(tx, ctx, app);
  const row = {
    scopes: SCOPES.filter((scope) => (offered.includes(scope) ? allowed.includes(scope) : before.has(scope))),
    appSeen: appSeen(app),
    updatedAt: databaseTime,
  };
  await tx
    .insert(oauthConsents)
    .values({ orgId: ctx.actor.orgId, userId: ctx.actor.id!, appId: app.id, ...row })
    .onConflictDoUpdate({
      target: [oauthConsents.orgId, oauthConsents.userId, oauthConsents.appId],
      set: row,
    });
}
