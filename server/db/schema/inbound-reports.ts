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
import { REPORT_KEY_KINDS, REPORT_OUTCOMES, REPORT_STATES } from '../../data-types/inbound-message-codes';
import { SEVERITIES } from '../../data-types/lab-result-codes';
import { addressedConstraints } from './addressed';
import { addressedPatientId, eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { inboundMessages } from './inbound-messages';
import { labOrders } from './lab-orders';
import { labResults } from './lab-results';
import { patients } from './patients';
import type { SentPerson, StoredSevereValue } from './types';

/** One report of a message and its outcome. The content is parsed again from the bytes when needed. */
export const inboundReports = pgTable(
  'inbound_reports',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** In the message, from 0. */
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull(),
    state: text('state', { enum: REPORT_STATES }).notNull(),
    /** Copied from the message: never filed. */
    isTest: boolean('is_test').notNull().default(false),
    keyKind: text('key_kind', { enum: REPORT_KEY_KINDS }),
    keyNumber: text('key_number'),
    /** To order its versions. Null if it was received by version 0.1.0. */
    fillerNumber: text('filler_number'),
    /** When it was reported, else when the message was sent. */
    reportedAt: instant('reported_at'),
    /** As received, for the list of unmatched reports. */
    family: text('family'),
    given: text('given'),
    birthDate: text('birth_date'),
    /** As sent, if it is not a valid date. */
    birthDateUnread: text('birth_date_unread'),
    sex: text('sex'),
    mrn: text('mrn'),
    orderer: jsonb('orderer').$type<SentPerson | null>(),
    /** As if it were filed. Null if it is filed, or was received by version 0.1.0. */
    severity: text('severity', { enum: SEVERITIES }),
    /** Abnormal values, critical ones first; empty if it is filed. */
    severeValues: jsonb('severe_values').$type<StoredSevereValue[]>().notNull().default([]),
    /** Order of the list: 0 if it is critical, else 1. */
    queueRank: integer('queue_rank').notNull().default(1),
    patientId: uuid('patient_id'),
    addressedPatientId: addressedPatientId(),
    orderId: uuid('order_id'),
    resultId: uuid('result_id'),
    outcome: text('outcome', { enum: REPORT_OUTCOMES }),
    /** The result of each matching rule. */
    why: jsonb('why').$type<Record<string, unknown>>().notNull().default({}),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ name: 'inbound_reports_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'inbound_reports_message',
      columns: [table.orgId, table.messageId],
      foreignColumns: [inboundMessages.orgId, inboundMessages.id],
    }),
    foreignKey({
      name: 'inbound_reports_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    foreignKey({
      name: 'inbound_reports_order',
      columns: [table.orgId, table.orderId],
      foreignColumns: [labOrders.orgId, labOrders.id],
    }),
    foreignKey({
      name: 'inbound_reports_result',
      columns: [table.orgId, table.resultId],
      foreignColumns: [labResults.orgId, labResults.id],
    }),
    uniqueIndex('inbound_reports_position').on(table.orgId, table.messageId, table.position),
    check(
      'inbound_reports_test_is_not_filed',
      sql`not is_test or (state = 'test' and patient_id is null and order_id is null and result_id is null)`,
    ),
    index('inbound_reports_open')
      .on(table.orgId, table.state, table.queueRank, table.id)
      .where(sql`state in ('unmatched', 'conflict', 'parked', 'rejected')`),
    index('inbound_reports_waiting')
      .on(table.orgId, table.queueRank, table.id)
      .where(sql`state in ('unmatched', 'conflict')`),
    index('inbound_reports_versions')
      .on(table.orgId, table.keyNumber)
      .where(sql`state in ('unmatched', 'conflict', 'parked')`),
    index('inbound_reports_result')
      .on(table.orgId, table.resultId)
      .where(sql`result_id is not null`),
    ...addressedConstraints('inbound_reports', table),
    ...tenantPolicies('inbound_reports'),
    eraserPolicy('inbound_reports'),
    workerPolicy('inbound_reports'),
  ],
);
