import { z } from 'zod';

/** Parts of a catalog test that are stored as JSON. */

export const rangeEntry = z
  .strictObject({
    sex: z.enum(['female', 'male']).nullable(),
    age_min_days: z.number().int().nullable(),
    age_max_days: z.number().int().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    unit: z.string().nullable(),
    text: z.string().nullable(),
  })
  .meta({ id: 'CatalogRange' });

export const catalogComponent = z
  .strictObject({
    test_id: z.string().nullable(),
    loinc: z.string().nullable(),
    name: z.string(),
    unit: z.string().nullable(),
    reference_ranges: z.array(rangeEntry),
  })
  .meta({ id: 'CatalogComponent' });

export const catalogSpecimen = z
  .strictObject({
    type: z.string(),
    type_code: z.string().nullable(),
    container: z.string().nullable(),
    volume: z.string().nullable(),
    handling: z.string().nullable(),
  })
  .meta({ id: 'CatalogSpecimen' });

export const catalogQuestion = z
  .strictObject({
    id: z.string(),
    code: z.string(),
    text: z.string(),
    type: z.enum(['text', 'number', 'date', 'boolean', 'choice']),
    required: z.boolean(),
    options: z.array(z.string()),
    max_length: z.number().int().nullable(),
  })
  .meta({ id: 'CatalogQuestion' });

export type RangeEntry = z.output<typeof rangeEntry>;
export type CatalogComponent = z.output<typeof catalogComponent>;
export type CatalogSpecimen = z.output<typeof catalogSpecimen>;
export type CatalogQuestion = z.output<typeof catalogQuestion>;
