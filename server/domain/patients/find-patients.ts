import type { z } from 'zod';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { closedCharts } from '../../shared/restricted-charts';
import type { foundPatients, findPatientsInput } from './contract';
import { isNear, matchSimilar } from './match-similar';
import { presentIdentity } from './present';

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
      const found = await matchSimilar(tx, ctx, q, { limit, after: null });
      const shown = found.slice(0, limit);
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
