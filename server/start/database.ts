import { openGenerationIfMoved } from '../db/generations';
import { assertServable, migrate } from '../db/migrate';
import { assertDirect, assertPoolable } from '../db/pooler';
import { findPrimary } from '../db/primary';
import { createMonthPartitions } from '../db/partitions';
import { registerKeys } from '../domain/encryption-keys/register-keys';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded/embedded-postgres';
import { ensureEncryptionKeys } from '../embedded/secrets';
import { openDataDir } from '../embedded/private-files';
import { completeEnv, env } from '../env';
import { logger } from '../logger';
import { safeError } from '../safe-error';

/** Opens the database for the server and the operator's tool: keys, PostgreSQL, migrations. */

/** Keys first, because setting up sign-in needs them while PostgreSQL is still starting. */
export async function loadKeys(): Promise<void> {
  if (env.embedded)
    completeEnv({
      ...addresses(),
      ENCRYPTION_KEYS: env.ENCRYPTION_KEYS ?? (await ensureEncryptionKeys(env.DATA_DIR)),
    });
  else await openDataDir(env.DATA_DIR);
}

const addresses = () => ({
  DATABASE_URL: env.DATABASE_URL,
  MIGRATION_DATABASE_URL: env.MIGRATION_DATABASE_URL,
});

/** @returns the embedded PostgreSQL, or null if the settings name another database */
export async function openDatabase(log: (sentence: string) => void): Promise<EmbeddedPostgres | null> {
  if (!env.embedded) return null;
  const postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log });
  completeEnv({
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
    ENCRYPTION_KEYS: env.ENCRYPTION_KEYS,
  });
  return postgres;
}

export async function bringUpToDate(): Promise<void> {
  if (env.MIGRATION_DATABASE_URL) {
    await findPrimary(env.MIGRATION_DATABASE_URL);
    if (!env.embedded) await assertDirect(env.MIGRATION_DATABASE_URL);
    await migrate(env.MIGRATION_DATABASE_URL);
  }
  if (env.DATABASE_URL) {
    await assertServable(env.DATABASE_URL);
    if (!env.embedded) await assertPoolable(env.DATABASE_URL);
  }
  // Those of the next months exist already, so the daily job may do it later.
  await createMonthPartitions().catch((error: unknown) =>
    logger.warn(safeError(error), 'partitions of future months could not be created'),
  );
  const generation = await openGenerationIfMoved();
  if (generation !== null)
    logger.warn({ generation }, 'the database was moved to another PostgreSQL: a new generation is open');
  await registerKeys();
}
