import { and, eq } from 'drizzle-orm';
import { erasures } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { logger } from '../../logger';
import { codeAndReason } from '../../safe-error';
import { showId } from '../../shared/ids';
import { storage } from '../../storage/index';
import { allOrganizations } from '../organizations/access';
import { isPending, type ErasureRow } from './access';

/**
 * The bytes of erased documents. They are removed after the commit, because the store cannot be rolled back; the
 * certificate names them until that is done.
 */
export async function removeErasedFiles(
  { actor: { orgId } }: { actor: { orgId: string } },
  row: ErasureRow,
): Promise<ErasureRow> {
  const left: string[] = [];
  for (const key of row.pendingFiles)
    await storage()
      .remove(key)
      .catch((error: unknown) => {
        left.push(key);
        logger.error(
          { erasure: showId('erasure', row.id), ...codeAndReason(error) },
          'the file of an erased document could not be removed',
        );
      });
  const [after] = await withTenant(orgId, (tx) =>
    tx
      .update(erasures)
      .set({ pendingFiles: left, filesRemovedAt: left.length === 0 ? new Date() : null })
      .where(and(eq(erasures.orgId, orgId), eq(erasures.id, row.id)))
      .returning(),
  );
  return after ?? row;
}

/** Files left behind by a crash or an unreachable store. */
export async function sweepErasedFiles(): Promise<void> {
  for (const orgId of await allOrganizations()) {
    const rows = await withTenant(orgId, (tx) =>
      tx
        .select()
        .from(erasures)
        .where(and(eq(erasures.orgId, orgId), isPending)),
    );
    for (const row of rows) await removeErasedFiles({ actor: { orgId } }, row);
  }
}

const HOUR_MS = 60 * 60 * 1000;

/** Runs at startup and then hourly. @returns a function that stops it */
export function startErasureSweep(): () => void {
  const run = () =>
    void sweepErasedFiles().catch((error: unknown) =>
      logger.error(codeAndReason(error), 'the removal of erased files failed'),
    );
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
