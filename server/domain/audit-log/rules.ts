/** Shared with the browser: no zod here. */

/** Saved filters of one user. */
export const MOST_FILTERS = 20;
/** Characters. */
export const MAX_FILTER_NAME = 80;
