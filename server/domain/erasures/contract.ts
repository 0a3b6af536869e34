import { z } from 'zod';
import { instant, list, paging, pathParameter, ref, text } from '../../data-types/contract-parts';
import { CERTIFIED_GROUNDS, ERASURE_GROUNDS } from '../../data-types/erasure-codes';
import { MOST_REASON, MOST_REFERENCE } from './rules';

/** Erasure of a patient and its certificate. Portal and operator only. */

export const erasurePath = z.strictObject({ id: pathParameter });
export const listErasuresInput = z.strictObject({ limit: paging.limit, cursor: paging.cursor });

export const erasePatientInput = z.strictObject({
  id: pathParameter,
  mrn: z.string().min(1).max(64).meta({ description: 'The MRN of the patient, typed by the user' }),
  ground: z.enum(ERASURE_GROUNDS),
  reason: text(MOST_REASON),
  reference: text(MOST_REFERENCE)
    .nullish()
    .meta({ description: 'Required unless the retention period has ended' }),
});

/** What an erasure would remove. */
export const erasurePreview = z.strictObject({
  patient_id: ref('pat'),
  name: z.strictObject({ family: z.string(), given: z.array(z.string()) }),
  birth_date: z.string(),
  mrn: z.string(),
  deleted: z.boolean(),
  merged_records: z.number().int(),
  lab_results: z.number().int(),
  lab_orders: z.number().int(),
  open_orders: z.number().int(),
  documents: z.number().int(),
  last_activity_at: instant,
  retention_years: z.number().int(),
  retention_ends_at: instant,
  retention_ended: z.boolean(),
});

export const erasure = z.strictObject({
  id: ref('ers'),
  patient_id: ref('pat'),
  record_ids: z.array(z.string()),
  erased_at: instant,
  erased_by: z.string(),
  erased_by_name: z.string().nullable(),
  ground: z.enum(CERTIFIED_GROUNDS),
  reason: z.string(),
  reference: z.string().nullable(),
  last_activity_at: instant,
  retention_years: z.number().int(),
  counts: z.record(z.string(), z.number().int()),
  files: z.array(z.strictObject({ sha256: z.string(), size: z.number().int() })),
  files_removed_at: instant.nullable().meta({ description: 'Null while files are not removed yet' }),
});
export const erasureList = list(erasure);

export type ErasePatientInput = z.output<typeof erasePatientInput>;
export type ErasurePreview = z.output<typeof erasurePreview>;
export type Erasure = z.output<typeof erasure>;
export type ErasureList = z.output<typeof erasureList>;
export type ListErasuresInput = z.output<typeof listErasuresInput>;
