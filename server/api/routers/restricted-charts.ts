import {
  chartAccessList,
  chartRestriction,
  listChartAccessesInput,
  openedChart,
  openRestrictedChartInput,
  restrictedChart,
  restrictedChartPath,
  setChartRestrictionInput,
} from '../../domain/restricted-charts/contract';
import { getRestrictedChart } from '../../domain/restricted-charts/get-restricted-chart';
import { listChartAccesses } from '../../domain/restricted-charts/list-chart-accesses';
import { openRestrictedChart } from '../../domain/restricted-charts/open-restricted-chart';
import { setChartRestriction } from '../../domain/patients/set-chart-restriction';
import { procedure, router } from '../trpc';

/** Portal only. */
export const restrictedChartsRouter = router({
  getRestrictedChart: procedure
    .input(restrictedChartPath)
    .output(restrictedChart)
    .query(({ ctx, input }) => getRestrictedChart(ctx, input)),

  openRestrictedChart: procedure
    .input(openRestrictedChartInput)
    .output(openedChart)
    .mutation(({ ctx, input }) => openRestrictedChart(ctx, input)),

  setChartRestriction: procedure
    .input(setChartRestrictionInput)
    .output(chartRestriction)
    .mutation(({ ctx, input }) => setChartRestriction(ctx, input)),

  listChartAccesses: procedure
    .input(listChartAccessesInput)
    .output(chartAccessList)
    .query(({ ctx, input }) => listChartAccesses(ctx, input)),
});
