import { z } from 'zod';
import { instant, list, notesText, paging, pathParameter, precision, ref } from '../shared/contract-parts';
import { REPORT_STATES } from '../inbound-messages/rules';
import { OBSERVATION_STATUSES, VALUE_TYPES } from '../lab-results/contract';
import { MAX_REASON, MOST_LOOKED_UP, QUEUE_VIEWS, SAME_NUMBER } from './rules';

/** Reports that a laboratory sent and that nobody's chart has yet. Portal only. */

/** Patients whom somebody has looked up, to be compared with what was sent. */
const lookedUp = z.array(ref('pat')).max(MOST_LOOKED_UP).default([]);

export const getUnmatchedReportInput = z.strictObject({
  id: pathParameter,
  with: lookedUp,
  /** Of the lines, from 1, which is the default; each page has `LINES_PER_PAGE` of them. */
  page: z.number().int().min(1).max(1_000).optional(),
});

export const listUnmatchedReportsInput = z.strictObject({
  ...paging,
  /** `open`: unmatched or in conflict */
  view: z.enum(QUEUE_VIEWS).default('open'),
});

const words = z.string().nullable();

/** As the laboratory wrote it. */
const sentPatient = {
  family: words,
  given: words,
  birth_date: words,
  sex: words,
  mrn: words,
};

const summary = {
  id: ref('rpt'),
  object: z.literal('inbound_report'),
  state: z.enum(REPORT_STATES),
  /** Filed, but older than the filed version and different from it, so that it is not shown. */
  stale: z.boolean(),
  received_at: instant,
  laboratory: z.string(),
  message_id: ref('msg'),
  ...sentPatient,
  /** Who ordered it, as the laboratory wrote it. */
  orderer: words,
  /** Its own number. */
  number: words,
  /** Key of `HELD_BECAUSE`. */
  problem: words,
  reason: words,
};
const unmatchedReport = z.strictObject(summary);
export const unmatchedReportList = list(unmatchedReport);

/** `similar`: not the same, and explained: a short form, an initial, part of a double name, another spelling. */
const compared = z.enum(['same', 'similar', 'different', 'not_sent']);

const candidate = z.strictObject({
  patient: z.strictObject({
    id: ref('pat'),
    mrn: z.string(),
    family: z.string(),
    given: z.string(),
    birth_date: z.string(),
    sex: z.string(),
  }),
  /** Whether it would have been filed there by itself. */
  fits: z.boolean(),
  compared: z.strictObject({
    mrn: compared,
    birth_date: compared,
    family: compared,
    given: compared,
    sex: compared,
    identifier: compared,
    phone: compared,
  }),
  /** Newest first. */
  orders: z.array(
    z.strictObject({
      id: ref('ord'),
      order_number: z.string(),
      created_at: instant,
      status: z.string(),
      tests: z.array(z.string()),
      /** How many of the ordered tests the report has. */
      answered: z.number().int(),
    }),
  ),
});

/** A page of the lines, in their panels. */
const panels = z.array(
  z.strictObject({
    name: z.string(),
    status: z.string(),
    lines: z.array(
      z.strictObject({
        name: z.string(),
        value_type: z.enum(VALUE_TYPES),
        value_text: words,
        unit: words,
        flags: z.array(z.string()),
        status: z.enum(OBSERVATION_STATUSES),
      }),
    ),
  }),
);

/** The report that is filed under the same number. */
const filedVersion = z.strictObject({
  result_id: ref('res'),
  patient_id: ref('pat'),
  patient_name: z.string(),
  version: z.number().int(),
  collected_at: instant.nullable(),
  collected_at_precision: precision.nullable(),
  reported_at: instant.nullable(),
  reported_at_precision: precision.nullable(),
  panels,
  lines_total: z.number().int(),
});

export const unmatchedReportDetail = z.strictObject({
  ...summary,
  /** Who put it aside or rejected it; null while nobody has. */
  decided: z.strictObject({ at: instant, by_name: words }).nullable(),
  sent: z.strictObject({
    names: z.array(z.string()),
    /** As it stands in the message, where it is no date. */
    birth_date_unread: words,
    identifiers: z.array(z.strictObject({ number: z.string(), type: words, authority: words })),
    addresses: z.array(z.string()),
    contacts: z.array(z.string()),
    placer_number: words,
    filler_number: words,
    accession_number: words,
    collected_at: instant.nullable(),
    collected_at_precision: precision.nullable(),
    reported_at: instant.nullable(),
    reported_at_precision: precision.nullable(),
    panels,
    lines_total: z.number().int(),
  }),
  filed_version: filedVersion.nullable(),
  /** Likeliest first. */
  candidates: z.array(candidate),
  /** Those that were looked up. */
  others: z.array(candidate),
});

const reason = notesText(MAX_REASON);

export const matchReportInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  order_id: ref('ord').optional(),
  /** Needed where the data of patient and report contradict each other. */
  reason: reason.optional(),
  /** What it is to the report that is filed under the same number. Default: a version of it, by its times. */
  same_number: z.enum(SAME_NUMBER).optional(),
});
export const matchedReport = z.strictObject({
  id: ref('rpt'),
  /** Null: the laboratory works on it, and has no values yet. */
  result_id: ref('res').nullable(),
  /** Others that could be filed now. */
  also_filed: z.number().int(),
});
export const parkReportInput = z.strictObject({ id: pathParameter, reason: reason.optional() });
export const rejectReportInput = z.strictObject({ id: pathParameter, reason });
export const decidedReport = z.strictObject({ id: ref('rpt'), state: z.enum(['parked', 'rejected']) });

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

export const rematchLabResultInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  order_id: ref('ord').optional(),
  reason,
});
/** Where the report is now. */
export const rematchedResult = z.strictObject({
  id: ref('res'),
  patient_id: ref('pat'),
  order_id: ref('ord').nullable(),
});

export const listRematchCandidatesInput = z.strictObject({ id: pathParameter, with: lookedUp });
export const rematchCandidates = z.strictObject({
  id: ref('res'),
  object: z.literal('rematch_candidates'),
  /** What the laboratory wrote of its patient; null where the report came without a message. */
  sent: z.strictObject({ laboratory: z.string(), received_at: instant, ...sentPatient }).nullable(),
  filed_at: candidate,
  /** Likeliest first, without the one where it is. */
  candidates: z.array(candidate),
  others: z.array(candidate),
});

export const reportMovePath = z.strictObject({ id: pathParameter });
export const reportMove = z.strictObject({
  id: ref('res'),
  object: z.literal('report_move'),
  patient_id: ref('pat'),
  /** Null: the report was not moved. */
  moved: z
    .strictObject({
      at: instant,
      by_name: z.string().nullable(),
      reason: z.string().nullable(),
      /** Null where it cannot be opened any more. */
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
