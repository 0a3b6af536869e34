import { z } from 'zod';
import {
  instant,
  list,
  notesText,
  paging,
  pathParameter,
  precision,
  ref,
} from '../../data-types/contract-parts';
import { note, referenceRange } from '../../data-types/lab-result';
import { REPORT_KEY_KINDS, REPORT_STATES } from '../../data-types/inbound-message-codes';
import { severeValue, VALUE_TYPES } from '../lab-results/contract';
import { MOST_VALUES } from '../lab-results/rules';
import { ORDER_STATUSES } from '../../data-types/lab-order-codes';
import { OBSERVATION_STATUSES, SEVERITIES } from '../../data-types/lab-result-codes';
import { registerPatientInput } from '../patients/contract';
import { CHECKED_FIELDS, FOUND_BY, MAX_REASON, MOST_LOOKED_UP, QUEUE_VIEWS, SAME_NUMBER } from './rules';

/** Reports from laboratories that are not filed yet. Portal only. */

/** Patients found by search. */
const lookedUp = z.array(ref('pat')).max(MOST_LOOKED_UP).default([]);

export const getUnmatchedReportInput = z.strictObject({
  id: pathParameter,
  with: lookedUp,
  /** Page of the report's lines, from 1 (default), with `LINES_PER_PAGE` each. */
  page: z.number().int().min(1).max(1_000).optional(),
});

export const listUnmatchedReportsInput = z.strictObject({
  ...paging,
  /** `open`: unmatched or in conflict */
  view: z.enum(QUEUE_VIEWS).default('open'),
});

const words = z.string().nullable();

/** As received. */
const sentPatient = {
  family: words,
  given: words,
  birth_date: words,
  /** If it is not a valid date. Null if it was received by version 0.1.0. */
  birth_date_unread: words,
  sex: words,
  mrn: words,
};

const summary = {
  id: ref('rpt'),
  object: z.literal('inbound_report'),
  state: z.enum(REPORT_STATES),
  /** Filed, but older than the filed version and different from it, so not displayed. */
  stale: z.boolean(),
  received_at: instant,
  laboratory: z.string(),
  message_id: ref('msg'),
  ...sentPatient,
  /** The ordering clinician, as received. */
  orderer: words,
  /** Identifies the report within its laboratory. */
  number: words,
  number_kind: z.enum(REPORT_KEY_KINDS).nullable(),
  /** As if it were filed. Null if it is filed, or was received by version 0.1.0. */
  severity: z.enum(SEVERITIES).nullable(),
  /** Abnormal values, critical ones first. */
  values: z.array(severeValue).max(MOST_VALUES),
  /** Why it is unmatched (`unmatchedReason`). */
  problem: words,
  found_by: z.enum(FOUND_BY).nullable(),
  /** What contradicted the patient that its number identifies. */
  differs: z.array(z.enum(CHECKED_FIELDS)),
  reason: words,
  /** Null if it is the newest of the versions that await a decision, or is filed. */
  newer_version_id: ref('rpt').nullable(),
};
export const unmatchedReport = z.strictObject(summary);
export const unmatchedReportList = list(unmatchedReport).extend({
  counts: z.strictObject({ open: z.number().int(), parked: z.number().int() }),
});

/**
 * `partly_same`: the same first given name, but others are missing in the message or the record; or the same month or
 * year of birth, without the day. `similar`: different for a known reason: a short form, an initial, part of a double
 * name, another spelling. `invalid`: the birth date sent is not a date.
 */
const compared = z.enum(['same', 'partly_same', 'similar', 'different', 'invalid', 'not_sent']);

export const candidate = z.strictObject({
  patient: z.strictObject({
    id: ref('pat'),
    mrn: z.string(),
    family: z.string(),
    given: z.string(),
    birth_date: z.string(),
    sex: z.string(),
    address: words,
  }),
  /** Whether it would have been filed to this patient automatically. */
  fits: z.boolean(),
  /**
   * A number is the same, or two of family name, given name and birth date, perhaps with a typing error. Others have
   * little in common.
   */
  close: z.boolean(),
  compared: z.strictObject({
    mrn: compared,
    birth_date: compared,
    family: compared,
    given: compared,
    sex: compared,
    identifier: compared,
    phone: compared,
    address: compared,
  }),
  /** Those with most tests of the report first, then the open ones, then the newest. */
  orders: z.array(
    z.strictObject({
      id: ref('ord'),
      order_number: z.string(),
      created_at: instant,
      status: z.enum(ORDER_STATUSES),
      tests: z.array(z.string()),
      /** Tests of the order that are in the report. */
      answered: z.number().int(),
      /** Of these, those without a final result. */
      unreported: z.number().int(),
    }),
  ),
});

const panels = z.array(
  z.strictObject({
    name: z.string(),
    status: z.string(),
    notes: z.array(note),
    lines: z.array(
      z.strictObject({
        name: z.string(),
        value_type: z.enum(VALUE_TYPES),
        value_text: words,
        unit: words,
        reference_range: referenceRange.nullable(),
        interpretation: words,
        interpretation_source: z.enum(['lab', 'computed']).nullable(),
        /** As if it were filed. */
        severity: z.enum(SEVERITIES),
        status: z.enum(OBSERVATION_STATUSES),
        notes: z.array(note),
      }),
    ),
  }),
);

const filedVersion = z.strictObject({
  result_id: ref('res'),
  patient_id: ref('pat'),
  patient: z.strictObject({ family: z.string(), given: z.string() }),
  version: z.number().int(),
  collected_at: instant.nullable(),
  collected_at_precision: precision.nullable(),
  reported_at: instant.nullable(),
  reported_at_precision: precision.nullable(),
  panels,
  /** On the whole report. */
  notes: z.array(note),
  lines_total: z.number().int(),
});

/** In the parts of a record's address. */
export const sentAddress = z.strictObject({
  lines: z.array(z.string()),
  city: words,
  state: words,
  postal_code: words,
  country: words,
});
export type SentAddress = z.output<typeof sentAddress>;

export const unmatchedReportDetail = z.strictObject({
  ...summary,
  /** Who filed it, set it aside or rejected it; null if it is open or was filed automatically. */
  decided: z.strictObject({ at: instant, by_name: words }).nullable(),
  sent: z.strictObject({
    names: z.array(z.string()),
    /** As received, if it is not a valid date. */
    birth_date_unread: words,
    identifiers: z.array(z.strictObject({ number: z.string(), type: words, authority: words })),
    addresses: z.array(z.string()),
    /** The address for a new record, if exactly one was sent. */
    address: sentAddress.nullable(),
    contacts: z.array(z.string()),
    placer_number: words,
    filler_number: words,
    accession_number: words,
    collected_at: instant.nullable(),
    collected_at_precision: precision.nullable(),
    reported_at: instant.nullable(),
    reported_at_precision: precision.nullable(),
    panels,
    notes: z.array(note),
    lines_total: z.number().int(),
  }),
  filed_version: filedVersion.nullable(),
  /** Where it is filed. Null if it is not, or the chart is no longer accessible. */
  filed_to: z
    .strictObject({
      patient: z.strictObject({ id: ref('pat'), family: z.string(), given: z.string() }),
      /** Null while the laboratory has not reported values. */
      result_id: ref('res').nullable(),
    })
    .nullable(),
  /** The MRN that a patient created from it gets as an identifier. */
  mrn_if_created: words,
  /** Best match first. Empty if it is filed or rejected, as `others`. */
  candidates: z.array(candidate),
  others: z.array(candidate),
  /** Possible matches and looked up patients in restricted charts that the user has not opened. */
  restricted: z.array(ref('pat')),
});

/** The patient as the user entered it. */
export const createPatientFromReportInput = z.strictObject({
  id: pathParameter,
  ...registerPatientInput.shape,
});
export type CreatePatientFromReportInput = z.output<typeof createPatientFromReportInput>;

const reason = notesText(MAX_REASON);

export const matchReportInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  order_id: ref('ord').optional(),
  /** Required if patient and report contradict each other. */
  reason: reason.optional(),
  /** Relation to the filed report with the same number. Default: a version of it, ordered by time. */
  same_number: z.enum(SAME_NUMBER).optional(),
});
export const matchedReport = z.strictObject({
  id: ref('rpt'),
  /** Null while the laboratory has not reported values. */
  result_id: ref('res').nullable(),
  also_filed: z.number().int(),
});
export const parkReportInput = z.strictObject({ id: pathParameter, reason: reason.optional() });
export const rejectReportInput = z.strictObject({ id: pathParameter, reason });
export const decidedReport = z.strictObject({ id: ref('rpt'), state: z.enum(['parked', 'rejected']) });
export const returnReportInput = z.strictObject({ id: pathParameter });
export const returnedReport = z.strictObject({
  id: ref('rpt'),
  state: z.enum(['unmatched', 'conflict', 'filed']),
});

export type ListUnmatchedReportsInput = z.output<typeof listUnmatchedReportsInput>;
export type UnmatchedReport = z.output<typeof unmatchedReport>;
export type UnmatchedReportList = z.output<typeof unmatchedReportList>;
export type UnmatchedReportDetail = z.output<typeof unmatchedReportDetail>;
export type FiledVersion = z.output<typeof filedVersion>;
export type Candidate = z.output<typeof candidate>;
export type MatchReportInput = z.output<typeof matchReportInput>;
export type MatchedReport = z.output<typeof matchedReport>;
export type ParkReportInput = z.output<typeof parkReportInput>;
export type RejectReportInput = z.output<typeof rejectReportInput>;
export type DecidedReport = z.output<typeof decidedReport>;
export type ReturnReportInput = z.output<typeof returnReportInput>;
export type ReturnedReport = z.output<typeof returnedReport>;

export const rematchLabResultInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  order_id: ref('ord').optional(),
  reason,
  /** Moves it back to the patient and order from which the user has just moved it. */
  undo: z.literal(true).optional(),
});
export const rematchedResult = z.strictObject({
  id: ref('res'),
  patient_id: ref('pat'),
  order_id: ref('ord').nullable(),
});

export const listRematchCandidatesInput = z.strictObject({ id: pathParameter, with: lookedUp });
export const rematchCandidates = z.strictObject({
  id: ref('res'),
  object: z.literal('rematch_candidates'),
  /** Patient data as received; null if the report did not come from a message. */
  sent: z.strictObject({ laboratory: z.string(), received_at: instant, ...sentPatient }).nullable(),
  filed_at: candidate,
  /** Earlier versions are not moved. */
  has_earlier_versions: z.boolean(),
  /** Best match first, without the current patient. */
  candidates: z.array(candidate),
  others: z.array(candidate),
  /** Possible matches and looked up patients in restricted charts that the user has not opened. */
  restricted: z.array(ref('pat')),
});

export const reportMovePath = z.strictObject({ id: pathParameter });
export const reportMove = z.strictObject({
  id: ref('res'),
  object: z.literal('report_move'),
  patient_id: ref('pat'),
  /** Null if the report was not moved. */
  moved: z
    .strictObject({
      at: instant,
      by_name: z.string().nullable(),
      reason: z.string().nullable(),
      /** Null if it is no longer accessible. */
      to: z.strictObject({ id: ref('res'), patient_id: ref('pat') }).nullable(),
    })
    .nullable(),
});

export type GetUnmatchedReportInput = z.output<typeof getUnmatchedReportInput>;
export type ListRematchCandidatesInput = z.output<typeof listRematchCandidatesInput>;
export type RematchCandidates = z.output<typeof rematchCandidates>;
export type ReportMove = z.output<typeof reportMove>;
export type RematchLabResultInput = z.output<typeof rematchLabResultInput>;
export type RematchedResult = z.output<typeof rematchedResult>;
