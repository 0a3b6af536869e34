/** Lists in sentences, as everywhere in the texts: no comma before the last word. American English, `en`, has one. */
const ALL = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const ANY = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `a, b and c`. */
export const list = (texts: readonly string[]): string => ALL.format(texts);

/** `a, b or c`. */
export const either = (texts: readonly string[]): string => ANY.format(texts);
