import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type {
  Correction,
  LabInfo,
  ResultNote,
  ResultSource,
  Review,
  Specimen,
} from '../../data-types/lab-result';
import { addressedConstraints } from './addressed';
import {
  addressedPatientId,
  eraserPolicy,
  instant,
  orgId,
  precisionOf,
  resourceColumns,
  sequence,
  tenantPolicies,
  workerPolicy,
} from './columns';
import { patients } from './patients';
import type { StoredPanelHead } from './types';

/**
 * Sort position by collection: a report without a time sorts as the oldest. Not `coalesce`: PostgreSQL regards it
 * as leaky and, under row-level security, does not search an index for it.
 */
export const collectionTime = (collectedAt: AnyPgColumn) =>
  sql`(case when ${collectedAt} is null then '-infinity'::timestamptz else ${collectedAt} end)`;

/** A report: one laboratory, one order, one accession number. Observations are rows of `lab_observations`. */
export const labResults = pgTable(
  'lab_results',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    orderId: uuid('order_id'),
    patientId: uuid('patient_id').notNull(),
    addressedPatientId: addressedPatientId(),
    status: text('status', {
      enum: ['preliminary', 'partial', 'final', 'corrected', 'cancelled', 'entered_in_error'],
    }).notNull(),
    lab: jsonb('lab').$type<LabInfo>().notNull(),
    /** A column, because under row-level security an index on `->>` is not used. */
    labId: text('lab_id').generatedAlwaysAs(sql`lab->>'id'`),
    accessionNumber: text('accession_number'),
    fillerOrderNumber: text('filler_order_number'),
    /** Identifies the report within its laboratory: `placer:…`, `filler:…` or `accession:…`. */
    reportKey: text('report_key').notNull(),
    specimens: jsonb('specimens').$type<Specimen[]>().notNull().default([]),
    collectedAt: instant('collected_at'),
    collectedAtPrecision: precisionOf('collected_at_precision'),
    receivedAt: instant('received_at'),
    receivedAtPrecision: precisionOf('received_at_precision'),
    reportedAt: instant('reported_at'),
    reportedAtPrecision: precisionOf('reported_at_precision'),
    issuedAt: instant('issued_at').notNull(),
    severity: text('severity', { enum: ['normal', 'abnormal', 'critical', 'unknown'] }).notNull(),
    /** Panels without their observations. */
    panels: jsonb('panels').$type<StoredPanelHead[]>().notNull(),
    notes: jsonb('notes').$type<ResultNote[]>().notNull().default([]),
    documentIds: text('document_ids').array().notNull().default([]),
    pendingTests: text('pending_tests').array().notNull().default([]),
    reviews: jsonb('reviews').$type<Review[]>().notNull().default([]),
    corrections: jsonb('corrections').$type<Correction[]>().notNull().default([]),
    source: jsonb('source').$type<ResultSource>().notNull(),
    /** Imported history: no events, inbox entries or timers. */
    historical: boolean('historical').notNull().default(false),
    computedFlagsPresent: boolean('computed_flags_present').notNull().default(false),
    /** User ID of the assignee; null for the whole group. */
    reviewerId: uuid('reviewer_id'),
    /** Sort position in the inbox (`reviews/rules.ts`); null if not in the inbox. */
    inboxRank: smallint('inbox_rank'),
    /** Who viewed which version of a preliminary report, which is not signed. */
    seen: jsonb('seen').$type<Review | null>(),
    /** Since when a critical value has been unacknowledged. */
    criticalSince: instant('critical_since'),
    /** When the critical value is escalated; null if the timer is not running. */
    criticalDueAt: instant('critical_due_at'),
    criticalEscalatedAt: instant('critical_told_at'),
    sequence: sequence(),
  },
  (table) => [
    primaryKey({ name: 'lab_results_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'lab_results_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    uniqueIndex('lab_results_key').on(table.orgId, table.labId, table.reportKey),
    index('lab_results_filler')
      .on(table.orgId, table.labId, table.fillerOrderNumber)
      .where(sql`filler_order_number is not null`),
    index('lab_results_accession')
      .on(table.orgId, table.labId, table.accessionNumber)
      .where(sql`accession_number is not null`),
    index('lab_results_updated').on(table.orgId, table.updatedAt, table.id),
    index('lab_results_collected').on(table.orgId, collectionTime(table.collectedAt), table.id),
    // Rare values; a page of frequent ones is found without an index.
    index('lab_results_status')
      .on(table.orgId, table.status, table.id)
      .where(sql`status <> 'final'`),
    index('lab_results_severity')
      .on(table.orgId, table.severity, table.id)
      .where(sql`severity <> 'normal'`),
    index('lab_results_patient_created').on(table.orgId, table.patientId, table.id),
    index('lab_results_patient_list').on(
      table.orgId,
      table.patientId,
      collectionTime(table.collectedAt),
      table.id,
    ),
    // A patient's unsigned reports, most severe first, then the others by time.
    index('lab_results_patient_urgency').on(
      table.orgId,
      table.patientId,
      table.inboxRank,
      table.collectedAt.desc(),
      table.id.desc(),
    ),
    index('lab_results_order')
      .on(table.orgId, table.orderId)
      .where(sql`order_id is not null`),
    // Only open reports: the index stays as small as the inbox.
    index('lab_results_inbox')
      .on(table.orgId, table.inboxRank, table.collectedAt.desc(), table.id.desc())
      .where(sql`inbox_rank is not null`),
    index('lab_results_reviewer')
      .on(table.orgId, table.reviewerId, table.inboxRank)
      .where(sql`inbox_rank is not null`),
    index('lab_results_told')
      .on(table.orgId, table.id)
      .where(sql`critical_told_at is not null`),
    index('lab_results_critical_due')
      .on(table.criticalDueAt)
      .where(sql`critical_due_at is not null`),
    ...addressedConstraints('lab_results', table),
    ...tenantPolicies('lab_results'),
    eraserPolicy('lab_results'),
    workerPolicy('lab_results'),
  ],
);
