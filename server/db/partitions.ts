import { lock } from './locks';
import { queryNamed } from './prepared';
import { asWorker } from './transaction';

const CREATE = { name: 'create_month_partitions', text: 'select create_month_partitions()' };
/** A partition of a table with a foreign key waits for writers of the table that it refers to. */
const LIMIT_WAITING = {
  name: 'limit_partition_wait',
  text: `select set_config('lock_timeout', '2000ms', true)`,
};
/** Creates the partitions of the coming six months that do not exist yet. */
export async function createMonthPartitions(): Promise<void> {
  await asWorker(async (tx) => {
    await lock(tx, 'partitions');
    await queryNamed(tx, LIMIT_WAITING);
    await queryNamed(tx, CREATE);
  });
}
