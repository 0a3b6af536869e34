import { getTodayInput, today } from '../../domain/today/contract';
import { getToday } from '../../domain/today/get-today';
import { procedure, router } from '../trpc';

/** Portal only: the start page. */
export const todayRouter = router({
  getToday: procedure
    .input(getTodayInput)
    .output(today)
    .query(({ ctx }) => getToday(ctx)),
});
