import type { Message, Segment } from './message';
import { codeName, entity, orNull, readCode } from './read-data-types';

/** What one ORC and OBR say about a test, in answers and in later messages. */
export interface SentOrder {
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

export interface OrderParts {
  orc: Segment | null;
  obr: Segment | null;
  /** NTE and ERR */
  remarks: Segment[];
}

/** An ORC with its OBR; further OBR under one ORC are orders with the same ORC. */
export function orderParts(message: Message): { general: Segment[]; orders: OrderParts[] } {
  const general: Segment[] = [];
  const orders: OrderParts[] = [];
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

export function sentOrder({ orc, obr, remarks }: OrderParts): SentOrder {
  const number = (field: number): string | null => (orc && entity(orc, field)) ?? (obr && entity(obr, field));
  const item = obr?.text(1) ?? '';
  return {
    placer: number(2),
    filler: number(3),
    control: orc?.text(1).toUpperCase() ?? '',
    status: orNull(orc?.text(5).toUpperCase() ?? ''),
    reason: joinedText([orc && codeName(readCode(orc, 16)), ...remarks.map(textOf)]),
    item: /^[1-9]\d{0,3}$/.test(item) ? Number(item) : null,
    codes: obr ? [obr.text(4, 1), obr.text(4, 4)].filter((code) => code !== '') : [],
  };
}

/** The comment of an NTE; an ERR as received, because its fields differ between versions. */
export const textOf = (segment: Segment): string => (segment.name === 'NTE' ? segment.lines(3) : segment.raw);

/** For people; the bytes are kept elsewhere. */
const LONGEST_TEXT = 4_000;

export function joinedText(parts: readonly (string | null | undefined)[]): string | null {
  const text = parts.filter(Boolean).join('\n').trim();
  return orNull(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text);
}
