/** Closed lists of organizations. The browser reads this file: no zod here. */

/** Who must use a second factor to see any data. */
export const SECOND_FACTOR_RULES = ['optional', 'admins', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];
