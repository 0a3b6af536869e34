/** What the workers of the database tests are told: the Postgres and the folder of each. */

/** The environment variable that holds a list of stages, one for each worker. */
export const STAGES = 'TEST_STAGES';

export interface Stage {
  DATA_DIR: string;
  DATABASE_URL: string;
  MIGRATION_DATABASE_URL: string;
  TEST_ADMIN_URL: string;
  ENCRYPTION_KEYS: string;
}
