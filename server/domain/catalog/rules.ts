/** Rules of catalog imports, shared with the form. No zod here. */

export const MAX_IMPORT_CHARACTERS = 500_000;
export const MAX_IMPORT_ROWS = 5_000;
export const MAX_QUESTIONS = 10;
/** Of each list in a preview; counts are complete. */
export const MAX_PREVIEW_ROWS = 200;
export const MAX_PREVIEW_ERRORS = 100;

/** What an import can change, in the order in which changes are shown. */
export const IMPORT_FIELDS = {
  name: 'Name',
  kind: 'Kind',
  loinc: 'LOINC',
  short_name: 'Short name',
  synonyms: 'Synonyms',
  category: 'Category',
  specimen: 'Specimen',
  components: 'Tests of the panel',
  unit: 'Unit',
  turnaround_hours: 'Turnaround (hours)',
  fasting_required: 'Fasting',
  questions: 'Questions',
  active: 'Active',
} as const;

export type ImportField = keyof typeof IMPORT_FIELDS;

/** Column headings of the file and their meaning; `questionColumns` follow. */
export const IMPORT_COLUMNS = {
  code: 'Code of the laboratory. Required.',
  name: 'Name of the test. Required for new tests.',
  kind: '`test` or `panel`. Default: `panel` if components are listed.',
  loinc: 'LOINC number',
  short_name: 'Short name',
  synonyms: 'Other names for the search, separated by |',
  category:
    '`chemistry`, `hematology`, `coagulation`, `immunology`, `microbiology`, `urinalysis`, `toxicology`, `molecular`, `pathology` or `other`',
  specimen: 'Specimen, for example Serum',
  specimen_code: 'Code of the specimen (HL7 table 0487), for example SER',
  container: 'Tube or container',
  volume: 'Volume to collect',
  handling: 'Transport and storage',
  components: 'Codes of the tests of a panel, separated by |',
  unit: 'Unit of the result',
  turnaround_hours: 'Hours from collection to result, used to find overdue orders',
  fasting: '`yes` or `no`',
} as const;

export type ImportColumn = keyof typeof IMPORT_COLUMNS;

export const QUESTION_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const;
/** Columns of the first question; the others are numbered up to ten. */
export const QUESTION_COLUMNS = {
  question_1: 'Question asked with the order',
  question_1_code: 'Code of the question, sent with the answer. Default: Q1.',
  question_1_type: '`text`, `number`, `date`, `boolean` or `choice`. Default: `text`.',
  question_1_required: '`yes` or `no`. Default: `no`.',
  question_1_options: 'Answers of a `choice`, separated by |',
} as const;
