import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, orgId, tenantPolicies } from './columns';
import { oauthApps } from './oauth-apps';

/** SHA-256 of client secrets; two during a rotation. */
export const oauthAppSecrets = pgTable(
  'oauth_app_secrets',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    appId: uuid('app_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** Last four characters. */
    hint: text('hint').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    primaryKey({ name: 'oauth_app_secrets_pkey', columns: [table.orgId, table.appId, table.id] }),
    foreignKey({
      name: 'oauth_app_secrets_app',
      columns: [table.orgId, table.appId],
      foreignColumns: [oauthApps.orgId, oauthApps.id],
    }),
    ...tenantPolicies('oauth_app_secrets'),
  ],
);
