import type { Scope } from '../../auth/scopes';
import { showId } from '../ids';
import type { OauthAppRow, SecretRow } from './access';
import type { OauthApp } from './contract';

export function presentOauthApp(row: OauthAppRow, secrets: readonly SecretRow[]): OauthApp {
  const id = showId('oauth_app', row.id);
  return {
    id,
    object: 'oauth_app',
    client_id: id,
    name: row.name,
    kind: row.kind,
    auth_method: row.authMethod,
    redirect_uris: row.redirectUris,
    scopes: row.scopes as Scope[],
    secrets: secrets.map(({ hint, createdAt, expiresAt }) => ({
      hint,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    })),
    paused_at: row.pausedAt?.toISOString() ?? null,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
  };
}
