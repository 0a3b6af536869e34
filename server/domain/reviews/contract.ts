import { z } from 'zod';
import {
  inputInstant,
  instant,
  list,
  notesText,
  pathParameter,
  precision,
  ref,
} from '../../data-types/contract-parts';
import { RESULT_STATUSES, SEVERITIES } from '../../data-types/lab-result-codes';
import { severeValue } from '../lab-results/contract';
import { MOST_VALUES } from '../lab-results/rules';
import { patientIdentity } from '../patients/contract';
import {
  INBOX_AGES,
  INBOX_GROUPS,
  INBOX_SCOPES,
  LEFT_OUT_WORDS,
  MOST_AT_ONCE,
  MOST_PINNED,
  NOTE_LENGTH,
  type LeftOut,
} from './rules';
import { REVIEW_ACTS } from '../../data-types/review-codes';

/** The inbox of users who sign lab reports. Portal only. */

const version = z.number().int().min(1);
const note = notesText(NOTE_LENGTH);
const readReport = { id: pathParameter, version };
/** Identifies one submission: a retry gets the first response. */
const idempotencyKey = z.uuid().optional();

export const signLabResultInput = z.strictObject({
  ...readReport,
  /** Required for a critical report: what was done about it. */
  note: note.optional(),
  idempotency_key: idempotencyKey,
});
export const commentLabResultInput = z.strictObject({ id: pathParameter, note });
export const forwardLabResultInput = z.strictObject({
  id: pathParameter,
  to_id: ref('usr'),
  note: note.optional(),
});
export const assignLabResultInput = z.strictObject({
  id: pathParameter,
  /** Null: the whole group. */
  to_id: ref('usr').nullable(),
});
const reports = z.array(z.strictObject(readReport)).min(1).max(MOST_AT_ONCE);
export const undoReviewInput = z.strictObject({ reports });
/** The signed version. */
export const withdrawSignatureInput = z.strictObject({ ...readReport, reason: note });
export const signNormalResultsInput = z.strictObject({ reports, idempotency_key: idempotencyKey });
export const reviewPath = z.strictObject({ id: pathParameter });

const personNamed = z.strictObject({ id: ref('usr'), name: z.string() });

export const reviewedReport = z.strictObject({
  id: ref('res'),
  object: z.literal('reviewed_report'),
  patient_id: ref('pat'),
  version,
  /** Null if it is not in the inbox. */
  group: z.enum(INBOX_GROUPS).nullable(),
  reviewer_id: ref('usr').nullable(),
});

/** Who was first, if the version is already signed or viewed. */
const reviewedBefore = z.strictObject({
  act: z.enum(['signed', 'seen']),
  by: z.string(),
  by_name: z.string().nullable(),
  at: instant,
});
const leftOut = z.enum(Object.keys(LEFT_OUT_WORDS) as [LeftOut, ...LeftOut[]]);

export const signedTogether = z.strictObject({
  object: z.literal('signed_together'),
  signed: z.array(z.strictObject({ id: ref('res'), patient_id: ref('pat'), version })),
  left_out: z.array(z.strictObject({ id: ref('res'), reason: leftOut, reviewed: reviewedBefore.nullable() })),
  /** No longer visible. */
  not_found: z.number().int(),
});
export const undoneReviews = z.strictObject({
  object: z.literal('undone_reviews'),
  undone: z.array(z.strictObject({ id: ref('res'), patient_id: ref('pat') })),
  /** Done by another user, too long ago, already undone, or changed since. */
  left_out: z.array(z.strictObject({ id: ref('res') })),
});

const reviewEntry = z.strictObject({
  act: z.enum(REVIEW_ACTS),
  by: z.string(),
  /** Null if the service did it. */
  by_name: z.string().nullable(),
  at: instant,
  version,
  to_name: z.string().nullable(),
  note: z.string().nullable(),
});

/** As in the drafts' contract; `content` is null if it cannot be decrypted. */
const begun = z.strictObject({ saved_at: instant, content: z.string().nullable() }).nullable();

export const reviewState = z.strictObject({
  id: ref('res'),
  object: z.literal('review_state'),
  patient_id: ref('pat'),
  version,
  group: z.enum(INBOX_GROUPS).nullable(),
  reviewer: personNamed.nullable(),
  /** Someone has viewed this preliminary version. */
  seen: z.boolean(),
  needs_note: z.boolean(),
  only_seen: z.boolean(),
  /** The newest signed version, if a later one has arrived. */
  signed_version: version.nullable(),
  /** The newest version with a signature of the user, which they may withdraw. */
  own_signature: version.nullable(),
  critical_since: instant.nullable(),
  critical_told_at: instant.nullable(),
  entries: z.array(reviewEntry),
  begun: z.strictObject({ note: begun, forward: begun }),
  /** The patient of the message, if a user filed it despite differences. */
  sent_for: z
    .strictObject({
      family: z.string().nullable(),
      given: z.string().nullable(),
      birth_date: z.string().nullable(),
      birth_date_unread: z.string().nullable(),
      mrn: z.string().nullable(),
    })
    .nullable(),
  /** A newer version that is unmatched. Null for users who may not file it. */
  held_version_id: ref('rpt').nullable(),
});

export const listInboxInput = z.strictObject({
  scope: z.enum(INBOX_SCOPES).default('mine'),
  kind: z.enum(INBOX_GROUPS).optional(),
  age: z.enum(INBOX_AGES).optional(),
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().max(1000).optional(),
});

const inboxValue = severeValue.extend({
  value_number: z.number().nullable(),
  comparator: z.string().nullable(),
  /** As received, of the same test in the same unit. */
  previous: z.string().nullable(),
});

const inboxItem = z.strictObject({
  id: ref('res'),
  version,
  group: z.enum(INBOX_GROUPS),
  status: z.enum(RESULT_STATUSES),
  severity: z.enum(SEVERITIES),
  worst_interpretation: z.string().nullable(),
  worst_interpretation_source: z.enum(['lab', 'computed']).nullable(),
  title: z.string(),
  lab_name: z.string(),
  collected_at: instant.nullable(),
  collected_at_precision: precision.nullable(),
  received_at: instant.nullable(),
  /** Since when a critical value is unsigned; null without one. */
  critical_since: instant.nullable(),
  ordered_at: instant.nullable(),
  /** Abnormal values, critical ones first, or the values of a corrected report without a flag; at most three. */
  values: z.array(inboxValue).max(MOST_VALUES),
  /** The lines of a report that can be signed together with others; empty for any other. */
  lines: z.array(
    z.strictObject({ name: z.string(), value_text: z.string().nullable(), unit: z.string().nullable() }),
  ),
  panels: z.array(z.string()),
  pending_tests: z.array(z.string()),
  observation_count: z.number().int(),
  abnormal_count: z.number().int(),
  patient: patientIdentity,
  reviewer: personNamed.nullable(),
  seen: z.boolean(),
  /** A critical value was not acknowledged in time and has been escalated. */
  escalated: z.boolean(),
  /** Why it cannot be signed together with others; null if it can. */
  why_alone: leftOut.nullable(),
});

const counted = z.number().int();
const inboxCounts = z.strictObject({
  mine: counted,
  delegated: counted,
  unassigned: counted,
  everyone: counted,
  /** Assigned to the user or unassigned. */
  critical: counted,
  mine_critical: counted,
  unassigned_critical: counted,
});
export const inboxList = list(inboxItem).extend({
  scope: z.enum(INBOX_SCOPES),
  counts: inboxCounts,
  /** Reports of each kind in the scope, of the filtered age. */
  kinds: z.record(z.enum(INBOX_GROUPS), counted),
  matching: counted,
  /** Critical reports of the scope, even those that the filter or an earlier page leaves out. */
  pinned: z.array(inboxItem).max(MOST_PINNED),
  /** All critical reports of the scope. */
  critical: counted,
  as_of: instant,
  /** Changes whenever the list does. */
  mark: z.string(),
  last_signed_at: instant.nullable(),
});

export const listSignedResultsInput = z.strictObject({
  since: inputInstant.optional(),
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().max(1000).optional(),
});
const signedItem = z.strictObject({
  at: instant,
  version,
  note: z.string().nullable(),
  /** `ended`: withdrawn, or the report belonged to another patient. */
  state: z.enum(['stands', 'newer_version', 'ended']),
  /** Null if the report is no longer accessible. */
  report: z
    .strictObject({
      id: ref('res'),
      title: z.string(),
      severity: z.enum(SEVERITIES),
      patient: patientIdentity,
    })
    .nullable(),
});
export const signedList = list(signedItem);

export const inboxMarkInput = z.strictObject({ scope: z.enum(INBOX_SCOPES).default('mine') });
export const inboxMark = z.strictObject({
  object: z.literal('inbox_mark'),
  mark: z.string(),
  counts: inboxCounts,
  as_of: instant,
});

export const inboxAlarmInput = z.strictObject({});
/** Critical reports, for the frame of every page. */
export const inboxAlarm = z.strictObject({
  object: z.literal('inbox_alarm'),
  /** Assigned to the user, or unassigned. 0 for users who cannot sign. */
  critical: counted,
  /** For administrators: those of the whole organization; 0 for others. */
  unsigned: counted,
  /** Those of them unacknowledged for `forgotten_minutes`. */
  forgotten: counted,
  forgotten_minutes: counted,
  /** Critical reports without a patient, also those set aside, for users who file reports; 0 for others. */
  unmatched_critical: counted,
  /** For administrators: those of them received more than `forgotten_minutes` ago; 0 for others. */
  forgotten_unmatched: counted,
  /** The first of them. */
  first_unmatched: ref('rpt').nullable(),
  as_of: instant,
});

export const listNewCriticalResultsInput = z.strictObject({
  /** Critical, escalated or assigned by a colleague since then. */
  since: inputInstant,
  /** Also returns these reports, which may have been critical before, if another of their values is critical now. */
  ids: z.array(pathParameter).max(100).default([]),
  /** The same for unmatched reports, which may have been received before. */
  unmatched_ids: z.array(pathParameter).max(100).default([]),
});
/** The first critical value, exactly as the laboratory sent it; null if it was withdrawn. */
const criticalValue = z
  .strictObject({
    name: z.string(),
    value_text: z.string().nullable(),
    unit: z.string().nullable(),
    interpretation: z.string().nullable(),
    /** Other critical values of the report. */
    further: counted,
  })
  .nullable();
/** A report with its first critical value. */
export const criticalResult = z.strictObject({
  id: ref('res'),
  patient: patientIdentity,
  title: z.string(),
  value: criticalValue,
  /** Not acknowledged in time. */
  told: z.boolean(),
  /** The list of the inbox that contains it. */
  scope: z.enum(INBOX_SCOPES),
});

/** For the banner of a page: the newest of them. */
export const newCriticalResults = z.strictObject({
  object: z.literal('new_critical_results'),
  data: z.array(
    criticalResult.extend({
      version: counted,
      /** A colleague has assigned it to the user, or someone returned it to the group, after it was escalated. */
      assigned: z.enum(['user', 'group']).nullable(),
      /** Who did; null for a former member. */
      assigned_by: z.string().nullable(),
    }),
  ),
  total: counted,
  /** The patients of all of them. */
  patient_total: counted,
  /** Newest first. The name of the patient is on their page: it may be that of a restricted chart. */
  unmatched: z.array(z.strictObject({ id: ref('rpt'), value: criticalValue })),
  /** From the same time, so that the counts of the page agree. */
  alarm: inboxAlarm,
});

export type SignLabResultInput = z.output<typeof signLabResultInput>;
export type CommentLabResultInput = z.output<typeof commentLabResultInput>;
export type ForwardLabResultInput = z.output<typeof forwardLabResultInput>;
export type AssignLabResultInput = z.output<typeof assignLabResultInput>;
export type SignNormalResultsInput = z.output<typeof signNormalResultsInput>;
export type WithdrawSignatureInput = z.output<typeof withdrawSignatureInput>;
export type UndoReviewInput = z.output<typeof undoReviewInput>;
export type ListSignedResultsInput = z.output<typeof listSignedResultsInput>;
export type SignedItem = z.output<typeof signedItem>;
export type SignedList = z.output<typeof signedList>;
export type ReviewedBefore = z.output<typeof reviewedBefore>;
export type ReviewedReport = z.output<typeof reviewedReport>;
export type SignedTogether = z.output<typeof signedTogether>;
export type UndoneReviews = z.output<typeof undoneReviews>;
export type ReviewEntry = z.output<typeof reviewEntry>;
export type ReviewState = z.output<typeof reviewState>;
export type ListInboxInput = z.output<typeof listInboxInput>;
export type InboxItem = z.output<typeof inboxItem>;
export type InboxList = z.output<typeof inboxList>;
export type InboxCounts = z.output<typeof inboxCounts>;
export type InboxAlarm = z.output<typeof inboxAlarm>;
export type InboxMark = z.output<typeof inboxMark>;
export type ListNewCriticalResultsInput = z.output<typeof listNewCriticalResultsInput>;
export type NewCriticalResults = z.output<typeof newCriticalResults>;
