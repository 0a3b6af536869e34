import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies } from './columns';
import { oauthApps } from './oauth-apps';

/**
 * One authorization of an application by a user: the family of its code, refresh tokens and access tokens. Every use of
 * any of them checks this row, so revocation takes effect at once.
 */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    appId: uuid('app_id').notNull(),
    userId: uuid('user_id').notNull(),
    scopes: text('scopes').array().notNull(),
    authTime: instant('auth_time').notNull(),
    createdAt: instant('created_at').notNull(),
    activatedAt: instant('activated_at'),
    expiresAt: instant('expires_at').notNull(),
    /** Last call to `/v1`; written at most once a minute. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (table) => [
    primaryKey({ name: 'oauth_grants_pkey', columns: [table.orgId, table.id] }),
    index('oauth_grants_person').on(table.orgId, table.userId, table.appId),
    index('oauth_grants_app').on(table.orgId, table.appId),
    foreignKey({
      name: 'oauth_grants_app',
      columns: [table.orgId, table.appId],
      foreignColumns: [oauthApps.orgId, oauthApps.id],
    }),
    ...tenantPolicies('oauth_grants'),
  ],
);
