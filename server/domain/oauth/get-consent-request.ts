import { and, eq, isNull } from 'drizzle-orm';
import { ROLE_SCOPES, SCOPES } from '../../shared/scopes';
import { oauthRequests } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { peopleOf } from '../oauth-apps/access';
import { redirectHost } from '../oauth-apps/rules';
import { consentCsrf, consentedBefore, findLiveApp, findRequest, grantable } from './consent';
import type { ConsentRequest } from './contract';

/** Least access first. */
const GENERAL_ROLES = ['viewer', 'clinician', 'auditor', 'admin'] as const;

/**
 * Data of the consent page. The first session that opens the request owns it; no other can see or decide it.
 * @throws DomainError `not_found` if unknown, expired, decided, or another user's
 */
export function getConsentRequest(ctx: Context, input: { id: string }): Promise<ConsentRequest> {
  return perform(ctx, { action: 'get_consent_request', kind: 'read', peopleOnly: true }, async (tx) => {
    const { orgId, id: userId } = ctx.actor;
    const row = await findRequest(tx, ctx, input.id);
    const app = await findLiveApp(tx, ctx, row.appId);
    const { id: sessionId, authenticatedAt } = ctx.session!;
    const mustSignIn = authenticatedAt < row.signedInAfter;
    if (!mustSignIn && row.sessionId === null) {
      const [bound] = await tx
        .update(oauthRequests)
        .set({ sessionId, userId })
        .where(
          and(eq(oauthRequests.orgId, orgId), eq(oauthRequests.id, row.id), isNull(oauthRequests.sessionId)),
        )
        .returning({ id: oauthRequests.id });
      if (!bound) throw notFound();
    }
    const offered = grantable(row.scopes, app, ctx);
    const before = await consentedBefore(tx, ctx, app);
    const people = await peopleOf(tx, ctx, [app.id]);
    // Scopes that the application lost since the request are omitted, whatever the role.
    const beyondRole = SCOPES.filter(
      (scope) => row.scopes.includes(scope) && app.scopes.includes(scope) && !offered.includes(scope),
    );
    return {
      output: {
        object: 'consent_request' as const,
        app: {
          id: showId('oauth_app', app.id),
          name: app.name,
          created_at: app.createdAt.toISOString(),
          domain: app.domainVerifiedAt ? app.domain : null,
        },
        redirect_host: redirectHost(row.redirectUri),
        scopes: offered.map((scope) => ({ scope, is_new: before.size > 0 && !before.has(scope) })),
        beyond_role: beyondRole.map((scope) => ({
          scope,
          needs_role: GENERAL_ROLES.find((role) => ROLE_SCOPES[role].includes(scope))!,
        })),
        not_asked: SCOPES.filter((scope) => !offered.includes(scope) && !beyondRole.includes(scope)),
        people: people.get(app.id) ?? 0,
        must_sign_in: mustSignIn,
        csrf: consentCsrf(sessionId, input.id),
      },
      audit: { objectKind: 'oauth_app', objectId: app.id },
    };
  });
}
