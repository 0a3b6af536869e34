import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies } from './columns';

/** API keys. Stores only the SHA-256 of the key, and a stub (prefix and last four characters) to recognize it by. */
export const apiKeys = pgTable(
  'api_keys',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    purpose: text('purpose'),
    secretHash: bytes('secret_hash').notNull(),
    stub: text('stub').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Requests per minute; null for the default. */
    rateLimit: integer('rate_limit'),
    ipAllowList: text('ip_allow_list').array().notNull().default([]),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip'),
    lastUsedAgent: text('last_used_agent'),
    /** The key that replaces this one. This key remains valid until `expires_at`, the end of the overlap. */
    replacedBy: uuid('replaced_by'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
    revokedReason: text('revoked_reason'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ name: 'api_keys_pkey', columns: [table.orgId, table.id] }),
    unique('api_keys_secret_hash').on(table.secretHash),
    index('api_keys_list').on(table.orgId, table.id),
    ...tenantPolicies('api_keys'),
    credentialPolicy('api_keys'),
  ],
);
