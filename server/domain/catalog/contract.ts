import { z } from 'zod';
import { flag, instant, list, ownId, paging } from '../../data-types/contract-parts';
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
    id: ownId('tst'),
    object: z.literal('catalog_test'),
    code: z.string().meta({ description: 'Code of the test at the laboratory' }),
    loinc: z.string().nullable().meta({ description: 'LOINC number; null if unknown' }),
    name: z.string().meta({ description: 'Name of the test or panel' }),
    short_name: z.string().nullable().meta({ description: 'Short name, such as `TSH`' }),
    synonyms: z.array(z.string()).meta({ description: 'Other names by which it is found' }),
    kind: z.enum(['test', 'panel']).meta({ description: '`panel`: several tests, ordered as one' }),
    components: z.array(catalogComponent).meta({ description: 'Tests of a panel; empty for a single test' }),
    category: z.enum(CATEGORIES).meta({ description: 'Field of laboratory medicine' }),
    specimen: catalogSpecimen.nullable().meta({ description: 'Specimen that the laboratory needs' }),
    unit: z.string().nullable().meta({ description: 'Usual unit of its results' }),
    reference_ranges: z
      .array(rangeEntry)
      .meta({ description: 'Reference ranges, for information: each result has its own' }),
    fasting_required: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the patient must fast; null if unknown' }),
    turnaround_hours: z
      .number()
      .nullable()
      .meta({ description: 'Usual hours from the order or collection to the result' }),
    questions: z.array(catalogQuestion).meta({ description: 'Questions to answer in an order' }),
    lab: z
      .strictObject({
        id: z.string().meta({ description: 'ID of the laboratory, as in the filter `lab_id`' }),
        name: z.string().meta({ description: 'Name of the laboratory' }),
      })
      .meta({ description: 'Laboratory that performs the test' }),
    active: z.boolean().meta({ description: 'Whether it can be ordered' }),
    critical_low: z
      .number()
      .nullable()
      .meta({ description: 'Lower critical limit, in `unit`. It does not change the severity of results.' }),
    critical_high: z
      .number()
      .nullable()
      .meta({ description: 'Upper critical limit, in `unit`. It does not change the severity of results.' }),
    source: z.string().nullable().meta({ description: 'Source and license of the entry' }),
    created_at: instant.meta({ description: 'Time of creation' }),
    updated_at: instant.meta({ description: 'Time of the last change' }),
    found_by: z.string().optional().meta({
      description:
        'In a list with `q`: the synonym or common name that matches, unless the name or a code does',
    }),
    similar: z.boolean().optional().meta({
      description:
        'In a list for which no test matches `q`: the test has a similar name. Never for API keys.',
    }),
  })
  .meta({ id: 'CatalogTest' });

export const listCatalogInput = z.strictObject({
  ...paging,
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Name, synonym, common name such as `thyroid`, code or LOINC' }),
  category: z.enum(CATEGORIES).optional(),
  kind: z.enum(['test', 'panel']).optional(),
  lab_id: z.string().min(1).max(100).optional(),
  specimen_type: z.string().min(1).max(100).optional(),
  loinc: z.string().min(1).max(20).optional(),
  has_turnaround: flag.optional().meta({
    description:
      'Whether `turnaround_hours` is known. Orders without one are never overdue, unless they are STAT.',
  }),
  active: flag.optional().meta({ description: 'Default true' }),
  sort: z
    .enum(['name', '-name', 'match'])
    .optional()
    .meta({ description: 'Default `name`. `match`: the best matches for `q` first.' }),
});

export const catalogList = list(catalogTest);

export type CatalogTest = z.output<typeof catalogTest>;
export type ListCatalogInput = z.output<typeof listCatalogInput>;
export type CatalogList = z.output<typeof catalogList>;
