import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { closedCharts } from '../../shared/restricted-charts';
import type { ChartList, ListChartsInput } from './contract';
import { findPatientRows } from './list-patients';
import { presentChart } from './present';

/**
 * Portal: lists patients, or searches them by `q`, as `listPatients` does for programs. Restricted charts are listed with
 * initials, so that a user can open them.
 * @throws DomainError `invalid_cursor`
 */
export function listCharts(ctx: Context, input: ListChartsInput): Promise<ChartList> {
  return perform(
    ctx,
    {
      action: 'list_charts',
      kind: 'list',
      scope: 'patients:read',
      peopleOnly: true,
      restrictedCharts: 'initials',
    },
    async (tx) => {
      const { rows, list, audit } = await findPatientRows(tx, ctx, input);
      const closed = await closedCharts(tx, ctx, audit.patientIds ?? []);
      return { output: { ...list, data: rows.map((row) => presentChart(row, closed)) }, audit };
    },
  );
}
