import type { ContentRemoval } from '../../data-types/inbound-message-codes';

/** Limits and states of inbound messages. The browser reads this file: no zod here. */

export const SET_ASIDE = 'set_aside';
export const MAX_REASON = 500;
/** Characters of an MSH field that are stored. */
export const MAX_FACT = 200;

export const CONTENT_REMOVED: Record<ContentRemoval, string> = {
  retention: 'The content of the message was removed after its retention period.',
  erasure: 'The content of the message was erased with the chart of a patient.',
};

/** Attempts after which a message is parked, so that the connection's next messages can be processed. */
export const MOST_TRIES = 3;

/**
 * States in which an administrator can run the message again. Not duplicates, whose first message can be run, nor
 * messages that were never accepted.
 */
export const RUNNABLE_STATES = [
  'processed',
  'unmatched',
  'conflict',
  'unreadable',
  'test',
  'stale',
  'parked',
] as const;
