import { createMonthPartitions, dropEmptyMonthPartitions } from '../db/partitions';
import { startLoop, type Loop } from './loop';

const DAY_MS = 86_400_000;
const RETRY_MS = 60_000;
const FIRST_MS = 60_000;

/** Once a day. Partitions are also created at each start, but a process may run for half a year. */
export function startMonthPartitions(): Loop {
  return startLoop(
    { name: 'month partitions', everyMs: RETRY_MS, firstMs: FIRST_MS, pauseMs: () => DAY_MS },
    async () => {
      await createMonthPartitions();
      await dropEmptyMonthPartitions();
    },
  );
}
