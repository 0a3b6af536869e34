import { z } from 'zod';
import { instant } from './contract-parts';
import { RESULT_STATUSES } from './lab-result-codes';

/** Parts of a lab result that are stored as JSON. */

export const note = z
  .strictObject({ text: z.string(), source: z.string().nullable() })
  .meta({ id: 'ResultNote' });
export const codedValue = z
  .strictObject({
    system: z.string().nullable(),
    code: z.string(),
    display: z.string().nullable(),
  })
  .meta({ id: 'CodedValue' });
export const alternateCode = z
  .strictObject({
    system: z.string().nullable(),
    code: z.string().nullable(),
    display: z.string().nullable(),
  })
  .meta({ id: 'AlternateCode' });
export const referenceRange = z
  .strictObject({
    low: z.number().nullable(),
    high: z.number().nullable(),
    text: z.string().nullable().meta({ description: 'Exactly as received' }),
    applies_to: z.string().nullable(),
  })
  .meta({ id: 'ReferenceRange' });

export const panelHead = z.strictObject({
  id: z.string(),
  code: z.string(),
  loinc: z.string().nullable(),
  name: z.string(),
  status: z.enum(RESULT_STATUSES),
  is_reflex: z.boolean(),
  parent_observation_id: z.string().nullable(),
  notes: z.array(note),
});

export const lab = z.strictObject({
  id: z.string(),
  name: z.string(),
  accreditation_number: z.string().nullable(),
  director: z.string().nullable(),
});

export const specimen = z
  .strictObject({
    id: z.string().nullable(),
    type: z.string().nullable(),
    type_code: z.string().nullable(),
    collected_at: instant.nullable(),
    received_at: instant.nullable(),
    condition: z.string().nullable(),
    rejected_reason: z.string().nullable(),
  })
  .meta({ id: 'Specimen' });

export const review = z
  .strictObject({
    by: z.string(),
    at: instant,
    version: z.number().int(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'Review' });

export const correction = z
  .strictObject({
    version: z.number().int(),
    at: instant,
    reason: z.string().nullable(),
    changes: z.array(
      z.strictObject({
        observation_id: z.string().nullable(),
        field: z.string(),
        from: z.string().nullable(),
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Correction' });

export const source = z.strictObject({
  kind: z.enum(['hl7v2', 'fhir', 'file', 'manual']),
  message_id: z.string().nullable(),
});

export type ResultNote = z.output<typeof note>;
export type CodedValue = z.output<typeof codedValue>;
export type AlternateCode = z.output<typeof alternateCode>;
export type ReferenceRange = z.output<typeof referenceRange>;

export type PanelHead = z.output<typeof panelHead>;
export type LabInfo = z.output<typeof lab>;
export type Specimen = z.output<typeof specimen>;
export type Review = z.output<typeof review>;
export type Correction = z.output<typeof correction>;
export type ResultSource = z.output<typeof source>;
