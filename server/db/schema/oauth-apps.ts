import { sql } from 'drizzle-orm';
import { index, integer, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clinicalApp, instant, orgId, tenantPolicies } from './columns';

/**
 * OAuth clients. `id` is the public client ID: the row for the client ID in the request is visible before the
 * organization is known, but no other row is.
 */
export const oauthApps = pgTable(
  'oauth_apps',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['confidential', 'public'] }).notNull(),
    /** The client's only authentication method; never changed. */
    authMethod: text('auth_method', {
      enum: ['client_secret_basic', 'client_secret_post', 'none'],
    }).notNull(),
    /** Compared as text. */
    redirectUris: text('redirect_uris').array().notNull(),
    scopes: text('scopes').array().notNull(),
    /**
     * The host name that the owner claims, and when our verification file was found there; shown at consent once
     * verified.
     */
    domain: text('domain'),
    domainToken: text('domain_token'),
    domainVerifiedAt: instant('domain_verified_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    createdBy: text('created_by').notNull(),
    pausedAt: instant('paused_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    primaryKey({ name: 'oauth_apps_pkey', columns: [table.orgId, table.id] }),
    index('oauth_apps_client').on(table.id),
    ...tenantPolicies('oauth_apps'),
    pgPolicy('oauth_apps_client', { for: 'select', to: clinicalApp, using: sql`id = ${clientId}` }),
  ],
);
