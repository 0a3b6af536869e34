import { z } from 'zod';
import {
  inputInstant,
  instant,
  list,
  notesText,
  pathParameter,
  precision,
  ref,
} from '../shared/contract-parts';
import { RESULT_STATUSES, SEVERITIES } from '../lab-results/contract';
import { patientIdentity } from '../patients/contract';
import {
  INBOX_AGES,
  INBOX_GROUPS,
  INBOX_SCOPES,
  LEFT_OUT_WORDS,
  MOST_AT_ONCE,
  NOTE_LENGTH,
  REVIEW_ACTS,
  type LeftOut,
} from './rules';

/** The inbox of people who sign lab reports, and what they do there. Portal only. */

const version = z.number().int().min(1);
const note = notesText(NOTE_LENGTH);
/** Id and the version that was read. */
const readReport = { id: pathParameter, version };
/** Of one press of a button: the same request, sent again, is answered as the first time. */
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
  /** Null: anybody of the group. */
  to_id: ref('usr').nullable(),
});
const reports = z.array(z.strictObject(readReport)).min(1).max(MOST_AT_ONCE);
export const undoReviewInput = z.strictObject({ reports });
/** The version whose signature it is. */
export const withdrawSignatureInput = z.strictObject({ ...readReport, reason: note });
export const signNormalResultsInput = z.strictObject({ reports, idempotency_key: idempotencyKey });
export const reviewPath = z.strictObject({ id: pathParameter });

const personNamed = z.strictObject({ id: ref('usr'), name: z.string() });

/** One report and where it stands, after an act. */
export const reviewedReport = z.strictObject({
  id: ref('res'),
  object: z.literal('reviewed_report'),
  patient_id: ref('pat'),
  version,
  /** Null: it waits for nobody. */
  group: z.enum(INBOX_GROUPS).nullable(),
  reviewer_id: ref('usr').nullable(),
});

/** Who was first, where a version is signed or seen already. */
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
  /** No longer there. */
  not_found: z.number().int(),
});
export const undoneReviews = z.strictObject({
  object: z.literal('undone_reviews'),
  undone: z.array(z.strictObject({ id: ref('res'), patient_id: ref('pat') })),
  /** Done by another person, too long ago, undone already, or something has happened to it since. */
  left_out: z.array(z.strictObject({ id: ref('res') })),
});

const reviewEntry = z.strictObject({
  act: z.enum(REVIEW_ACTS),
  by: z.string(),
  /** Null where no person did it. */
  by_name: z.string().nullable(),
  at: instant,
  version,
  to_name: z.string().nullable(),
  note: z.string().nullable(),
});

/** As the drafts' contract has it; `content` is null where it cannot be read any more. */
const begun = z.strictObject({ saved_at: instant, content: z.string().nullable() }).nullable();

/** What the page of a report needs beside the report. */
export const reviewState = z.strictObject({
  id: ref('res'),
  object: z.literal('review_state'),
  patient_id: ref('pat'),
  version,
  group: z.enum(INBOX_GROUPS).nullable(),
  reviewer: personNamed.nullable(),
  /** Somebody has seen this version, which can only be seen. */
  seen: z.boolean(),
  needs_note: z.boolean(),
  only_seen: z.boolean(),
  /** The newest version that was signed, when a later one has come. */
  signed_version: version.nullable(),
  /** The newest version on which a signature of the reader stands: they may withdraw it. */
  own_signature: version.nullable(),
  critical_since: instant.nullable(),
  critical_told_at: instant.nullable(),
  entries: z.array(reviewEntry),
  /** What the reader has begun to write about it and not sent. */
  begun: z.strictObject({ note: begun, forward: begun }),
});

export const listInboxInput = z.strictObject({
  scope: z.enum(INBOX_SCOPES).default('mine'),
  kind: z.enum(INBOX_GROUPS).optional(),
  age: z.enum(INBOX_AGES).optional(),
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().max(1000).optional(),
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
  ordered_at: instant.nullable(),
  panels: z.array(z.string()),
  pending_tests: z.array(z.string()),
  observation_count: z.number().int(),
  abnormal_count: z.number().int(),
  patient: patientIdentity,
  reviewer: personNamed.nullable(),
  seen: z.boolean(),
  /** Nobody took note of a critical value in time, and everybody is told. */
  told: z.boolean(),
  /** Why it is signed by itself; null: it may be signed together with others. */
  why_alone: leftOut.nullable(),
});

const counted = z.number().int();
const inboxCounts = z.strictObject({
  mine: counted,
  delegated: counted,
  unassigned: counted,
  everyone: counted,
  /** Of mine, and of those for anybody. */
  critical: counted,
  unassigned_critical: counted,
});
export const inboxList = list(inboxItem).extend({
  scope: z.enum(INBOX_SCOPES),
  counts: inboxCounts,
  /** How many of this scope the filters leave. */
  matching: counted,
  as_of: instant,
  /** Changes whenever this list does. */
  mark: z.string(),
  last_signed_at: instant.nullable(),
});

export const listSignedResultsInput = z.strictObject({
  since: inputInstant.optional(),
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().max(1000).optional(),
});
/** A signature of the reader. */
const signedItem = z.strictObject({
  at: instant,
  version,
  note: z.string().nullable(),
  /** `ended`: it was taken back, or the report was another patient's. */
  state: z.enum(['stands', 'newer_version', 'ended']),
  /** Null where the report cannot be opened any more. */
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
/** What the frame of every page says of critical reports. */
export const inboxAlarm = z.strictObject({
  object: z.literal('inbox_alarm'),
  /** Assigned to the reader, or to nobody who can sign. */
  critical: counted,
  /** For administrators: those of the whole organisation; 0 for others. */
  unsigned: counted,
  /** Those of them of which nobody has taken note for `forgotten_minutes`. */
  forgotten: counted,
  forgotten_minutes: counted,
  as_of: instant,
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
