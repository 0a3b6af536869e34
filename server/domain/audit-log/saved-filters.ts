import { and, eq, type SQL } from 'drizzle-orm';
import { auditFilters } from '../../db/schema/index';
import type { Context } from '../../shared/context';

/** As for the audit log itself. */
export const OWN = { role: 'auditor', peopleOnly: true } as const;

/** The user ID is from the context, never from the input. */
export const mine = (ctx: Context): SQL =>
  and(eq(auditFilters.orgId, ctx.actor.orgId), eq(auditFilters.userId, ctx.actor.id!))!;
