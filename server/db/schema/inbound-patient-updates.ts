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
import { PATIENT_UPDATE_OUTCOMES, PATIENT_UPDATE_STATES } from '../../data-types/inbound-message-codes';
import { eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { inboundMessages } from './inbound-messages';
import { labConnections } from './lab-connections';
import type { FedField } from './patient-feeds';
import { patients } from './patients';

/** One patient of a message from a hospital feed (ADT) and its outcome. The content is read from the bytes when needed. */
export const inboundPatientUpdates = pgTable(
  'inbound_patient_updates',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** PID segments of the message, from 0. */
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull(),
    /** MSH-9.2, else EVN-1 */
    event: text('event').notNull(),
    /** EVN-2, else MSH-7, else the time of receipt. */
    sentAt: instant('sent_at').notNull(),
    state: text('state', { enum: PATIENT_UPDATE_STATES }).notNull(),
    /** Copied from the message: never applied. */
    isTest: boolean('is_test').notNull().default(false),
    outcome: text('outcome', { enum: PATIENT_UPDATE_OUTCOMES }),
    /** Why it was not applied, or not in full. */
    problem: text('problem'),
    /** As received, for the list of updates that need a decision. */
    family: text('family'),
    given: text('given'),
    birthDate: text('birth_date'),
    /** As sent, if it is not a valid date. */
    birthDateUnread: text('birth_date_unread'),
    sex: text('sex'),
    mrn: text('mrn'),
    /** MRG: the MRN that no longer applies. */
    priorMrn: text('prior_mrn'),
    /** The chart it was applied to. */
    patientId: uuid('patient_id'),
    /** The patients that the identifiers name, if it was not applied; the merged record, if the outcome is `merged`. */
    candidates: uuid('candidates').array().notNull().default([]),
    /** Changed fields of the chart. */
    fields: jsonb('fields').$type<string[]>().notNull().default([]),
    /**
     * By column of `patients`: the values that a user's decision or a merge replaced, and the new ones. Undoing it
     * restores the former.
     */
    valuesBefore: jsonb('values_before').$type<Record<string, unknown>>().notNull().default({}),
    valuesAfter: jsonb('values_after').$type<Record<string, unknown>>().notNull().default({}),
    /** What the feed had sent for the chart before a user's decision; null if nothing. */
    feedBefore: jsonb('feed_before').$type<{ newestAt: string; fields: Record<string, FedField> }>(),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ name: 'inbound_patient_updates_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'inbound_patient_updates_message',
      columns: [table.orgId, table.messageId],
      foreignColumns: [inboundMessages.orgId, inboundMessages.id],
    }),
    foreignKey({
      name: 'inbound_patient_updates_connection',
      columns: [table.orgId, table.connectionId],
      foreignColumns: [labConnections.orgId, labConnections.id],
    }),
    foreignKey({
      name: 'inbound_patient_updates_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    uniqueIndex('inbound_patient_updates_position').on(table.orgId, table.messageId, table.position),
    check(
      'inbound_patient_updates_test_is_not_applied',
      sql`not is_test or (state = 'test' and patient_id is null)`,
    ),
    index('inbound_patient_updates_open')
      .on(table.orgId, table.id)
      .where(sql`state in ('unmatched', 'conflict')`),
    index('inbound_patient_updates_dismissed')
      .on(table.orgId, table.id)
      .where(sql`state = 'dismissed'`),
    // Earlier decisions about the same MRN.
    index('inbound_patient_updates_mrn')
      .on(table.orgId, table.connectionId, table.mrn)
      .where(sql`state in ('unmatched', 'conflict', 'dismissed')`),
    ...tenantPolicies('inbound_patient_updates'),
    eraserPolicy('inbound_patient_updates'),
    workerPolicy('inbound_patient_updates'),
  ],
);
