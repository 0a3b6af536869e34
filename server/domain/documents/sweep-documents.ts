import { and, eq } from 'drizzle-orm';
import { documents, exportFiles, uploads } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { logger } from '../../logger';
import { codeAndReason } from '../../safe-error';
import { storage } from '../../storage/index';

const HOUR_MS = 60 * 60 * 1000;

/** Removes remains of interrupted uploads and exports older than a day: staged bytes, and files whose row was never committed. */
export async function sweepDocuments(olderThanMs?: number): Promise<void> {
  const report = await storage().sweep({
    ...(olderThanMs === undefined ? {} : { olderThanMs }),
    isNamed: (orgId, storageKey) =>
      withTenant(orgId, async (tx) => {
        const [document] = await tx
          .select({ id: documents.id })
          .from(documents)
          .where(and(eq(documents.orgId, orgId), eq(documents.storageKey, storageKey)));
        if (document) return true;
        const [upload] = await tx
          .select({ id: uploads.id })
          .from(uploads)
          .where(and(eq(uploads.orgId, orgId), eq(uploads.storageKey, storageKey)));
        if (upload) return true;
        const [file] = await tx
          .select({ id: exportFiles.id })
          .from(exportFiles)
          .where(and(eq(exportFiles.orgId, orgId), eq(exportFiles.storageKey, storageKey)));
        return file !== undefined;
      }),
  });
  if (report.staged + report.claims + report.files > 0) logger.info(report, 'leftovers of uploads removed');
}

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
