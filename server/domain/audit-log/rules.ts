/** Shared with the browser: no zod here. */

/** Saved filters of one user. */
export const MOST_FILTERS = 20;
/** Characters. */
export const MAX_FILTER_NAME = 80;

/** Actions that check a password: their invalid input may be an attempt to guess it, so it counts as denied. */
export const PASSWORD_ACTIONS: readonly string[] = ['change_password'];

/** Entries on a printout of the access log of a patient. */
export const MOST_PRINTED = 2_000;
