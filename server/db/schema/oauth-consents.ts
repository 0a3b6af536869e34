import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies } from './columns';
import { oauthApps } from './oauth-apps';

/** A user's earlier consents and how the application presented itself then; decides whether to ask again. */
export const oauthConsents = pgTable(
  'oauth_consents',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    appId: uuid('app_id').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Hex SHA-256 of the displayed name and redirect URIs. */
    appSeen: text('app_seen').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'oauth_consents_pkey', columns: [table.orgId, table.userId, table.appId] }),
    foreignKey({
      name: 'oauth_consents_app',
      columns: [table.orgId, table.appId],
      foreignColumns: [oauthApps.orgId, oauthApps.id],
    }),
    ...tenantPolicies('oauth_consents'),
  ],
);
