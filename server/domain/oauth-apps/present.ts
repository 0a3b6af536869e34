import type { Scope } from '../../shared/scopes';
import type { oauthApps, oauthAppSecrets } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { OauthApp } from './contract';
import { PROOF_PATH, proofText } from './rules';

export type OauthAppRow = typeof oauthApps.$inferSelect;
export type SecretRow = typeof oauthAppSecrets.$inferSelect;

export interface AppDetails {
  secrets: readonly SecretRow[];
  people: number;
  createdByName: string | null;
}

export function presentOauthApp(row: OauthAppRow, { secrets, people, createdByName }: AppDetails): OauthApp {
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
    domain: domainOf(row),
    people,
    paused_at: row.pausedAt?.toISOString() ?? null,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    created_by_name: createdByName,
  };
}

function domainOf({ domain, domainToken, domainVerifiedAt }: OauthAppRow): OauthApp['domain'] {
  if (domain === null || domainToken === null) return null;
  return {
    host: domain,
    proof_url: `https://${domain}${PROOF_PATH}`,
    proof_text: proofText(domainToken),
    verified_at: domainVerifiedAt?.toISOString() ?? null,
  };
}
