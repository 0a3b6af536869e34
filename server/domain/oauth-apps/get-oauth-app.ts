import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findOauthApp, MANAGE, withItsOwn } from './access';
import type { OauthApp } from './contract';

/** @throws DomainError `not_found` */
export function getOauthApp(ctx: Context, input: { id: string }): Promise<OauthApp> {
  return perform(ctx, { action: 'get_oauth_app', kind: 'read', ...MANAGE }, async (tx) => {
    const row = await findOauthApp(tx, ctx, input.id);
    return {
      output: await withItsOwn(tx, ctx, row),
      audit: { objectKind: 'oauth_app', objectId: row.id },
    };
  });
}
