/** Closed words of inbound messages and their reports; free of everything, so that browser code and tables can use them. */

/**
 * `received`: acknowledged and waiting. `processed`, `unmatched`, `conflict`: what became of its reports, the worst
 * first. `rejected` (AR) and `error` (AE): not taken, and the sender was told. `parked`: failed three times.
 */
export const MESSAGE_STATES = [
  'received',
  'processed',
  'unmatched',
  'conflict',
  'duplicate',
  'rejected',
  'error',
  'parked',
] as const;

export const ACK_CODES = ['AA', 'AE', 'AR', 'CA', 'CE', 'CR'] as const;

export const REPORT_STATES = ['waiting', 'filed', 'unmatched', 'conflict', 'parked', 'rejected'] as const;
export const REPORT_KEY_KINDS = ['placer', 'filler', 'accession'] as const;
export const REPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'stale'] as const;

/** Tries after which a message is parked, so that the next of its connection go on. */
export const MOST_TRIES = 3;

export type MessageState = (typeof MESSAGE_STATES)[number];
export type AckCode = (typeof ACK_CODES)[number];
export type ReportState = (typeof REPORT_STATES)[number];
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** What an administrator may have worked up once more; of a duplicate the first one, and what was refused was never ours. */
export const RUNNABLE_STATES = ['processed', 'unmatched', 'conflict', 'parked'] as const;
