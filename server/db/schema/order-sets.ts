import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { orgId, resourceColumns, tenantPolicies } from './columns';

/** Named sets of tests of one laboratory that are ordered together. */
export const orderSets = pgTable(
  'order_sets',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    name: text('name').notNull(),
    labId: text('lab_id').notNull(),
    /** In the order of the set; a test can become inactive later. */
    testIds: uuid('test_ids').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'order_sets_pkey', columns: [table.orgId, table.id] }),
    uniqueIndex('order_sets_name').on(table.orgId, table.labId, sql`lower(${table.name})`),
    ...tenantPolicies('order_sets'),
  ],
);
