/** Shared with the browser: no zod here. */

/** Rows of each part of the start page. */
export const MOST_ROWS = 5;

/** Entries of the audit are sealed within this time. */
export const SEALED_WITHIN_MS = 60_000;

/** Documents are scanned for malware within this time. */
export const CHECKED_WITHIN_MS = 10 * 60_000;
