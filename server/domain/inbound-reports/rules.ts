/** Enumerations of unmatched reports. Shared with the browser: no zod here. */
import type { REPORT_KEY_KINDS } from '../../data-types/inbound-message-codes';

export const QUEUE_VIEWS = ['open', 'parked', 'rejected'] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];
/** `queueRank` of critical reports. */
export const CRITICAL_RANK = 0;
export const QUEUE_VIEW_WORDS: Record<QueueView, string> = {
  open: 'Unmatched',
  parked: 'Set aside',
  rejected: 'Rejected',
};

/** `newest`: the version to display, regardless of its times. */
export const SAME_NUMBER = ['newest', 'another_report'] as const;
export type SameNumber = (typeof SAME_NUMBER)[number];

export type ComparedField = CheckedField | 'identifier' | 'phone' | 'address';

/** How the patient of a report was found. */
export const FOUND_BY = [
  'report',
  'placer_number',
  'placer_number_without_zeros',
  'sample_number',
  'mrn',
  'person',
] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** Facts that are compared before a report is filed. */
export const CHECKED_FIELDS = ['mrn', 'family', 'given', 'birth_date', 'sex'] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

export const UNMATCHED_REASON_WORDS = {
  patient_deleted: 'The matching patient was deleted.',
  order_unclear: 'This version may be older or newer than the filed one.',
  no_match: 'No matching patient or order.',
  mrn_not_sent: 'Name and birth date match a patient, but no MRN was sent.',
  mrn_unknown: 'Name and birth date match a patient, but the MRN differs.',
  matches_now: 'A matching patient was added later. File the report.',
  birth_date_missing: 'The MRN matches, but the birth date is missing or incomplete.',
} as const;

/** OBR-2, OBR-3, and the field that the connection reads the accession number from. */
export const REPORT_NUMBER_WORDS: Record<(typeof REPORT_KEY_KINDS)[number], string> = {
  placer: 'Order number',
  filler: 'Laboratory order number',
  accession: 'Accession number',
};

export const MAX_REASON = 500;
export const MOST_CANDIDATES = 8;
export const MOST_LOOKED_UP = 10;
export const LINES_PER_PAGE = 500;
