import { foreignKey, index, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { oauthGrants } from './oauth-grants';

/** Refresh tokens: SHA-256 only, single use, 30 days idle. Used tokens are kept to detect reuse. */
export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    grantId: uuid('grant_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ name: 'oauth_refresh_tokens_pkey', columns: [table.orgId, table.id] }),
    unique('oauth_refresh_tokens_secret_hash').on(table.secretHash),
    index('oauth_refresh_tokens_age').on(table.expiresAt),
    foreignKey({
      name: 'oauth_refresh_tokens_grant',
      columns: [table.orgId, table.grantId],
      foreignColumns: [oauthGrants.orgId, oauthGrants.id],
    }),
    ...tenantPolicies('oauth_refresh_tokens'),
    credentialPolicy('oauth_refresh_tokens'),
    workerPolicy('oauth_refresh_tokens'),
  ],
);
