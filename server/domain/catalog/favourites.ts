import { and, eq, type SQL } from 'drizzle-orm';
import { catalogTests, favouriteTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../shared/context';
import { notFound, pathId } from '../shared/ids';

/** What the three verbs of favourites share. */

/** Whoever may order. */
export const OWN = { scope: 'labs:write', role: 'clinician', peopleOnly: true } as const;

/** More than fit on a screen are no favourites. */
export const MOST_FAVOURITES = 30;

/** Of nobody else: the person is never taken from the input. */
export const mine = (ctx: Context): SQL =>
  and(eq(favouriteTests.orgId, ctx.actor.orgId), eq(favouriteTests.userId, ctx.actor.id!))!;

/** @returns `uuid` @throws DomainError `not_found` */
export async function requireTest(tx: Tx, ctx: Context, id: string): Promise<string> {
  const testId = pathId('catalog_test', id);
  const [test] = await tx
    .select({ id: catalogTests.id })
    .from(catalogTests)
    .where(and(eq(catalogTests.orgId, ctx.actor.orgId), eq(catalogTests.id, testId)));
  if (!test) throw notFound();
  return testId;
}
