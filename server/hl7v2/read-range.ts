import type { ReferenceRange } from '../data-types/lab-result';
import { readNumber } from './read-number';
import type { Segment } from './message';

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)`;
const BETWEEN = new RegExp(`^(${NUMBER})\\s*(?:-|–|to)\\s*(${NUMBER})$`);

/**
 * OBX-7. Bounds are parsed only if they are inclusive: "5" must not count as normal for "<5", and a bound cannot
 * express that. Some senders use components for text, low and high.
 */
export function readRange(obx: Segment): ReferenceRange | null {
  const sent = obx.first(7);
  const [first, low, high] = [sent.text(1), sent.text(2), sent.text(3)];
  const stated = low !== '' || high !== '';
  const text = stated && first !== '' ? first : sent.verbatim().trim();
  if (text === '') return null;
  const bounds = stated && first !== '' ? { low: bound(low), high: bound(high) } : readBounds(text);
  return { ...bounds, text, applies_to: null };
}

function readBounds(text: string): Pick<ReferenceRange, 'low' | 'high'> {
  const between = BETWEEN.exec(text);
  if (between) return { low: Number(between[1]), high: Number(between[2]) };
  const one = readNumber(text);
  return {
    low: one?.comparator === '>=' ? one.number : null,
    high: one?.comparator === '<=' ? one.number : null,
  };
}

function bound(text: string): number | null {
  const value = readNumber(text);
  return value && value.comparator === null ? value.number : null;
}
