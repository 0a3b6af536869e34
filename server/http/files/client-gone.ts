import type { ClientGone } from '../rest/read-body';

/** Checks a marker property: `instanceof` fails across the two module graphs of the process. */
export const isClientGone = (error: unknown): error is ClientGone =>
  typeof error === 'object' && error !== null && (error as { isClientGone?: unknown }).isClientGone === true;
