import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies } from './columns';
import { labConnections } from './lab-connections';

/** Keys with which a laboratory posts messages to one connection. Only the SHA-256 is stored, as for API keys. */
export const ingestKeys = pgTable(
  'ingest_keys',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** Prefix and last four characters. */
    stub: text('stub').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedIp: text('last_used_ip'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ name: 'ingest_keys_pkey', columns: [table.orgId, table.id] }),
    unique('ingest_keys_secret_hash').on(table.secretHash),
    foreignKey({
      name: 'ingest_keys_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    index('ingest_keys_connection_list').on(table.orgId, table.connectionId, table.id),
    ...tenantPolicies('ingest_keys'),
    credentialPolicy('ingest_keys'),
  ],
);
