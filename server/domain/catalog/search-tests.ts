import { and, eq, sql, type SQL } from 'drizzle-orm';
import { catalogTests, favoriteTests } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { commonTests } from './common-names';
import type { TestRow } from './present';

/** Which tests match a search, how well, and by which of their names. */

/** What separates words. */
const SEPARATORS = '()[]{}/,.:;+*%#<>=_\'"-';

const wordsOf = (text: string): string[] =>
  [...text.toLowerCase()]
    .map((letter) => (SEPARATORS.includes(letter) ? ' ' : letter))
    .join('')
    .split(/\s+/)
    .filter(Boolean);

/** Each word with a space before and after it. */
const asWords = (text: SQL): SQL =>
  sql`' ' || translate(lower(${text}), ${SEPARATORS} || chr(10), ${' '.repeat(SEPARATORS.length + 1)}) || ' '`;

/** All names and codes of a test, one in each line. */
const NAMES = sql`concat_ws(chr(10), ${catalogTests.name}, ${catalogTests.shortName}, array_to_string(${catalogTests.synonyms}, chr(10)), ${catalogTests.code}, ${catalogTests.loinc})`;
const OWN_NAMES = sql`concat_ws(chr(10), ${catalogTests.name}, ${catalogTests.shortName}, ${catalogTests.code})`;

const either = (conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`;

/** Within a level, tests of a common name are in the order of its list. */
const LEVEL = 100;

export interface TestSearch {
  /** An organization's catalog has at most thousands of rows, so a scan is cheaper than a text index. */
  matches: SQL;
  /** Lowest first, because Enter orders the first test. */
  rank: SQL<number>;
  /** The common name that was typed, of a test that it means. */
  commonName: SQL<string | null>;
}

export function searchTests(ctx: Context, q: string): TestSearch {
  const typed = sql`lower(${q}::text)`;
  const words = wordsOf(q);
  const contains = (text: SQL, part: SQL) => sql`position(${part} in lower(${text})) > 0`;
  const haveAllWords = (text: SQL) =>
    words.length > 0
      ? and(...words.map((word) => sql`position(${` ${word}`} in ${asWords(text)}) > 0`))!
      : sql`false`;
  const isWhole = (text: SQL) =>
    contains(sql`chr(10) || ${text} || chr(10)`, sql`(chr(10) || ${typed} || chr(10))`);
  const starts = (text: SQL) => contains(sql`chr(10) || ${text}`, sql`(chr(10) || ${typed})`);

  const meant = commonTests(words).map(({ name, words: own, loinc }) => {
    const codes = sql`${sql.param(loinc)}::text[]`;
    const isMeant = either([
      sql`${catalogTests.loinc} = any(${codes})`,
      sql`${asWords(OWN_NAMES)} ~ ${` (${own.join('|')}) `}`,
    ]);
    return {
      name: sql`when ${isMeant} then ${name}::text`,
      place: sql`when ${isMeant} then coalesce(array_position(${codes}, ${catalogTests.loinc}), ${loinc.length + 1}::int)`,
    };
  });
  const firstOf = (cases: SQL[], type: SQL) =>
    cases.length > 0 ? sql`(case ${sql.join(cases, sql` `)} end)` : sql`null::${type}`;
  const commonName = sql<string | null>`${firstOf(
    meant.map(({ name }) => name),
    sql`text`,
  )}`;
  const place = firstOf(
    meant.map((one) => one.place),
    sql`int`,
  );

  const { kind, id, orgId } = ctx.actor;
  const favorites = sql`(select ${favoriteTests.testId} from ${favoriteTests} where ${and(eq(favoriteTests.orgId, orgId), eq(favoriteTests.userId, id!))})`;
  const ranked = [
    isWhole(sql`concat_ws(chr(10), ${catalogTests.code}, ${catalogTests.shortName})`),
    isWhole(NAMES),
    kind === 'user' ? sql`${catalogTests.id} in ${favorites}` : sql`false`,
    starts(sql`${catalogTests.code}`),
    starts(sql`${catalogTests.name}`),
    starts(NAMES),
    haveAllWords(sql`${catalogTests.name}`),
    haveAllWords(NAMES),
  ];
  const levels = ranked.map((condition, level) => sql`when ${condition} then ${level * LEVEL}::int`);
  return {
    matches: either([
      contains(NAMES, typed),
      // One word that starts a word is contained.
      ...(words.length > 1 ? [haveAllWords(NAMES)] : []),
      ...(meant.length > 0 ? [sql`${commonName} is not null`] : []),
    ]),
    rank: sql<number>`(case ${sql.join(levels, sql` `)} else ${ranked.length * LEVEL}::int + coalesce(${place}, ${LEVEL}::int) end)`,
    commonName,
  };
}

/** The shortest other name that matches the search; undefined if the test's name or codes do. */
export function foundBy(row: TestRow, commonName: string | null, q: string): string | undefined {
  const words = wordsOf(q);
  const matches = (text: string) => {
    const own = wordsOf(text);
    return (
      text.toLowerCase().includes(q.toLowerCase()) ||
      (words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word))))
    );
  };
  if ([row.name, row.code, row.loinc ?? ''].some(matches)) return undefined;
  const others = [row.shortName ?? '', ...row.synonyms].filter(matches);
  return [...(commonName ? [commonName] : []), ...others].sort((a, b) => a.length - b.length)[0];
}
