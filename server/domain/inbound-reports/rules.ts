/** Enumerations of unmatched reports. Shared with the browser: no zod here. */
import type { REPORT_KEY_KINDS } from '../../data-types/inbound-message-codes';

export const QUEUE_VIEWS = ['open', 'parked', 'rejected'] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];
export const QUEUE_VIEW_WORDS: Record<QueueView, string> = {
  open: 'Unmatched',
  parked: 'Set aside',
  rejected: 'Rejected',
};

/** `newest`: the version to display, regardless of its times. */
export const SAME_NUMBER = ['newest', 'another_report'] as const;
export type SameNumber = (typeof SAME_NUMBER)[number];

export type ComparedField = 'mrn' | 'birth_date' | 'family' | 'given' | 'sex' | 'identifier' | 'phone';

export const UNMATCHED_REASON_WORDS = {
  several_matches: 'The number matches more than one record.',
  patient_deleted: 'The matching patient was deleted.',
  patient_differs: 'The number matches a patient whose name, birth date or sex differs.',
  name_differs: 'The MRN matches a patient with a different name.',
  sex_differs: 'The MRN matches a patient of a different sex.',
  order_unclear: 'This version may be older or newer than the filed one.',
  no_match: 'No matching patient or order.',
  birth_date_missing: 'The MRN matches, but the birth date is incomplete.',
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
