import { closePool } from '../db/client';
import { connectionOfRunningServer, startEmbeddedPostgres } from '../embedded/embedded-postgres';
import { ensureEncryptionKeys } from '../embedded/secrets';
import { assertKeys } from '../domain/encryption-keys/register-keys';
import { assertDatabase } from '../embedded/maintenance';
import { openGenerationIfMoved } from '../db/generations';
import { assertServable, migrate } from '../db/migrate';
import { completeEnv, env } from '../env';

/**
 * Opens the database of the running server, else an embedded one for the duration of the command, else DATABASE_URL.
 * Migrates only a database that it started.
 * @returns closes it; safe to call twice
 */
export async function openDatabase(log: (sentence: string) => void): Promise<() => Promise<void>> {
  if (!env.embedded) {
    await assertServable(env.DATABASE_URL!);
    await prepare().catch(async (error: unknown) => {
      await closePool();
      throw error;
    });
    return closePool;
  }
  await assertDatabase(env.DATA_DIR);
  const running = await connectionOfRunningServer(env.DATA_DIR);
  const postgres = running
    ? null
    : await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log, purpose: 'tool' });
  const { appUrl, migrationUrl } = running ?? postgres!;
  const leave = () => postgres?.stopWithoutWaiting();
  process.on('exit', leave);
  const close = async () => {
    process.off('exit', leave);
    await closePool();
    await postgres?.stop();
  };
  try {
    completeEnv({
      DATABASE_URL: appUrl,
      MIGRATION_DATABASE_URL: migrationUrl,
      ENCRYPTION_KEYS: env.ENCRYPTION_KEYS ?? (await ensureEncryptionKeys(env.DATA_DIR)),
    });
    if (postgres) await migrate(migrationUrl);
    await assertServable(appUrl);
    await prepare();
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Keys first: the service could not read what a command encrypts with other keys. */
async function prepare(): Promise<void> {
  await assertKeys();
  await openGenerationIfMoved();
}
