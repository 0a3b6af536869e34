import { createServer } from 'node:net';

/** What the workers of the database tests are told: the Postgres, the folder and the port of each. */

/** The environment variable that holds a list of stages, one for each worker. */
export const STAGES = 'TEST_STAGES';

export interface Stage {
  DATA_DIR: string;
  DATABASE_URL: string;
  MIGRATION_DATABASE_URL: string;
  TEST_ADMIN_URL: string;
  ENCRYPTION_KEYS: string;
  /** On which the files of the worker serve, one after the other: some modules read their address when they are loaded. */
  TEST_PORT: string;
}

/** A free port below those that the system gives to connections: none of them takes it between two files. */
export async function portOfStage(): Promise<string> {
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
