/** Addresses of what is written about one report. The browser reads this file: no zod here. */

/** The note beside a signature. */
export const noteForm = (report: string): string => `/inbox/${report}`;
/** The word with which it is passed on. */
export const forwardForm = (report: string): string => `/inbox/${report}/forward`;
