/** Words and limits of patient records that pages and the server share. */

/** Administrative sex. */
export const SEX_WORDS = { female: 'Female', male: 'Male', other: 'Other', unknown: 'Not known' } as const;
export type Sex = keyof typeof SEX_WORDS;
export const SEX_AT_BIRTH_WORDS = {
  female: 'Female',
  male: 'Male',
  intersex: 'Intersex',
  unknown: 'Not known',
} as const;
/** HL7 table 0001, as far as administrative sex has the same values. */
export const SEX_OF_CODE: Readonly<Record<string, Sex>> = {
  F: 'female',
  M: 'male',
  O: 'other',
  U: 'unknown',
};

/** Days in which an admin can restore a deleted patient. */
export const RESTORE_DAYS = 30;

/** So many of the patients that a person has opened are shown again. */
export const RECENT_PATIENTS = 8;

/**
 * Why another record is made although one with the same name and birth date exists. Words of our own and no text, because
 * they stand in the audit, which holds no patient data.
 */
export const DUPLICATE_REASONS = ['different_person', 'record_unusable', 'urgent'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];
