import { and, eq } from 'drizzle-orm';
import { auditFilters } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { mine, OWN } from './saved-filters';

/** Idempotent. */
export function deleteAuditFilter(ctx: Context, { name }: { name: string }): Promise<{ name: string }> {
  return perform(ctx, { action: 'delete_audit_filter', kind: 'write', ...OWN }, async (tx) => {
    await tx.delete(auditFilters).where(and(mine(ctx), eq(auditFilters.name, name)));
    return { output: { name }, audit: {} };
  });
}
