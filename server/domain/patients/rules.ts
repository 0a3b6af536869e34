export const SEX_WORDS = { female: 'Female', male: 'Male', other: 'Other', unknown: 'Not known' } as const;
export type Sex = keyof typeof SEX_WORDS;
export const SEX_AT_BIRTH_WORDS = {
  female: 'Female',
  male: 'Male',
  intersex: 'Intersex',
  unknown: 'Not known',
} as const;
export const IDENTIFIER_TYPE_WORDS = {
  national_id: 'National ID',
  insurance: 'Insurance number',
  passport: 'Passport',
  mrn: 'MRN of another organization',
  lab: 'Laboratory number',
  other: 'Other',
} as const;
/** HL7 table 0001, limited to the values of administrative sex. */
export const SEX_OF_CODE: Readonly<Record<string, Sex>> = {
  F: 'female',
  M: 'male',
  O: 'other',
  U: 'unknown',
};

export const RESTORE_DAYS = 30;

export const RECENT_PATIENTS = 8;

/**
 * Why another record is created for the same name and birth date. Codes rather than free text, because the audit log
 * contains no patient data.
 */
export const DUPLICATE_REASONS = ['different_person', 'record_unusable', 'urgent'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** Fields that a merge can take. MRN, identifiers, external ID and metadata stay with their record. */
export const MERGE_FIELDS = [
  'name',
  'other_names',
  'birth_date',
  'sex',
  'sex_at_birth',
  'gender_identity',
  'phones',
  'emails',
  'addresses',
  'language',
  'deceased_at',
  'primary_clinician_id',
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

export const MOST_REASON = 500;

/** Patients in one request. */
export const MOST_IN_BATCH = 100;
