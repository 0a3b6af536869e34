import { readFile } from 'node:fs/promises';
import { env } from '../env';
import { UsageError, type Given } from './arguments';

/** Of `--passphrase-file`, else of the settings. Never a command-line argument, which other users of the machine see. */
export async function passphraseOf(given: Given): Promise<string | undefined> {
  const file = given.get('passphrase-file');
  if (file === undefined) return env.BACKUP_PASSPHRASE;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--passphrase-file: the file cannot be read (${error.code ?? 'unknown'}).`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase === '') throw new UsageError('--passphrase-file: the file is empty.');
  return passphrase;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function showBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
