import { asc } from 'drizzle-orm';
import { auditFilters } from '../../db/schema/index';
import { caseless } from '../../shared/list-filters';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { SavedAuditFilterList } from './contract';
import { mine, OWN } from './saved-filters';

/** The user's saved filters by name. */
export function listAuditFilters(ctx: Context): Promise<SavedAuditFilterList> {
  return perform(ctx, { action: 'list_audit_filters', kind: 'list', ...OWN }, async (tx) => {
    const data = await tx
      .select({ name: auditFilters.name, filter: auditFilters.filter })
      .from(auditFilters)
      .where(mine(ctx))
      .orderBy(asc(caseless(auditFilters.name)), asc(auditFilters.name));
    return { output: { data }, audit: { detail: { count: data.length } } };
  });
}
