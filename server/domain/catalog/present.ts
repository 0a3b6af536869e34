import type { catalogTests } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { CatalogTest } from './contract';

export type TestRow = typeof catalogTests.$inferSelect;

export function presentTest(row: TestRow): CatalogTest {
  return {
    id: showId('catalog_test', row.id),
    object: 'catalog_test',
    code: row.code,
    loinc: row.loinc,
    name: row.name,
    short_name: row.shortName,
    synonyms: row.synonyms,
    kind: row.kind,
    components: row.components,
    category: row.category as CatalogTest['category'],
    specimen: row.specimen,
    unit: row.unit,
    reference_ranges: row.referenceRanges,
    fasting_required: row.fastingRequired,
    turnaround_hours: row.turnaroundHours,
    questions: row.questions,
    lab: { id: row.labId, name: row.labName },
    active: row.active,
    critical_low: row.criticalLow,
    critical_high: row.criticalHigh,
    source: row.source,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
