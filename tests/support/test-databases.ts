import { createServer } from 'node:net';

/** The PostgreSQL, folder and port of each database test worker. */

/** The environment variable that lists the test databases, one per worker. */
export const TEST_DATABASES = 'TEST_DATABASES';

export interface TestDatabase {
  DATA_DIR: string;
  DATABASE_URL: string;
  MIGRATION_DATABASE_URL: string;
  TEST_ADMIN_URL: string;
  ENCRYPTION_KEYS: string;
  /** Shared by the worker's files in turn, because some modules read their address on import. */
  TEST_PORT: string;
}

/** A free port below the ephemeral range, so that no connection takes it between two files. */
export async function freeTestPort(): Promise<string> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return String(port);
  }
}
