import { and, asc, eq, inArray } from 'drizzle-orm';
import { pinnedTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../shared/context';

/** Tests that are pinned to a patient. They belong to the team: everybody who may open the chart sees the same. */

const ofPatient = (ctx: Context, patientId: string) =>
  and(eq(pinnedTests.orgId, ctx.actor.orgId), eq(pinnedTests.patientId, patientId));

export const onePinned = (ctx: Context, patientId: string, testKey: string) =>
  and(ofPatient(ctx, patientId), eq(pinnedTests.testKey, testKey));

/** @param among of these tests alone */
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
