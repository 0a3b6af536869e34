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
} from 'drizzle-orm/pg-core';
import type {
  Correction,
  LabInfo,
  ResultNote,
  ResultSource,
  Review,
  Specimen,
} from '../../domain/lab-results/contract';
import {
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

/** A report: one lab, one order, one accession. Observations are rows of their own (`lab_observations`). */
export const labResults = pgTable(
  'lab_results',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    orderId: uuid('order_id'),
    patientId: uuid('patient_id').notNull(),
    status: text('status', {
      enum: ['preliminary', 'partial', 'final', 'corrected', 'cancelled', 'entered_in_error'],
    }).notNull(),
    lab: jsonb('lab').$type<LabInfo>().notNull(),
    /** A column, because below the policies an index on `->>` is not used. */
    labId: text('lab_id').generatedAlwaysAs(sql`lab->>'id'`),
    accessionNumber: text('accession_number'),
    fillerOrderNumber: text('filler_order_number'),
    /** With the laboratory what tells one report from others: `placer:…`, `filler:…`, `accession:…`. */
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
    /** Imported history: no events, no inbox, no timers. */
    historical: boolean('historical').notNull().default(false),
    computedFlagsPresent: boolean('computed_flags_present').notNull().default(false),
    /** Who is to sign it (`uuid`); null: anybody of the group. */
    reviewerId: uuid('reviewer_id'),
    /** Place of its group in the inbox (`reviews/rules.ts`); null: it waits for nobody. */
    inboxRank: smallint('inbox_rank'),
    /** Preliminary reports are seen, not signed; of which version by whom. */
    seen: jsonb('seen').$type<Review | null>(),
    /** Since when a critical value waits for somebody who takes note of it. */
    criticalSince: instant('critical_since'),
    /** When everybody is told that nobody has; null where the clock does not run. */
    criticalDueAt: instant('critical_due_at'),
    criticalToldAt: instant('critical_told_at'),
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
    index('lab_results_patient_list').on(
      table.orgId,
      table.patientId,
      table.collectedAt.desc(),
      table.id.desc(),
    ),
    // A patient's reports that wait for a signature, gravest first, then the others by time.
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
    // Open reports only: as small as the inbox, however long the history is.
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
    ...tenantPolicies('lab_results'),
    workerPolicy('lab_results'),
  ],
);
