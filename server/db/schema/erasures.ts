import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { CERTIFIED_GROUNDS, type ErasedFile } from '../../data-types/erasure-codes';
import { instant, orgId, tenantPolicies } from './columns';

/**
 * Certificates of erased patients. They contain no patient data: the patient is the ID that the audit log still has, and
 * identifiers are keyed hashes, so that a late message does not create the patient again.
 */
export const erasures = pgTable(
  'erasures',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    erasedId: uuid('erased_id').notNull(),
    /** With the records merged into it. */
    recordIds: uuid('record_ids').array().notNull(),
    erasedAt: instant('erased_at').notNull(),
    /** `usr_…` or `system` */
    erasedBy: text('erased_by').notNull(),
    ground: text('ground', { enum: CERTIFIED_GROUNDS }).notNull(),
    reason: text('reason').notNull(),
    /** Of an order or request: its file number. */
    reference: text('reference'),
    lastActivityAt: instant('last_activity_at').notNull(),
    /** Of the organization at that time. */
    retentionYears: integer('retention_years').notNull(),
    /** Rows by kind. */
    counts: jsonb('counts').$type<Record<string, number>>().notNull(),
    files: jsonb('files').$type<ErasedFile[]>().notNull(),
    identifierHashes: text('identifier_hashes').array().notNull(),
    /** Storage keys of files that are not removed yet. */
    pendingFiles: text('pending_files').array().notNull(),
    filesRemovedAt: instant('files_removed_at'),
  },
  (table) => [
    primaryKey({ name: 'erasures_pkey', columns: [table.orgId, table.id] }),
    index('erasures_patient').on(table.orgId, table.erasedId),
    ...tenantPolicies('erasures'),
  ],
);
