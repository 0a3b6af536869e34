import { withTenant } from '../../db/transaction';
import { showId } from '../../shared/ids';
import { storage, type Storage } from '../../storage/index';
import { readStorageKey } from '../../storage/storage';
import { allOrganizations } from '../organizations/access';
import { copyFile, filedFiles, lossIn, stillNames } from './filed-files';
import type { Loss } from './lost-content';
import { isClaimed } from './storage-claims';

/**
 * Compares the storage with the rows that refer to its files: checks size and SHA-256 of each file, and finds files
 * without a row. Read-only without `Repair`. Memory does not grow with the number of documents.
 */
export interface Finding {
  kind: Loss | 'orphaned';
  /** `org_…` */
  org: string;
  /** `doc_…`, `upl_…` or `exp_…`; null for an orphaned file. */
  id: string | null;
  /** Path relative to the storage. */
  file: string;
  isRepaired: boolean;
}

export interface DocumentCheck {
  checked: number;
  bytes: number;
  files: number;
  repaired: number;
  /** Not repaired. */
  counts: Record<Finding['kind'], number>;
}

export interface Repair {
  /** A copy of the storage, from which missing, unreadable and altered files are stored again. */
  from?: Storage | undefined;
  /** Removes files without a row. */
  removesOrphans?: boolean;
}

/** Files per batch; each batch reads the organization's rows once. */
const FILES = 10_000;

/**
 * @param orgId UUID of one organization, or null for all, including files of organizations that do not exist
 * @param found receives each finding as it is made
 * @throws DomainError `unavailable` if the storage cannot be asked
 */
export async function verifyDocuments(
  orgId: string | null,
  found: (finding: Finding) => void,
  { from, removesOrphans = false }: Repair = {},
): Promise<DocumentCheck> {
  const store = storage();
  const check: DocumentCheck = {
    checked: 0,
    bytes: 0,
    files: 0,
    repaired: 0,
    counts: { missing: 0, unreadable: 0, altered: 0, orphaned: 0 },
  };
  const note = (finding: Finding) => {
    if (finding.isRepaired) check.repaired++;
    else check.counts[finding.kind]++;
    found(finding);
  };
  const ids = orgId ? [orgId] : await allOrganizations();
  for (const one of ids)
    for await (const row of filedFiles(one)) {
      check.checked++;
      const loss = await lossIn(store, row, (bytes) => (check.bytes += bytes));
      if (loss && (loss === 'altered' || (await stillNames(row))))
        note({
          kind: loss,
          org: showId('organization', one),
          id: showId(row.kind, row.exportId ?? row.id),
          file: row.storageKey,
          isRepaired: from !== undefined && (await copyFile(from, store, row)) === null,
        });
    }
  let batch: string[] = [];
  const look = async () => {
    for (const file of await orphansOf(batch)) {
      if (removesOrphans) await store.remove(file);
      note({
        kind: 'orphaned',
        org: showId('organization', readStorageKey(file).orgId),
        id: null,
        file,
        isRepaired: removesOrphans,
      });
    }
    batch = [];
  };
  for await (const file of store.files(orgId ?? undefined)) {
    check.files++;
    batch.push(file);
    if (batch.length === FILES) await look();
  }
  await look();
  return check;
}

async function orphansOf(files: string[]): Promise<string[]> {
  const unnamed = await withoutRow(files);
  // Check the claim, then the row again: a claim is removed only after its row is committed, so an unclaimed file has
  // its row by then.
  const unclaimed: string[] = [];
  for (const file of unnamed) if (!(await isClaimed(readStorageKey(file)))) unclaimed.push(file);
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
