import { z } from 'zod';
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
} from '../shared/contract-parts';
import { OBSERVATION_ROLES, RESULT_ORDERS } from './rules';

/** Lab reports with their panels and observations. Read-only in `/v1`. */

export const RESULT_STATUSES = [
  'preliminary',
  'partial',
  'final',
  'corrected',
  'cancelled',
  'entered_in_error',
] as const;
export const OBSERVATION_STATUSES = [
  'preliminary',
  'partial',
  'final',
  'corrected',
  'cancelled',
  'deleted',
  'wrong',
] as const;
export const SEVERITIES = ['normal', 'abnormal', 'critical', 'unknown'] as const;
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

const note = z.strictObject({ text: z.string(), source: z.string().nullable() }).meta({ id: 'ResultNote' });
const codedValue = z
  .strictObject({
    system: z.string().nullable(),
    code: z.string(),
    display: z.string().nullable(),
  })
  .meta({ id: 'CodedValue' });
const alternateCode = z
  .strictObject({
    system: z.string().nullable(),
    code: z.string().nullable(),
    display: z.string().nullable(),
  })
  .meta({ id: 'AlternateCode' });
const referenceRange = z
  .strictObject({
    low: z.number().nullable(),
    high: z.number().nullable(),
    text: z.string().nullable().meta({ description: 'verbatim' }),
    applies_to: z.string().nullable(),
  })
  .meta({ id: 'ReferenceRange' });

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

const panelHead = z.strictObject({
  id: z.string(),
  code: z.string(),
  loinc: z.string().nullable(),
  name: z.string(),
  status: z.enum(RESULT_STATUSES),
  is_reflex: z.boolean(),
  parent_observation_id: z.string().nullable(),
  notes: z.array(note),
});

const lab = z.strictObject({
  id: z.string(),
  name: z.string(),
  accreditation_number: z.string().nullable(),
  director: z.string().nullable(),
});

const specimen = z
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

const review = z
  .strictObject({
    by: z.string(),
    at: instant,
    version: z.number().int(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'Review' });

const correction = z
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

const source = z.strictObject({
  kind: z.enum(['hl7v2', 'fhir', 'file', 'manual']),
  message_id: z.string().nullable(),
});

export const labResult = z
  .strictObject({
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
  })
  .meta({ id: 'LabResult' });

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

export type ResultNote = z.output<typeof note>;
export type CodedValue = z.output<typeof codedValue>;
export type AlternateCode = z.output<typeof alternateCode>;
export type ReferenceRange = z.output<typeof referenceRange>;
export type Observation = z.output<typeof observation>;
export type PanelHead = z.output<typeof panelHead>;
export type LabInfo = z.output<typeof lab>;
export type Specimen = z.output<typeof specimen>;
export type Review = z.output<typeof review>;
export type Correction = z.output<typeof correction>;
export type ResultSource = z.output<typeof source>;
export type LabResult = z.output<typeof labResult>;
export type LabResultSummary = z.output<typeof labResultSummary>;
export type LabResultSummaryList = z.output<typeof labResultSummaryList>;
export type GetLabResultInput = z.output<typeof getLabResultInput>;
export type ListPatientResultsInput = z.output<typeof listPatientResultsInput>;
