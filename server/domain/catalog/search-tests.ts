import { and, eq, sql, type SQL } from 'drizzle-orm';
import { catalogTests, favoriteTests } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import type { Tx } from '../../db/transaction';
import { correctable, correctWords } from '../../shared/near-words';
import { COMMON_WORDS, commonTests } from './common-names';
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

/** More than any rank of one text. */
const NEXT_TEXT = 10_000;

/** @param texts one, or all that it may mean, likelier ones first */
export function searchTests(ctx: Context, texts: readonly string[]): TestSearch {
  const searches = texts.map((q) => searchText(ctx, q));
  if (searches.length === 1) return searches[0]!;
  const cases = searches.map(
    ({ matches, rank }, at) => sql`when ${matches} then ${at * NEXT_TEXT}::int + ${rank}`,
  );
  return {
    matches: either(searches.map(({ matches }) => matches)),
    rank: sql<number>`(case ${sql.join(cases, sql` `)} end)`,
    commonName: sql<string | null>`coalesce(${sql.join(
      searches.map(({ commonName }) => commonName),
      sql`, `,
    )})`,
  };
}

function searchText(ctx: Context, q: string): TestSearch {
  const typed = sql`lower(${q}::text)`;
  const words = wordsOf(q);
  const contains = (text: SQL, part: SQL) => sql`position(${part} in lower(${text})) > 0`;
  const haveAllWords = (text: SQL) =>
    words.length > 0
      ? and(...words.map((word) => sql`position(${` ${word}`} in ${asWords(text)}) > 0`))!
      : sql`false`;
  const isWhole = (text: SQL, whole = typed) =>
    contains(sql`chr(10) || ${text} || chr(10)`, sql`(chr(10) || ${whole} || chr(10))`);
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

  const codes = sql`concat_ws(chr(10), ${catalogTests.code}, ${catalogTests.shortName})`;
  // "U/A" is the code UA.
  const isCode = either([
    isWhole(codes),
    ...(words.length > 1 ? [isWhole(codes, sql`${words.join('')}::text`)] : []),
  ]);

  const { kind, id, orgId } = ctx.actor;
  const favorites = sql`(select ${favoriteTests.testId} from ${favoriteTests} where ${and(eq(favoriteTests.orgId, orgId), eq(favoriteTests.userId, id!))})`;
  const ranked = [
    isCode,
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
      isCode,
      // One word that starts a word is contained.
      ...(words.length > 1 ? [haveAllWords(NAMES)] : []),
      ...(meant.length > 0 ? [sql`${commonName} is not null`] : []),
    ]),
    rank: sql<number>`(case ${sql.join(levels, sql` `)} else ${ranked.length * LEVEL}::int end + coalesce(${place}, ${LEVEL - 1}::int))`,
    commonName,
  };
}

/** The searches that one with typing errors may mean, by words of the catalog. Only words that can be meant are read. */
export async function correctSearch(tx: Tx, ctx: Context, q: string): Promise<string[]> {
  const words = wordsOf(q);
  const wanted = correctable(words);
  if (wanted.length === 0) return [];
  const lengths = new Set(wanted.flatMap(({ word: { length } }) => [length - 1, length, length + 1]));
  const starts = wanted.flatMap(({ word, spellings }) => [word, ...spellings.beginnings, ...spellings.whole]);
  const { rows } = await tx.execute<{ word: string }>(sql`
    select distinct word from ${catalogTests}, string_to_array(${asWords(NAMES)}, ' ') as own, unnest(own) as word
    where ${and(eq(catalogTests.orgId, ctx.actor.orgId), eq(catalogTests.active, true))}
      and (${sql.join(
        [...lengths].map((length) => sql`left(word, ${length}::int) = any(${sql.param(starts)}::text[])`),
        sql` or `,
      )})`);
  const known = new Set([...rows.map(({ word }) => word), ...COMMON_WORDS]);
  return correctWords(words, known).map((meant) => meant.join(' '));
}

/** A shorter word is in too many names. */
const SHORTEST_ALONE = 3;

/** The searches of one whose words no test has together: each word, the first ones are likelier. */
export function eachWord(q: string): string[] {
  const words = wordsOf(q);
  return words.length > 1 ? words.filter(({ length }) => length >= SHORTEST_ALONE).slice(0, 3) : [];
}

/** The shortest other name that matches the search; undefined if the test's name or codes do. */
export function foundBy(
  row: TestRow,
  commonName: string | null,
  texts: readonly string[],
): string | undefined {
  const matches = (text: string) => {
    const own = wordsOf(text);
    return texts.some((q) => {
      const words = wordsOf(q);
      return (
        text.toLowerCase().includes(q.toLowerCase()) ||
        (words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word))))
      );
    });
  };
  if ([row.name, row.code, row.loinc ?? ''].some(matches)) return undefined;
  const others = [row.shortName ?? '', ...row.synonyms].filter(matches);
  return [...(commonName ? [commonName] : []), ...others].sort((a, b) => a.length - b.length)[0];
}
