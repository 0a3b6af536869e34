/** Limits of patient records that pages and the server share. */

/** Days in which an admin can restore a deleted patient. */
export const RESTORE_DAYS = 30;
