import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { dataExports } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { assertMayRead, findExport, presentExports, statusAt, USE } from './access';
import type { Export } from './contract';

/**
 * Stops an export in progress, and ends a completed one before it expires. The sweep removes the files.
 * @throws DomainError `not_found`, `insufficient_scope`, `invalid_state`
 */
export function cancelExport(ctx: Context, input: { id: string }): Promise<Export> {
  return perform(ctx, { action: 'cancel_export', kind: 'write', ...USE }, async (tx) => {
    const row = await findExport(tx, ctx, input.id, { lock: true });
    assertMayRead(ctx, row.resources);
    const status = statusAt(row);
    if (status === 'failed' || status === 'expired')
      throw new DomainError('invalid_state', `The export is ${status}. It has no files.`);
    const [after] =
      status === 'cancelled'
        ? [row]
        : await tx
            .update(dataExports)
            .set({
              status: 'cancelled',
              dueAt: null,
              expiresAt: new Date(),
              updatedAt: databaseTime,
              version: row.version + 1,
            })
            .where(and(eq(dataExports.orgId, row.orgId), eq(dataExports.id, row.id)))
            .returning();
    const [output] = await presentExports(tx, ctx, [after!]);
    return { output: output!, audit: { objectKind: 'export', objectId: row.id } };
  });
}
