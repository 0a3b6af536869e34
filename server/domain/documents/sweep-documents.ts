import { and, eq } from 'drizzle-orm';
import { documents, exportFiles, uploads } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { logger } from '../../logger';
import { codeAndReason } from '../../safe-error';
import { storage } from '../../storage/index';
import { storageKey } from '../../storage/storage';
import { drop } from './place-bytes';
import { listOldClaims, releaseFile } from './storage-claims';

const HOUR_MS = 60 * 60 * 1000;
const BATCH = 100;

/**
 * Removes remains of interrupted uploads and exports older than a day: staged bytes of this machine, and files of any
 * process whose row was never committed. Processes may do it at the same time.
 */
export async function sweepDocuments(olderThanMs = 24 * HOUR_MS): Promise<void> {
  const report = { staged: await storage().sweepStaged(olderThanMs), claims: 0, files: 0 };
  const before = new Date(Date.now() - olderThanMs);
  for (let claims; (claims = await listOldClaims(before, BATCH)).length > 0;)
    for (const claim of claims) {
      const isKept = await isNamed(claim.orgId, storageKey(claim.orgId, claim.fileId));
      await (isKept ? releaseFile(claim) : drop(claim));
      report.claims++;
      if (!isKept) report.files++;
    }
  if (report.staged + report.claims > 0) logger.info(report, 'leftovers of uploads removed');
}

/** Whether a row refers to the file. */
const isNamed = (orgId: string, key: string): Promise<boolean> =>
  withTenant(orgId, async (tx) => {
    for (const table of [documents, uploads, exportFiles]) {
      const found = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.orgId, orgId), eq(table.storageKey, key)))
        .limit(1);
      if (found.length > 0) return true;
    }
    return false;
  });

/** Runs at startup and then hourly. @returns a function that stops it */
export function startDocumentSweep(): () => void {
  const run = () =>
    void sweepDocuments().catch((error: unknown) =>
      logger.error(codeAndReason(error), 'the sweep of uploads failed'),
    );
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
