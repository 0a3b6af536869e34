import { foreignKey, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { labResults } from './lab-results';

/**
 * Superseded versions of reports as they were displayed; the current version is in `lab_results`. Rows are never
 * updated or deleted.
 */
export const labResultVersions = pgTable(
  'lab_result_versions',
  {
    orgId: orgId(),
    resultId: uuid('result_id').notNull(),
    version: integer('version').notNull(),
    snapshot: jsonb('snapshot').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'lab_result_versions_pkey', columns: [table.orgId, table.resultId, table.version] }),
    foreignKey({
      name: 'lab_result_versions_result',
      columns: [table.orgId, table.resultId],
      foreignColumns: [labResults.orgId, labResults.id],
    }),
    ...tenantPolicies('lab_result_versions'),
    eraserPolicy('lab_result_versions'),
  ],
);
