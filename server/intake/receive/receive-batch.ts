import { isBatch, splitBatch } from '../../hl7v2/batch';
import { batchAnswer } from '../../hl7v2/batch-answer';
import type { Sent } from '../../domain/inbound-messages/check-message';
import { newControlId, receive, type Received, type Source } from './receive';

/**
 * Receives a message or a batch (FHS, BHS). Each message of a batch is stored separately and has its own
 * acknowledgment in the returned batch. If one of them cannot be stored, nothing is acknowledged: the sender repeats
 * the batch, and stored messages are recognized by their bytes.
 * @throws DomainError as `receive`
 */
export async function receiveSent(
  source: Source,
  sent: Sent,
): Promise<Pick<Received, 'answers' | 'problem'>> {
  if (sent.kind !== 'whole' || !isBatch(sent.bytes)) return receive(source, sent);
  const { messages, headers, warnings } = splitBatch(sent.bytes);
  if (messages.length === 0) return receive(source, sent);
  const received: Received[] = [];
  for (const [index, bytes] of messages.entries()) {
    // Warnings about the batch are shown with its last message.
    const ofBatch = index === messages.length - 1 ? warnings : [];
    received.push(await receive(source, { kind: 'whole', bytes }, ofBatch));
  }
  const problem = received.find((one) => one.problem !== null)?.problem ?? null;
  const answers = received.flatMap(({ answers: { application, accept } }) => application ?? accept ?? []);
  if (answers.length === 0) return { answers: { accept: null, application: null }, problem };
  const bytes = batchAnswer({
    headers,
    answers: answers.map((answer) => answer.bytes),
    comments: warnings.map(({ text }) => text),
    now: new Date(),
    newControlId,
  });
  const code =
    answers.find((answer) => answer.code !== 'AA' && answer.code !== 'CA')?.code ?? answers[0]!.code;
  return { answers: { accept: null, application: { code, bytes } }, problem };
}
