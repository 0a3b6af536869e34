import { databaseTime } from '../../db/clock';
import { oauthApps } from '../../db/schema/index';
import { perform, type Operation } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { fieldError } from '../../errors/domain-error';
import { newId } from '../../shared/ids';
import { maskUrl } from '../../shared/recorded-changes';
import { assertRedirectUris, MANAGE, withItsOwn } from './access';
import type { CreateOauthAppInput, OauthApp } from './contract';
import { addSecret } from './secrets';

const operation: Operation<OauthApp> = {
  action: 'create_oauth_app',
  kind: 'write',
  ...MANAGE,
  stepUp: true,
  replay: ({ client_secret: _, ...shown }) => shown,
};

/** The response is the only place that contains the secret. @throws DomainError `forbidden`, `validation_failed` */
export function createOauthApp(ctx: Context, input: CreateOauthAppInput): Promise<OauthApp> {
  return perform<OauthApp>(ctx, operation, async (tx) => {
    const { orgId } = ctx.actor;
    const { kind } = input;
    const authMethod = input.auth_method ?? (kind === 'public' ? 'none' : 'client_secret_basic');
    if ((authMethod === 'none') !== (kind === 'public'))
      throw fieldError(
        '/auth_method',
        'not_allowed',
        'must be none for public applications, and cannot be none for others',
      );
    assertRedirectUris(input.redirect_uris, kind);
    const now = new Date();
    const [row] = await tx
      .insert(oauthApps)
      .values({
        orgId,
        id: newId(),
        name: input.name,
        kind,
        authMethod,
        redirectUris: input.redirect_uris,
        scopes: input.scopes,
        createdAt: now,
        updatedAt: databaseTime,
        createdBy: actorName(ctx.actor),
      })
      .returning();
    const made = kind === 'confidential' ? await addSecret(tx, orgId, row!.id) : null;
    const shown = await withItsOwn(tx, ctx, row!);
    return {
      output: made ? { ...shown, client_secret: made.secret } : shown,
      audit: {
        objectKind: 'oauth_app',
        objectId: row!.id,
        detail: { kind, scopes: input.scopes, redirect_uris: input.redirect_uris.map(maskUrl) },
      },
    };
  });
}
