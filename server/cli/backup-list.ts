import { listBackups, type Listed } from '../backup/list-backups';
import { env } from '../env';
import { UsageError, type Command } from './arguments';
import { showBytes } from './backup-settings';
import { counted } from './counts';

interface Shown {
  data: {
    name: string;
    state: Listed['state'];
    created_at: string | null;
    bytes: number | null;
    documents: number | null;
    keys: string | null;
    source: string | null;
  }[];
}

export const backupList: Command = {
  name: 'backup list',
  withoutDatabase: true,
  flags: { from: { value: 'DIR' } },
  async run(given): Promise<Shown> {
    const from = given.get('from') ?? env.BACKUP_DIR;
    if (from === undefined) throw new UsageError('--from is missing, and BACKUP_DIR is not set.');
    return {
      data: (await listBackups(from)).map(({ name, state, manifest }) => ({
        name,
        state,
        created_at: manifest?.created_at ?? null,
        bytes: manifest?.files.bytes ?? null,
        documents: manifest?.documents.count ?? null,
        keys: manifest?.keys ?? null,
        source: manifest ? `${manifest.source.host}:${manifest.source.data_dir}` : null,
      })),
    };
  },
  text(made) {
    const { data } = made as Shown;
    if (data.length === 0) return 'There are no backups.';
    return data
      .map(({ name, state, bytes, documents, keys, source }) =>
        bytes === null
          ? `${name}  ${state.toUpperCase()}: do not use it`
          : `${name}  ${showBytes(bytes)}  ${counted(documents ?? 0, 'document')}  ${keys === 'encrypted' ? 'with keys' : 'WITHOUT keys'}  of ${source}`,
      )
      .join('\n');
  },
};
