/** Reads the tables of labels in the domain's `rules.ts`: one table per closed list of values. */

type Words = Readonly<Record<string, string>>;

/** An unknown value is shown unchanged, never hidden. */
export const wordOf = (words: Words, value: string): string =>
  Object.hasOwn(words, value) ? words[value]! : value.replaceAll('_', ' ');

export const optionsOf = (words: Words): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The requested value of a closed list; undefined if unknown. */
export const knownValue = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  value: unknown,
): Value | undefined => (Object.keys(words) as Value[]).find((known) => known === value);
