import { and, desc, eq, gt } from 'drizzle-orm';
import { chartAccesses } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { pathId } from '../../shared/ids';

export type ChartAccessRow = typeof chartAccesses.$inferSelect;

/** Until when the user may see the restricted chart of a patient (UUID). */
export async function openUntil(tx: Tx, ctx: Context, patientId: string): Promise<string | null> {
  const [row] = await tx
    .select({ expiresAt: chartAccesses.expiresAt })
    .from(chartAccesses)
    .where(
      and(
        eq(chartAccesses.orgId, ctx.actor.orgId),
        eq(chartAccesses.userId, ctx.actor.id!),
        eq(chartAccesses.patientId, patientId),
        gt(chartAccesses.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(chartAccesses.expiresAt))
    .limit(1);
  return row?.expiresAt.toISOString() ?? null;
}

/** Returns the end of the user's own access, without patient data, so that page loads need no audit row. */
export const accessEnd = (ctx: Context, id: string): Promise<string | null> =>
  withTenant(ctx.actor.orgId, (tx) => openUntil(tx, ctx, pathId('patient', id)));
