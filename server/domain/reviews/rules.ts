import { isWithdrawn, reviewStatus } from '../lab-results/rules';
import type { ObservationStatus, ResultStatus, Severity } from '../../data-types/lab-result-codes';

/**
 * Groups and order of unsigned reports; every open report is in exactly one group. Shared with the browser: no zod or
 * database here.
 */

/** Most severe first; the index is the stored rank by which the inbox is sorted. */
export const INBOX_GROUPS = [
  'critical',
  'corrected',
  'abnormal',
  'unclassified',
  'normal',
  'partial',
  'withdrawn',
] as const;
export type InboxGroup = (typeof INBOX_GROUPS)[number];

export const GROUP_WORDS: Record<InboxGroup, string> = {
  critical: 'Critical',
  corrected: 'Changed after signing',
  abnormal: 'Abnormal',
  unclassified: 'Not classified',
  normal: 'Normal',
  partial: 'Partial / pending',
  withdrawn: 'Withdrawn',
};

export const INBOX_SCOPES = ['mine', 'delegated', 'unassigned', 'everyone'] as const;
export type InboxScope = (typeof INBOX_SCOPES)[number];

/** Days since the newest version arrived. */
export const INBOX_AGES = ['up_to_1', 'over_1', 'over_3', 'over_7'] as const;
export type InboxAge = (typeof INBOX_AGES)[number];
export const AGE_WORDS: Record<InboxAge, string> = {
  up_to_1: 'up to 1 day',
  over_1: 'over 1 day',
  over_3: 'over 3 days',
  over_7: 'over 7 days',
};

/** State of a sign-off in the list of its signer. `ended`: withdrawn, or the report was moved to another patient. */
export const SIGN_OFF_WORDS = {
  stands: 'Signed',
  newer_version: 'Superseded',
  ended: 'Withdrawn',
} as const;

/**
 * How long an action can be undone without a reason. The portal offers it for ten seconds, which pause for at most 45
 * under the pointer or the focus; the rest allows for latency.
 */
export const UNDO_LIMIT_SECONDS = 60;

/** Stored as the reason of a change that was undone right after it: no user wrote it. */
export const UNDO_REASONS = {
  error: 'Undone right after it was marked.',
  filing: 'Undone right after filing.',
  merge: 'Undone right after the merge.',
  move: 'Undone right after the move.',
} as const;

export const isUndoReason = (reason: string): boolean => Object.values<string>(UNDO_REASONS).includes(reason);
export const MOST_AT_ONCE = 100;
/** Critical reports shown above the list, whatever it shows. */
export const MOST_PINNED = 3;
export const NOTE_LENGTH = 2000;
export const COUNTED = 999;

export interface ReviewableReport {
  status: ResultStatus;
  severity: Severity;
  version: number;
  reviews: readonly { version: number }[];
  seen: { version: number } | null;
}

/** @returns null if the newest version is signed */
export function inboxGroup({
  status,
  severity,
  version,
  reviews,
  seen,
}: ReviewableReport): InboxGroup | null {
  const state = reviewStatus(version, reviews);
  if (state === 'reviewed') return null;
  // A viewed preliminary report needs no action until the laboratory completes it.
  if (mayOnlyBeSeen(status) && seen?.version === version) return 'partial';
  if (severity === 'critical' && status !== 'entered_in_error') return 'critical';
  if (state === 'review_again') return 'corrected';
  if (status === 'entered_in_error') return 'withdrawn';
  if (severity === 'abnormal') return 'abnormal';
  if (status === 'preliminary' || status === 'partial') return 'partial';
  return severity === 'normal' ? 'normal' : 'unclassified';
}

export const rankOf = (group: InboxGroup): number => INBOX_GROUPS.indexOf(group) + 1;
export const groupOfRank = (rank: number): InboxGroup => INBOX_GROUPS[rank - 1] ?? 'unclassified';

/** A preliminary report can only be viewed, because a signed report must be final. */
export const mayOnlyBeSeen = (status: ResultStatus): boolean => status === 'preliminary';

/** Signing a critical value requires a note on what was done. */
export const needsNote = ({ status, severity }: Pick<ReviewableReport, 'status' | 'severity'>): boolean =>
  severity === 'critical' && status !== 'entered_in_error';

export const LEFT_OUT_WORDS = {
  newer_version: 'a newer version was received',
  signed_already: 'it is already signed',
  not_final: 'it is not final',
  corrected: 'it was corrected',
  not_normal: 'not all results are normal',
  has_note: 'it has comments',
  restricted: 'the chart is restricted',
} as const;
export type LeftOut = keyof typeof LEFT_OUT_WORDS;

export interface PlainLine {
  severity: Severity;
  status: ObservationStatus;
  interpretationSource: 'lab' | 'computed' | null;
  notes: readonly unknown[];
}

export interface PlainReport extends ReviewableReport {
  pendingTests: readonly string[];
  corrections: readonly unknown[];
  /** Of the laboratory or the service, on the whole report. */
  notes: readonly unknown[];
  panels: readonly { notes: readonly unknown[] }[];
  specimens: readonly { condition: string | null; rejected_reason: string | null }[];
}

/**
 * A report may be signed together with others if it is plainly normal: every line is final, and normal by the
 * laboratory's flag or its printed range, never by a computed flag, and there is no text to read.
 * @returns null if it is plainly normal, else the reason
 */
export function whyNotPlain(report: PlainReport, lines: readonly PlainLine[]): LeftOut | null {
  const state = reviewStatus(report.version, report.reviews);
  if (state === 'reviewed') return 'signed_already';
  if (state === 'review_again' || report.corrections.length > 0 || report.status === 'corrected')
    return 'corrected';
  if (report.status !== 'final' || report.pendingTests.length > 0) return 'not_final';
  if (report.severity !== 'normal' || lines.length === 0) return 'not_normal';
  for (const line of lines) {
    if (line.status !== 'final') return isWithdrawn(line.status) ? 'not_normal' : 'not_final';
    if (line.severity !== 'normal' || line.interpretationSource === 'computed') return 'not_normal';
  }
  const written =
    report.notes.length > 0 ||
    lines.some(({ notes }) => notes.length > 0) ||
    report.panels.some(({ notes }) => notes.length > 0) ||
    report.specimens.some(({ condition, rejected_reason }) => condition !== null || rejected_reason !== null);
  return written ? 'has_note' : null;
}

interface Absence {
  userId: string;
  delegateId: string;
}

/** Users whose reports `person` currently covers, also through a delegate who is absent as well. */
export function coveredUsers(person: string, absences: readonly Absence[]): string[] {
  const found = new Set<string>();
  const look = (delegate: string) => {
    for (const { userId, delegateId } of absences) {
      if (delegateId !== delegate || userId === person || found.has(userId)) continue;
      found.add(userId);
      look(userId);
    }
  };
  look(person);
  return [...found];
}
