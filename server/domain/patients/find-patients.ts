import { eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { closedCharts } from '../../shared/restricted-charts';
import type { foundPatients, findPatientsInput } from './contract';
import { nearTerms } from './near-terms';
import { presentIdentity } from './present';
import { openSearch, matchPatients, type FoundPatient } from './match-patients';
import { RANK_OF_NEAR } from './search-meanings';
import type { Term } from './search-terms';

/**
 * Portal: search as you type. Unlike `q` of the list it also finds names with one typing error, after the exact ones,
 * and a year of birth next to a name. A program would mistake a similar patient for the right one.
 */
export function findPatients(
  ctx: Context,
  { q, limit }: z.output<typeof findPatientsInput>,
): Promise<z.output<typeof foundPatients>> {
  return perform(
    ctx,
    {
      action: 'find_patients',
      kind: 'list',
      scope: 'patients:read',
      peopleOnly: true,
      restrictedCharts: 'initials',
    },
    async (tx) => {
      const conditions = [eq(patients.orgId, ctx.actor.orgId), isNull(patients.deletedAt)];
      const { terms, ...search } = openSearch(q, conditions, false);
      const wanted = terms.length > 1 ? terms.map(withBirthYear) : terms;
      const page = { limit, after: null };
      const exact = await matchPatients(tx, ctx, { ...search, terms: wanted }, page);
      const near = exact.length < limit ? await nearTerms(tx, ctx, wanted) : null;
      const found: FoundPatient[] = near
        ? await matchPatients(tx, ctx, { ...search, terms: near }, page)
        : exact;
      const shown = found.slice(0, limit);
      const patientIds = shown.map(({ id }) => id);
      const closed = await closedCharts(tx, ctx, patientIds);
      return {
        output: {
          data: shown.map((row) => ({ ...presentIdentity(row, closed), near: row.rank >= RANK_OF_NEAR })),
          has_more: found.length > limit,
        },
        audit: {
          objectKind: 'patient',
          patientIds,
          detail: { count: shown.length },
        },
      };
    },
  );
}

const withBirthYear = (term: Term): Term =>
  term.name && /^(?:1[89]|20)\d\d$/.test(term.name) ? { ...term, birthYear: Number(term.name) } : term;
