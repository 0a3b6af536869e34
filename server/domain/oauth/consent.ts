import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { ROLE_SCOPES, SCOPES, type Scope } from '../../shared/scopes';
import { oauthApps, oauthConsents, oauthRequests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { deriveSecrets } from '../../env';
import type { Context } from '../../shared/context';
import { notFound } from '../../shared/ids';
import type { OauthAppRow } from '../oauth-apps/present';
import { hashOf } from './grants';

export type RequestRow = typeof oauthRequests.$inferSelect;

/** The secret in the consent page's URL. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Finds the undecided request of a consent page URL. @throws DomainError `not_found` */
export async function findRequest(tx: Tx, ctx: Context, secret: string): Promise<RequestRow> {
  const { orgId } = ctx.actor;
  if (!SECRET.test(secret)) throw notFound();
  const [row] = await tx
    .select()
    .from(oauthRequests)
    .where(
      and(
        eq(oauthRequests.orgId, orgId),
        eq(oauthRequests.secretHash, hashOf(secret)),
        isNull(oauthRequests.decidedAt),
        gt(oauthRequests.expiresAt, new Date()),
      ),
    );
  if (!row || !ctx.session) throw notFound();
  // The first session that opened the request owns it.
  if (row.sessionId !== null && row.sessionId !== ctx.session.id) throw notFound();
  return row;
}

/** @throws DomainError `not_found` if the application was deleted or paused meanwhile */
export async function findLiveApp(tx: Tx, ctx: Context, appId: string): Promise<OauthAppRow> {
  const { orgId } = ctx.actor;
  const [app] = await tx
    .select()
    .from(oauthApps)
    .where(
      and(
        eq(oauthApps.orgId, orgId),
        eq(oauthApps.id, appId),
        isNull(oauthApps.deletedAt),
        isNull(oauthApps.pausedAt),
      ),
    );
  if (!app) throw notFound();
  return app;
}

/** The requested scopes that can still be granted: the application's scopes or the user's role may have changed. */
export function grantable(asked: readonly string[], app: OauthAppRow, ctx: Context): Scope[] {
  const { role } = ctx.actor;
  return SCOPES.filter(
    (scope) =>
      asked.includes(scope) &&
      app.scopes.includes(scope) &&
      role !== null &&
      ROLE_SCOPES[role].includes(scope),
  );
}

/** Hash of what the user sees of the application. */
export const appSeen = ({ name, redirectUris }: Pick<OauthAppRow, 'name' | 'redirectUris'>): string =>
  createHash('sha256')
    .update(JSON.stringify([name, redirectUris]))
    .digest('hex');

/** Scopes granted to the application before; empty if its appearance has changed since. */
export async function consentedBefore(
  tx: Tx,
  ctx: Context,
  app: Pick<OauthAppRow, 'id' | 'name' | 'redirectUris'>,
): Promise<Set<string>> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .select()
    .from(oauthConsents)
    .where(
      and(
        eq(oauthConsents.orgId, orgId),
        eq(oauthConsents.userId, ctx.actor.id!),
        eq(oauthConsents.appId, app.id),
      ),
    );
  return new Set(row && row.appSeen === appSeen(app) ? row.scopes : []);
}

/** Bound to the session and the request, so that no other page can know it. */
export const consentCsrf = (sessionId: string, secret: string): string => csrfTokens(sessionId, secret)[0]!;

const csrfTokens = (sessionId: string, secret: string): string[] =>
  deriveSecrets('oauth-consent').map((key) =>
    createHmac('sha256', key).update(`${sessionId}.${secret}`).digest('base64url'),
  );

export function isConsentCsrf(sessionId: string, secret: string, given: string): boolean {
  const presented = Buffer.from(given);
  return csrfTokens(sessionId, secret)
    .map((token) => Buffer.from(token))
    .some((expected) => presented.length === expected.length && timingSafeEqual(presented, expected));
}
