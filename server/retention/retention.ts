import { count } from '../counts';
import { createMonthPartitions, dropEmptyMonthPartitions } from '../db/partitions';
import { startLoop, type Loop } from '../jobs/loop';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { CLASSES } from './classes';

/**
 * Removes expired data every hour, with the role `worker`. `CLASSES` says what and when. Also creates the partitions of
 * coming months, and drops those that have become empty.
 */

const HOUR_MS = 3_600_000;
const FIRST_MS = 60_000;

export const startRetention = (): Loop =>
  startLoop({ name: 'retention sweep', everyMs: HOUR_MS, firstMs: FIRST_MS }, async (signal) => {
    await createMonthPartitions();
    await sweep(new Date(), signal);
    await dropEmptyMonthPartitions();
  });

/** A class that fails does not stop the others, but the sweep fails. */
export async function sweep(now: Date, signal?: AbortSignal): Promise<void> {
  const failed: string[] = [];
  for (const { name, remove } of CLASSES) {
    if (signal?.aborted) break;
    try {
      const removed = await remove(now, signal);
      count('clinical_retention_removed_total', [name], removed);
      if (removed > 0) logger.info({ class: name, removed }, 'expired data removed');
    } catch (error) {
      failed.push(name);
      count('clinical_retention_failures_total', [name]);
      logger.error({ class: name, ...safeError(error) }, 'expired data could not be removed');
    }
  }
  if (failed.length > 0) throw new Error(`Not removed: ${failed.join(', ')}`);
}
