import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { findExport, presentExports, USE } from './access';
import type { Export } from './contract';

/** @throws DomainError `not_found` */
export function getExport(ctx: Context, input: { id: string }): Promise<Export> {
  return perform(ctx, { action: 'get_export', kind: 'read', ...USE }, async (tx) => {
    const row = await findExport(tx, ctx, input.id);
    const [output] = await presentExports(tx, ctx, [row]);
    return { output: output!, audit: { objectKind: 'export', objectId: row.id } };
  });
}
