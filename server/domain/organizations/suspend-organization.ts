import { and, eq, isNull } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { presentSuspension, type Suspension } from './suspension';

const MOST = 500;

/**
 * Operator's tool: suspends the organization of the context. From the commit on, all its credentials are rejected like
 * unknown ones. Nothing is revoked or deleted, so `resumeOrganization` restores everything.
 * @throws DomainError `invalid_state` (already suspended), `validation_failed` (no reason)
 */
export function suspendOrganization(ctx: Context, input: { reason: string }): Promise<Suspension> {
  const reason = input.reason.trim();
  return perform(ctx, { action: 'suspend_organization', kind: 'write', role: 'admin' }, async (tx) => {
    if (reason === '' || reason.length > MOST)
      throw new DomainError('validation_failed', `The reason must have 1 to ${MOST} characters.`);
    const { orgId } = ctx.actor;
    const [row] = await tx
      .update(organizations)
      .set({ suspendedAt: new Date() })
      .where(and(eq(organizations.id, orgId), isNull(organizations.suspendedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The organization is already suspended.');
    return {
      output: presentSuspension(row),
      audit: { objectKind: 'organization', objectId: orgId, detail: { reason } },
    };
  });
}
