/** Closed lists about the corrections and sign-offs of documents. The browser reads this file: no zod here. */
export const CORRECTIONS = [
  'entered_in_error',
  'error_undone',
  'moved_away',
  'moved_here',
  'move_undone',
  'details_changed',
  'signed_off',
  'sign_off_withdrawn',
] as const;
/** Details that can be corrected after filing. */
export const CORRECTABLE = ['title', 'category', 'document_date', 'rotation'] as const;

/** Relation of a document received as a message to the one named in TXA-13. */
export const DOCUMENT_RELATIONS = ['original', 'addendum', 'replacement'] as const;
/** From TXA-17, HL7 table 0271. */
export const SOURCE_STATUSES = ['preliminary', 'unauthenticated', 'authenticated'] as const;
/** What the sender has and did not send, or sent without readable content. */
export const NEWER_AT_SENDER = ['addendum', 'edit', 'replacement'] as const;

export type DocumentRelation = (typeof DOCUMENT_RELATIONS)[number];
export type SourceStatus = (typeof SOURCE_STATUSES)[number];
export type NewerAtSender = (typeof NEWER_AT_SENDER)[number];
export type DocumentRotation = 0 | 90 | 180 | 270;
