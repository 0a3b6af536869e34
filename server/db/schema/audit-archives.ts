import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, orgId, tenantPolicies, workerPolicy, xid8 } from './columns';

/** Parts of the audit of an organization whose rows were written to a file and then removed. Their seals stay. */
export const auditArchives = pgTable(
  'audit_archives',
  {
    orgId: orgId(),
    /** Numbers of the seals. A part starts where the previous one ends. */
    firstSeal: integer('first_seal').notNull(),
    lastSeal: integer('last_seal').notNull(),
    /** The last row, in (txid, id) order. */
    lastTxid: xid8('last_txid').notNull(),
    lastId: uuid('last_id').notNull(),
    rowCount: integer('row_count').notNull(),
    /** Without its folder. */
    fileName: text('file_name').notNull(),
    /** SHA-256 of the file. */
    sha256: bytes('sha256').notNull(),
    archivedAt: instant('archived_at').notNull(),
    /** Null while rows are being removed. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ name: 'audit_archives_pkey', columns: [table.orgId, table.firstSeal] }),
    index('audit_archives_last').on(table.orgId, table.lastSeal),
    ...tenantPolicies('audit_archives'),
    workerPolicy('audit_archives'),
  ],
);
