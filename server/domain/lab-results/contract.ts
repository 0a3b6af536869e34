import { z } from 'zod';
import { compiled } from '../../data-types/compiled';
import {
  date,
  instant,
  pathParameter,
  precision,
  queryInteger,
  ref,
  resource,
  text,
  timeZone,
} from '../../data-types/contract-parts';
import { RESULT_ORDERS } from './rules';
import {
  OBSERVATION_ROLES,
  RESULT_STATUSES,
  OBSERVATION_STATUSES,
  SEVERITIES,
} from '../../data-types/lab-result-codes';
import {
  note,
  codedValue,
  alternateCode,
  referenceRange,
  panelHead,
  lab,
  specimen,
  review,
  correction,
  source,
} from '../../data-types/lab-result';

/** Lab reports with their panels and observations. Read-only in `/v1`. */

/** HL7 table 0078; laboratories send others as well. */
const INTERPRETATIONS = [
  'N',
  'L',
  'H',
  'LL',
  'HH',
  '<',
  '>',
  'A',
  'AA',
  'S',
  'I',
  'R',
  'POS',
  'NEG',
  'DET',
  'ND',
  'U',
  'D',
  'B',
  'W',
] as const;
export const VALUE_TYPES = ['quantity', 'coded', 'text', 'ratio', 'datetime', 'attachment', 'none'] as const;

export const observation = z
  .strictObject({
    id: ref('obs'),
    code: z.string(),
    code_system: z.string().nullable(),
    loinc: z.string().nullable(),
    name: z.string(),
    original_text: z.string().nullable().meta({
      description: 'The name of the test before it was coded, as the laboratory sent it (HL7 v2 OBX-3.9)',
    }),
    alternate_code: alternateCode.nullable().meta({
      description: 'The second code of the test, often the local one (HL7 v2 OBX-3.4 to OBX-3.6)',
    }),
    role: z.enum(OBSERVATION_ROLES).meta({
      description:
        '`result`: measured or assessed by the laboratory. `order_detail`: provided with the order (HL7 v2 OBX-11 `O`). `not_asked`: the laboratory says that the test was not asked for (OBX-11 `N`) and sent a value; a note says so. `patient`: about the patient, sent before the first order (HL7 v2.7 and later). Only lines with content have another role than `result`.',
    }),
    value_type: z.enum(VALUE_TYPES),
    value_text: z
      .string()
      .nullable()
      .meta({ description: 'Exactly what the laboratory sent; the thing to show' }),
    value_number: z.number().nullable(),
    comparator: z.enum(['<', '<=', '>', '>=']).nullable(),
    value_code: codedValue.nullable(),
    value_original_text: z.string().nullable().meta({
      description:
        'What the laboratory wrote before the value was coded (HL7 v2 OBX-5.9); several are joined with `; `',
    }),
    value_alternate_codes: z.array(alternateCode).meta({
      description:
        'Further codes of the value in the order sent: the second coding of `value_code` (HL7 v2 OBX-5.4 to OBX-5.6, OBX-5.10 to OBX-5.12) and the codes of further repetitions',
    }),
    unit: z.string().nullable(),
    ucum: z.string().nullable(),
    reference_range: referenceRange.nullable(),
    interpretation: z.string().nullable().meta({
      description: 'HL7 table 0078, carried in OBX-8. Open list: show an unknown code as it is.',
      'x-extensible-enum': INTERPRETATIONS,
    }),
    flags: z.array(z.string()),
    interpretation_source: z.enum(['lab', 'computed']).nullable(),
    severity: z.enum(SEVERITIES),
    status: z.enum(OBSERVATION_STATUSES),
    observed_at: instant.nullable(),
    observed_at_precision: precision.nullable(),
    method: z.string().nullable(),
    device: z.string().nullable(),
    performing_lab: z.string().nullable(),
    sub_id: z.string().nullable(),
    notes: z.array(note),
    previous: z
      .strictObject({
        value_text: z.string().nullable(),
        observed_at: instant.nullable(),
        observed_at_precision: precision.nullable(),
      })
      .nullable()
      .meta({ description: 'The value before this one, only when the unit is equal' }),
  })
  .meta({ id: 'Observation' });

export const labResult = compiled(
  z.strictObject({
    id: ref('res'),
    object: z.literal('lab_result'),
    ...resource,
    order_id: z.string().nullable(),
    patient_id: ref('pat'),
    status: z.enum(RESULT_STATUSES),
    lab,
    accession_number: z.string().nullable(),
    filler_order_number: z.string().nullable(),
    specimens: z.array(specimen),
    collected_at: instant.nullable(),
    collected_at_precision: precision.nullable(),
    received_at: instant.nullable(),
    received_at_precision: precision.nullable(),
    reported_at: instant.nullable(),
    reported_at_precision: precision.nullable(),
    issued_at: instant,
    severity: z.enum(SEVERITIES),
    panels: z.array(
      z.strictObject({ ...panelHead.shape, observations: z.array(observation) }).meta({ id: 'Panel' }),
    ),
    notes: z.array(note),
    document_ids: z.array(z.string()),
    pending_tests: z.array(z.string()),
    review: z.strictObject({
      status: z.enum(['unreviewed', 'reviewed', 'review_again']),
      reviews: z.array(review),
    }),
    corrections: z.array(correction),
    source,
    computed_flags_present: z.boolean(),
  }),
  'LabResult',
);

export const getLabResultInput = z.strictObject({
  id: pathParameter.meta({
    description: 'A result id (`res_…`). An order id (`ord_…`) works when the order has exactly one result.',
  }),
  version: queryInteger(z.number().int().min(1)).optional().meta({ description: 'An earlier version' }),
  flags: z
    .enum(['abnormal'])
    .optional()
    .meta({ description: 'Only the lines that are abnormal or critical' }),
});

/** Portal: reports of one patient, most recently collected first, without lines. */
export const labResultSummary = z.strictObject({
  id: z.string(),
  order_id: z.string().nullable(),
  status: z.enum(RESULT_STATUSES),
  severity: z.enum(SEVERITIES),
  worst_interpretation: z
    .string()
    .nullable()
    .meta({ description: 'HL7 table 0078, of the first line of that severity' }),
  worst_interpretation_source: z.enum(['lab', 'computed']).nullable(),
  version: z.number().int(),
  title: z.string(),
  lab_name: z.string(),
  collected_at: instant.nullable(),
  collected_at_precision: precision.nullable(),
  reported_at: instant.nullable(),
  reported_at_precision: precision.nullable(),
  observation_count: z.number().int(),
  abnormal_count: z.number().int(),
  review_status: z.enum(['unreviewed', 'reviewed', 'review_again']),
  /** Must be signed or viewed; never true for imported reports. */
  waits: z.boolean(),
});

export const listPatientResultsInput = z.strictObject({
  patient_id: pathParameter,
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().max(1000).optional(),
  order: z.enum(RESULT_ORDERS).default('newest'),
  severity: z.enum(['abnormal']).optional(),
  status: z.enum(RESULT_STATUSES).optional(),
  test: text(100).optional().meta({ description: 'In a name of a panel or test, or a code' }),
  from: date.optional().meta({ description: 'The first day of collection, in the calendar of `time_zone`' }),
  to: date.optional().meta({ description: 'The last day of collection' }),
  time_zone: timeZone.optional().meta({ description: 'Default: UTC' }),
});
export const labResultSummaryList = z.strictObject({
  object: z.literal('list'),
  data: z.array(labResultSummary),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  hidden_count: z.number().int(),
});

export type Observation = z.output<typeof observation>;
export type LabResult = z.output<typeof labResult>;
export type LabResultSummary = z.output<typeof labResultSummary>;
export type LabResultSummaryList = z.output<typeof labResultSummaryList>;
export type GetLabResultInput = z.output<typeof getLabResultInput>;
export type ListPatientResultsInput = z.output<typeof listPatientResultsInput>;
