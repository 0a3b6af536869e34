/** Enumerations of unmatched reports. Shared with the browser: no zod here. */

export const QUEUE_VIEWS = ['open', 'parked', 'rejected'] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

/** `newest`: the version to display, regardless of its times. */
export const SAME_NUMBER = ['newest', 'another_report'] as const;
export type SameNumber = (typeof SAME_NUMBER)[number];

export type ComparedField = 'mrn' | 'birth_date' | 'family' | 'given' | 'sex' | 'identifier' | 'phone';

export const HELD_BECAUSE = {
  several_matches: 'Its number fits more than one record.',
  patient_deleted: 'The patient it belongs to was deleted.',
  patient_differs: 'Its number belongs to a patient whose data differ.',
  name_differs: 'Its MRN belongs to a patient with another name.',
  sex_differs: 'Its MRN belongs to a patient of another sex.',
  order_unclear: 'It may be older or newer than the version that is filed.',
  no_match: 'No patient and no order fit it.',
  birth_date_missing: 'The MRN fits, but there is no whole birth date.',
} as const;
export type HeldBecause = keyof typeof HELD_BECAUSE;

export const MAX_REASON = 500;
export const MOST_CANDIDATES = 8;
export const MOST_LOOKED_UP = 10;
export const LINES_PER_PAGE = 500;
