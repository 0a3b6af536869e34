import { createHash } from 'node:crypto';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { documents, exportFiles, uploads } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { storage } from '../../storage/index';
import { readStorageKey } from '../../storage/storage';
import { showId } from '../../shared/ids';
import { allOrganizations } from '../organizations/access';
import { lossOf, type Loss } from './lost-content';

/**
 * Compares the document store with the rows that refer to its files: checks size and SHA-256 of each file, and finds
 * files without a row. Read-only. Memory does not grow with the number of documents.
 */
export interface Finding {
  kind: Loss | 'orphaned';
  /** `org_…` */
  org: string;
  /** `doc_…`, `upl_…` or `exp_…`; null for an orphaned file. */
  id: string | null;
  /** Path relative to the store. */
  file: string;
}

export interface DocumentCheck {
  checked: number;
  bytes: number;
  files: number;
  counts: Record<Finding['kind'], number>;
}

interface Filed {
  kind: 'document' | 'upload' | 'export';
  id: string;
  /** `uuid` of the export, to show instead of the file's. */
  exportId?: string;
  storageKey: string;
  size: number;
  sha256: string;
}

const ROWS = 200;
/** Files per batch; each batch reads the organization's rows once. */
const FILES = 10_000;

/**
 * @param orgId UUID of one organization, or null for all, including files of organizations that do not exist
 * @param found receives each finding as it is made
 */
export async function verifyDocuments(
  orgId: string | null,
  found: (finding: Finding) => void,
): Promise<DocumentCheck> {
  const check: DocumentCheck = {
    checked: 0,
    bytes: 0,
    files: 0,
    counts: { missing: 0, unreadable: 0, altered: 0, orphaned: 0 },
  };
  const note = (finding: Finding) => {
    check.counts[finding.kind]++;
    found(finding);
  };
  const ids = orgId ? [orgId] : await allOrganizations();
  for (const one of ids)
    for (const read of [readDocuments, readUploads, readExports])
      for (let rows = await read(one, NONE); rows.length > 0; rows = await read(one, rows.at(-1)!.id))
        for (const row of rows) {
          check.checked++;
          const loss = await lossIn(row, (bytes) => (check.bytes += bytes));
          if (loss && (loss === 'altered' || (await stillNames(one, row))))
            note({
              kind: loss,
              org: showId('organization', one),
              id: showId(row.kind, row.exportId ?? row.id),
              file: row.storageKey,
            });
        }
  let batch: string[] = [];
  const look = async () => {
    for (const file of await orphansOf(batch))
      note({
        kind: 'orphaned',
        org: showId('organization', readStorageKey(file).orgId),
        id: null,
        file,
      });
    batch = [];
  };
  for await (const file of storage().files(orgId ?? undefined)) {
    check.files++;
    batch.push(file);
    if (batch.length === FILES) await look();
  }
  await look();
  return check;
}

const NONE = '00000000-0000-0000-0000-000000000000';

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
    return rows.map((row) => ({ ...row, storageKey: row.storageKey!, kind: 'document' }));
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
    return rows.map((row) => ({ ...row, storageKey: row.storageKey!, kind: 'upload' }));
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
    return rows.map((row) => ({ ...row, kind: 'export' }));
  });

async function lossIn(row: Filed, read: (bytes: number) => void): Promise<Loss | null> {
  try {
    const file = await storage().open(row.storageKey);
    if (file.size !== row.size) {
      await file.close();
      return 'altered';
    }
    const hash = createHash('sha256');
    for await (const chunk of file.stream() as AsyncIterable<Buffer>) {
      hash.update(chunk);
      read(chunk.length);
    }
    return hash.digest('hex') === row.sha256 ? null : 'altered';
  } catch (error) {
    return lossOf(error);
  }
}

const TABLES = { document: documents, upload: uploads, export: exportFiles } as const;

/** The file of an upload or an export that was removed meanwhile is not missing. */
const stillNames = async (orgId: string, { kind, id, storageKey }: Filed): Promise<boolean> => {
  const table = TABLES[kind];
  const rows = await withTenant(orgId, (tx) =>
    tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), eq(table.id, id), eq(table.storageKey, storageKey))),
  );
  return rows.length > 0;
};

async function orphansOf(files: string[]): Promise<string[]> {
  const unnamed = await withoutRow(files);
  // Check the claim, then the row again: a claim is removed only after its row is committed, so an unclaimed file has
  // its row by then.
  const unclaimed: string[] = [];
  for (const file of unnamed) if (!(await storage().isClaimed(file))) unclaimed.push(file);
  return withoutRow(unclaimed);
}

async function withoutRow(files: string[]): Promise<string[]> {
  const byOrganization = new Map<string, string[]>();
  for (const file of files) {
    const { orgId } = readStorageKey(file);
    byOrganization.set(orgId, [...(byOrganization.get(orgId) ?? []), file]);
  }
  const left: string[] = [];
  for (const [orgId, own] of byOrganization) {
    const names = await withTenant(orgId, async (tx) => {
      const { rows } = await tx.client.query<{ key: string }>(NAMED, [orgId, own]);
      return new Set(rows.map(({ key }) => key));
    });
    left.push(...own.filter((file) => !names.has(file)));
  }
  return left;
}

const NAMED = `
  select storage_key as key from documents where org_id = $1 and storage_key = any($2::text[])
  union all select storage_key from uploads where org_id = $1 and storage_key = any($2::text[])
  union all select storage_key from export_files where org_id = $1 and storage_key = any($2::text[])`;
