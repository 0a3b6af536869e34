import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
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
import { INBOUND_DOCUMENT_OUTCOMES, INBOUND_DOCUMENT_STATES } from '../../data-types/inbound-message-codes';
import { addressedConstraints } from './addressed';
import { addressedPatientId, eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { documents } from './documents';
import { inboundMessages } from './inbound-messages';
import { labConnections } from './lab-connections';
import { patients } from './patients';

/** One document of a message (MDM) and its outcome. The content is read from the bytes when needed. */
export const inboundDocuments = pgTable(
  'inbound_documents',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** TXA segments of the message, from 0. */
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull(),
    /** MSH-9.2, else EVN-1 */
    event: text('event').notNull(),
    /** EVN-2, else MSH-7, else the time of receipt. */
    sentAt: instant('sent_at').notNull(),
    /** TXA-12 and TXA-13 */
    number: text('number'),
    parent: text('parent'),
    title: text('title').notNull(),
    state: text('state', { enum: INBOUND_DOCUMENT_STATES }).notNull(),
    /** Copied from the message: never filed. */
    isTest: boolean('is_test').notNull().default(false),
    outcome: text('outcome', { enum: INBOUND_DOCUMENT_OUTCOMES }),
    /** Why it was not filed, or not in full. */
    problem: text('problem'),
    /** Why it belongs to the patient, as for reports. */
    why: jsonb('why').$type<Record<string, unknown>>().notNull().default({}),
    /** As received, for the list of unmatched documents. */
    family: text('family'),
    given: text('given'),
    birthDate: text('birth_date'),
    /** As sent, if it is not a valid date. */
    birthDateUnread: text('birth_date_unread'),
    sex: text('sex'),
    mrn: text('mrn'),
    patientId: uuid('patient_id'),
    addressedPatientId: addressedPatientId(),
    /** The first document it created or changed. */
    documentId: uuid('document_id'),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ name: 'inbound_documents_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'inbound_documents_message',
      columns: [table.orgId, table.messageId],
      foreignColumns: [inboundMessages.orgId, inboundMessages.id],
    }),
    foreignKey({
      name: 'inbound_documents_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    foreignKey({
      name: 'inbound_documents_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    foreignKey({
      name: 'inbound_documents_document',
      columns: [table.orgId, table.documentId],
      foreignColumns: [documents.orgId, documents.id],
    }),
    uniqueIndex('inbound_documents_position').on(table.orgId, table.messageId, table.position),
    check(
      'inbound_documents_test_is_not_filed',
      sql`not is_test or (state = 'test' and patient_id is null and document_id is null)`,
    ),
    index('inbound_documents_open')
      .on(table.orgId, table.id)
      .where(sql`state in ('unmatched', 'conflict', 'unreadable')`),
    index('inbound_documents_dismissed')
      .on(table.orgId, table.id)
      .where(sql`state = 'dismissed'`),
    index('inbound_documents_number').on(table.orgId, table.connectionId, table.number),
    index('inbound_documents_parent')
      .on(table.orgId, table.connectionId, table.parent)
      .where(sql`parent is not null`),
    ...addressedConstraints('inbound_documents', table),
    ...tenantPolicies('inbound_documents'),
    eraserPolicy('inbound_documents'),
    workerPolicy('inbound_documents'),
  ],
);
