/** Signs that a chart may have been opened without a need. Each may have a good reason. */
export const ACCESS_SIGNS = ['own_chart', 'same_family_name', 'many_charts', 'at_night'] as const;
export type AccessSign = (typeof ACCESS_SIGNS)[number];

export const SIGN_WORDS: Record<AccessSign, string> = {
  own_chart: 'Chart with the name of the user',
  same_family_name: 'Patient with the same family name',
  many_charts: 'Many charts in one day',
  at_night: 'Charts opened at night',
};

export const REPORT_DAYS = [1, 7, 30] as const;
export const PERIOD_WORDS: Record<(typeof REPORT_DAYS)[number], string> = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
};
export const DAY_MS = 86_400_000;
/** Openings of restricted charts in one file. */
export const MOST_EXPORTED = 10_000;
/** Charts that a user opens on one day before it is reported. */
export const MANY_CHARTS = 100;
/** Hours in the time zone of the organization. */
export const NIGHT = { from: 22, until: 6 };
/** Rows of each sign. */
export const MOST_OF_SIGN = 50;
