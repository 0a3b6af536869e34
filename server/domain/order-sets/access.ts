import { and, eq, inArray } from 'drizzle-orm';
import { catalogTests, orderSets } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import type { Context } from '../../shared/context';
import { notFound, pathId, readId, showId } from '../../shared/ids';
import { presentTest, type TestRow } from '../catalog/present';
import type { OrderSet } from './contract';

type SetRow = typeof orderSets.$inferSelect;

/** Those who order tests. */
export const CHANGE = { scope: 'labs:write', role: 'clinician', peopleOnly: true } as const;

/** Locked, so that of two changes the later one is complete. @throws DomainError `not_found` */
export async function findSet(tx: Tx, ctx: Context, id: string): Promise<SetRow> {
  const [row] = await tx
    .select()
    .from(orderSets)
    .where(and(eq(orderSets.orgId, ctx.actor.orgId), eq(orderSets.id, pathId('order_set', id))))
    .for('update');
  if (!row) throw notFound();
  return row;
}

function testsById(tx: Tx, ctx: Context, ids: string[]): Promise<TestRow[]> {
  return tx
    .select()
    .from(catalogTests)
    .where(and(eq(catalogTests.orgId, ctx.actor.orgId), inArray(catalogTests.id, ids)));
}

/**
 * The laboratory and the UUIDs of the tests of a set.
 * @param before tests of the set, which stay in it when the laboratory no longer offers them
 * @throws DomainError `validation_failed`
 */
export async function readTests(
  tx: Tx,
  ctx: Context,
  testIds: readonly string[],
  before: readonly string[] = [],
): Promise<{ labId: string; testIds: string[] }> {
  const ids = testIds.map((id) => readId('catalog_test', id)!);
  const known = await testsById(tx, ctx, ids);
  const tests = ids.map((id) => known.find((test) => test.id === id));
  const errors: FieldError[] = ids.flatMap((id, index): FieldError[] => {
    const pointer = `/test_ids/${index}`;
    const test = tests[index];
    if (!test) return [{ pointer, code: 'not_allowed', message: 'is not in the catalog' }];
    if (!test.active && !before.includes(id))
      return [{ pointer, code: 'not_allowed', message: 'is not active in the catalog' }];
    if (ids.indexOf(id) < index) return [{ pointer, code: 'not_unique', message: 'repeats another test' }];
    if (tests[0] && test.labId !== tests[0].labId)
      return [{ pointer, code: 'not_allowed', message: 'is a test of another laboratory' }];
    return [];
  });
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  return { labId: tests[0]!.labId, testIds: ids };
}

export async function presentSets(tx: Tx, ctx: Context, rows: readonly SetRow[]): Promise<OrderSet[]> {
  if (rows.length === 0) return [];
  const known = new Map(
    (await testsById(tx, ctx, [...new Set(rows.flatMap((row) => row.testIds))])).map((test) => [
      test.id,
      test,
    ]),
  );
  return rows.map((row) => {
    const tests = row.testIds.map((id) => known.get(id)).filter((test) => test !== undefined);
    return {
      id: showId('order_set', row.id),
      object: 'order_set' as const,
      version: row.version,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      created_by: row.createdBy,
      name: row.name,
      lab: { id: row.labId, name: tests[0]?.labName ?? row.labId },
      tests: tests.filter(({ active }) => active).map(presentTest),
      missing: tests
        .filter(({ active }) => !active)
        .map(({ id, name }) => ({ id: showId('catalog_test', id), name })),
    };
  });
}
