import pg from 'pg';
import { expect } from 'vitest';
import { asSuperuser } from './database';

/**
 * Makes several operations wait for the same locked rows: the rows stay locked until all operations wait for them, so
 * each has read its input before any has written. They queue in the given order.
 * @param select the rows: `oauth_requests WHERE org_id = $1`
 * @param meanwhile changes made to them before the first operation continues
 */
export const meetAt = <T>(
  [select, ...values]: [string, ...unknown[]],
  operations: (() => Promise<T>)[],
  meanwhile: [string, ...unknown[]][] = [],
): Promise<PromiseSettledResult<T>[]> =>
  meet(
    async (holder) => {
      const { rowCount } = await holder.query(`SELECT 1 FROM ${select} FOR UPDATE`, values);
      expect(rowCount, 'rows to meet at').toBeGreaterThan(0);
    },
    operations,
    meanwhile,
  );

/** Like `meetAt`, for operations that only insert: the table allows reads but no writes until all of them wait. */
export const meetBeforeWriting = <T>(
  table: string,
  operations: (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> =>
  meet((holder) => holder.query(`LOCK TABLE ${table} IN SHARE MODE`), operations, []);

async function meet<T>(
  lock: (holder: pg.Client) => Promise<unknown>,
  operations: (() => Promise<T>)[],
  meanwhile: [string, ...unknown[]][],
): Promise<PromiseSettledResult<T>[]> {
  const holder = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await lock(holder);
    const running: Promise<PromiseSettledResult<T>>[] = [];
    for (const operation of operations) {
      running.push(settled(operation()));
      await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBe(running.length);
    }
    for (const [statement, ...given] of meanwhile) await holder.query(statement, given);
    await holder.query('COMMIT');
    return await Promise.all(running);
  } finally {
    await holder.end();
  }
}

/** At once: one that fails before the lock is known to be released would count as unhandled. */
const settled = async <T>(operation: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([operation]))[0]!;

const waiting = async (): Promise<number> => {
  const [row] = await asSuperuser<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'clinical_app' AND wait_event_type = 'Lock'`,
  );
  return row!.count;
};
