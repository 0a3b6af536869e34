/** Closed lists of organizations. The browser reads this file: no zod here. */

/** Who must use a second factor to see any data. */
export const SECOND_FACTOR_RULES = ['optional', 'admins', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** Of printouts: 210 × 297 mm or 8.5 × 11 in. */
export const PAPER_SIZES = ['a4', 'letter'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/** Of links, buttons and the current place. None resembles the colors of results and errors. */
export const ACCENT_COLORS = ['teal', 'indigo', 'green', 'violet', 'slate'] as const;
export type AccentColor = (typeof ACCENT_COLORS)[number];
