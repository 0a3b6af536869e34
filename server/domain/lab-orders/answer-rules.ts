import type { OutboundKind } from '../../data-types/transmission-codes';
import type { OrderAnswer } from '../../hl7v2/read-order-answer';

export type ReadableAnswer = Extract<OrderAnswer, { readable: true }>;

/** What a laboratory's answer means for the message it answers. Pure. */
export type Verdict =
  /** Received; the laboratory decides later. */
  | { is: 'sent'; refused: Refused[] }
  /** A new order is accepted, or a cancellation carried out. */
  | { is: 'accepted'; filler: string | null; refused: Refused[] }
  /** By the order control of each order in the answer, or else by the acknowledgment code. */
  | { is: 'rejected'; reason: string; by: 'control' | 'code'; refused: Refused[] }
  /** No answer to this message. */
  | { is: 'nothing' };

/** A test that the laboratory does not accept. Without place and code: the whole order. */
export interface Refused {
  /** OBR-1, the item's place in the order. */
  item: number | null;
  codes: readonly string[];
}

export const namesTest = ({ item, codes }: Refused): boolean => item !== null || codes.length > 0;

/** ORC-1 (HL7 table 0119): unable to accept, data errors; of a cancellation also unable to cancel. */
const REJECTIONS: Record<OutboundKind, readonly string[]> = {
  new_order: ['UA', 'DE', 'UX', 'OC', 'OD'],
  cancellation: ['UA', 'DE', 'UC', 'UX'],
};
const REJECTS = ['AE', 'AR', 'CE', 'CR'];
/** ORC-1: canceled or discontinued. CA and DC repeat our request; laboratories send them instead of CR and DR. */
const CANCELS = ['OK', 'CR', 'DR', 'OC', 'OD', 'CA', 'DC'];

const MEANINGS: Record<string, string> = {
  UA: 'The laboratory does not accept the order',
  DE: 'The laboratory found errors in the data',
  UC: 'The laboratory cannot cancel the order',
  UX: 'The laboratory cannot change the order',
  OC: 'The laboratory canceled the order',
  OD: 'The laboratory stopped the order',
  AE: 'The laboratory could not process the message',
  AR: 'The laboratory rejected the message',
  CE: 'The laboratory could not process the message',
  CR: 'The laboratory rejected the message',
};

export function readVerdict(kind: OutboundKind, answer: ReadableAnswer): Verdict {
  const { code, text, orders } = answer;
  const rejections = orders.filter(({ control }) => REJECTIONS[kind].includes(control));
  const refused = rejections.map(({ item, codes }) => ({ item, codes }));
  const reasons = rejections.map(({ reason }) => reason);
  if (code !== null && REJECTS.includes(code))
    return { is: 'rejected', reason: reasonOf(code, [text, ...reasons]), by: 'code', refused: [] };
  const whole = kind === 'cancellation' ? refused.length > 0 : refused.length === orders.length;
  if (refused.length > 0 && whole)
    return {
      is: 'rejected',
      reason: reasonOf(rejections[0]!.control, [...reasons, text]),
      by: 'control',
      refused: kind === 'cancellation' ? [] : refused,
    };
  const accepts =
    kind === 'new_order'
      ? orders.length > 0 || code === 'AA'
      : orders.some(({ control }) => CANCELS.includes(control)) || (orders.length === 0 && code === 'AA');
  if (accepts)
    return {
      is: 'accepted',
      filler: orders.find(({ filler }) => filler !== null)?.filler ?? null,
      refused,
    };
  return code === 'CA' || code === 'AA' ? { is: 'sent', refused: [] } : { is: 'nothing' };
}

const MAX_REASON = 1_000;

/** In words, then what the laboratory said, verbatim. */
function reasonOf(code: string, said: readonly (string | null)[]): string {
  const words = [...new Set(said.filter((one) => one !== null && one !== ''))].join('; ');
  const meaning = `${MEANINGS[code] ?? 'The laboratory rejected the order'} (${code})`;
  return words === '' ? `${meaning}.` : `${meaning}: ${words}`.slice(0, MAX_REASON);
}
