import { and, eq, isNull } from 'drizzle-orm';
import { tokenHash } from '../../auth/access-token';
import { factorState } from '../../auth/factors';
import { ownOrganizations } from '../../auth/own-organizations';
import type { FactorState } from '../../auth/second-factor-rule';
import { oauthApps, oauthRequests } from '../../db/schema/index';
import { readInScope, withScope, withTenant } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { isConsentCsrf, SECRET } from './consent';
import { hashOf } from './grants';

/** Finds a request that belongs to another of the user's organizations than the current one. */
export interface ConsentPlace {
  /** UUID */
  orgId: string;
  name: string;
  app: string;
  /** The second factor that the session lacks there. */
  secondFactor: FactorState;
}

/** @returns null if the user could not decide the request even after switching */
export async function findConsentPlace(ctx: Context, secret: string): Promise<ConsentPlace | null> {
  const { actor, session } = ctx;
  const row = session ? await findUnopened(secret) : null;
  if (!session || !row || row.orgId === actor.orgId) return null;
  const { orgId } = row;
  const place = (await ownOrganizations(actor.id!, session)).find(({ id }) => id === orgId);
  if (!place) return null;
  const app = await appNameOf(row);
  if (app === null) return null;
  const secondFactor = await withScope({ userId: actor.id! }, (tx) =>
    factorState(tx, actor.id!, place.asksSecondFactor, session.methods),
  );
  return { orgId, name: place.name, app, secondFactor };
}

type OauthRequest = typeof oauthRequests.$inferSelect;

/** An undecided request that no session has opened: one that was opened belongs to its session. */
async function findUnopened(secret: string): Promise<OauthRequest | null> {
  if (!SECRET.test(secret)) return null;
  const [row] = await readInScope({ credentialHash: tokenHash(secret) }, (tx) =>
    tx
      .select()
      .from(oauthRequests)
      .where(eq(oauthRequests.secretHash, hashOf(secret)))
      // Execute at once: a lazy query would be sent after the COMMIT.
      .execute(),
  );
  return row && !row.decidedAt && !row.sessionId && row.expiresAt > new Date() ? row : null;
}

/** Null if the application was deleted or paused meanwhile. */
async function appNameOf({ orgId, appId }: OauthRequest): Promise<string | null> {
  const [app] = await withTenant(orgId, (tx) =>
    tx
      .select({ name: oauthApps.name })
      .from(oauthApps)
      .where(
        and(
          eq(oauthApps.orgId, orgId),
          eq(oauthApps.id, appId),
          isNull(oauthApps.deletedAt),
          isNull(oauthApps.pausedAt),
        ),
      ),
  );
  return app?.name ?? null;
}

/** The application that a user who signs in at this path will be asked about; null for any other path. */
export async function appAskingAt(path: string): Promise<string | null> {
  const [, secret] = /^\/oauth\/consent\/([^/?#]+)$/.exec(path) ?? [];
  const row = secret === undefined ? null : await findUnopened(secret);
  return row && appNameOf(row);
}

/** Like `findConsentPlace`, for a form on our page. @throws DomainError `not_found`, `forbidden` (CSRF) */
export async function requireConsentPlace(
  ctx: Context,
  { id, csrf }: { id: string; csrf: string },
): Promise<ConsentPlace> {
  const place = await findConsentPlace(ctx, id);
  if (!place || !ctx.session) throw notFound();
  if (!isConsentCsrf(ctx.session.id, id, csrf))
    throw new DomainError('forbidden', 'The form was not submitted from a page of this service.');
  return place;
}
