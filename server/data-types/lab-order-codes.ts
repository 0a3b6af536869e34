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

export const PRIORITIES = ['routine', 'urgent', 'asap', 'stat'] as const;
