import { closePool } from '../db/client';
import { env } from '../env';
import { bringUpToDate } from '../start/database';
import { UsageError, type Command } from './arguments';

/** Applies the migrations of your own PostgreSQL, so that no serving process needs the owner of its tables. */
export const databaseMigrate: Command = {
  name: 'database migrate',
  flags: {},
  withoutDatabase: true,
  async run(): Promise<object> {
    if (!env.DATABASE_URL || !env.MIGRATION_DATABASE_URL)
      throw new UsageError('DATABASE_URL and MIGRATION_DATABASE_URL must be set.');
    await bringUpToDate();
    await closePool();
    return {};
  },
  text: () => 'The database has the schema of this version.',
};
