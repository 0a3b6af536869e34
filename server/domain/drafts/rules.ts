/** Draft keys for one report. Shared with the browser: no zod here. */

export const noteForm = (report: string): string => `/inbox/${report}`;
export const forwardForm = (report: string): string => `/inbox/${report}/forward`;
