import { z } from 'zod';
import { instant, list, paging, pathParameter, ref } from '../../data-types/contract-parts';
import { hasLoincCheckDigit, LOINC_NUMBER } from '../../data-types/loinc';

/** A laboratory's codes for tests and the LOINC terms they map to. Portal only. */

export const listLabCodesInput = z.strictObject({
  ...paging,
  connection_id: ref('lab').optional(),
  state: z.enum(['unmapped', 'mapped', 'not_needed', 'all']).default('unmapped'),
});

const labCode = z.strictObject({
  id: ref('lcd'),
  object: z.literal('lab_code'),
  connection_id: ref('lab'),
  laboratory: z.string(),
  code: z.string(),
  code_system: z.string().nullable(),
  name: z.string().nullable(),
  state: z.enum(['unmapped', 'mapped', 'not_needed']),
  loinc: z.string().nullable(),
  first_seen_at: instant,
  last_seen_at: instant,
  count: z.number().int(),
  mapped_at: instant.nullable(),
});
export const labCodeList = list(labCode);

export const mapLabCodeInput = z.strictObject({
  id: pathParameter,
  /** Null: not a LOINC term. */
  loinc: z
    .string()
    .regex(LOINC_NUMBER, 'must be a LOINC number such as 2345-7')
    .refine(hasLoincCheckDigit, {
      error: 'has a wrong check digit',
      params: { code: 'invalid_format' },
    })
    .nullable(),
});
export const mappedLabCode = z.strictObject({
  ...labCode.shape,
  lines_changed: z.number().int(),
});

export const markLabCodeInput = z.strictObject({
  id: pathParameter,
  /** False: the code is not counted as unmapped. */
  mapping_needed: z.boolean(),
});
export const markedLabCode = labCode;

export type ListLabCodesInput = z.output<typeof listLabCodesInput>;
export type LabCode = z.output<typeof labCode>;
export type LabCodeList = z.output<typeof labCodeList>;
export type MarkLabCodeInput = z.output<typeof markLabCodeInput>;
export type MapLabCodeInput = z.output<typeof mapLabCodeInput>;
export type MappedLabCode = z.output<typeof mappedLabCode>;
