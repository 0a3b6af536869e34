import { isSeparator } from './header';

/** Delimiters from MSH-1 and MSH-2. Null: the message does not use it. */
export interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  escape: string | null;
  subcomponent: string | null;
  /** Since 2.7; marks truncated text. */
  truncation: string | null;
}

export const STANDARD: Delimiters = {
  field: '|',
  component: '^',
  repetition: '~',
  escape: '\\',
  subcomponent: '&',
  truncation: null,
};

export interface ReadDelimiters {
  delimiters: Delimiters;
  /** Fields can be separated but components cannot, so nothing in the message can be used. */
  unusable: boolean;
  /** MSH-2 was malformed in a recognizable way. */
  repaired: boolean;
}

/**
 * Delimiters missing from MSH-2 get their standard characters unless those are already used. A duplicate, or a
 * character common in text, makes MSH-2 ambiguous.
 */
export function readDelimiters(separator: string, sent: string): ReadDelimiters {
  // A backslash that was escaped once too often.
  const encoding = sent === '^~\\\\&' ? '^~\\&' : sent;
  const given = [...encoding].slice(0, 5);
  const all = [separator, ...given];
  const unusable = new Set(all).size !== all.length || !all.every(isSeparator);
  if (unusable) return { delimiters: { ...STANDARD, field: separator }, unusable, repaired: false };
  const used = new Set(all);
  const usual = (character: string): string | null => (used.has(character) ? null : character);
  const component = given[0] ?? usual('^');
  const repetition = given[1] ?? usual('~');
  // Without these two, a message cannot be parsed by position.
  if (component === null || repetition === null)
    return { delimiters: { ...STANDARD, field: separator }, unusable: true, repaired: false };
  return {
    delimiters: {
      field: separator,
      component,
      repetition,
      escape: given[2] ?? usual('\\'),
      subcomponent: given[3] ?? usual('&'),
      truncation: given[4] ?? null,
    },
    unusable: false,
    repaired: encoding !== sent || encoding.length < 4 || encoding.length > 5,
  };
}
