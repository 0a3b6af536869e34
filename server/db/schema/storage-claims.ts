import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant, orgId, tenantPolicies, workerPolicy } from './columns';

/**
 * Files that are being stored and whose row may not be committed yet. A remaining claim (crash, lost connection) names
 * the one file to check, so that the sweep never reads the whole storage.
 */
export const storageClaims = pgTable(
  'storage_claims',
  {
    orgId: orgId(),
    fileId: uuid('file_id').notNull(),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'storage_claims_pkey', columns: [table.orgId, table.fileId] }),
    index('storage_claims_age').on(table.claimedAt),
    ...tenantPolicies('storage_claims'),
    workerPolicy('storage_claims'),
  ],
);
