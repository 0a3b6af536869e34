import { and, eq, lte, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { queryNamed } from '../../db/prepared';
import { dataExports, exportFiles } from '../../db/schema/index';
import { asWorker, withTenant } from '../../db/transaction';
import { isDomainError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { systemContext } from '../../shared/system-actor';
import { storage } from '../../storage/index';
import type { Due } from './queue';

const BATCH = 100;

const EXPIRED = {
  name: 'list_expired_exports',
  text: `select org_id as "orgId", id from exports where status = 'completed' and expires_at <= $1
    order by expires_at limit $2`,
};

/** Also of exports that failed or were canceled. */
const WITH_FILES = {
  name: 'list_ended_exports_with_files',
  text: `select distinct f.org_id as "orgId", f.export_id as id from export_files f
    join exports e on e.org_id = f.org_id and e.id = f.export_id
    where e.status not in ('queued', 'running', 'completed') limit $1`,
};

const list = (statement: typeof EXPIRED, values: unknown[]): Promise<Due[]> =>
  asWorker((tx) => queryNamed<Due>(tx, statement, values));

/** Ends exports whose time is over, and removes the files of all that have ended. @returns the number of exports */
export async function expireExports(now = new Date()): Promise<number> {
  const expired = await list(EXPIRED, [now, BATCH]);
  for (const one of expired) await expire(one, now);
  const ended = await list(WITH_FILES, [BATCH]);
  for (const one of ended) await removeFiles(one);
  return Math.max(expired.length, ended.length);
}

async function expire({ orgId, id }: Due, now: Date): Promise<void> {
  try {
    await perform(systemContext(orgId, 'system'), { action: 'expire_export', kind: 'write' }, async (tx) => {
      const [row] = await tx
        .update(dataExports)
        .set({
          status: 'expired',
          updatedAt: databaseTime,
          version: sql`${dataExports.version} + 1`,
        })
        .where(
          and(
            eq(dataExports.orgId, orgId),
            eq(dataExports.id, id),
            eq(dataExports.status, 'completed'),
            lte(dataExports.expiresAt, now),
          ),
        )
        .returning();
      if (!row) throw notFound();
      return { output: undefined, audit: { objectKind: 'export', objectId: id } };
    });
  } catch (error) {
    if (!(isDomainError(error) && error.code === 'not_found')) throw error;
  }
}

/** The bytes first: a crash leaves rows that lead to the rest. */
async function removeFiles({ orgId, id }: Due): Promise<void> {
  const own = and(eq(exportFiles.orgId, orgId), eq(exportFiles.exportId, id));
  const files = await withTenant(orgId, (tx) =>
    tx.select({ storageKey: exportFiles.storageKey }).from(exportFiles).where(own),
  );
  for (const { storageKey } of files) await storage().remove(storageKey);
  await withTenant(orgId, async (tx) => {
    await tx.delete(exportFiles).where(own);
  });
}
