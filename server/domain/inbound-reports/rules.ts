/** Words of reports that wait for a person. The browser reads this file: no zod here. */

export const QUEUE_VIEWS = ['open', 'parked', 'rejected'] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

export const COMPARED_FIELDS = [
  'mrn',
  'birth_date',
  'family',
  'given',
  'sex',
  'identifier',
  'phone',
] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/** Why a report was not filed by itself. */
export const HELD_BECAUSE = {
  several_matches: 'Its number fits more than one record.',
  patient_deleted: 'The patient it belongs to was deleted.',
  patient_differs: 'Its number belongs to a patient whose data differ.',
  no_match: 'No patient and no order fit it.',
  birth_date_missing: 'The MRN fits, but there is no whole birth date.',
} as const;
export type HeldBecause = keyof typeof HELD_BECAUSE;

export const MAX_REASON = 500;
export const MOST_CANDIDATES = 8;
export const MOST_LOOKED_UP = 10;
