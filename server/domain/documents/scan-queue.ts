import { queryNamed } from '../../db/prepared';
import { asWorker } from '../../db/transaction';

/**
 * Queue of malware scans; shows which documents are due, but not their content. Claimed by lease: a crashed worker
 * loses nothing, and two workers never check the same file at once.
 */

export interface DueScan {
  orgId: string;
  id: string;
  storageKey: string;
  attempts: number;
}

const CLAIM = {
  name: 'claim_scan',
  text: `update documents set scan_due_at = $2 where (org_id, id) in (
      select org_id, id from documents where scan_due_at <= $1 order by scan_due_at limit 1 for update skip locked)
    returning org_id as "orgId", id, storage_key as "storageKey", scan_attempts as attempts`,
};

/** Claims the longest-waiting document until the lease ends. */
export function claimScan(now: Date, leaseMs: number): Promise<DueScan | null> {
  return asWorker(async (tx) => {
    const [due] = await queryNamed<DueScan>(tx, CLAIM, [now, new Date(now.getTime() + leaseMs)]);
    return due ?? null;
  });
}

export const countWaitingScans = (): Promise<{ status: string; count: number }[]> =>
  asWorker((tx) => queryNamed(tx, COUNT));

const COUNT = {
  name: 'count_scans',
  text: 'select scan_status as status, count(*)::int as count from documents where scan_due_at is not null group by 1',
};
