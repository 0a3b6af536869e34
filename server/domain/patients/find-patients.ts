import type { z } from 'zod';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { closedCharts } from '../../shared/restricted-charts';
import type { foundPatients, findPatientsInput } from './contract';
import type { FoundPatient } from './match-patients';
import { isNear, matchSimilar } from './match-similar';
import { presentIdentity } from './present';
import { nameKey } from './search-terms';

/** Matches of which the best are shown. */
const MOST_COMPARED = 50;

/** Portal: search as you type. */
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
      const page = { limit: Math.max(limit, MOST_COMPARED), after: null };
      const found = await matchSimilar(tx, ctx, q, page, limit);
      const shown = familyNamesFirst(found, q).slice(0, limit);
      const patientIds = shown.map(({ id }) => id);
      const closed = await closedCharts(tx, ctx, patientIds);
      return {
        output: {
          data: shown.map((row) => ({ ...presentIdentity(row, closed), near: isNear(row) })),
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

/** Of equal rank, a patient whose family name was typed is before one whose given name starts alike: `br` → Brennan, Bruno Baker. */
function familyNamesFirst(found: readonly FoundPatient[], q: string): FoundPatient[] {
  const typed = nameKey(q).split(' ').filter(Boolean);
  const order = ({ rank, familyKey }: FoundPatient): number => {
    const starts = [` ${familyKey}`, ` ${familyKey.replaceAll(' ', '')}`];
    const isTyped = typed.some((word) => starts.some((key) => key.includes(` ${word}`)));
    return rank * 2 + (isTyped ? 0 : 1);
  };
  return found.toSorted((a, b) => order(a) - order(b));
}
