import { and, eq, sql } from 'drizzle-orm';
import { labResults } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import type { Context } from '../../../shared/context';

/** `uuid` of the report with this key of a laboratory. */
export async function reportIdUnder(
  tx: Tx,
  ctx: Context,
  labId: string,
  key: string,
): Promise<string | null> {
  const [found] = await tx
    .select({ id: labResults.id })
    .from(labResults)
    .where(
      and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.labId, labId), eq(labResults.reportKey, key)),
    );
  return found?.id ?? null;
}

/** Releases the key of a report that is closed, so that later messages with it create a new report. */
export async function releaseKey(tx: Tx, ctx: Context, labId: string, key: string): Promise<void> {
  await tx
    .update(labResults)
    .set({ reportKey: sql`'closed:' || ${labResults.id}::text` })
    .where(
      and(eq(labResults.orgId, ctx.actor.orgId), eq(labResults.labId, labId), eq(labResults.reportKey, key)),
    );
}
