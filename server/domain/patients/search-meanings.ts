import type { Term } from './search-terms';

/** The words of a search as arrays, the values of a statement whose text is the same for all searches. */

export interface SearchValues {
  /** Of each meaning: its word, and what it matches among a patient's tokens. */
  meaningWords: number[];
  kinds: string[];
  lows: string[];
  highs: string[];
  /** Of the token `low` itself, and of the others. */
  ranksOfWhole: number[];
  ranks: number[];
  /** Of each range of birth dates. */
  bornWords: number[];
  bornFrom: string[];
  bornTo: string[];
}

/** From here on a name is only similar. */
export const RANK_OF_NEAR = 6;

/** After every continuation of a token, which contains letters, digits and marks only. */
const END = '\u{10FFFF}';

interface Meaning {
  kind: 'name' | 'mrn' | 'identifier' | 'phone';
  low: string;
  high: string;
  rankOfWhole: number;
  rank: number;
}

const whole = (kind: Meaning['kind'], token: string, rank: number): Meaning => ({
  kind,
  low: token,
  high: token,
  rankOfWhole: rank,
  rank,
});
const beginning = (kind: Meaning['kind'], token: string, rankOfWhole: number, rank: number): Meaning => ({
  kind,
  low: token,
  high: token + END,
  rankOfWhole,
  rank,
});

function meaningsOf({ name, number, mrn, phone, near }: Term): Meaning[] {
  return [
    ...(name ? [beginning('name', name, 2, 3)] : []),
    ...(number
      ? [beginning('mrn', number, 1, 3), beginning('identifier', number, 4, 4)]
      : mrn
        ? [whole('mrn', mrn, 1)]
        : []),
    ...(phone ? [beginning('phone', phone, 5, 5)] : []),
    ...(near?.whole ?? []).map((similar) => whole('name', similar, RANK_OF_NEAR)),
    ...(near?.beginning ?? []).map((similar) => whole('name', similar, RANK_OF_NEAR + 1)),
  ];
}

const birthDatesOf = ({ birthDates = [], born }: Term): [from: string, to: string][] => [
  ...birthDates.map((date): [string, string] => [date, date]),
  ...(born ? [born] : []),
];

export function searchValues(terms: readonly Term[]): SearchValues {
  const meanings = terms.flatMap((term, word) => meaningsOf(term).map((meaning) => ({ ...meaning, word })));
  const born = terms.flatMap((term, word) => birthDatesOf(term).map(([from, to]) => ({ word, from, to })));
  return {
    meaningWords: meanings.map(({ word }) => word),
    kinds: meanings.map(({ kind }) => kind),
    lows: meanings.map(({ low }) => low),
    highs: meanings.map(({ high }) => high),
    ranksOfWhole: meanings.map(({ rankOfWhole }) => rankOfWhole),
    ranks: meanings.map(({ rank }) => rank),
    bornWords: born.map(({ word }) => word),
    bornFrom: born.map(({ from }) => from),
    bornTo: born.map(({ to }) => to),
  };
}
