import { and, asc, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { dataExports, exportFiles } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { isDomainError, type DomainError } from '../../errors/domain-error';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import type { Actor } from '../../shared/context';
import { readId } from '../../shared/ids';
import { isAllowed } from '../../shared/perform';
import { currentHorizon } from '../../shared/positions';
import { storage } from '../../storage/index';
import { rightsOf } from '../documents/current-actor';
import { SCOPE_OF, USE, type ExportRow, type FileRow } from './access';
import { claimExport, failExport, giveBack, postpone, type Due } from './queue';
import { whereOf, writeFile, type NextFile } from './write-file';

/** The service stops exporting before it could no longer store documents. */
const LEFT_FREE = 1024 ** 3;

/** Writes the next file of the export that is due for the longest time. @returns false if none is due */
export async function exportNext(signal: AbortSignal, now = new Date()): Promise<boolean> {
  const due = await claimExport(now);
  if (due) await continueExport(due, signal);
  return due !== null;
}

/** Writes the next file of a claimed export. */
export async function continueExport(due: Due, signal: AbortSignal): Promise<void> {
  const next = await findNext(due);
  if (!next) return;
  if (next === 'access_ended') await failExport(due, next);
  else if ((await freeBytes()) < LEFT_FREE) await failExport(due, 'storage_full');
  else await attempt(due, next, signal);
}

/** The first file creates the folder. */
async function freeBytes(): Promise<number> {
  const free = await storage()
    .freeBytes?.()
    .catch(() => undefined);
  return free ?? Infinity;
}

async function attempt(due: Due, next: NextFile, signal: AbortSignal): Promise<void> {
  try {
    await writeFile(next, signal);
  } catch (error) {
    const code = isDomainError(error) ? (error as DomainError).code : null;
    if (signal.aborted) return giveBack(due);
    // Canceled, ended by an erasure, or written by another worker.
    if (code === 'not_found') return;
    logger.error({ ...whereOf(next), ...safeError(error) }, 'a file of an export could not be written');
    if (code === 'storage_full') await failExport(due, code);
    else await postpone(due);
  }
}

/** Starts the export if it is queued. @returns null if it has ended */
function findNext({ orgId, id }: Due): Promise<NextFile | 'access_ended' | null> {
  return withTenant(orgId, async (tx) => {
    const own = and(eq(dataExports.orgId, orgId), eq(dataExports.id, id));
    const [row] = await tx.select().from(dataExports).where(own).for('update');
    if (!row || !['queued', 'running'].includes(row.status)) return null;
    const rights = await rightsOf(tx, actorOf(row));
    if (!rights) return 'access_ended';
    const actor: Actor = { ...actorOf(row), role: rights.role, scopes: new Set(rights.scopes) };
    const ctx = { actor, transport: 'v1', requestId: row.requestId, ip: null } as const;
    const isStill = (scope: (typeof USE.scope)[number]) => isAllowed(ctx, { ...USE, scope });
    if (!row.resources.every((resource) => isStill(SCOPE_OF[resource]))) return 'access_ended';
    // The position is read before the records, so that the events after it contain what a page misses.
    if (row.status === 'queued')
      await tx
        .update(dataExports)
        .set({
          status: 'running',
          startedAt: new Date(),
          position: currentHorizon,
          updatedAt: databaseTime,
          version: row.version + 1,
        })
        .where(own);
    const files = await tx
      .select()
      .from(exportFiles)
      .where(and(eq(exportFiles.orgId, orgId), eq(exportFiles.exportId, id)))
      .orderBy(asc(exportFiles.id));
    return { ctx, exportId: id, updatedSince: row.updatedSince, ...placeOf(row, files.at(-1)) };
  });
}

type Place = Pick<NextFile, 'resource' | 'part' | 'after' | 'isLastResource'>;

/** Files are written in the order of the resources. */
function placeOf({ resources }: ExportRow, last: FileRow | undefined): Place {
  const goesOn = last && !last.isLast;
  const at = !last ? 0 : resources.indexOf(last.resource) + (last.isLast ? 1 : 0);
  return {
    resource: resources[at]!,
    part: goesOn ? last.part + 1 : 1,
    after: goesOn ? last.lastId : null,
    isLastResource: at === resources.length - 1,
  };
}

function actorOf({ orgId, createdBy, appId }: ExportRow): Pick<Actor, 'kind' | 'id' | 'orgId' | 'app'> {
  const [user, key] = [readId('user', createdBy), readId('api_key', createdBy)];
  if (user) return { kind: 'user', id: user, orgId, ...(appId ? { app: appId } : {}) };
  return key ? { kind: 'api_key', id: key, orgId } : { kind: 'system', id: null, orgId };
}
