/** Closed lists of lab results. The browser reads this file: no zod here. */

/** Kind of line. Lines that are not results but have a value are displayed too, so that nothing is lost. */
export const OBSERVATION_ROLES = ['result', 'order_detail', 'not_asked', 'patient'] as const;
export type ObservationRole = (typeof OBSERVATION_ROLES)[number];

export const RESULT_STATUSES = [
  'preliminary',
  'partial',
  'final',
  'corrected',
  'cancelled',
  'entered_in_error',
] as const;
export const OBSERVATION_STATUSES = [
  'preliminary',
  'partial',
  'final',
  'corrected',
  'cancelled',
  'deleted',
  'wrong',
] as const;
export const SEVERITIES = ['normal', 'abnormal', 'critical', 'unknown'] as const;

export type ResultStatus = (typeof RESULT_STATUSES)[number];
export type ObservationStatus = (typeof OBSERVATION_STATUSES)[number];
export type Severity = (typeof SEVERITIES)[number];
