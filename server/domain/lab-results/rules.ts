/**
 * Words and ranks of lab results that the server and the portal share. No zod and no database here: the browser
 * reads this file. Flags are always letter and word and shape, never colour alone.
 */

export type Severity = 'normal' | 'abnormal' | 'critical' | 'unknown';
export type ResultStatus =
  'preliminary' | 'partial' | 'final' | 'corrected' | 'cancelled' | 'entered_in_error';
export type ObservationStatus =
  'preliminary' | 'partial' | 'final' | 'corrected' | 'cancelled' | 'deleted' | 'wrong';
/** What a line is. Anything but a result was sent with a value and is shown, so that nothing is dropped. */
export const OBSERVATION_ROLES = ['result', 'order_detail', 'not_asked', 'patient'] as const;
export type ObservationRole = (typeof OBSERVATION_ROLES)[number];
/** Columns of a flow sheet. */
export const MOST_COLUMNS = 12;
/** Points of a small graph: as many as are read at one glance. */
export const MOST_RECENT = 12;
/** Tests that are pinned to one patient: as many as stand below each other as graphs. */
export const MOST_PINNED = 6;
/** Graphs that stand below each other on one time axis. */
export const MOST_TRENDS = 6;

/**
 * Of a patient's reports. `urgent`: those that wait for a signature in the order of the inbox, gravest first; then the
 * signed ones by time, because a critical value of years ago must not stand above today's.
 */
export const RESULT_ORDERS = ['urgent', 'newest'] as const;

export type ReviewStatus = 'unreviewed' | 'reviewed' | 'review_again';

export const RESULT_STATUS_WORDS: Record<ResultStatus, string> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  final: 'Final',
  corrected: 'Corrected',
  cancelled: 'Cancelled',
  entered_in_error: 'Entered in error',
};

export const OBSERVATION_STATUS_WORDS: Record<ObservationStatus, string> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  final: 'Final',
  corrected: 'Corrected',
  cancelled: 'Not performed',
  deleted: 'Withdrawn',
  wrong: 'Withdrawn, wrong patient',
};

export const SEVERITY_WORDS: Record<Severity, string> = {
  normal: 'Normal',
  abnormal: 'Abnormal',
  critical: 'Critical',
  unknown: 'Not classified',
};

export const REVIEW_STATUS_WORDS: Record<ReviewStatus, string> = {
  unreviewed: 'Not signed',
  reviewed: 'Signed',
  review_again: 'Changed since signed',
};

/** Statuses that a value carries in a table; a final one needs no word, and a struck one says it with its mark. */
export const noteworthyStatus = (status: ObservationStatus): string | undefined =>
  status === 'final' || isWithdrawn(status) ? undefined : OBSERVATION_STATUS_WORDS[status];

/** HL7 table 0078. `N` says "normal"; no flag says nothing. */
export const INTERPRETATION_WORDS: Readonly<Record<string, string>> = {
  HH: 'Critical high',
  H: 'High',
  LL: 'Critical low',
  L: 'Low',
  '>': 'Above measuring range',
  '<': 'Below measuring range',
  AA: 'Critical abnormal',
  A: 'Abnormal',
  N: 'Normal',
  S: 'Susceptible',
  I: 'Intermediate',
  R: 'Resistant',
  POS: 'Positive',
  NEG: 'Negative',
  DET: 'Detected',
  ND: 'Not detected',
  U: 'Significant change up',
  D: 'Significant change down',
  B: 'Better',
  W: 'Worse',
};

/** An unknown code is shown as the laboratory sent it, which may be "constructor". */
export const interpretationWord = (code: string): string =>
  Object.hasOwn(INTERPRETATION_WORDS, code) ? INTERPRETATION_WORDS[code]! : code;

/** A value that no longer counts: shown struck through, never used as a previous value or for severity. */
export function isWithdrawn(status: ObservationStatus): boolean {
  return status === 'cancelled' || status === 'deleted' || status === 'wrong';
}

export function isAbnormal(severity: Severity): boolean {
  return severity === 'abnormal' || severity === 'critical';
}

export function isFinal(status: ResultStatus | ObservationStatus): boolean {
  return status === 'final' || status === 'corrected';
}

// A report with one line of unknown meaning is not a normal report.
const RANK: Record<Severity, number> = { normal: 0, unknown: 1, abnormal: 2, critical: 3 };

/** Severity of a report: the highest of its lines that count; unknown when there is none. */
export function worstSeverity(lines: readonly { severity: Severity; status: ObservationStatus }[]): Severity {
  const counting = lines.filter((line) => !isWithdrawn(line.status));
  if (counting.length === 0) return 'unknown';
  return counting.reduce<Severity>(
    (worst, { severity }) => (RANK[severity] > RANK[worst] ? severity : worst),
    'normal',
  );
}

/** Review belongs to a version: a later version asks for it again. */
export function reviewStatus(version: number, reviews: readonly { version: number }[]): ReviewStatus {
  if (reviews.length === 0) return 'unreviewed';
  return reviews.some((review) => review.version === version) ? 'reviewed' : 'review_again';
}

/**
 * Coarser than an hour a clinical time is a date and no moment: the same day in whatever time zone it is read. It is kept
 * at midnight UTC.
 */
export const isDateOnly = (precision: string | null | undefined): boolean =>
  precision === 'day' || precision === 'month' || precision === 'year';
