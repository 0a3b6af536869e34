/** Reads the tables of words that the domain's `rules.ts` own: one table per closed list of values. */

type Words = Readonly<Record<string, string>>;

/** A value that is not in the table is shown as it is, never hidden. */
export const wordOf = (words: Words, value: string): string =>
  Object.hasOwn(words, value) ? words[value]! : value.replaceAll('_', ' ');

export const optionsOf = (words: Words): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The value of a closed list that was asked for; undefined when it is in none. */
export const knownValue = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  value: unknown,
): Value | undefined => (Object.keys(words) as Value[]).find((known) => known === value);
