import { namesOfPeople } from '../../shared/actor-names';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import { findErasure, presentErasure, READ } from './access';
import type { Erasure } from './contract';

/** Portal: the certificate of an erasure. @throws DomainError `not_found` */
export function getErasure(ctx: Context, input: { id: string }): Promise<Erasure> {
  return perform(ctx, { action: 'get_erasure', kind: 'read', ...READ }, async (tx) => {
    const row = await findErasure(tx, ctx, input.id);
    return {
      output: presentErasure(row, await namesOfPeople(tx, ctx, [row.erasedBy])),
      audit: { objectKind: 'erasure', objectId: row.id, patientIds: row.recordIds },
    };
  });
}
