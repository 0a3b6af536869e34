/** Limits of order sets. Shared with the browser: no zod here. */

export const MOST_SETS = 100;
export const MOST_SET_TESTS = 50;
export const MAX_SET_NAME = 80;
