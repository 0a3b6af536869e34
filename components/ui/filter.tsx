/**
 * Declares a filter above a list once: URL parameters, texts and form. The filter is in the URL, so it works without
 * scripts. Invalid choices are ignored. Invalid days remain in their fields, with the error.
 */
import type { ReactNode } from 'react';
import { formatDate } from '../format/dates';
import type { DayProblem, DayProblems } from '../format/day-range';
import { parseDate } from '../format/parse-date';
import { knownValue } from '../format/words';
import { Choice, Day, FilterForm, Line } from './filter-controls';
import { hrefOf } from './pager';
import { TextLink } from './text-link';

interface Criterion<Value extends string> {
  /** False for a sort order. */
  hides: boolean;
  read(given: string): Value | undefined;
  /** For a sentence about hidden items. */
  words(value: Value): string;
  Control(props: {
    id: string;
    value: Value | undefined;
    options: ReactNode;
    problem?: DayProblem | undefined;
  }): ReactNode;
}

type Criteria = Readonly<Record<string, Criterion<string>>>;
type Query<Of extends Criteria> = {
  [Name in keyof Of]: Of[Name] extends Criterion<infer Value> ? Value | undefined : never;
};

interface ChoiceText {
  label: string;
  /** The first option, without a restriction. */
  all: string;
  /** Precedes the chosen label in a sentence. */
  said?: string;
}

const after = (said: string | undefined, word: string): string => (said ? `${said} ${word}` : word);

export const choice = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  { label, all, said }: ChoiceText,
): Criterion<Value> => ({
  hides: true,
  read: (given) => knownValue(words, given),
  words: (value) => after(said, words[value]),
  Control: ({ id, value }) => (
    <Choice id={id} label={label} value={value} all={all}>
      {Object.entries<string>(words).map(([option, word]) => (
        <option key={option} value={option}>
          {word}
        </option>
      ))}
    </Choice>
  ),
});

export const order = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  given: ChoiceText,
): Criterion<Value> => ({ ...choice(words, given), hides: false });

/** A choice from loaded data. The page provides the options, including a chosen one that is no longer offered. */
export const reference = (pattern: RegExp, { label, all, said }: ChoiceText): Criterion<string> => ({
  hides: true,
  read: (given) => (pattern.test(given) ? given : undefined),
  words: (value) => after(said, value),
  Control: ({ id, value, options }) => (
    <Choice id={id} label={label} value={value} all={all}>
      {options}
    </Choice>
  ),
});

/** @param least characters; a shorter text is ignored */
export const text = (label: string, said: string, most: number, least = 1): Criterion<string> => ({
  hides: true,
  read: (given) => (given.trim().length < least ? undefined : given.slice(0, most)),
  words: (value) => after(said, value),
  Control: ({ id, value }) => <Line id={id} label={label} value={value} most={most} />,
});

const day = (label: string, said: string): Criterion<string> => ({
  hides: true,
  read: (given) => parseDate(given) ?? undefined,
  words: (value) => after(said, formatDate(value)),
  Control: ({ id, value, problem }) => (
    <Day
      id={id}
      label={label}
      value={problem?.typed ?? (value && formatDate(value))}
      error={problem?.error}
    />
  ),
});

/** An inclusive range of days. */
export const days = (from = 'From') => ({
  from: day(from, 'from'),
  to: day('To (inclusive)', 'to'),
});

interface FormProps<Of extends Criteria> {
  path: string;
  query: Query<Of>;
  problems?: DayProblems | null;
  options?: { [Name in keyof Of]?: ReactNode };
  className?: string;
  /** Hidden fields to keep. */
  kept?: ReactNode;
  /** Label of the link to the whole list; null for no link. */
  whole?: string | null;
  /** Behind a button on a phone. */
  folds?: boolean;
}

export function defineFilter<const Of extends Criteria>(criteria: Of) {
  const all = Object.entries(criteria);
  const hiding = (query: Query<Of>): string[] =>
    all.flatMap(([name, { hides, words }]) => (hides && query[name] ? [words(query[name])] : []));

  const read = (given: (name: string) => string | undefined): Query<Of> =>
    Object.fromEntries(
      all.map(([name, criterion]) => {
        const value = given(name);
        return [name, value === undefined ? undefined : criterion.read(value)];
      }),
    ) as Query<Of>;

  function Form({
    path,
    query,
    problems = null,
    options,
    className,
    kept,
    whole = 'Show all',
    folds = false,
  }: FormProps<Of>) {
    const shown = all.filter(([, { hides }]) => !hides).map(([name]) => [name, query[name]] as const);
    return (
      <FilterForm
        path={path}
        {...(folds ? { active: hiding(query).length, isInvalid: problems !== null } : {})}
        {...(className === undefined ? {} : { className })}
        after={
          whole !== null && (problems || hiding(query).length > 0) ? (
            <TextLink href={hrefOf(path, Object.fromEntries(shown))}>{whole}</TextLink>
          ) : null
        }
      >
        {kept}
        {all.map(([name, { Control }]) => (
          <Control
            key={name}
            id={name}
            value={query[name]}
            options={options?.[name]}
            problem={problems?.[name]}
          />
        ))}
      </FilterForm>
    );
  }

  return {
    /** Reads the query from the URL. */
    read,
    isActive: (query: Query<Of>): boolean => hiding(query).length > 0,
    /** The active restrictions in words: "Abnormal only, test glucose". Empty without a restriction. */
    words: (query: Query<Of>): string => hiding(query).join(', '),
    Form,
  };
}
