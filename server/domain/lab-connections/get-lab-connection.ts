import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { findLabConnection, MANAGE, withBacklog } from './access';
import type { LabConnection, LabConnectionPath } from './contract';

/** @throws DomainError `not_found` */
export function getLabConnection(ctx: Context, input: LabConnectionPath): Promise<LabConnection> {
  return perform(ctx, { action: 'get_lab_connection', kind: 'read', ...MANAGE }, async (tx) => {
    const row = await findLabConnection(tx, ctx, input.id);
    return {
      output: await withBacklog(tx, ctx, row),
      audit: { objectKind: 'lab_connection', objectId: row.id },
    };
  });
}
