import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  CatalogComponent,
  CatalogQuestion,
  CatalogSpecimen,
  RangeEntry,
} from '../../data-types/catalog-test';
import { instant, orgId, tenantPolicies } from './columns';

/** Tests and panels that can be ordered. What the catalog's source lacks stays null. */
export const catalogTests = pgTable(
  'catalog_tests',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    code: text('code').notNull(),
    loinc: text('loinc'),
    name: text('name').notNull(),
    shortName: text('short_name'),
    synonyms: text('synonyms').array().notNull().default([]),
    kind: text('kind', { enum: ['test', 'panel'] }).notNull(),
    components: jsonb('components').$type<CatalogComponent[]>().notNull().default([]),
    category: text('category').notNull(),
    specimen: jsonb('specimen').$type<CatalogSpecimen | null>(),
    unit: text('unit'),
    referenceRanges: jsonb('reference_ranges').$type<RangeEntry[]>().notNull().default([]),
    fastingRequired: boolean('fasting_required'),
    turnaroundHours: numeric('turnaround_hours', { mode: 'number' }),
    questions: jsonb('questions').$type<CatalogQuestion[]>().notNull().default([]),
    labId: text('lab_id').notNull(),
    labName: text('lab_name').notNull(),
    active: boolean('active').notNull().default(true),
    criticalLow: numeric('critical_low', { mode: 'number' }),
    criticalHigh: numeric('critical_high', { mode: 'number' }),
    /** Origin and terms of use, as text. */
    source: text('source'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'catalog_tests_pkey', columns: [table.orgId, table.id] }),
    uniqueIndex('catalog_tests_code').on(table.orgId, table.labId, table.code),
    index('catalog_tests_name').on(table.orgId, sql`lower(${table.name})`, table.id),
    index('catalog_tests_loinc').on(table.orgId, table.loinc),
    ...tenantPolicies('catalog_tests'),
  ],
);
