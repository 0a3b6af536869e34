import { sql } from 'drizzle-orm';
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { patients } from './patients';

/** Merges of patient records, with what is needed to undo them. Rows are never deleted. */
export const patientMerges = pgTable(
  'patient_merges',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    survivorId: uuid('survivor_id').notNull(),
    mergedId: uuid('merged_id').notNull(),
    mergedAt: instant('merged_at').notNull(),
    /** `usr_…`, `key_…` or `system` */
    mergedBy: text('merged_by').notNull(),
    source: text('source', { enum: ['user', 'api', 'feed'] }).notNull(),
    /** The patient of a hospital message that asked for it; its row is written after the merge. */
    updateId: uuid('update_id'),
    /** Null if the hospital feed merged automatically. */
    reason: text('reason'),
    /** Status of the merged record before. */
    statusBefore: text('status_before', { enum: ['active', 'inactive'] }).notNull(),
    /** By column of `patients`: values of the survivor before, and those it took from the merged record. */
    valuesBefore: jsonb('values_before').$type<Record<string, unknown>>().notNull().default({}),
    valuesTaken: jsonb('values_taken').$type<Record<string, unknown>>().notNull().default({}),
    unmergedAt: instant('unmerged_at'),
    unmergedBy: text('unmerged_by'),
    unmergeReason: text('unmerge_reason'),
  },
  (table) => [
    primaryKey({ name: 'patient_merges_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'patient_merges_survivor',
      columns: [table.orgId, table.survivorId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    foreignKey({
      name: 'patient_merges_merged',
      columns: [table.orgId, table.mergedId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    index('patient_merges_of_survivor').on(table.orgId, table.survivorId, table.id),
    index('patient_merges_of_merged').on(table.orgId, table.mergedId, table.id),
    uniqueIndex('patient_merges_in_effect')
      .on(table.orgId, table.mergedId)
      .where(sql`unmerged_at is null`),
    ...tenantPolicies('patient_merges'),
    eraserPolicy('patient_merges'),
  ],
);
