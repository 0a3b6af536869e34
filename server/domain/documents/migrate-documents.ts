import { isDomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';
import type { Storage } from '../../storage/index';
import { allOrganizations } from '../organizations/access';
import { copyFile, filedFiles, stillNames, type Filed } from './filed-files';
import { lossOf, type Loss } from './lost-content';

export interface Migration {
  copied: number;
  bytes: number;
  /** There already, with the same size. */
  present: number;
  lost: number;
}

export interface LostFile {
  kind: Loss;
  org: string;
  id: string;
  file: string;
}

const AT_ONCE = 8;

/**
 * Copies the files of all rows to another storage, each verified by its checksum. Leaves out those that are there, so it
 * can be interrupted and repeated, also while the service uses the first storage.
 * @param orgId UUID of one organization, or null for all
 * @param found receives each file that cannot be copied, because it is missing or altered
 * @throws DomainError `unavailable`, `storage_full`
 */
export async function migrateDocuments(
  orgId: string | null,
  from: Storage,
  to: Storage,
  found: (lost: LostFile) => void,
): Promise<Migration> {
  const made: Migration = { copied: 0, bytes: 0, present: 0, lost: 0 };
  const migrate = async (row: Filed) => {
    if ((await sizeIn(to, row)) === row.size) return void made.present++;
    const loss = await copyFile(from, to, row);
    if (!loss) {
      made.copied++;
      made.bytes += row.size;
    } else if (await stillNames(row)) {
      made.lost++;
      const { orgId, kind, exportId, id, storageKey: file } = row;
      found({ kind: loss, org: showId('organization', orgId), id: showId(kind, exportId ?? id), file });
    }
  };
  for (const one of orgId ? [orgId] : await allOrganizations()) {
    const rows = filedFiles(one);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for await (const row of rows) await migrate(row);
      }),
    );
  }
  return made;
}

/** @returns null if the file is not there */
const sizeIn = (store: Storage, { storageKey }: Filed): Promise<number | null> =>
  store.size(storageKey).catch((error: unknown) => {
    if (isDomainError(error) || lossOf(error) !== 'missing') throw error;
    return null;
  });
