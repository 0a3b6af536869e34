import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { StartError } from '../errors/start-error';
import { exists, openDataDir, readPrivate, writePrivate } from './private-files';

/**
 * Secrets generated once per `DATA_DIR` that must never be lost: passwords of the embedded database and encryption
 * keys. Keys from the settings are handled elsewhere.
 */
export interface Secrets {
  adminPassword: string;
  ownerPassword: string;
  appPassword: string;
  /** `id:base64` pairs, as in the setting of the same name. */
  encryptionKeys: string;
}

export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres', 'cluster');
export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json');

export const readSecrets = (dataDir: string): Promise<Secrets | null> =>
  readPrivate<Secrets>(secretsFile(dataDir));

export async function ensureSecrets(dataDir: string): Promise<Secrets> {
  await openDataDir(dataDir);
  const found = await readSecrets(dataDir);
  if (found) return found;
  // New keys with an existing database would make its encrypted columns permanently unreadable.
  if (await exists(path.join(clusterFolder(dataDir), 'PG_VERSION')))
    throw new StartError(
      `${secretsFile(dataDir)} is missing, but the database exists; restore it from a backup.`,
    );
  const secrets: Secrets = {
    adminPassword: randomBytes(24).toString('hex'),
    ownerPassword: randomBytes(24).toString('hex'),
    appPassword: randomBytes(24).toString('hex'),
    encryptionKeys: newKey('k1'),
  };
  await writeSecrets(dataDir, secrets);
  return secrets;
}

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

const writeSecrets = (dataDir: string, secrets: Secrets): Promise<void> =>
  writePrivate(secretsFile(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);

const idOf = (pair: string): string => pair.slice(0, pair.indexOf(':')).trim();

/** Adds a key that encrypts from the next start on. @returns its ID */
export async function addEncryptionKey(dataDir: string): Promise<string> {
  const secrets = await ensureSecrets(dataDir);
  const numbers = secrets.encryptionKeys
    .split(',')
    .map((pair) => Number(/^k(\d+)$/.exec(idOf(pair))?.[1] ?? 0));
  const id = `k${Math.max(...numbers) + 1}`;
  await writeSecrets(dataDir, { ...secrets, encryptionKeys: `${newKey(id)},${secrets.encryptionKeys}` });
  return id;
}

/** @returns false if it is the first key, or unknown */
export async function removeEncryptionKey(dataDir: string, id: string): Promise<boolean> {
  const secrets = await ensureSecrets(dataDir);
  const [first, ...others] = secrets.encryptionKeys.split(',');
  const left = others.filter((pair) => idOf(pair) !== id);
  if (left.length === others.length) return false;
  await writeSecrets(dataDir, { ...secrets, encryptionKeys: [first, ...left].join(',') });
  return true;
}

/** Value for the setting `ENCRYPTION_KEYS`, generated at the first call for a `DATA_DIR`. */
export async function ensureEncryptionKeys(dataDir: string): Promise<string> {
  return (await ensureSecrets(dataDir)).encryptionKeys;
}
