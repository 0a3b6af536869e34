import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { restoreBackup } from '../backup/restore-backup';
import { bundledMajor } from '../embedded/binaries';
import { UsageError, type Command } from './arguments';
import { passphraseOf } from './backup-settings';
import { progress } from './progress';

interface Made {
  data_dir: string;
  backup: string;
  created_at: string;
  keys: boolean;
}

/** Restores a backup into a new folder; `DATA_DIR` then names it. */
export const backupRestore: Command = {
  name: 'backup restore',
  withoutDatabase: true,
  flags: {
    from: { value: 'DIR/NAME', required: true },
    'data-dir': { value: 'NEW', required: true },
    'passphrase-file': { value: 'FILE' },
    'secrets-file': { value: 'FILE' },
  },
  async run(given): Promise<Made> {
    const dataDir = path.resolve(given.need('data-dir'));
    const from = path.resolve(given.need('from'));
    const { manifest, keys } = await restoreBackup({
      from,
      dataDir,
      passphrase: await passphraseOf(given),
      secrets: await secretsOf(given.get('secrets-file')),
      ownMajor: bundledMajor(),
      progress: progress('MB'),
    });
    return { data_dir: dataDir, backup: path.basename(from), created_at: manifest.created_at, keys };
  },
  text(made) {
    const { data_dir: dataDir, backup, keys } = made as Made;
    return [
      `${backup} is restored into ${dataDir}.`,
      ...(keys
        ? []
        : [
            `The backup contains no keys. Before the start, copy secrets.json of the installation to ${path.join(dataDir, 'secrets.json')}.`,
          ]),
      `Next, declare the restore: DATA_DIR=${dataDir} npm run admin -- audit restored --reason TEXT --anchor FILE (the newest copy of the anchor file).`,
      `Then start the service with DATA_DIR=${dataDir}, and run storage verify and audit verify.`,
    ].join('\n');
  },
};

async function secretsOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--secrets-file: the file cannot be read (${error.code ?? 'unknown'}).`);
  });
  if (!text.includes('"encryptionKeys"'))
    throw new UsageError('--secrets-file: the file is not a copy of secrets.json.');
  return text;
}
