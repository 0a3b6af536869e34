import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { closedCharts } from '../../shared/restricted-charts';
import { findPatient } from '../patients/access';
import { presentIdentity } from '../patients/present';
import { openUntil } from './access';
import type { RestrictedChart } from './contract';

const OPERATION = {
  action: 'get_restricted_chart',
  kind: 'read',
  scope: 'patients:read',
  peopleOnly: true,
  restrictedCharts: 'initials',
} as const;

/** Whose chart the user is about to open. @throws DomainError `not_found` */
export function getRestrictedChart(ctx: Context, input: { id: string }): Promise<RestrictedChart> {
  return perform<RestrictedChart>(ctx, OPERATION, async (tx) => {
    const row = await findPatient(tx, ctx, input.id);
    const closed = await closedCharts(tx, ctx, [row.id]);
    return {
      output: {
        patient: presentIdentity(row, closed),
        restricted: row.restriction !== null,
        open_until: row.restriction === null ? null : await openUntil(tx, ctx, row.id),
      },
      audit: { objectKind: 'patient', objectId: row.id, patientIds: [row.id] },
    };
  });
}
