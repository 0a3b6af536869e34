/** Limits and defaults of order destinations. The browser reads this file: no zod here. */

export const WAIT_SECONDS = 30;
export const MAX_WAIT_SECONDS = 300;
export const MOST_ATTEMPTS = 20;
export const MAX_ATTEMPTS = 1_000;
/** An order that is queued for longer raises an alarm. */
export const QUEUED_WITHIN_MINUTES = 15;
export const MAX_PEM = 20_000;
