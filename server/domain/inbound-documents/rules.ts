import type { InboundDocumentState } from '../../data-types/inbound-message-codes';
import { UNMATCHED_REASON_WORDS } from '../inbound-reports/rules';

/** Words and limits of documents received as messages. The browser reads this file: no zod here. */

/** States that need a decision. */
export const OPEN_STATES = ['unmatched', 'conflict'] as const satisfies readonly InboundDocumentState[];
/** In the queue. What cannot be read cannot be filed, but a user must know of it and ask the sender. */
export const LISTED_STATES = [
  ...OPEN_STATES,
  'unreadable',
] as const satisfies readonly InboundDocumentState[];

export const DOCUMENT_PROBLEM_WORDS = {
  several_matches: 'The number matches more than one record.',
  patient_deleted: 'The matching patient was deleted.',
  patient_differs: 'The number matches a patient whose name, birth date or sex differs.',
  name_differs: 'The MRN matches a patient with a different name.',
  sex_differs: 'The MRN matches a patient of a different sex.',
  no_match: 'No matching patient.',
  mrn_not_sent: UNMATCHED_REASON_WORDS.mrn_not_sent,
  mrn_unknown: UNMATCHED_REASON_WORDS.mrn_unknown,
  matches_now: 'A matching patient was added later. File the document.',
  birth_date_missing: 'The MRN matches, but the birth date is incomplete.',
  not_in_message: 'The message announces a document but does not contain it.',
  number_missing: 'The message does not name the document (TXA-12, TXA-13).',
  document_unknown: 'The document was not received.',
  no_content: 'The message has no content.',
  content_unreadable: 'The content cannot be read, or its type is not accepted.',
  parent_unknown: 'The document that it refers to (TXA-13) was not received.',
  older: 'A newer message about this document was received before.',
  withdrawn_by_sender: 'The sender withdrew the document.',
} as const;
export type DocumentProblem = keyof typeof DOCUMENT_PROBLEM_WORDS;

export const MAX_REASON = 500;
export const MOST_LOOKED_UP = 10;
/** Characters of the content shown before it is filed. */
export const MOST_SHOWN = 20_000;
