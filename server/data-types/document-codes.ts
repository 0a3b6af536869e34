/** Closed list of the corrections of documents. The browser reads this file: no zod here. */
export const CORRECTIONS = ['entered_in_error', 'moved_away', 'moved_here'] as const;
