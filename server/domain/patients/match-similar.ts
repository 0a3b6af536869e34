import { eq, isNull } from 'drizzle-orm';
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
 * year of birth next to a name. A program would mistake a similar patient for the right one.
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
  const wanted = terms.length > 1 ? terms.map(withBirthYear) : terms;
  const exact = await matchPatients(tx, ctx, { ...search, terms: wanted }, page);
  const near = exact.length <= enough ? await nearTerms(tx, ctx, wanted) : null;
  return near ? matchPatients(tx, ctx, { ...search, terms: near }, page) : exact;
}

/** A name is only similar to what was typed. */
export const isNear = ({ rank }: FoundPatient): boolean => rank >= RANK_OF_NEAR;

const withBirthYear = (term: Term): Term =>
  term.name && /^(?:1[89]|20)\d\d$/.test(term.name) ? { ...term, birthYear: Number(term.name) } : term;
