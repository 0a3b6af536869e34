import type { FailedAttempt } from '../domain/outbound-messages/queue';
import type { ReadableAnswer, Verdict } from '../domain/lab-orders/answer-rules';
import type { OrderAnswer } from '../hl7v2/read-order-answer';

/** What the transports have in common: each carries a message and returns what came back. */

export type Outcome =
  /** Recorded; null if the connection has no such message. */
  | { is: 'answered'; meaning: Verdict['is'] | null }
  /** Delivered to a transport that does not answer. */
  | { is: 'delivered' }
  | { is: 'failed'; attempt: FailedAttempt }
  /** Our own shutdown, or our database is away: no attempt failed. */
  | { is: 'stopped' };

export interface Link {
  send(bytes: Buffer, controlId: string, waitMs: number): Promise<Outcome>;
  /** Answers that may still come on this connection. */
  awaitsMore(): boolean;
  close(): void;
}

/** Records an answer. Called for one after the other, in the order of arrival. */
export type OnAnswer = (answer: ReadableAnswer, bytes: Buffer) => Promise<Verdict['is'] | null>;

export const failed = (failure: FailedAttempt['failure'], reason: string): Outcome => ({
  is: 'failed',
  attempt: { failure, reason },
});

export const unreadable = (answer: Extract<OrderAnswer, { readable: false }>): Outcome =>
  failed('unreadable_answer', `The answer of the laboratory cannot be read: ${answer.reason}`);

export const foreign = (): Outcome =>
  failed('foreign_answer', 'The laboratory answered with the control ID of another message.');
