import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  ACK_CODES,
  CONTENT_REMOVALS,
  MESSAGE_STATES,
  type ProblemReason,
  type Warning,
} from '../../data-types/inbound-message-codes';
import { bytes, eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { labConnections } from './lab-connections';

/**
 * Every received message, accepted or rejected: fields of its MSH segment (cut to 200 characters), the acknowledgment,
 * and the processing queue. The bytes are in `inbound_message_bytes`, which the worker cannot read.
 */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** Order of arrival; clocks may go back. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    receivedAt: instant('received_at').notNull(),
    remoteAddress: text('remote_address'),
    fileName: text('file_name'),
    /** Bytes received, including those not stored because the message was too large. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Null if the message was not stored whole. */
    sha256: bytes('sha256'),
    /** MSH-10; null when empty. */
    controlId: text('control_id'),
    /** MSH-9 */
    messageType: text('message_type'),
    event: text('event'),
    /** MSH-11, MSH-12, MSH-3, MSH-4 */
    processingId: text('processing_id'),
    version: text('version'),
    sendingApplication: text('sending_application'),
    sendingFacility: text('sending_facility'),
    /** MSH-11 is T or D on a connection in go-live. Reports of such a message are never filed. */
    isTest: boolean('is_test').notNull().default(false),
    /** Encoding used to read it, as a `TextDecoder` label. */
    charset: text('charset'),
    state: text('state', { enum: MESSAGE_STATES }).notNull(),
    /** Acknowledged with success, so the service is responsible for its results. */
    taken: boolean('taken').notNull(),
    /** Null if the sender requested no acknowledgment. */
    ackCode: text('ack_code', { enum: ACK_CODES }),
    ackProblem: text('ack_problem').$type<ProblemReason | null>(),
    /** When the acknowledgment was created; it is sent right after the commit. */
    acknowledgedAt: instant('acknowledged_at'),
    /** The first message with the same bytes; only that one is processed. */
    duplicateOf: uuid('duplicate_of'),
    warnings: jsonb('warnings').$type<Warning[]>().notNull().default([]),
    /** Attempts started; one that ends in a crash counts. */
    tries: integer('tries').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
    /** Code of the last failure; never text of the message. */
    failure: text('failure'),
    setAsideBy: text('set_aside_by'),
    setAsideReason: text('set_aside_reason'),
    finishedAt: instant('finished_at'),
    contentRemovedAt: instant('content_removed_at'),
    contentRemoval: text('content_removal', { enum: CONTENT_REMOVALS }),
  },
  (table) => [
    primaryKey({ name: 'inbound_messages_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'inbound_messages_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    // Equal bytes have the same control ID, and two sockets may deliver them at once. A test message is a duplicate of
    // test messages only: after go-live the same bytes are production data.
    uniqueIndex('inbound_messages_once')
      .on(table.orgId, table.connectionId, table.sha256, table.isTest)
      .where(sql`taken and duplicate_of is null and control_id is not null`),
    index('inbound_messages_control_id')
      .on(table.orgId, table.connectionId, table.controlId)
      .where(sql`control_id is not null`),
    index('inbound_messages_list').on(table.orgId, table.id),
    index('inbound_messages_connection_list').on(table.orgId, table.connectionId, table.id),
    index('inbound_messages_state')
      .on(table.orgId, table.state, table.id)
      .where(sql`state <> 'processed'`),
    // The runner steps from connection to connection through this index and takes the first message of each.
    index('inbound_messages_due')
      .on(table.orgId, table.connectionId, table.position)
      .where(sql`state = 'received'`),
    ...tenantPolicies('inbound_messages'),
    eraserPolicy('inbound_messages'),
    workerPolicy('inbound_messages'),
  ],
);
