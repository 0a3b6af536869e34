import { z } from 'zod';
import { compiled } from '../../data-types/compiled';
import {
  date,
  inputInstant,
  instant,
  list,
  paging,
  pathParameter,
  ownId,
  precision,
  queryInteger,
  ref,
  resource,
  text,
  timeFilters,
  timeZone,
  words,
} from '../../data-types/contract-parts';
import { MOST_VALUES, RESULT_ORDERS } from './rules';
import {
  OBSERVATION_ROLES,
  RESULT_STATUSES,
  OBSERVATION_STATUSES,
  SEVERITIES,
} from '../../data-types/lab-result-codes';
import {
  note,
  loincNumber,
  resultStatus,
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
    id: ownId('obs'),
    code: z.string().meta({ description: 'Code of the test, as sent (HL7 v2 OBX-3)' }),
    code_system: z.string().nullable().meta({
      description:
        'Code system of `code` as sent, such as `LN` for LOINC or `L` for a local code (HL7 table 0396)',
    }),
    loinc: loincNumber,
    name: z.string().meta({ description: 'Name of the test, as sent' }),
    original_text: z.string().nullable().meta({
      description: 'The original name of the test before coding, exactly as received (HL7 v2 OBX-3.9)',
    }),
    alternate_code: alternateCode.nullable().meta({
      description: 'The second code of the test, often the local one (HL7 v2 OBX-3.4 to OBX-3.6)',
    }),
    role: z.enum(OBSERVATION_ROLES).meta({
      description:
        '`result`: measured or assessed by the laboratory. `order_detail`: provided with the order (HL7 v2 OBX-11 `O`). `not_asked`: reported with a value although marked as not asked for (OBX-11 `N`); a note explains this. `patient`: about the patient, sent before the first order (HL7 v2.7 and later). Lines without content always have the role `result`.',
    }),
    value_type: z.enum(VALUE_TYPES).meta({
      description:
        '`quantity`: a number. `coded`: a code. `ratio`: such as `1:128`. `attachment`: a file in `document_ids`, or an address in `value_text`. `none`: no value was sent.',
    }),
    value_text: z
      .string()
      .nullable()
      .meta({ description: 'The value exactly as received. Display this one.' }),
    value_number: z.number().nullable().meta({
      description: 'The number in `value_text`, without `comparator`; null unless `value_type` is `quantity`',
    }),
    comparator: z.enum(['<', '<=', '>', '>=']).nullable().meta({
      description: 'Sign before the number: `<` in `<0.5`. The exact value is then unknown.',
    }),
    value_code: codedValue.nullable().meta({
      description: 'Code of the value, if `value_type` is `coded`; `value_text` has its name',
    }),
    value_original_text: z.string().nullable().meta({
      description:
        'The original text before the value was coded (HL7 v2 OBX-5.9); several are joined with `; `',
    }),
    value_alternate_codes: z.array(alternateCode).meta({
      description:
        'Additional codes of the value in the received order: the second coding of `value_code` (HL7 v2 OBX-5.4 to OBX-5.6, OBX-5.10 to OBX-5.12) and the codes of further repetitions',
    }),
    unit: z.string().nullable().meta({ description: 'Unit exactly as received. Display this one.' }),
    ucum: z.string().nullable().meta({
      description: 'The unit as a UCUM code, such as `10*3/uL`; null if the unit is not recognized',
    }),
    reference_range: referenceRange.nullable().meta({
      description: 'Reference range of the laboratory (HL7 v2 OBX-7)',
    }),
    interpretation: z.string().nullable().meta({
      description: 'HL7 table 0078, from OBX-8. Open list: display an unknown code unchanged.',
      'x-extensible-enum': INTERPRETATIONS,
    }),
    flags: z.array(z.string()).meta({
      description: 'All flags as sent (HL7 v2 OBX-8), including trends such as `U`',
    }),
    interpretation_source: z.enum(['lab', 'computed']).nullable().meta({
      description:
        '`lab`: the laboratory sent a flag. `computed`: it sent none, and the number is outside `reference_range`. Null if `interpretation` is null.',
    }),
    severity: z.enum(SEVERITIES).meta({
      description:
        'From the flags: `critical` for `LL`, `HH` and `AA`; `abnormal` for `L`, `H`, `<`, `>`, `A`, `I` and `R`; `normal` for `N` and `S`. Without a flag it is computed from `reference_range` and never `critical`. `unknown`: not classified, such as `POS` alone.',
    }),
    status: z.enum(OBSERVATION_STATUSES).meta({
      description:
        'From HL7 v2 OBX-11 (table 0085). `cancelled`: not performed. `deleted`: withdrawn by the laboratory. `wrong`: belongs to another patient. Do not use values with one of these three.',
    }),
    observed_at: instant.nullable().meta({
      description:
        'Time for which the value is valid, usually that of the collection (HL7 v2 OBX-14 or OBR-7)',
    }),
    observed_at_precision: precision.nullable(),
    method: z.string().nullable().meta({ description: 'Method of the test, as sent (HL7 v2 OBX-17)' }),
    device: z.string().nullable().meta({ description: 'Equipment, as sent (HL7 v2 OBX-18)' }),
    performing_lab: z.string().nullable().meta({
      description: 'Laboratory that performed the test, if the message names it (HL7 v2 OBX-23)',
    }),
    sub_id: z.string().nullable().meta({
      description:
        'Distinguishes or groups lines with the same code, such as those of one isolate (HL7 v2 OBX-4)',
    }),
    notes: z.array(note).meta({ description: 'Notes on the line' }),
    previous: z
      .strictObject({
        value_text: z.string().nullable().meta({ description: 'The value exactly as received' }),
        observed_at: instant.nullable().meta({ description: 'Time for which it is valid' }),
        observed_at_precision: precision.nullable(),
      })
      .nullable()
      .meta({ description: 'The previous value, if it has the same unit' }),
  })
  .meta({ id: 'Observation' });

export const labResult = compiled(
  z.strictObject({
    id: ownId('res'),
    object: z.literal('lab_result'),
    ...resource,
    order_id: z.string().nullable().meta({ description: 'Order of this service that it answers, `ord_…`' }),
    patient_id: ref('pat').meta({ description: 'Patient to whom the result belongs' }),
    status: resultStatus,
    lab,
    accession_number: z.string().nullable().meta({
      description:
        'Number of the laboratory for the specimens. Several orders can share it. Sent in HL7 v2 SPM-2, OBR-18 or OBR-20, depending on the laboratory.',
    }),
    filler_order_number: z.string().nullable().meta({
      description: 'Number of the laboratory for the order (HL7 v2 OBR-3 of the first panel)',
    }),
    specimens: z.array(specimen).meta({ description: 'Specimens that were tested' }),
    collected_at: instant.nullable().meta({
      description:
        'When the specimen was collected; the earliest time if there are several (HL7 v2 OBR-7 or SPM-17)',
    }),
    collected_at_precision: precision.nullable(),
    received_at: instant.nullable().meta({
      description: 'When the laboratory received the specimen; the earliest time (HL7 v2 OBR-14 or SPM-18)',
    }),
    received_at_precision: precision.nullable(),
    reported_at: instant.nullable().meta({
      description: 'When the laboratory reported it; the latest time (HL7 v2 OBR-22, or MSH-7)',
    }),
    reported_at_precision: precision.nullable(),
    issued_at: instant.meta({ description: 'When this version became available in this service' }),
    severity: z.enum(SEVERITIES).meta({
      description:
        'That of the most severe line: `critical`, `abnormal`, `unknown`, then `normal`. Withdrawn lines do not count.',
    }),
    panels: z
      .array(
        z
          .strictObject({
            ...panelHead.shape,
            observations: z
              .array(observation)
              .meta({ description: 'Lines of the panel, in the order as sent' }),
          })
          .meta({ id: 'Panel' }),
      )
      .meta({ description: 'Panels and single tests, each with its lines' }),
    notes: z.array(note).meta({ description: 'Notes on the whole report' }),
    document_ids: z.array(z.string()).meta({ description: 'Files of the report, `doc_…`' }),
    pending_tests: z.array(z.string()).meta({
      description: 'Names of tests whose results are still missing',
    }),
    review: z
      .strictObject({
        status: z.enum(['unreviewed', 'reviewed', 'review_again']).meta({
          description:
            '`unreviewed`: not signed. `reviewed`: this version is signed. `review_again`: only an earlier version is signed.',
        }),
        reviews: z.array(review).meta({ description: 'Signatures of all versions' }),
      })
      .meta({ description: 'Sign-off by clinicians in the portal' }),
    corrections: z.array(correction).meta({ description: 'What each later version changed, oldest first' }),
    source,
    computed_flags_present: z.boolean().meta({
      description: 'Whether `interpretation_source` of a line is `computed`',
    }),
  }),
  'LabResult',
);

export const getLabResultInput = z.strictObject({
  id: pathParameter.meta({
    description:
      'A result ID (`res_…`). An order ID (`ord_…`) is accepted if the order has exactly one result.',
  }),
  version: queryInteger(z.number().int().min(1))
    .optional()
    .meta({ description: 'Number of an earlier version' }),
  flags: z.enum(['abnormal']).optional().meta({ description: 'Only abnormal or critical lines' }),
});

const COLLECTED =
  'A date without a time of day matches if it can be in the range in some time zone; a month or year counts as its first day. Reports without a time of collection do not match.';
const OF_ONE_PATIENT = 'Requires `patient_id`.';

export const listLabResultsInput = z
  .strictObject({
    ...paging,
    patient_id: ref('pat').optional(),
    order_id: ref('ord').optional().meta({ description: 'Only results of this order' }),
    lab_id: z.string().min(1).max(100).optional(),
    status: words(RESULT_STATUSES).optional(),
    severity: words(SEVERITIES)
      .optional()
      .meta({ description: 'One or more severities, comma-separated: the highest of the lines' }),
    loinc: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: `LOINC number of a panel or a line, exact. ${OF_ONE_PATIENT}` }),
    code: z
      .string()
      .min(1)
      .max(50)
      .optional()
      .meta({
        description: `Code of a panel or a line as the laboratory sent it, also as \`alternate_code\`, exact. ${OF_ONE_PATIENT}`,
      }),
    collected_since: inputInstant
      .optional()
      .meta({ description: `Collected at or after this instant (RFC 3339). ${COLLECTED}` }),
    collected_until: inputInstant
      .optional()
      .meta({ description: `Collected before this instant (RFC 3339). ${COLLECTED}` }),
    ...timeFilters,
    sort: z
      .enum(['created_at', '-created_at', 'updated_at', '-updated_at', 'collected_at', '-collected_at'])
      .optional()
      .meta({
        description: 'Default: `-created_at`. Reports without a time of collection sort as the oldest.',
      }),
  })
  .superRefine((input, issues) => {
    for (const name of ['loinc', 'code'] as const)
      if (input[name] !== undefined && input.patient_id === undefined)
        issues.addIssue({
          code: 'custom',
          path: [name],
          params: { code: 'not_allowed' },
          message: 'can only be used with patient_id',
        });
  });

export const labResultList = list(labResult);

/** Portal: one of the most severe values of a report. */
export const severeValue = z.strictObject({
  name: z.string(),
  /** As received. */
  value_text: z.string().nullable(),
  unit: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  status: z.enum(OBSERVATION_STATUSES),
  interpretation: z.string().nullable(),
  interpretation_source: z.enum(['lab', 'computed']).nullable(),
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
  /** Abnormal values, critical ones first. */
  values: z.array(severeValue).max(MOST_VALUES),
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
  test: text(100).optional().meta({ description: 'Part of the name or code of a panel or test' }),
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
export type SevereValue = z.output<typeof severeValue>;
export type LabResultSummary = z.output<typeof labResultSummary>;
export type LabResultSummaryList = z.output<typeof labResultSummaryList>;
export type LabResultList = z.output<typeof labResultList>;
export type ListLabResultsInput = z.output<typeof listLabResultsInput>;
export type GetLabResultInput = z.output<typeof getLabResultInput>;
export type ListPatientResultsInput = z.output<typeof listPatientResultsInput>;
