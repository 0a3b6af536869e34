import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AlternateCode, CodedValue, ReferenceRange, ResultNote } from '../../data-types/lab-result';
import { OBSERVATION_ROLES } from '../../data-types/lab-result-codes';
import { eraserPolicy, instant, orgId, precisionOf, tenantPolicies } from './columns';
import { labResults } from './lab-results';

/**
 * One line of a report. `value_text` is exactly what the laboratory sent, and the displayed value; number, comparator
 * and unit are parsed from it and never replace it.
 */
export const labObservations = pgTable(
  'lab_observations',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    resultId: uuid('result_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    panelId: uuid('panel_id').notNull(),
    position: integer('position').notNull(),
    code: text('code').notNull(),
    codeSystem: text('code_system'),
    loinc: text('loinc'),
    /**
     * Key by which values are compared over time. A column, because row-level security prevents an index on such an
     * expression.
     */
    testKey: text('test_key')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(loinc, code)`),
    name: text('name').notNull(),
    role: text('role', { enum: OBSERVATION_ROLES }).notNull().default('result'),
    originalText: text('original_text'),
    alternateCode: jsonb('alternate_code').$type<AlternateCode | null>(),
    valueType: text('value_type', {
      enum: ['quantity', 'coded', 'text', 'ratio', 'datetime', 'attachment', 'none'],
    }).notNull(),
    valueText: text('value_text'),
    valueNumber: doublePrecision('value_number'),
    comparator: text('comparator', { enum: ['<', '<=', '>', '>='] }),
    valueCode: jsonb('value_code').$type<CodedValue | null>(),
    valueOriginalText: text('value_original_text'),
    /** Null for rows stored before further codes were kept. */
    valueAlternateCodes: jsonb('value_alternate_codes').$type<AlternateCode[] | null>(),
    unit: text('unit'),
    ucum: text('ucum'),
    referenceRange: jsonb('reference_range').$type<ReferenceRange | null>(),
    interpretation: text('interpretation'),
    flags: text('flags').array().notNull().default([]),
    interpretationSource: text('interpretation_source', { enum: ['lab', 'computed'] }),
    severity: text('severity', { enum: ['normal', 'abnormal', 'critical', 'unknown'] }).notNull(),
    status: text('status', {
      enum: ['preliminary', 'partial', 'final', 'corrected', 'cancelled', 'deleted', 'wrong'],
    }).notNull(),
    observedAt: instant('observed_at'),
    observedAtPrecision: precisionOf('observed_at_precision'),
    method: text('method'),
    device: text('device'),
    performingLab: text('performing_lab'),
    subId: text('sub_id'),
    notes: jsonb('notes').$type<ResultNote[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ name: 'lab_observations_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'lab_observations_result',
      columns: [table.orgId, table.resultId],
      foreignColumns: [labResults.orgId, labResults.id],
    }),
    index('lab_observations_result_idx').on(table.orgId, table.resultId, table.position),
    index('lab_observations_history').on(
      table.orgId,
      table.patientId,
      table.testKey,
      table.observedAt.desc(),
    ),
    ...tenantPolicies('lab_observations'),
    eraserPolicy('lab_observations'),
  ],
);
