import { createHash } from 'node:crypto';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { documents, exportFiles, uploads } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { isDomainError } from '../../errors/domain-error';
import type { Storage } from '../../storage/index';
import { readStorageKey } from '../../storage/storage';
import { lossOf, type Loss } from './lost-content';

/** The rows that refer to files of the storage: documents, uploads and exports. */

export interface Filed {
  kind: 'document' | 'upload' | 'export';
  orgId: string;
  /** `uuid` of the row. */
  id: string;
  /** `uuid` of the export, to show instead of the file's. */
  exportId?: string;
  storageKey: string;
  size: number;
  sha256: string;
}

const ROWS = 200;
const NONE = '00000000-0000-0000-0000-000000000000';

/** Rows of one organization. Memory does not grow with their number. */
export async function* filedFiles(orgId: string): AsyncGenerator<Filed> {
  for (const read of [readDocuments, readUploads, readExports])
    for (let rows = await read(orgId, NONE); rows.length > 0; rows = await read(orgId, rows.at(-1)!.id))
      yield* rows;
}

const readDocuments = (orgId: string, after: string): Promise<Filed[]> =>
  withTenant(orgId, async (tx) => {
    const rows = await tx
      .select({
        id: documents.id,
        storageKey: documents.storageKey,
        size: documents.size,
        sha256: documents.sha256,
      })
      .from(documents)
      .where(and(eq(documents.orgId, orgId), gt(documents.id, after), isNotNull(documents.storageKey)))
      .orderBy(asc(documents.id))
      .limit(ROWS);
    return rows.map((row) => ({ ...row, orgId, storageKey: row.storageKey!, kind: 'document' }));
  });

const readUploads = (orgId: string, after: string): Promise<Filed[]> =>
  withTenant(orgId, async (tx) => {
    const rows = await tx
      .select({
        id: uploads.id,
        storageKey: uploads.storageKey,
        size: uploads.size,
        sha256: uploads.sha256,
      })
      .from(uploads)
      .where(and(eq(uploads.orgId, orgId), gt(uploads.id, after), isNotNull(uploads.storageKey)))
      .orderBy(asc(uploads.id))
      .limit(ROWS);
    return rows.map((row) => ({ ...row, orgId, storageKey: row.storageKey!, kind: 'upload' }));
  });

const readExports = (orgId: string, after: string): Promise<Filed[]> =>
  withTenant(orgId, async (tx) => {
    const rows = await tx
      .select({
        id: exportFiles.id,
        exportId: exportFiles.exportId,
        storageKey: exportFiles.storageKey,
        size: exportFiles.size,
        sha256: exportFiles.sha256,
      })
      .from(exportFiles)
      .where(and(eq(exportFiles.orgId, orgId), gt(exportFiles.id, after)))
      .orderBy(asc(exportFiles.id))
      .limit(ROWS);
    return rows.map((row) => ({ ...row, orgId, kind: 'export' }));
  });

const TABLES = { document: documents, upload: uploads, export: exportFiles } as const;

/** The file of an upload or an export that was removed meanwhile is not missing. */
export const stillNames = async ({ orgId, kind, id, storageKey }: Filed): Promise<boolean> => {
  const table = TABLES[kind];
  const rows = await withTenant(orgId, (tx) =>
    tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), eq(table.id, id), eq(table.storageKey, storageKey))),
  );
  return rows.length > 0;
};

/**
 * Reads the file of a row and compares it.
 * @throws DomainError `unavailable` if the storage cannot be asked
 */
export async function lossIn(
  store: Storage,
  { storageKey, size, sha256 }: Filed,
  read: (bytes: number) => void,
): Promise<Loss | null> {
  try {
    const file = await store.open(storageKey);
    if (file.size !== size) {
      await file.close();
      return 'altered';
    }
    const hash = createHash('sha256');
    for await (const chunk of file.stream() as AsyncIterable<Buffer>) {
      hash.update(chunk);
      read(chunk.length);
    }
    return hash.digest('hex') === sha256 ? null : 'altered';
  } catch (error) {
    if (isDomainError(error)) throw error;
    return lossOf(error);
  }
}

/**
 * Copies the file of a row, verified by its checksum.
 * @returns what is wrong with the source, or null
 */
export async function copyFile(from: Storage, to: Storage, row: Filed): Promise<Loss | null> {
  const { storageKey, size, sha256 } = row;
  const { orgId, fileId } = readStorageKey(storageKey);
  const file = await from.open(storageKey).catch((error: unknown) => {
    if (isDomainError(error)) throw error;
    return lossOf(error);
  });
  if (typeof file === 'string') return file;
  const staged = await to.stage(file.stream() as AsyncIterable<Buffer>, {
    maxBytes: Math.max(size, file.size),
  });
  try {
    if (staged.sha256 !== sha256) return 'altered';
    await to.commit(staged, orgId, fileId);
  } finally {
    await to.discard(staged);
  }
  // The row was removed meanwhile, for example by an erasure that could not know this copy.
  if (!(await stillNames(row))) await to.remove(storageKey);
  return null;
}
