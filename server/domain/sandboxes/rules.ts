/** Limits and code lists of sandboxes. The browser reads this file: no zod here. */

/** Per live organization, suspended ones not counted. */
export const MOST_SANDBOXES = 5;

export const SANDBOX_STATUSES = ['ready', 'resetting'] as const;

/** What the simulated laboratory can do with an order. */
export const SIMULATION_KINDS = [
  'normal',
  'abnormal',
  'critical',
  'partial',
  'corrected',
  'rejected',
] as const;
export type SimulationKind = (typeof SIMULATION_KINDS)[number];

export const SIMULATION_WORDS: Record<SimulationKind, string> = {
  normal: 'Normal result',
  abnormal: 'Abnormal result',
  critical: 'Critical result',
  partial: 'Partial result',
  corrected: 'Correction of the result',
  rejected: 'Rejection of the order',
};
