import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { oauthApps } from '../../db/schema/index';
import { assertProven, perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { recordedChanges } from '../../shared/recorded-changes';
import { assertVersion } from '../patients/access';
import { assertRedirectUris, findOauthApp, MANAGE, withItsOwn } from './access';
import type { OauthApp, UpdateOauthAppInput } from './contract';
import type { OauthAppRow } from './present';

/**
 * Pausing the application or removing scopes affects existing tokens; a new name or redirect URI requires consent
 * again. Adding a redirect URI or scope requires recent authentication, as for a new application.
 * @throws DomainError `not_found`, `version_mismatch`, `validation_failed`, `reauthentication_required`
 */
export function updateOauthApp(ctx: Context, input: UpdateOauthAppInput): Promise<OauthApp> {
  return perform(ctx, { action: 'update_oauth_app', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const before = await findOauthApp(tx, ctx, input.id, { lock: true });
    assertVersion(ctx, before);
    if (input.redirect_uris) assertRedirectUris(input.redirect_uris, before.kind);
    if (adds(input.redirect_uris, before.redirectUris) || adds(input.scopes, before.scopes))
      assertProven(ctx);
    const now = new Date();
    const pausedAt =
      input.paused === undefined ? before.pausedAt : input.paused ? (before.pausedAt ?? now) : null;
    const [row] = await tx
      .update(oauthApps)
      .set({
        name: input.name ?? before.name,
        redirectUris: input.redirect_uris ?? before.redirectUris,
        scopes: input.scopes ?? before.scopes,
        pausedAt,
        version: before.version + 1,
        updatedAt: databaseTime,
      })
      .where(and(eq(oauthApps.orgId, orgId), eq(oauthApps.id, before.id)))
      .returning();
    return {
      output: await withItsOwn(tx, ctx, row!),
      audit: {
        objectKind: 'oauth_app',
        objectId: before.id,
        detail: recordedChanges(settingsOf(before), settingsOf(row!), [
          'name',
          'redirect_uris',
          'scopes',
          'paused',
        ]),
      },
    };
  });
}

const settingsOf = ({ name, redirectUris, scopes, pausedAt }: OauthAppRow) => ({
  name,
  redirect_uris: redirectUris,
  scopes,
  paused: pausedAt !== null,
});

const adds = (wanted: readonly string[] | undefined, before: readonly string[]): boolean =>
  wanted?.some((value) => !before.includes(value)) ?? false;
