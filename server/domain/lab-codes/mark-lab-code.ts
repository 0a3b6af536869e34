import { and, eq } from 'drizzle-orm';
import { labCodes } from '../../db/schema/index';
import { DomainError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { lockCode } from './access';
import type { LabCode, MarkLabCodeInput } from './contract';
import { presentLabCode } from './present';

/**
 * Marks a laboratory's code as needing no mapping, or removes the mark. Changes no result.
 * @throws DomainError `not_found`, `invalid_state` if the code is mapped
 */
export function markLabCode(ctx: Context, input: MarkLabCodeInput): Promise<LabCode> {
  return perform(
    ctx,
    { action: 'mark_lab_code', kind: 'write', role: 'admin', peopleOnly: true },
    async (tx) => {
      const { orgId } = ctx.actor;
      const { id, ...found } = await lockCode(tx, ctx, input.id);
      if (found.row.loinc !== null) throw new DomainError('invalid_state', 'The code is mapped.');
      const [row] = await tx
        .update(labCodes)
        .set(
          input.mapping_needed
            ? { notNeededBy: null, notNeededAt: null }
            : { notNeededBy: actorName(ctx.actor), notNeededAt: new Date() },
        )
        .where(and(eq(labCodes.orgId, orgId), eq(labCodes.id, id)))
        .returning();
      return {
        output: presentLabCode(row!, found.laboratory),
        audit: {
          objectKind: 'lab_code' as const,
          objectId: id,
          detail: { mapping_needed: input.mapping_needed, before: found.row.notNeededAt === null },
        },
      };
    },
  );
}
