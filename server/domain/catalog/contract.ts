import { z } from 'zod';
import { flag, instant, list, paging, ref } from '../../data-types/contract-parts';
import {
  rangeEntry,
  catalogComponent,
  catalogSpecimen,
  catalogQuestion,
} from '../../data-types/catalog-test';

/** Tests and panels that can be ordered. Reference ranges are examples from one source, not for clinical use. */

export const CATEGORIES = [
  'chemistry',
  'hematology',
  'coagulation',
  'immunology',
  'microbiology',
  'urinalysis',
  'toxicology',
  'molecular',
  'pathology',
  'other',
] as const;

export const catalogTest = z
  .strictObject({
    id: ref('tst'),
    object: z.literal('catalog_test'),
    code: z.string(),
    loinc: z.string().nullable(),
    name: z.string(),
    short_name: z.string().nullable(),
    synonyms: z.array(z.string()),
    kind: z.enum(['test', 'panel']),
    components: z.array(catalogComponent),
    category: z.enum(CATEGORIES),
    specimen: catalogSpecimen.nullable(),
    unit: z.string().nullable(),
    reference_ranges: z.array(rangeEntry),
    fasting_required: z.boolean().nullable(),
    turnaround_hours: z.number().nullable(),
    questions: z.array(catalogQuestion),
    lab: z.strictObject({ id: z.string(), name: z.string() }),
    active: z.boolean(),
    critical_low: z.number().nullable(),
    critical_high: z.number().nullable(),
    source: z.string().nullable().meta({ description: 'Source and license of the entry' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'CatalogTest' });

export const listCatalogInput = z.strictObject({
  ...paging,
  q: z.string().min(1).max(100).optional().meta({ description: 'Name, synonym, code or LOINC' }),
  category: z.enum(CATEGORIES).optional(),
  kind: z.enum(['test', 'panel']).optional(),
  lab_id: z.string().min(1).max(100).optional(),
  specimen_type: z.string().min(1).max(100).optional(),
  loinc: z.string().min(1).max(20).optional(),
  active: flag.optional().meta({ description: 'Default true' }),
  sort: z.enum(['name', '-name']).optional(),
});

export const catalogList = list(catalogTest);

export type CatalogTest = z.output<typeof catalogTest>;
export type ListCatalogInput = z.output<typeof listCatalogInput>;
export type CatalogList = z.output<typeof catalogList>;
