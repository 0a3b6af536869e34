import { lock } from './locks';
import { queryNamed } from './prepared';
import { asWorker } from './transaction';

const CREATE = { name: 'create_month_partitions', text: 'select create_month_partitions()' };
const DROP = { name: 'drop_empty_month_partitions', text: 'select drop_empty_month_partitions()' };
/** Both wait for transactions that use the same tables. */
const LIMIT_WAITING = {
  name: 'limit_partition_wait',
  text: `select set_config('lock_timeout', '2000ms', true)`,
};

/** Creates the partitions of the coming six months that do not exist yet. */
export const createMonthPartitions = (): Promise<void> => change(CREATE);

/** Drops those from which retention has removed everything. */
export const dropEmptyMonthPartitions = (): Promise<void> => change(DROP);

async function change(statement: { name: string; text: string }): Promise<void> {
  await asWorker(async (tx) => {
    await lock(tx, 'partitions');
    await queryNamed(tx, LIMIT_WAITING);
    await queryNamed(tx, statement);
  });
}
