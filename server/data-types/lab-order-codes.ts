/** Closed lists of lab orders. The browser reads this file: no zod here. */

export const ORDER_STATUSES = [
  'requested',
  'sent',
  'collected',
  'in_progress',
  'partially_resulted',
  'completed',
  'cancelled',
  'rejected',
  'failed',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** ICD-10 and ICD-10-CM by their syntax; no list of codes is part of the service. */
export const DIAGNOSIS_CODE = /^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/;

/** Answer to a question of type `number`. */
export const NUMBER_ANSWER = /^[+-]?\d+(?:\.\d+)?$/;

/** Answer to a question of type `boolean`: “yes” or “no” in the portal. */
export const BOOLEAN_ANSWER = /^(?:yes|true|no|false)$/i;

export const PRIORITIES = ['routine', 'urgent', 'asap', 'stat'] as const;
