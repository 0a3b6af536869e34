import {
  boolean,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  ACKNOWLEDGMENT_MODES,
  ORDER_CHARSETS,
  ORDER_MESSAGE_TYPES,
  ORDER_MESSAGE_VERSIONS,
  PROCESSING_IDS,
} from '../../data-types/order-message-codes';
import { ORDER_TRANSPORTS, PROVIDER_IDENTIFIER_TYPES } from '../../data-types/transmission-codes';
import { instant, orgId, resourceColumns, tenantPolicies, workerPolicy } from './columns';
import { labConnections } from './lab-connections';

/**
 * Where the orders of a laboratory are sent: the outbound half of a lab connection, one row each. A worker that sends
 * holds the lease of the row, so a connection has one sender at a time.
 */
export const orderDestinations = pgTable(
  'order_destinations',
  {
    orgId: orgId(),
    connectionId: uuid('connection_id').notNull(),
    ...resourceColumns,
    /** The laboratory in the catalog whose orders are sent here. */
    labId: text('lab_id').notNull(),
    transport: text('transport', { enum: ORDER_TRANSPORTS }).notNull(),
    host: text('host'),
    port: integer('port'),
    tls: boolean('tls').notNull().default(false),
    url: text('url'),
    /** Set by the operator only, because it is a path on the machine. */
    directory: text('directory'),
    /** PEM */
    caCertificate: text('ca_certificate'),
    clientCertificate: text('client_certificate'),
    /** Encrypted, like the next one. */
    clientKey: text('client_key'),
    bearerToken: text('bearer_token'),
    messageType: text('message_type', { enum: ORDER_MESSAGE_TYPES }).notNull(),
    hl7Version: text('hl7_version', { enum: ORDER_MESSAGE_VERSIONS }).notNull(),
    /** MSH-11 */
    processingId: text('processing_id', { enum: PROCESSING_IDS }).notNull(),
    /** MSH-3 to MSH-6 */
    sendingApplication: text('sending_application'),
    sendingFacility: text('sending_facility'),
    receivingApplication: text('receiving_application'),
    receivingFacility: text('receiving_facility'),
    /** The clinic's account at the laboratory. */
    accountNumber: text('account_number'),
    providerIdentifierType: text('provider_identifier_type', { enum: PROVIDER_IDENTIFIER_TYPES }).notNull(),
    charset: text('charset', { enum: ORDER_CHARSETS }).notNull(),
    acknowledgmentMode: text('acknowledgment_mode', { enum: ACKNOWLEDGMENT_MODES }).notNull(),
    /** How long to wait for an acknowledgment. */
    waitSeconds: integer('wait_seconds').notNull(),
    mostAttempts: integer('most_attempts').notNull(),
    paused: boolean('paused').notNull().default(false),
    /** When attempts started to fail; null after a successful one. */
    failingSince: instant('failing_since'),
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
  },
  (table) => [
    primaryKey({ name: 'order_destinations_pkey', columns: [table.orgId, table.connectionId] }),
    foreignKey({
      name: 'order_destinations_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    uniqueIndex('order_destinations_lab').on(table.orgId, table.labId),
    ...tenantPolicies('order_destinations'),
    workerPolicy('order_destinations'),
  ],
);
