/** Closed lists about the corrections and sign-offs of documents. The browser reads this file: no zod here. */
export const CORRECTIONS = [
  'entered_in_error',
  'moved_away',
  'moved_here',
  'details_changed',
  'signed_off',
  'sign_off_withdrawn',
] as const;
/** Details that can be corrected after filing. */
export const CORRECTABLE = ['title', 'category', 'document_date', 'rotation'] as const;

export type DocumentRotation = 0 | 90 | 180 | 270;
