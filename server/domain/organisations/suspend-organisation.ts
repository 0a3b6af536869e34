import { and, eq, isNull } from 'drizzle-orm';
import { organisations } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { presentSuspension, type Suspension } from './suspension';

const MOST = 500;

/**
 * Operator's tool: suspends the organization of the context. From the commit on, all its credentials are rejected like
 * unknown ones. Nothing is revoked or deleted, so `resumeOrganisation` restores everything.
 * @throws DomainError `invalid_state` (already suspended), `validation_failed` (no reason)
 */
export function suspendOrganisation(ctx: Context, input: { reason: string }): Promise<Suspension> {
  const reason = input.reason.trim();
  return perform(ctx, { action: 'suspend_organisation', kind: 'write', role: 'admin' }, async (tx) => {
    if (reason === '' || reason.length > MOST)
      throw new DomainError('validation_failed', `The reason must have 1 to ${MOST} characters.`);
    const { orgId } = ctx.actor;
    const [row] = await tx
      .update(organisations)
      .set({ suspendedAt: new Date() })
      .where(and(eq(organisations.id, orgId), isNull(organisations.suspendedAt)))
      .returning();
    if (!row) throw new DomainError('invalid_state', 'The organisation is suspended already.');
    return {
      output: presentSuspension(row),
      audit: { objectKind: 'organisation', objectId: orgId, detail: { reason } },
    };
  });
}
