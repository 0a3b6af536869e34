import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { spellingsOf } from '../../shared/near-words';
import type { Term } from './search-terms';

/** Names of the organization that differ from a word by one typing error. */

const MOST_WORDS = 3;
const MOST_NAMES = 400;
const END = '\u{10FFFF}';
/** Below every continuation of a name: names have no control characters. */
const NO_MORE = '\u0001';

/**
 * Adds to each word the similar names that exist, so that the search compares equal text.
 * @returns null without such names
 */
export async function nearTerms(tx: Tx, ctx: Context, terms: readonly Term[]): Promise<Term[] | null> {
  const words = terms
    .map(({ name = '' }, index) => ({ index, name, spellings: spellingsOf(name) }))
    .filter(({ spellings }) => spellings !== null)
    .sort((a, b) => b.name.length - a.name.length)
    .slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const wanted = words.flatMap(({ index, spellings }) => [
    ...spellings!.beginnings.map((low) => ({ index, low, high: low + END })),
    ...spellings!.whole.map((low) => ({ index, low, high: low + NO_MORE })),
  ]);
  // Steps from name to name through the index: a name of a thousand patients costs one step.
  const { rows } = await tx.execute<{ word: number; token: string }>(sql`
    select word, token from (
      with recursive near (word, high, token) as (
        select wanted.word, wanted.high, first.token
        from unnest(${sql.param(wanted.map(({ index }) => index))}::int[], ${sql.param(wanted.map(({ low }) => low))}::text[],
          ${sql.param(wanted.map(({ high }) => high))}::text[]) as wanted (word, low, high)
        cross join lateral (${nameIn(ctx, sql`token >= wanted.low and token < wanted.high`)}) first
        union all
        select near.word, near.high, next.token from near
        cross join lateral (${nameIn(ctx, sql`token > near.token and token < near.high`)}) next
      )
      select word, token from near limit ${MOST_NAMES}) as found`);
  if (rows.length === 0) return null;
  return terms.map((term, index) => {
    const spellings = words.find((word) => word.index === index)?.spellings;
    const names = new Set(rows.filter(({ word }) => word === index).map(({ token }) => token));
    // Exact matches have a better rank.
    for (const name of names) if (name.startsWith(term.name!)) names.delete(name);
    if (!spellings || names.size === 0) return term;
    const exact = new Set([...spellings.beginnings, ...spellings.whole]);
    return {
      ...term,
      near: {
        whole: [...names].filter((name) => exact.has(name)),
        beginning: [...names].filter((name) => !exact.has(name)),
      },
    };
  });
}

const nameIn = (ctx: Context, range: ReturnType<typeof sql>) =>
  sql`select token from patient_tokens where org_id = ${ctx.actor.orgId} and ${range} and kind = 'name' order by token limit 1`;
