import { and, asc, eq, inArray } from 'drizzle-orm';
import { pinnedTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';

/** Pinned tests belong to the team: all users who may open the chart see the same ones. */

const ofPatient = (ctx: Context, patientId: string) =>
  and(eq(pinnedTests.orgId, ctx.actor.orgId), eq(pinnedTests.patientId, patientId));

export const onePinned = (ctx: Context, patientId: string, testKey: string) =>
  and(ofPatient(ctx, patientId), eq(pinnedTests.testKey, testKey));

/** @param among restricts the result to these tests */
export async function pinnedKeys(
  tx: Tx,
  ctx: Context,
  patientId: string,
  among?: string[],
): Promise<string[]> {
  const rows = await tx
    .select({ testKey: pinnedTests.testKey })
    .from(pinnedTests)
    .where(and(ofPatient(ctx, patientId), among && inArray(pinnedTests.testKey, among)))
    .orderBy(asc(pinnedTests.createdAt), asc(pinnedTests.testKey));
  return rows.map(({ testKey }) => testKey);
}
