import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type {
  Collection,
  Diagnosis,
  OrderingClinician,
  StatusChange,
} from '../../domain/lab-orders/contract';
import { ORDER_STATUSES, PRIORITIES } from '../../domain/lab-orders/rules';
import { instant, orgId, resourceColumns, sequence, tenantPolicies, workerPolicy } from './columns';
import { patients } from './patients';

/**
 * Place of a priority in the sort, 1 = routine. Row-level security lets an index find rows by leakproof functions alone,
 * which the comparison of texts is and `array_position` is not.
 */
export const priorityRank = (priority: AnyPgColumn) =>
  sql<number>`(case ${priority} when 'routine' then 1 when 'urgent' then 2 when 'asap' then 3 when 'stat' then 4 end)`;

/** Lab orders. `order_number` is our placer number: 10 digits and a check digit, always compared as text. */
export const labOrders = pgTable(
  'lab_orders',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    orderNumber: text('order_number').notNull(),
    externalId: text('external_id'),
    patientId: uuid('patient_id').notNull(),
    priority: text('priority', { enum: PRIORITIES }).notNull().default('routine'),
    orderingClinician: jsonb('ordering_clinician').$type<OrderingClinician | null>(),
    orderingUserId: uuid('ordering_user_id'),
    copyTo: text('copy_to').array().notNull().default([]),
    diagnoses: jsonb('diagnoses').$type<Diagnosis[]>().notNull().default([]),
    fasting: boolean('fasting'),
    collection: jsonb('collection').$type<Collection | null>(),
    notes: text('notes'),
    labId: text('lab_id'),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('requested'),
    statusHistory: jsonb('status_history').$type<StatusChange[]>().notNull(),
    expectedBy: instant('expected_by'),
    /** When it is told that nothing has come; null once it is told, and where nobody knows when to expect it. */
    overdueDueAt: instant('overdue_due_at'),
    cancelledReason: text('cancelled_reason'),
    sequence: sequence(),
  },
  (table) => [
    primaryKey({ name: 'lab_orders_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'lab_orders_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    uniqueIndex('lab_orders_number').on(table.orgId, table.orderNumber),
    uniqueIndex('lab_orders_external_id')
      .on(table.orgId, table.externalId)
      .where(sql`external_id is not null`),
    index('lab_orders_list').on(table.orgId, table.id),
    index('lab_orders_patient_list').on(table.orgId, table.patientId, table.id),
    index('lab_orders_updated').on(table.orgId, table.updatedAt, table.id),
    index('lab_orders_priority').on(table.orgId, priorityRank(table.priority), table.id),
    index('lab_orders_status').on(table.orgId, table.status, table.id),
    index('lab_orders_lab').on(table.orgId, table.labId, table.id),
    index('lab_orders_clinician').on(table.orgId, table.orderingUserId, table.id),
    // Open orders only, which are few: one that is over is told of no more.
    index('lab_orders_overdue_due')
      .on(table.overdueDueAt)
      .where(sql`overdue_due_at is not null and status not in ('completed', 'cancelled', 'rejected')`),
    ...tenantPolicies('lab_orders'),
    workerPolicy('lab_orders'),
  ],
);
