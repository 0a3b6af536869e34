import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ItemAnswer } from '../../data-types/lab-order';
import { eraserPolicy, orgId, tenantPolicies } from './columns';
import { labOrders } from './lab-orders';

/** Ordered tests; name and codes are a snapshot of the catalog at the time of the order. */
export const labOrderItems = pgTable(
  'lab_order_items',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    orderId: uuid('order_id').notNull(),
    position: integer('position').notNull(),
    testId: uuid('test_id'),
    code: text('code').notNull(),
    loinc: text('loinc'),
    name: text('name').notNull(),
    specimen: text('specimen'),
    answers: jsonb('answers').$type<ItemAnswer[]>().notNull().default([]),
    status: text('status', { enum: ['ordered', 'in_progress', 'resulted', 'cancelled', 'not_performed'] })
      .notNull()
      .default('ordered'),
    resultId: uuid('result_id'),
  },
  (table) => [
    primaryKey({ name: 'lab_order_items_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'lab_order_items_order',
      columns: [table.orgId, table.orderId],
      foreignColumns: [labOrders.orgId, labOrders.id],
    }),
    index('lab_order_items_order_idx').on(table.orgId, table.orderId, table.position),
    index('lab_order_items_test').on(table.orgId, table.testId),
    index('lab_order_items_loinc').on(table.orgId, table.loinc),
    ...tenantPolicies('lab_order_items'),
    eraserPolicy('lab_order_items'),
  ],
);
