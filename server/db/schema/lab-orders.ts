import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
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
import type { Collection, Diagnosis, OrderingClinician, StatusChange } from '../../data-types/lab-order';
import { ORDER_STATUSES, PRIORITIES } from '../../data-types/lab-order-codes';
import { TRANSMISSION_STATUSES } from '../../data-types/transmission-codes';
import { addressedConstraints } from './addressed';
import {
  addressedPatientId,
  eraserPolicy,
  instant,
  orgId,
  resourceColumns,
  sequence,
  tenantPolicies,
  workerPolicy,
} from './columns';
import { patients } from './patients';

/**
 * Sort position of a priority, 1 for routine. Under row-level security an index supports only leakproof functions; text
 * comparison is one, `array_position` is not.
 */
export const priorityRank = (priority: AnyPgColumn) =>
  sql<number>`(case ${priority} when 'routine' then 1 when 'urgent' then 2 when 'asap' then 3 when 'stat' then 4 end)`;

/** Lab orders. `order_number` is the placer order number: 10 digits and a check digit, always compared as text. */
export const labOrders = pgTable(
  'lab_orders',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    orderNumber: text('order_number').notNull(),
    externalId: text('external_id'),
    patientId: uuid('patient_id').notNull(),
    addressedPatientId: addressedPatientId(),
    priority: text('priority', { enum: PRIORITIES }).notNull().default('routine'),
    orderingClinician: jsonb('ordering_clinician').$type<OrderingClinician | null>(),
    orderingUserId: uuid('ordering_user_id'),
    copyTo: text('copy_to').array().notNull().default([]),
    diagnoses: jsonb('diagnoses').$type<Diagnosis[]>().notNull().default([]),
    fasting: boolean('fasting'),
    collection: jsonb('collection').$type<Collection | null>(),
    /** Day of the planned collection, in the time zone of the organization. */
    collectOn: date('collect_on', { mode: 'string' }),
    notes: text('notes'),
    labId: text('lab_id'),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('requested'),
    statusHistory: jsonb('status_history').$type<StatusChange[]>().notNull(),
    expectedBy: instant('expected_by'),
    /** When to announce that results are overdue; null once announced, or if no expected time is known. */
    overdueDueAt: instant('overdue_due_at'),
    cancelledReason: text('cancelled_reason'),
    transmissionStatus: text('transmission_status', { enum: TRANSMISSION_STATUSES })
      .notNull()
      .default('not_applicable'),
    acceptedAt: instant('accepted_at'),
    /** The laboratory's number (ORC-3). */
    fillerOrderNumber: text('filler_order_number'),
    /** Why it was rejected, or could not be sent or canceled. */
    transmissionReason: text('transmission_reason'),
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
    index('lab_orders_filler_number')
      .on(table.orgId, table.fillerOrderNumber, table.id)
      .where(sql`filler_order_number is not null`),
    index('lab_orders_list').on(table.orgId, table.id),
    index('lab_orders_patient_list').on(table.orgId, table.patientId, table.id),
    index('lab_orders_updated').on(table.orgId, table.updatedAt, table.id),
    index('lab_orders_priority').on(table.orgId, priorityRank(table.priority), table.id),
    index('lab_orders_status').on(table.orgId, table.status, table.id),
    // STAT orders that are not sent, which the start page lists.
    index('lab_orders_stat_requested')
      .on(table.orgId, table.id)
      .where(sql`priority = 'stat' and status = 'requested'`),
    index('lab_orders_lab').on(table.orgId, table.labId, table.id),
    index('lab_orders_clinician').on(table.orgId, table.orderingUserId, table.id),
    // Only open orders, which are few.
    index('lab_orders_overdue')
      .on(table.orgId, table.expectedBy, table.id)
      .where(sql`expected_by is not null and status not in ('completed', 'cancelled', 'rejected')`),
    index('lab_orders_overdue_due')
      .on(table.overdueDueAt)
      .where(sql`overdue_due_at is not null and status not in ('completed', 'cancelled', 'rejected')`),
    // Only orders with a planned collection that is not recorded.
    index('lab_orders_collect_on')
      .on(table.orgId, table.collectOn, table.id)
      .where(sql`collect_on is not null and status in ('requested', 'sent', 'failed')`),
    index('lab_orders_transmission')
      .on(table.orgId, table.transmissionStatus, table.id)
      .where(sql`transmission_status <> 'not_applicable'`),
    ...addressedConstraints('lab_orders', table),
    ...tenantPolicies('lab_orders'),
    eraserPolicy('lab_orders'),
    workerPolicy('lab_orders'),
  ],
);
