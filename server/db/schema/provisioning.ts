import { jsonb, pgTable, primaryKey, text, unique, uuid, integer } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies } from './columns';

/** Tokens with which the identity provider of an organization manages its users (SCIM). Only the SHA-256 is stored. */
export const scimTokens = pgTable(
  'scim_tokens',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** Prefix and last four characters. */
    stub: text('stub').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [
    primaryKey({ name: 'scim_tokens_pkey', columns: [table.orgId, table.id] }),
    unique('scim_tokens_secret_hash').on(table.secretHash),
    ...tenantPolicies('scim_tokens'),
    credentialPolicy('scim_tokens'),
  ],
);

/** What the identity provider has sent about a member. */
export const scimUsers = pgTable(
  'scim_users',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** Attributes as sent, without those in other columns. */
    attributes: jsonb('attributes').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'scim_users_pkey', columns: [table.orgId, table.userId] }),
    ...tenantPolicies('scim_users'),
  ],
);

/** Groups of the identity provider. Those with a role by the rules of the provider give it to their members. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    memberIds: uuid('member_ids').array().notNull().default([]),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'scim_groups_pkey', columns: [table.orgId, table.id] }),
    unique('scim_groups_name').on(table.orgId, table.displayName),
    ...tenantPolicies('scim_groups'),
  ],
);
