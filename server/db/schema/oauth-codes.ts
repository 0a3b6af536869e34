import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { oauthGrants } from './oauth-grants';

/**
 * Authorization codes: SHA-256 only, valid for 60 seconds, single use. The grant holds user, application and scopes.
 */
export const oauthCodes = pgTable(
  'oauth_codes',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    grantId: uuid('grant_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    challenge: text('challenge').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ name: 'oauth_codes_pkey', columns: [table.orgId, table.id] }),
    unique('oauth_codes_secret_hash').on(table.secretHash),
    index('oauth_codes_age').on(table.expiresAt),
    foreignKey({
      name: 'oauth_codes_grant',
      columns: [table.orgId, table.grantId],
      foreignColumns: [oauthGrants.orgId, oauthGrants.id],
    }),
    ...tenantPolicies('oauth_codes'),
    credentialPolicy('oauth_codes'),
    workerPolicy('oauth_codes'),
  ],
);
