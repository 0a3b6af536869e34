import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { REVIEW_ACTS } from '../../data-types/review-codes';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { labResults } from './lab-results';
import type { Restored, RestoredAssignee } from './types';

/**
 * The review history of a report, in order. Rows are never updated or deleted; the reviews in effect are in
 * `lab_results.reviews`.
 */
export const reviewEntries = pgTable(
  'review_entries',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    resultId: uuid('result_id').notNull(),
    version: integer('version').notNull(),
    act: text('act', { enum: REVIEW_ACTS }).notNull(),
    /** `usr_…` or `system` */
    by: text('by').notNull(),
    at: instant('at').notNull(),
    /** User ID of the new assignee. */
    toId: uuid('to_id'),
    note: text('note'),
    restores: jsonb('restores').$type<Restored | RestoredAssignee | null>(),
    /** Key of the request that signed or viewed; a retry gets the first response. */
    idempotencyKey: uuid('idempotency_key'),
  },
  (table) => [
    primaryKey({ name: 'review_entries_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'review_entries_result',
      columns: [table.orgId, table.resultId],
      foreignColumns: [labResults.orgId, labResults.id],
    }),
    index('review_entries_result_idx').on(table.orgId, table.resultId, table.id),
    index('review_entries_by').on(table.orgId, table.by, table.id),
    ...tenantPolicies('review_entries'),
    eraserPolicy('review_entries'),
  ],
);
