import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { oauthApps } from './oauth-apps';

/**
 * Authorization requests awaiting consent: validated on receipt, kept for ten minutes. The consent page's URL contains
 * the secret; the first session that opens it owns the request.
 */
export const oauthRequests = pgTable(
  'oauth_requests',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    appId: uuid('app_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scopes: text('scopes').array().notNull(),
    state: text('state'),
    challenge: text('challenge').notNull(),
    /** Only sign-ins after this time count (`prompt=login`, and step-up for consent). */
    signedInAfter: instant('signed_in_after').notNull(),
    sessionId: uuid('session_id'),
    userId: uuid('user_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    primaryKey({ name: 'oauth_requests_pkey', columns: [table.orgId, table.id] }),
    unique('oauth_requests_secret_hash').on(table.secretHash),
    index('oauth_requests_age').on(table.expiresAt),
    foreignKey({
      name: 'oauth_requests_app',
      columns: [table.orgId, table.appId],
      foreignColumns: [oauthApps.orgId, oauthApps.id],
    }),
    ...tenantPolicies('oauth_requests'),
    credentialPolicy('oauth_requests'),
    workerPolicy('oauth_requests'),
  ],
);
