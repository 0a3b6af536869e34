import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';

/**
 * The first response to a POST with `Idempotency-Key`, kept for 24 hours; bound to organization, credential and path.
 */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    orgId: orgId(),
    credential: text('credential').notNull(),
    path: text('path').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the canonical request. */
    fingerprint: bytes('fingerprint').notNull(),
    status: integer('status').notNull(),
    output: jsonb('output').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'idempotency_records_pkey',
      columns: [table.orgId, table.credential, table.path, table.key],
    }),
    index('idempotency_records_age').on(table.createdAt),
    ...tenantPolicies('idempotency_records'),
    eraserPolicy('idempotency_records'),
    workerPolicy('idempotency_records'),
  ],
);
