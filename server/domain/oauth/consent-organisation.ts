import { and, eq, isNull } from 'drizzle-orm';
import { tokenHash } from '../../auth/access-token';
import { factorState } from '../../auth/factors';
import { ownOrganisations } from '../../auth/own-organisations';
import type { FactorState } from '../../auth/second-factor-rule';
import { oauthApps, oauthRequests } from '../../db/schema/index';
import { readInScope, withScope, withTenant } from '../../db/transaction';
import type { Context } from '../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound } from '../shared/ids';
import { isConsentCsrf, SECRET } from './consent';
import { hashOf } from './grants';

/** Where a request waits that belongs to another organisation of the person than the one they are signed in to. */
export interface ConsentPlace {
  /** `uuid` */
  orgId: string;
  name: string;
  app: string;
  /** What the session lacks there. */
  secondFactor: FactorState;
}

/** Null for everything that the person could not decide after a switch. */
export async function findConsentPlace(ctx: Context, secret: string): Promise<ConsentPlace | null> {
  const { actor, session } = ctx;
  if (!SECRET.test(secret) || !session) return null;
  const [row] = await readInScope({ credentialHash: tokenHash(secret) }, (tx) =>
    tx
      .select()
      .from(oauthRequests)
      .where(eq(oauthRequests.secretHash, hashOf(secret)))
      // Sent at once: a query that waits to be awaited would come after the COMMIT.
      .execute(),
  );
  // One that a session has opened is that session's.
  const waits = row && !row.decidedAt && !row.sessionId && row.expiresAt > new Date();
  if (!waits || row.orgId === actor.orgId) return null;
  const { orgId, appId } = row;
  const place = (await ownOrganisations(actor.id!)).find(({ id }) => id === orgId);
  if (!place) return null;
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
  if (!app) return null;
  const secondFactor = await withScope({ userId: actor.id! }, (tx) =>
    factorState(tx, actor.id!, place.asksSecondFactor, session.methods),
  );
  return { orgId, name: place.name, app: app.name, secondFactor };
}

/**
 * The same, for a form of our page that asks to be taken there.
 * @throws DomainError `not_found`, `forbidden` (not from our page)
 */
export async function requireConsentPlace(
  ctx: Context,
  { id, csrf }: { id: string; csrf: string },
): Promise<ConsentPlace> {
  const place = await findConsentPlace(ctx, id);
  if (!place || !ctx.session) throw notFound();
  if (!isConsentCsrf(ctx.session.id, id, csrf))
    throw new DomainError('forbidden', 'This form was not made by our page.');
  return place;
}
