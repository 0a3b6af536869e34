import type { AnswerCode } from './acknowledge';
import type { Message, Segment } from './message';
import { codeName, entity, orNull, readCode } from './read-data-types';
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
  orders: AnsweredOrder[];
}

export interface AnsweredOrder {
  /** ORC-2, else OBR-2. */
  placer: string | null;
  /** ORC-3, else OBR-3. */
  filler: string | null;
  /** ORC-1 (HL7 table 0119): OK, NA, UA, DE, CR, UC and others; '' if absent. */
  control: string;
  /** ORC-5 (HL7 table 0038). */
  status: string | null;
  /** ORC-16, and the notes and ERR segments of this order, one a line. */
  reason: string | null;
  /** OBR-1, which is `MessageItem.number` if the laboratory repeats it. */
  item: number | null;
  /** OBR-4.1 and OBR-4.4: the codes of the test. */
  codes: string[];
}

const CODES: ReadonlySet<string> = new Set<AnswerCode>(['AA', 'AE', 'AR', 'CA', 'CE', 'CR']);
/** For people; the bytes are kept elsewhere. */
const LONGEST_TEXT = 4_000;

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
  const { general, orders } = ordersOf(message);
  if (!msa && orders.length === 0)
    return { readable: false, reason: 'The answer has neither an MSA segment nor an order.' };
  const code = msa?.text(1).toUpperCase() ?? '';
  return {
    readable: true,
    // MSH-10 has no components for most senders, and some put separators into it.
    controlId: orNull(msa?.first(2).verbatim().trim() ?? ''),
    code: CODES.has(code) ? (code as AnswerCode) : null,
    text: lines([msa?.verbatim(3), msa && codeName(readCode(msa, 6)), ...general.map(textOf)]),
    orders: orders.map(answered),
  };
}

interface Answered {
  orc: Segment | null;
  obr: Segment | null;
  /** NTE and ERR */
  remarks: Segment[];
}

/** An ORC with its OBR; further OBR under one ORC are orders with the same ORC. */
function ordersOf(message: Message): { general: Segment[]; orders: Answered[] } {
  const general: Segment[] = [];
  const orders: Answered[] = [];
  let isResult = false;
  for (const segment of message.segments) {
    const last = orders.at(-1);
    switch (segment.name) {
      case 'ORC':
        orders.push({ orc: segment, obr: null, remarks: [] });
        isResult = false;
        break;
      case 'OBR':
        if (last?.obr === null) last.obr = segment;
        else orders.push({ orc: last?.orc ?? null, obr: segment, remarks: [] });
        isResult = false;
        break;
      case 'OBX':
        isResult = true;
        break;
      case 'NTE':
      case 'ERR':
        if (!isResult) (last?.remarks ?? general).push(segment);
    }
  }
  return { general, orders };
}

function answered({ orc, obr, remarks }: Answered): AnsweredOrder {
  const number = (field: number): string | null => (orc && entity(orc, field)) ?? (obr && entity(obr, field));
  const item = obr?.text(1) ?? '';
  return {
    placer: number(2),
    filler: number(3),
    control: orc?.text(1).toUpperCase() ?? '',
    status: orNull(orc?.text(5).toUpperCase() ?? ''),
    reason: lines([orc && codeName(readCode(orc, 16)), ...remarks.map(textOf)]),
    item: /^[1-9]\d{0,3}$/.test(item) ? Number(item) : null,
    codes: obr ? [obr.text(4, 1), obr.text(4, 4)].filter((code) => code !== '') : [],
  };
}

/** The comment of an NTE; an ERR as received, because its fields differ between versions. */
const textOf = (segment: Segment): string => (segment.name === 'NTE' ? segment.lines(3) : segment.raw);

function lines(parts: readonly (string | null | undefined)[]): string | null {
  const text = parts.filter(Boolean).join('\n').trim();
  return orNull(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text);
}
