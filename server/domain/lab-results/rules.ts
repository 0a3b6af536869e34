import type { ORDER_ITEM_STATUS_WORDS } from '../lab-orders/rules';
import type { Severity, ResultStatus, ObservationStatus } from '../../data-types/lab-result-codes';

/**
 * Labels and orders of lab results. Shared with the browser: no zod or database here. Flags always have a letter, a
 * word and a shape, never color alone.
 */

export const MOST_COLUMNS = 12;
export const MOST_RECENT = 12;
export const MOST_PINNED = 6;
export const MOST_TRENDS = 6;

/** Code of the panel with statements about the patient rather than a test. */
export const PATIENT_PANEL = 'patient';

/**
 * Order of a patient's reports. `urgent`: unsigned reports, most severe first, then signed ones by time, because an old
 * critical value must not appear above today's.
 */
export const RESULT_ORDERS = ['urgent', 'newest'] as const;

export type ReviewStatus = 'unreviewed' | 'reviewed' | 'review_again';

export const RESULT_STATUS_WORDS: Record<ResultStatus, string> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  final: 'Final',
  corrected: 'Corrected',
  cancelled: 'Canceled',
  entered_in_error: 'Entered in error',
};

export const OBSERVATION_STATUS_WORDS: Record<ObservationStatus, string> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  final: 'Final',
  corrected: 'Corrected',
  cancelled: 'Not performed',
  deleted: 'Withdrawn',
  wrong: 'Withdrawn (wrong patient)',
};

export const SEVERITY_WORDS: Record<Severity, string> = {
  normal: 'Normal',
  abnormal: 'Abnormal',
  critical: 'Critical',
  unknown: 'Not classified',
};

export const REVIEW_STATUS_WORDS: Record<ReviewStatus, string> = {
  unreviewed: 'Unsigned',
  reviewed: 'Signed',
  review_again: 'Changed after signing',
};

/** Statuses shown next to a value in a table; final needs no label, and a withdrawn value is struck through. */
export const noteworthyStatus = (status: ObservationStatus): string | undefined =>
  status === 'final' || isWithdrawn(status) ? undefined : OBSERVATION_STATUS_WORDS[status];

/** HL7 table 0078. */
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

/** Values shown of a report in lists. */
export const MOST_VALUES = 3;

/** An unknown code is displayed as received; it may be "constructor". */
export const interpretationWord = (code: string): string =>
  Object.hasOwn(INTERPRETATION_WORDS, code) ? INTERPRETATION_WORDS[code]! : code;

/** A withdrawn value is displayed struck through, and never used as a previous value or for severity. */
export function isWithdrawn(status: ObservationStatus): boolean {
  return status === 'cancelled' || status === 'deleted' || status === 'wrong';
}

export function isAbnormal(severity: Severity): boolean {
  return severity === 'abnormal' || severity === 'critical';
}

export function isFinal(status: ResultStatus | ObservationStatus): boolean {
  return status === 'final' || status === 'corrected';
}

// A report with a line of unknown severity is not a normal report.
const RANK: Record<Severity, number> = { normal: 0, unknown: 1, abnormal: 2, critical: 3 };

/** The highest severity of all lines that are not withdrawn, or unknown. */
export function worstSeverity(lines: readonly { severity: Severity; status: ObservationStatus }[]): Severity {
  const counting = lines.filter((line) => !isWithdrawn(line.status));
  if (counting.length === 0) return 'unknown';
  return counting.reduce<Severity>(
    (worst, { severity }) => (RANK[severity] > RANK[worst] ? severity : worst),
    'normal',
  );
}

/** A review applies to one version: a later version must be reviewed again. */
export function reviewStatus(version: number, reviews: readonly { version: number }[]): ReviewStatus {
  if (reviews.length === 0) return 'unreviewed';
  return reviews.some((review) => review.version === version) ? 'reviewed' : 'review_again';
}

/** A time less precise than an hour is a date: the same day in every time zone, stored at midnight UTC. */
export const isDateOnly = (precision: string | null | undefined): boolean =>
  precision === 'day' || precision === 'month' || precision === 'year';

interface Names {
  code: string;
  other_code?: string | null;
  loinc?: string | null;
}

/** By the laboratory's code, or by LOINC. */
export const matchesItem = (sent: Names, item: { code: string; loinc: string | null }): boolean =>
  sent.code === item.code ||
  (sent.other_code ?? null) === item.code ||
  (item.loinc !== null && sent.loinc === item.loinc);

type ItemStatus = keyof typeof ORDER_ITEM_STATUS_WORDS;

export function itemStatusAfter(before: ItemStatus, panel: { status: ResultStatus }): ItemStatus {
  if (isFinal(panel.status)) return 'resulted';
  if (before === 'resulted') return before;
  return panel.status === 'cancelled' ? 'not_performed' : 'in_progress';
}

/** Names of tests may contain commas: "TSH · T4, free". */
export const joinTests = (names: readonly string[]): string => names.join(' · ');
