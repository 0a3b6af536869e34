import { acknowledge, type Answers } from '../../../server/hl7v2/acknowledge';
import { splitBatch } from '../../../server/hl7v2/batch';
import { checkStructure } from '../../../server/hl7v2/check-structure';
import type { NormalMessage } from '../../../server/hl7v2/normal-message';
import { normalize } from '../../../server/hl7v2/normalize';
import type { ProblemReason } from '../../../server/data-types/inbound-message-codes';
import { readMessage, type ReadMessage } from '../../../server/hl7v2/read-message';
import { readOrderAnswer, type OrderAnswer } from '../../../server/hl7v2/read-order-answer';
import { readOrderUpdates, type OrderUpdate } from '../../../server/hl7v2/read-order-updates';

/** Everything that happens to the bytes of one message, and its invariants. */
export interface Outcome {
  read: ReadMessage;
  reason: ProblemReason | null;
  answers: Answers;
  normal: NormalMessage | null;
  /** As an answer to an order, and as a later message about it. */
  answer: OrderAnswer;
  updates: OrderUpdate[];
}

const now = new Date('2026-01-05T12:00:00Z');

export function readAll(bytes: Buffer): Outcome {
  const read = readMessage(bytes);
  const { problem } = checkStructure(read, { sandbox: true, policy: 'production' });
  const answers = acknowledge({ header: read.header, problem, now, newControlId: () => 'ANSWER' });
  const normal = problem ? null : normalize(read.message, { timeZone: 'Europe/Berlin' });
  return {
    read,
    reason: problem?.reason ?? null,
    answers,
    normal,
    answer: readOrderAnswer(bytes),
    updates: readOrderUpdates(read.message, 'Europe/Berlin'),
  };
}

/** One sentence per violated invariant. */
export function findFaults({ read, answers, normal, reason, answer, updates }: Outcome): string[] {
  const faults: string[] = [];
  if (hasNul([answer, updates])) faults.push('a NUL');
  if (answer.readable && read.problem !== null) faults.push('an answer was read from an unusable message');
  for (const answer of [answers.accept, answers.application]) {
    if (!answer) continue;
    const back = readMessage(answer.bytes);
    if (back.problem !== null) faults.push(`the answer cannot be read: ${back.problem}`);
    const text = answer.bytes.toString('latin1');
    const repeated = text.split('\r')[1]!.split(text.charAt(3))[2] ?? '';
    if (read.header && reason !== 'encoding_characters' && repeated !== read.header.field(10))
      faults.push('MSA-2 is not MSH-10');
    if (/\rERR/.test(text) && reason === null) faults.push('an error without a reason');
  }
  if (normal) faults.push(...findLosses(read, normal));
  return faults;
}

/** Every OBX is kept; every number has its text and its comparator. */
function findLosses({ message }: ReadMessage, { reports }: NormalMessage): string[] {
  const faults: string[] = [];
  const lines = reports.flatMap(({ panels, patient_observations: about }) => [
    ...about,
    ...panels.flatMap(({ observations, order_details: details }) => [...observations, ...details]),
  ]);
  const places = new Set(lines.map(({ place }) => place));
  const joined = lines.filter(({ attachments }) => attachments.length > 0).length;
  const sent = message.segments.filter(({ name }) => name === 'OBX');
  const withoutReport = reports.length === 0;
  if (!withoutReport && joined === 0 && places.size !== sent.length && !hasLonelyPatient(message.segments))
    faults.push(`${sent.length - places.size} lines are nowhere`);
  for (const { value } of lines) {
    if (value.number === null) continue;
    const text = value.text ?? '';
    if (!text.includes(String(value.number)) && Number(text.replace(/^[<>=≤≥\s]+/, '')) !== value.number)
      faults.push('a number that is not in the text');
    if (/[<>≤≥]/.test(text) !== (value.comparator !== null)) faults.push('a comparator is lost');
  }
  if (hasNul(reports)) faults.push('a NUL');
  return faults;
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasNul);
}

/** Patients without orders have no report, only a warning. */
function hasLonelyPatient(segments: readonly { name: string }[]): boolean {
  const names = segments.map(({ name }) => name).filter((name) => name === 'PID' || name === 'OBR');
  return names.some((name, index) => name === 'PID' && names[index + 1] !== 'OBR');
}

export function messagesOf(file: Buffer): Buffer[] {
  const { messages } = splitBatch(file);
  return messages.length > 0 ? messages : [file];
}
