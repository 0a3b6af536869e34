import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { EXPORT_RESOURCES } from '../../data-types/export-codes';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import { dataExports } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { assertMayRead, presentExports, USE } from './access';
import type { CreateExportInput, Export } from './contract';

/**
 * Of one organization. In progress: it does not keep the others waiting. Completed: the files share the disk with the
 * documents.
 */
export const mostExports = { inProgress: 3, completed: 20 };

/** @throws DomainError `insufficient_scope`, `limit_reached` */
export async function createExport(ctx: Context, input: CreateExportInput): Promise<Export> {
  assertMayRead(ctx, input.resources);
  return perform(ctx, { action: 'create_export', kind: 'write', ...USE }, async (tx) => {
    const { actor } = ctx;
    await assertRoom(tx, ctx);
    const id = newId();
    const [row] = await tx
      .insert(dataExports)
      .values({
        orgId: actor.orgId,
        id,
        createdAt: idTime(id),
        updatedAt: databaseTime,
        createdBy: actorName(actor),
        appId: actor.app ?? null,
        requestId: ctx.requestId,
        resources: EXPORT_RESOURCES.filter((resource) => input.resources.includes(resource)),
        updatedSince: input.updated_since ? new Date(input.updated_since) : null,
        status: 'queued',
        dueAt: idTime(id),
      })
      .returning();
    const [output] = await presentExports(tx, ctx, [row!]);
    return {
      output: output!,
      audit: { objectKind: 'export', objectId: id, detail: { resources: row!.resources } },
    };
  });
}

/**
 * Counts under a lock, so that concurrent requests cannot exceed the limit. An erasure takes the lock, too, so that no
 * export starts while the records of the patient are being removed.
 */
async function assertRoom(tx: Tx, ctx: Context): Promise<void> {
  const { orgId } = ctx.actor;
  await lockThing(tx, 'exports', orgId);
  const isActive = inArray(dataExports.status, ['queued', 'running']);
  const [found] = await tx
    .select({
      active: sql<number>`(count(*) filter (where ${isActive}))::int`,
      completed: sql<number>`(count(*) filter (where not ${isActive}))::int`,
    })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.orgId, orgId),
        or(isActive, and(eq(dataExports.status, 'completed'), gt(dataExports.expiresAt, new Date()))),
      ),
    );
  if (found!.active >= mostExports.inProgress)
    throw new DomainError(
      'limit_reached',
      `An organization has at most ${mostExports.inProgress} exports in progress.`,
    );
  if (found!.completed >= mostExports.completed)
    throw new DomainError(
      'limit_reached',
      `An organization has at most ${mostExports.completed} exports that have not expired. Cancel one of them.`,
    );
}
