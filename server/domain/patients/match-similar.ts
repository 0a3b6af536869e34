import { eq, isNull } from 'drizzle-orm';
import { readMonth } from '../../data-types/typed-date';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import type { CursorValue } from '../../shared/paging';
import { matchPatients, openSearch, type FoundPatient } from './match-patients';
import { nearTerms } from './near-terms';
import { RANK_OF_NEAR } from './search-meanings';
import type { Term } from './search-terms';

/**
 * The search of the portal. Unlike `q` of `/v1` it also finds names with one typing error, after the exact ones, and a
 * month of birth or a year next to a name. A program would mistake a similar patient for the right one.
 * @param enough no similar names are searched if there are more exact ones
 * @returns up to `limit + 1` patients
 */
export async function matchSimilar(
  tx: Tx,
  ctx: Context,
  q: string,
  page: { limit: number; after: CursorValue[] | null },
  enough = page.limit,
): Promise<FoundPatient[]> {
  const conditions = [eq(patients.orgId, ctx.actor.orgId), isNull(patients.deletedAt)];
  const { terms, ...search } = openSearch(q, conditions, false);
  const wanted = terms.map(withBorn);
  const exact = await matchPatients(tx, ctx, { ...search, terms: wanted }, page);
  const near = exact.length <= enough ? await nearTerms(tx, ctx, wanted) : null;
  return near ? matchPatients(tx, ctx, { ...search, terms: near }, page) : exact;
}

/** A name is only similar to what was typed. */
export const isNear = ({ rank }: FoundPatient): boolean => rank >= RANK_OF_NEAR;

const YEAR = /^(?:1[89]|20)\d\d$/;

/** `07/1945`, and `Jul 1945` as two words: the name of the month can be a name as well. A year alone is too unspecific. */
function withBorn(term: Term, at: number, terms: readonly Term[]): Term {
  const { name = '', month } = term;
  if (YEAR.test(name)) return terms.length > 1 ? { ...term, born: [`${name}-01-01`, `${name}-12-31`] } : term;
  const next = terms[at + 1]?.name ?? '';
  const born = month ?? (YEAR.test(next) ? readMonth(`${name} ${next}`) : null);
  return born ? { ...term, born } : term;
}
