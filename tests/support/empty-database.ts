import pg from 'pg';
import { closePool } from '../../server/db/client';
import { env } from '../../server/env';
import { newId } from '../../server/shared/ids';

const TEMPLATE = 'clinical_empty';

/** The address of the migrated database without rows. Open connections to it block `useEmptyDatabase`. */
export const templateOf = (adminUrl: string): string => inDatabase(adminUrl, TEMPLATE);

/** Copies a migrated database that nothing is connected to, for `useEmptyDatabase`. */
export const keepTemplate = (adminUrl: string) =>
  run(inDatabase(adminUrl, 'postgres'), `CREATE DATABASE ${TEMPLATE} TEMPLATE ${databaseOf(adminUrl)}`);

/**
 * Gives the rest of a file an empty database in the PostgreSQL of its worker, faster than another PostgreSQL. The file
 * closes the pool at its end.
 */
export async function useEmptyDatabase(): Promise<void> {
  const { DATABASE_URL = '', TEST_ADMIN_URL = '' } = process.env;
  const name = `clinical_${newId().replaceAll('-', '')}`;
  await run(TEST_ADMIN_URL, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  await closePool();
  process.env.TEST_ADMIN_URL = inDatabase(TEST_ADMIN_URL, name);
  env.DATABASE_URL = inDatabase(DATABASE_URL, name);
}

const databaseOf = (address: string): string => new URL(address).pathname.slice(1);

function inDatabase(address: string, name: string): string {
  return Object.assign(new URL(address), { pathname: `/${name}` }).href;
}

async function run(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
