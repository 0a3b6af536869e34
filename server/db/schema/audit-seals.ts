import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, orgId, tenantPolicies, workerPolicy, xid8 } from './columns';

/**
 * The hash chain over the audit log of one organization: one row per batch of committed rows in (txid, id) order. The
 * app may read it, only the worker inserts, and no one updates or deletes.
 */
export const auditSeals = pgTable(
  'audit_seals',
  {
    orgId: orgId(),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    sealedAt: instant('sealed_at').notNull(),
    firstTxid: xid8('first_txid').notNull(),
    firstId: uuid('first_id').notNull(),
    lastTxid: xid8('last_txid').notNull(),
    lastId: uuid('last_id').notNull(),
    rowCount: integer('row_count').notNull(),
    /** SHA-256 of each row in order, 32 bytes each, so that an altered row can be identified. */
    rowHashes: bytes('row_hashes').notNull(),
    /** `hash` of the previous seal; 32 zero bytes for the first. */
    previousHash: bytes('previous_hash').notNull(),
    /** SHA-256 over all columns above. */
    hash: bytes('hash').notNull(),
  },
  (table) => [
    primaryKey({ name: 'audit_seals_pkey', columns: [table.orgId, table.number] }),
    ...tenantPolicies('audit_seals'),
    workerPolicy('audit_seals'),
  ],
);
