import { and, eq, type SQL } from 'drizzle-orm';
import { catalogTests, favoriteTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';

export const OWN = { scope: 'labs:write', role: 'clinician', peopleOnly: true } as const;

/** About one screen of tests. */
export const MOST_FAVORITES = 30;

/** The user ID is from the context, never from the input. */
export const mine = (ctx: Context): SQL =>
  and(eq(favoriteTests.orgId, ctx.actor.orgId), eq(favoriteTests.userId, ctx.actor.id!))!;

/**
 * @returns UUID
 * @throws DomainError `not_found`
 */
export async function requireTest(tx: Tx, ctx: Context, id: string): Promise<string> {
  const testId = pathId('catalog_test', id);
  const [test] = await tx
    .select({ id: catalogTests.id })
    .from(catalogTests)
    .where(and(eq(catalogTests.orgId, ctx.actor.orgId), eq(catalogTests.id, testId)));
  if (!test) throw notFound();
  return testId;
}
