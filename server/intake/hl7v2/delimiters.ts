import { isSeparator } from './header';

/** The characters that separate, as MSH-1 and MSH-2 of the message say. Null: the message does without. */
export interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  escape: string | null;
  subcomponent: string | null;
  /** Since 2.7; marks a text that was cut off. */
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
  /** Fields can be told apart, components cannot: nothing of the message may be believed. */
  unusable: boolean;
  /** MSH-2 was not as it should be, and what was meant is clear. */
  repaired: boolean;
}

/**
 * Characters that MSH-2 leaves out are the usual ones, unless they stand for something else already. The same
 * character twice, or one that texts consist of, means that nobody knows what was meant.
 */
export function readDelimiters(separator: string, sent: string): ReadDelimiters {
  // How a backslash in a string constant looks when it was escaped once too often.
  const encoding = sent === '^~\\\\&' ? '^~\\&' : sent;
  const given = [...encoding].slice(0, 5);
  const all = [separator, ...given];
  const unusable = new Set(all).size !== all.length || !all.every(isSeparator);
  if (unusable) return { delimiters: { ...STANDARD, field: separator }, unusable, repaired: false };
  const used = new Set(all);
  const usual = (character: string): string | null => (used.has(character) ? null : character);
  const component = given[0] ?? usual('^');
  const repetition = given[1] ?? usual('~');
  // Without these two, a message cannot be read by position.
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
