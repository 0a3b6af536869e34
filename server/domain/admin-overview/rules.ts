/** Above it the overview shows "more than". */
export const MOST_COUNTED = 999;

/** Days for which the overview counts restricted charts opened. */
export const DAYS = 7;
