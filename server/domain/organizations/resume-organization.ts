import { and, eq, isNotNull } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { presentSuspension, type Suspension } from './suspension';

/**
 * Operator's tool: ends a suspension. All credentials work again, and pending deliveries are sent.
 * @throws DomainError `invalid_state` (not suspended)
 */
export function resumeOrganization(ctx: Context): Promise<Suspension> {
  return perform(ctx, { action: 'resume_organization', kind: 'write', role: 'admin' }, async (tx) => {
    const { orgId } = ctx.actor;
    const [row] = await tx
      .update(organizations)
      .set({ suspendedAt: null })
      .where(and(eq(organizations.id, orgId), isNotNull(organizations.suspendedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The organization is not suspended.');
    return { output: presentSuspension(row), audit: { objectKind: 'organization', objectId: orgId } };
  });
}
