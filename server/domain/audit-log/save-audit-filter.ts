import { lockThing } from '../../db/locks';
import { auditFilters } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { SavedAuditFilter } from './contract';
import { MOST_FILTERS } from './rules';
import { mine, OWN } from './saved-filters';

/** @throws DomainError `invalid_state` if the name is taken or there are too many */
export function saveAuditFilter(ctx: Context, input: SavedAuditFilter): Promise<SavedAuditFilter> {
  return perform(ctx, { action: 'save_audit_filter', kind: 'write', ...OWN }, async (tx) => {
    await lockThing(tx, 'audit_filters', ctx.actor.orgId, ctx.actor.id!);
    const others = await tx.select({ name: auditFilters.name }).from(auditFilters).where(mine(ctx));
    // Case is ignored, because two such names look like one filter.
    const taken = others.find(({ name }) => name.toLowerCase() === input.name.toLowerCase());
    if (taken)
      throw new DomainError('invalid_state', 'You already have a filter with this name.', {
        errors: [{ pointer: '/name', code: 'not_allowed', message: 'must differ from your other filters' }],
      });
    if (others.length >= MOST_FILTERS)
      throw new DomainError('invalid_state', `You have ${MOST_FILTERS} saved filters. Delete one first.`);
    await tx
      .insert(auditFilters)
      .values({ orgId: ctx.actor.orgId, userId: ctx.actor.id!, ...input, createdAt: new Date() });
    return { output: input, audit: { detail: { fields: Object.keys(input.filter) } } };
  });
}
