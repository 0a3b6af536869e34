import { and, eq, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { emit } from '../../events/emit';
import { env } from '../../env';
import { logger } from '../../logger';
import { storage } from '../../storage/index';
import { perform } from '../../shared/perform';
import { isDomainError } from '../../errors/domain-error';
import { notFound, showId } from '../../shared/ids';
import { systemContext } from '../../shared/system-actor';
import type { DocumentRow } from './access';
import { documentEvent } from './document-event';
import { runScanner, type NoAnswer, type Verdict } from './run-scanner';
import { countScan } from './scan-figures';
import { claimScan, type DueScan } from './scan-queue';

/**
 * The malware scan of one document. Nothing is readable before a scanner finds it clean: without a result (missing
 * command, crash, timeout) the document stays `processing` and is retried with increasing delays.
 */

export const SCAN_TIMEOUT_MS = 120_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/** 5 s, 10 s, 20 s … one hour. */
export const retryAfter = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS);

/** @returns false if no document is due */
export async function scanNext(signal: AbortSignal, now = new Date()): Promise<boolean> {
  const command = env.MALWARE_COMMAND;
  if (!command) return false;
  const due = await claimScan(now, SCAN_TIMEOUT_MS + 60_000);
  if (!due) return false;
  const outcome = await check(command, due, signal);
  if (signal.aborted) await giveBack(due);
  else if (typeof outcome === 'string') await decide(due, outcome);
  else await postpone(due, outcome, now);
  return true;
}

async function check(command: string, due: DueScan, signal: AbortSignal): Promise<Verdict | NoAnswer> {
  try {
    return await storage().withLocalFile(due.storageKey, (file) =>
      runScanner(command, file, { timeoutMs: SCAN_TIMEOUT_MS, signal }),
    );
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code ?? 'the file cannot be reached' };
  }
}

const of = ({ orgId, id }: DueScan) =>
  and(eq(documents.orgId, orgId), eq(documents.id, id), eq(documents.status, 'processing'));

const changed = () => ({
  version: sql`${documents.version} + 1`,
  sequence: sql`${documents.sequence} + 1`,
  updatedAt: databaseTime,
});

async function decide(due: DueScan, verdict: Verdict): Promise<void> {
  const clean = verdict === 'clean';
  const status = clean ? 'available' : 'quarantined';
  await change(due, { status, scanStatus: verdict, scanDueAt: null }, `document.${status}`);
  countScan(verdict);
  if (!clean)
    logger.warn({ document: showId('document', due.id) }, 'malware found: the document is quarantined');
}

/** Only the first failure sends an event, because it changes `scan_status`; later ones are only counted. */
async function postpone(due: DueScan, { problem }: NoAnswer, now: Date): Promise<void> {
  const attempts = due.attempts + 1;
  const next = { scanAttempts: attempts, scanDueAt: new Date(now.getTime() + retryAfter(attempts)) };
  countScan('error');
  logger.error(
    { document: showId('document', due.id), problem, attempts },
    'the malware scan gave no result: check MALWARE_COMMAND',
  );
  if (due.attempts === 0) await change(due, { ...next, scanStatus: 'error' }, 'document.updated');
  else
    await withTenant(due.orgId, async (tx) => {
      await tx.update(documents).set(next).where(of(due));
    });
}

async function giveBack(due: DueScan): Promise<void> {
  await withTenant(due.orgId, async (tx) => {
    await tx.update(documents).set({ scanDueAt: new Date() }).where(of(due));
  });
}

async function change(
  due: DueScan,
  columns: Partial<Pick<DocumentRow, 'status' | 'scanStatus' | 'scanDueAt' | 'scanAttempts'>>,
  type: 'document.available' | 'document.quarantined' | 'document.updated',
): Promise<void> {
  const ctx = systemContext(due.orgId, 'system');
  try {
    await perform(ctx, { action: 'scan_document', kind: 'write' }, async (tx) => {
      const [row] = await tx
        .update(documents)
        .set({ ...columns, ...changed() })
        .where(of(due))
        .returning();
      if (!row) throw notFound();
      const facts = columns.status
        ? { changedFields: ['status', 'scan_status'], previous: { status: 'processing' } }
        : { changedFields: ['scan_status'] };
      await emit(tx, ctx, documentEvent(row, { type, sequence: row.sequence, ...facts }));
      return {
        output: undefined,
        audit: {
          objectKind: 'document',
          objectId: row.id,
          patientIds: [row.patientId],
          detail: { scan_status: row.scanStatus },
        },
      };
    });
  } catch (error) {
    // Withdrawn meanwhile, or decided by another worker after our lease expired.
    if (!(isDomainError(error) && error.code === 'not_found')) throw error;
  }
}
