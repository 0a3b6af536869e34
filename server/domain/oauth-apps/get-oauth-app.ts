import { perform } from '../act';
import type { Context } from '../context';
import { findOauthApp, MANAGE, secretsOf } from './access';
import type { OauthApp } from './contract';
import { presentOauthApp } from './present';

/** @throws DomainError `not_found` */
export function getOauthApp(ctx: Context, input: { id: string }): Promise<OauthApp> {
  return perform(ctx, { action: 'get_oauth_app', kind: 'read', ...MANAGE }, async (tx) => {
    const row = await findOauthApp(tx, ctx, input.id);
    const secrets = await secretsOf(tx, ctx, [row.id]);
    return {
      output: presentOauthApp(row, secrets.get(row.id) ?? []),
      audit: { objectKind: 'oauth_app', objectId: row.id },
    };
  });
}
