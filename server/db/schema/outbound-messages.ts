import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { OUTBOUND_FAILURES, OUTBOUND_KINDS, OUTBOUND_STATUSES } from '../../data-types/transmission-codes';
import { ACK_CODES } from '../../data-types/inbound-message-codes';
import { eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { labConnections } from './lab-connections';
import { labOrders } from './lab-orders';

/**
 * Messages to laboratories, stored in the transaction of the order or cancellation, and their queue. The bytes are in
 * `outbound_message_bytes`, which the worker cannot read.
 */
export const outboundMessages = pgTable(
  'outbound_messages',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** Order of sending. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    kind: text('kind', { enum: OUTBOUND_KINDS }).notNull(),
    /** Sent before the others of its connection. The same for all messages of an order, so that they keep their order. */
    stat: boolean('stat').notNull().default(false),
    /** MSH-10; the same in every attempt. */
    controlId: text('control_id').notNull(),
    status: text('status', { enum: OUTBOUND_STATUSES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** After so many attempts it fails; sending it again allows more. */
    attemptsAllowed: integer('attempts_allowed').notNull(),
    lastAttemptAt: instant('last_attempt_at'),
    nextAttemptAt: instant('next_attempt_at'),
    /** When bytes were written for the first time; null: the laboratory cannot have the message. */
    sentAt: instant('sent_at'),
    /** When it reached a state other than `queued` and `sent`. */
    finishedAt: instant('finished_at'),
    ackCode: text('ack_code', { enum: ACK_CODES }),
    failure: text('failure', { enum: OUTBOUND_FAILURES }),
    /** In words; what the laboratory said is verbatim. */
    reason: text('reason'),
    /** Of a cancellation: why the user cancels. */
    cancelReason: text('cancel_reason'),
    /** When the bytes were removed after their retention period. */
    contentRemovedAt: instant('content_removed_at'),
  },
  (table) => [
    primaryKey({ name: 'outbound_messages_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'outbound_messages_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    foreignKey({
      name: 'outbound_messages_order',
      columns: [table.orgId, table.orderId],
      foreignColumns: [labOrders.orgId, labOrders.id],
    }),
    uniqueIndex('outbound_messages_control_id').on(table.orgId, table.connectionId, table.controlId),
    index('outbound_messages_list').on(table.orgId, table.connectionId, table.id),
    index('outbound_messages_of_order').on(table.orgId, table.orderId, table.position),
    // The worker takes the first message of each connection through this index.
    index('outbound_messages_due')
      .on(table.orgId, table.connectionId, table.stat.desc().nullsFirst(), table.position)
      .where(sql`status = 'queued'`),
    ...tenantPolicies('outbound_messages'),
    eraserPolicy('outbound_messages'),
    workerPolicy('outbound_messages'),
  ],
);
