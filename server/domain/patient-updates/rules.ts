import type { PatientUpdateState } from '../../data-types/inbound-message-codes';

/** Words and limits of updates from hospital feeds. The browser reads this file: no zod here. */

/** States that need a decision. */
export const OPEN_STATES = ['unmatched', 'conflict'] as const satisfies readonly PatientUpdateState[];

/** `rejected` and `closed`: dismissed. */
export const UPDATE_VIEWS = ['open', 'rejected', 'closed'] as const;
export type UpdateView = (typeof UPDATE_VIEWS)[number];

export const UPDATE_PROBLEM_WORDS = {
  no_demographic_effect: 'The event does not concern patient data.',
  patient_unknown: 'The patient is unknown, and this connection does not create patients.',
  older: 'Newer data of this patient was received before.',
  replaced: 'A newer message about this patient replaces it.',
  newer_applied: 'Newer data of this patient was applied, but without all fields of this message.',
  no_patient_sent: 'The message names no patient.',
  no_mrn: 'The message has no MRN of this connection.',
  several_mrns: 'The message has more than one MRN.',
  several_matches: 'The identifiers belong to more than one patient.',
  mrn_differs: 'An identifier belongs to a patient with another MRN.',
  birth_date_differs: 'The MRN matches a patient with a different birth date.',
  sex_differs: 'The MRN matches a patient of a different sex.',
  name_differs: 'The MRN matches a patient with a different name.',
  likely_duplicate: 'A patient with this name and birth date has another MRN.',
  similar_birth_date: 'A patient with this name has another MRN and a similar birth date.',
  incomplete: 'The name, birth date or MRN is missing or not valid.',
  patient_deleted: 'The patient with this MRN was deleted.',
  patient_merged: 'The record with this MRN was merged into another.',
  merge_sent: 'The message is about more than one record.',
  deletion_sent: 'The hospital asks to delete the patient.',
  /** Shown instead of it after the patient was deleted, not stored. */
  deletion_done: 'The patient was deleted. Close the request.',
  dismissed_before: 'A user rejected the same data before.',
} as const;
export type UpdateProblem = keyof typeof UPDATE_PROBLEM_WORDS;

/** In which message and patient contradict each other, in the order of the words. */
export const CONTRADICTIONS = ['name', 'birth_date', 'sex'] as const;
export type Contradiction = (typeof CONTRADICTIONS)[number];

/** The message names no record: `unmatched`. Otherwise it contradicts one: `conflict`. */
const OF_NO_RECORD: readonly UpdateProblem[] = ['no_mrn', 'patient_deleted', 'incomplete'];
export const heldState = (problem: UpdateProblem): (typeof OPEN_STATES)[number] =>
  OF_NO_RECORD.includes(problem) ? 'unmatched' : 'conflict';

/** About more than one record: never applied to a single patient. */
export const NOT_OF_ONE_PATIENT: readonly UpdateProblem[] = ['merge_sent', 'deletion_sent', 'deletion_done'];
/** The MRN sent belongs to no record, so a user may create one. */
const CREATABLE: readonly UpdateProblem[] = [
  'no_mrn',
  'several_mrns',
  'incomplete',
  'likely_duplicate',
  'similar_birth_date',
  'patient_deleted',
];
export const mayCreate = (problem: string | null): boolean =>
  (CREATABLE as readonly (string | null)[]).includes(problem);

export const MAX_REASON = 500;
export const MOST_LOOKED_UP = 10;
