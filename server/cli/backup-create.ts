import { createBackup, type Created } from '../backup/create-backup';
import { env } from '../env';
import { UsageError, type Command } from './arguments';
import { passphraseOf, showBytes } from './backup-settings';
import { counted } from './counts';
import { progress } from './progress';

interface Made {
  name: string;
  folder: string;
  bytes: number;
  documents: number;
  keys: 'encrypted' | 'left_out' | 'set';
  system_id: string;
}

/** Copies an embedded installation while it is in use. */
export const backupCreate: Command = {
  name: 'backup create',
  withoutDatabase: true,
  flags: { to: { value: 'DIR' }, 'passphrase-file': { value: 'FILE' } },
  async run(given): Promise<Made> {
    if (!env.embedded)
      throw new UsageError(
        'DATABASE_URL is set: back that PostgreSQL up with its own programs (docs/operations/backup.md).',
      );
    const to = given.get('to') ?? env.BACKUP_DIR;
    if (to === undefined) throw new UsageError('--to is missing, and BACKUP_DIR is not set.');
    const { name, folder, manifest }: Created = await createBackup({
      dataDir: env.DATA_DIR,
      anchorFile: env.AUDIT_ANCHOR_FILE,
      to,
      passphrase: await passphraseOf(given),
      log: (line) => process.stderr.write(`- ${line}\n`),
      progress: progress('MB'),
    });
    return {
      name,
      folder,
      bytes: manifest.files.bytes,
      documents: manifest.documents.count,
      keys: env.ENCRYPTION_KEYS === undefined ? manifest.keys : 'set',
      system_id: manifest.source.system_id,
    };
  },
  text: (made) => describe(made as Made),
};

const KEYS: Record<Made['keys'], string> = {
  encrypted: 'It contains the keys, encrypted with the passphrase. Store the passphrase elsewhere.',
  left_out:
    'It does NOT contain the keys. Without secrets.json of DATA_DIR it cannot be used: copy that file to a safe place, or pass a passphrase with --passphrase-file.',
  set: 'It does NOT contain ENCRYPTION_KEYS, which you set: back them up separately.',
};

const describe = ({ folder, bytes, documents, keys }: Made): string =>
  [
    `${folder} is complete: ${showBytes(bytes)}, ${counted(documents, 'document')}.`,
    KEYS[keys],
    'It contains patient data that are not encrypted: protect it like the service itself.',
  ].join('\n');
