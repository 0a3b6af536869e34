import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { oauthApps, oauthAppSecrets } from '../../db/schema/index';
import { perform, type Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findOauthApp, MANAGE, withItsOwn } from './access';
import type { OauthApp, RotateOauthAppSecretInput } from './contract';
import { addSecret } from './secrets';

const HOUR = 3_600_000;

const operation: Operation<OauthApp> = {
  action: 'rotate_oauth_app_secret',
  kind: 'write',
  ...MANAGE,
  stepUp: true,
  replay: ({ client_secret: _, ...shown }) => shown,
};

/**
 * The response is the only place that contains the new secret. The previous one remains valid until the overlap ends;
 * older ones are revoked at once.
 * @throws DomainError `not_found`, `invalid_state` (a public client has no secret)
 */
export function rotateOauthAppSecret(ctx: Context, input: RotateOauthAppSecretInput): Promise<OauthApp> {
  return perform<OauthApp>(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const found = await findOauthApp(tx, ctx, input.id, { lock: true });
    if (found.kind === 'public')
      throw new DomainError('invalid_state', 'A public application has no secret.');
    const now = new Date();
    const ofApp = and(eq(oauthAppSecrets.orgId, orgId), eq(oauthAppSecrets.appId, found.id));
    const overlapping = input.overlap_hours > 0;
    await tx
      .delete(oauthAppSecrets)
      .where(overlapping ? and(ofApp, isNotNull(oauthAppSecrets.expiresAt)) : ofApp);
    if (overlapping)
      await tx
        .update(oauthAppSecrets)
        .set({ expiresAt: new Date(now.getTime() + input.overlap_hours * HOUR) })
        .where(and(ofApp, isNull(oauthAppSecrets.expiresAt)));
    const { secret } = await addSecret(tx, orgId, found.id);
    const [row] = await tx
      .update(oauthApps)
      .set({ updatedAt: databaseTime, version: found.version + 1 })
      .where(and(eq(oauthApps.orgId, orgId), eq(oauthApps.id, found.id)))
      .returning();
    return {
      output: { ...(await withItsOwn(tx, ctx, row!)), client_secret: secret },
      audit: {
        objectKind: 'oauth_app',
        objectId: found.id,
        detail: { overlap_hours: input.overlap_hours },
      },
    };
  });
}
