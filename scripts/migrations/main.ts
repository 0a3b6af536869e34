import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/embedded/embedded-postgres';
import { migrate } from '../../server/db/migrate';
import { accessStatements } from './access-statements';

/**
 * The second half of `npm run db:generate`.
 * @returns the access statements the migrations still lack, determined from a database created by them
 */
export async function missingAccess(): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-migration-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: postgres.migrationUrl });
  try {
    await migrate(postgres.migrationUrl);
    await client.connect();
    return await accessStatements(client);
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
