import type { AnswerCode } from './acknowledge';
import { joinedText, orderParts, sentOrder, textOf, type SentOrder } from './order-parts';
import { codeName, orNull, readCode } from './read-data-types';
import { readMessage } from './read-message';

/** An answer of the laboratory to an order message: ACK, ORL^O22 or ORR^O02. */
export type OrderAnswer = ReadableAnswer | { readable: false; reason: string };

interface ReadableAnswer {
  readable: true;
  /** MSA-2: the control ID of the message that is answered. */
  controlId: string | null;
  /** MSA-1 (HL7 table 0008); null if absent or unknown. */
  code: AnswerCode | null;
  /** MSA-3, the text of MSA-6, and all ERR segments as received, one a line. */
  text: string | null;
  orders: SentOrder[];
}

const CODES: ReadonlySet<string> = new Set<AnswerCode>(['AA', 'AE', 'AR', 'CA', 'CE', 'CR']);

const UNREADABLE = {
  no_header: 'The answer does not start with MSH.',
  encoding_characters: 'The separators in MSH-1 and MSH-2 cannot be used.',
  several_messages: 'The answer contains several messages.',
  too_many_segments: 'The answer has too many segments.',
} as const;

/** Never throws. */
export function readOrderAnswer(bytes: Buffer): OrderAnswer {
  const { message, problem } = readMessage(bytes);
  if (problem) return { readable: false, reason: UNREADABLE[problem] };
  const msa = message.first('MSA');
  const { general, orders } = orderParts(message);
  if (!msa && orders.length === 0)
    return { readable: false, reason: 'The answer has neither an MSA segment nor an order.' };
  const code = msa?.text(1).toUpperCase() ?? '';
  return {
    readable: true,
    // MSH-10 has no components for most senders, and some put separators into it.
    controlId: orNull(msa?.first(2).verbatim().trim() ?? ''),
    code: CODES.has(code) ? (code as AnswerCode) : null,
    text: joinedText([msa?.verbatim(3), msa && codeName(readCode(msa, 6)), ...general.map(textOf)]),
    orders: orders.map(sentOrder),
  };
}
