import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { REVIEW_ACTS } from '../../domain/reviews/rules';
import { instant, orgId, tenantPolicies } from './columns';
import { labResults } from './lab-results';
import type { Restored, RestoredAssignee } from './types';

/**
 * What people did about a report, in its order: signed, seen, commented, passed on, taken back. Written once, never
 * changed and never removed; which reviews stand today is `lab_results.reviews`.
 */
export const reviewEntries = pgTable(
  'review_entries',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    resultId: uuid('result_id').notNull(),
    /** Of the report, at that moment. */
    version: integer('version').notNull(),
    act: text('act', { enum: REVIEW_ACTS }).notNull(),
    /** `usr_…` or `system` */
    by: text('by').notNull(),
    at: instant('at').notNull(),
    /** Who is to sign it from then on (`uuid`). */
    toId: uuid('to_id'),
    note: text('note'),
    /** What taking it back gives back. */
    restores: jsonb('restores').$type<Restored | RestoredAssignee | null>(),
    /** Of the request that signed or saw: the same request, sent again, is answered as the first time. */
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
  ],
);
