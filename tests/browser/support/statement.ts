import pg from 'pg';
import { connectionOfRunningServer } from '../../../server/embedded/embedded-postgres';
import { ownService } from './services';

/** One statement as superuser on the running service's database, for states that take too long to reach otherwise. */
export async function statement<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const urls = await connectionOfRunningServer(ownService().dataDir);
  const client = new pg.Client({ connectionString: urls!.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
