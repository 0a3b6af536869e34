/**
 * Parses number and comparator from the laboratory's text. The text itself is never changed, and the comparator is
 * never dropped: "<0.5" is not 0.5.
 */
export type Comparator = '<' | '<=' | '>' | '>=';

export interface NumericValue {
  number: number;
  comparator: Comparator | null;
}

// No thousands separator or decimal comma: "1,234" is a different number in different countries.
const NUMERIC = /^(<=|>=|<|>|≤|≥)?\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?)$/;
const SIGNS: Record<string, Comparator> = { '≤': '<=', '≥': '>=' };

/** @returns null if the text is not one number with at most one comparator */
export function readNumber(text: string | null | undefined): NumericValue | null {
  const match = NUMERIC.exec(text?.trim() ?? '');
  if (!match) return null;
  const number = Number(match[2]);
  if (!Number.isFinite(number)) return null;
  const sign = match[1];
  return { number, comparator: sign === undefined ? null : (SIGNS[sign] ?? (sign as Comparator)) };
}
