import { and, eq, isNull, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { ingestKeys, labConnections } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { removeDestination } from '../order-destinations/access';
import { findLabConnection, MANAGE } from './access';
import type { LabConnectionPath } from './contract';

/**
 * Stops receiving and revokes the connection's keys. Messages are kept, and pending ones are still processed.
 * @throws DomainError `not_found`, `invalid_state` (orders are still queued)
 */
export function deleteLabConnection(ctx: Context, input: LabConnectionPath): Promise<void> {
  return perform(ctx, { action: 'delete_lab_connection', kind: 'write', ...MANAGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const { id } = await findLabConnection(tx, ctx, input.id, { lock: true });
    await removeDestination(tx, ctx, id);
    const now = new Date();
    await tx
      .update(labConnections)
      .set({
        deletedAt: now,
        updatedAt: databaseTime,
        enabled: false,
        version: sql`${labConnections.version} + 1`,
      })
      .where(and(eq(labConnections.orgId, orgId), eq(labConnections.id, id)));
    const ended = await tx
      .update(ingestKeys)
      .set({ revokedAt: now, revokedBy: actorName(ctx.actor) })
      .where(and(eq(ingestKeys.orgId, orgId), eq(ingestKeys.connectionId, id), isNull(ingestKeys.revokedAt)))
      .returning({ id: ingestKeys.id });
    return {
      output: undefined,
      audit: { objectKind: 'lab_connection', objectId: id, detail: { keys: ended.length } },
    };
  });
}
