import { and, eq, isNotNull } from 'drizzle-orm';
import { organisations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { presentSuspension, type Suspension } from './suspension';

/**
 * Operator's tool: ends a suspension. All credentials work again, and pending deliveries are sent.
 * @throws DomainError `invalid_state` (not suspended)
 */
export function resumeOrganisation(ctx: Context): Promise<Suspension> {
  return perform(ctx, { action: 'resume_organisation', kind: 'write', role: 'admin' }, async (tx) => {
    const { orgId } = ctx.actor;
    const [row] = await tx
      .update(organisations)
      .set({ suspendedAt: null })
      .where(and(eq(organisations.id, orgId), isNotNull(organisations.suspendedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The organisation is not suspended.');
    return { output: presentSuspension(row), audit: { objectKind: 'organisation', objectId: orgId } };
  });
}
