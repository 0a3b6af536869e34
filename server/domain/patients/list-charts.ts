import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { openPage } from '../../shared/paging';
import { perform } from '../../shared/perform';
import { closedCharts } from '../../shared/restricted-charts';
import type { ChartList, ListChartsInput } from './contract';
import { findPatientRows, keyOfFound } from './list-patients';
import type { FoundPatient } from './match-patients';
import { isNear, matchSimilar } from './match-similar';
import { presentChart } from './present';

/**
 * Portal: lists patients, or searches them by `q`, as the search as you type does. Restricted charts are listed with
 * initials, so that a user can open them.
 * @throws DomainError `invalid_cursor`, `invalid_parameter`
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
      const { rows, near, list } = input.q
        ? await searched(tx, ctx, input, input.q)
        : await listed(tx, ctx, input);
      const patientIds = rows.map(({ id }) => id);
      const closed = await closedCharts(tx, ctx, patientIds);
      return {
        output: {
          ...list,
          data: rows.map((row) => ({ ...presentChart(row, closed), near: near.has(row.id) })),
        },
        audit: { objectKind: 'patient', patientIds, detail: { count: rows.length } },
      };
    },
  );
}

const NONE: ReadonlySet<string> = new Set();

async function listed(tx: Tx, ctx: Context, input: ListChartsInput) {
  const { rows, list } = await findPatientRows(tx, ctx, input);
  return { rows, list, near: NONE };
}

async function searched(tx: Tx, ctx: Context, input: ListChartsInput, q: string) {
  const page = openPage<FoundPatient>(ctx, 'patients', input);
  const { data: rows, ...list } = page.close(await matchSimilar(tx, ctx, q, page), keyOfFound, (row) => row);
  return { rows, list, near: new Set(rows.filter(isNear).map(({ id }) => id)) };
}
