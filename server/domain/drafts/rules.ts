/** Draft keys for one report. Shared with the browser: no zod here. */

/** The note of a signature. */
export const noteForm = (report: string): string => `/inbox/${report}`;
/** The comment of a reassignment. */
export const forwardForm = (report: string): string => `/inbox/${report}/forward`;
