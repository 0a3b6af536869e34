import { z } from 'zod';

/** Parts of a catalog test that are stored as JSON. */

export const rangeEntry = z
  .strictObject({
    sex: z
      .enum(['female', 'male'])
      .nullable()
      .meta({ description: 'Sex of the patients for whom it is valid; null for all' }),
    age_min_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Lowest age in days; null without a limit' }),
    age_max_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Highest age in days; null without a limit' }),
    low: z.number().nullable().meta({ description: 'Lower limit; null if there is no lower limit' }),
    high: z.number().nullable().meta({ description: 'Upper limit; null if there is no upper limit' }),
    unit: z.string().nullable().meta({ description: 'Unit of `low` and `high`' }),
    text: z.string().nullable().meta({ description: 'The range in words, as in the source of the catalog' }),
  })
  .meta({ id: 'CatalogRange' });

export const catalogComponent = z
  .strictObject({
    test_id: z.string().nullable().meta({
      description: 'The test as an entry of the catalog, `tst_…`; null if it cannot be ordered alone',
    }),
    loinc: z.string().nullable().meta({ description: 'LOINC number of the test' }),
    name: z.string().meta({ description: 'Name of the test' }),
    unit: z.string().nullable().meta({ description: 'Usual unit of its results' }),
    reference_ranges: z.array(rangeEntry).meta({ description: 'Reference ranges of the test' }),
  })
  .meta({ id: 'CatalogComponent' });

export const catalogSpecimen = z
  .strictObject({
    type: z.string().meta({ description: 'Type in words, such as `Serum`' }),
    type_code: z.string().nullable().meta({ description: 'Code of the type; null if not stated' }),
    container: z.string().nullable().meta({ description: 'Tube or container to use' }),
    volume: z.string().nullable().meta({ description: 'Volume to collect, with its unit' }),
    handling: z.string().nullable().meta({ description: 'Instructions for storage and transport' }),
  })
  .meta({ id: 'CatalogSpecimen' });

export const catalogQuestion = z
  .strictObject({
    id: z.string().meta({ description: 'ID for `question_id` of an answer' }),
    code: z.string().meta({ description: 'Code of the question at the laboratory' }),
    text: z.string().meta({ description: 'Wording of the question' }),
    type: z.enum(['text', 'number', 'date', 'boolean', 'choice']).meta({ description: 'Form of the answer' }),
    required: z.boolean().meta({ description: 'Whether an order must answer it' }),
    options: z.array(z.string()).meta({ description: 'Allowed answers; only with `choice`' }),
    max_length: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Most characters of an answer; null without a limit' }),
  })
  .meta({ id: 'CatalogQuestion' });

export type RangeEntry = z.output<typeof rangeEntry>;
export type CatalogComponent = z.output<typeof catalogComponent>;
export type CatalogSpecimen = z.output<typeof catalogSpecimen>;
export type CatalogQuestion = z.output<typeof catalogQuestion>;
