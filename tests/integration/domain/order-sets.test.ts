import { beforeAll, describe, expect, it } from 'vitest';
import { listCatalogInput } from '../../../server/domain/catalog/contract';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { readId } from '../../../server/shared/ids';
import { createOrderSetInput, orderSet } from '../../../server/domain/order-sets/contract';
import { createOrderSet } from '../../../server/domain/order-sets/create-order-set';
import { deleteOrderSet } from '../../../server/domain/order-sets/delete-order-set';
import { listOrderSets } from '../../../server/domain/order-sets/list-order-sets';
import { updateOrderSet } from '../../../server/domain/order-sets/update-order-set';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { meetBeforeWriting } from '../../support/locked-rows';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';

/** Named sets of tests that are ordered together. */

describe('order sets', () => {
  const ids = async (own: TestOrg, ...codes: string[]) => {
    const { data } = await listCatalog(own.ctx, listCatalogInput.parse({ limit: 100 }));
    return codes.map((code) => data.find((test) => test.code === code)!.id);
  };
  const errorsOf = (pointer: string, code: string) => ({
    code: 'validation_failed',
    extras: { errors: [{ pointer, code }] },
  });
  let own: TestOrg;
  let clinician: Context;

  beforeAll(async () => {
    own = await testOrg();
    await upsertCatalog(own.ctx, await catalogEntries());
    clinician = await personContext(own, 'clinician');
  });

  it('keep their tests in order, belong to one organization and are changed by those who order', async () => {
    const test_ids = await ids(own, 'LIPID', 'A1C', 'BMP');
    const made = await createOrderSet(clinician, { name: 'Diabetes follow-up', test_ids });
    expect(orderSet.parse(made)).toEqual(made);
    expect(made).toMatchObject({ lab: { id: 'example-lab' }, missing: [] });
    expect(made.tests.map(({ code }) => code)).toEqual(['LIPID', 'A1C', 'BMP']);
    const viewer = await personContext(own, 'viewer');
    expect(await listOrderSets(viewer)).toEqual({ data: [made] });
    const renamed = await updateOrderSet(clinician, { id: made.id, name: 'Diabetes' });
    expect(renamed).toMatchObject({ name: 'Diabetes', version: 2, tests: made.tests });
    // Another user has changed it since.
    await expect(
      updateOrderSet({ ...clinician, ifMatch: 1 }, { id: made.id, name: 'Mine' }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
    const other = await testOrg();
    expect(await listOrderSets(other.ctx)).toEqual({ data: [] });
    const stranger = await personContext(other, 'clinician');
    await expect(updateOrderSet(stranger, { id: made.id, name: 'Mine' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(deleteOrderSet(stranger, { id: made.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteOrderSet(viewer, { id: made.id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(deleteOrderSet(keyContext(own.orgId), { id: made.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await deleteOrderSet(clinician, { id: made.id });
    expect(await listOrderSets(viewer)).toEqual({ data: [] });
  });

  it('have one name for each laboratory, ignoring capitals', async () => {
    const [lipid, glucose] = (await ids(own, 'LIPID', 'GLU')) as [string, string];
    const entry = (await catalogEntries()).find(({ code }) => code === 'GLU')!;
    await upsertCatalog(own.ctx, [{ ...entry, code: 'ELSEWHERE', lab: { id: 'other-lab', name: 'Other' } }]);
    const [elsewhere] = (await ids(own, 'ELSEWHERE')) as [string];
    await createOrderSet(clinician, { name: 'Yearly', test_ids: [lipid] });
    const second = await createOrderSet(clinician, { name: 'Monthly', test_ids: [glucose] });
    await expect(createOrderSet(clinician, { name: 'yearly', test_ids: [glucose] })).rejects.toMatchObject({
      extras: { errors: [{ pointer: '/name', message: 'Name is already used by another order set.' }] },
    });
    await expect(updateOrderSet(clinician, { id: second.id, name: 'YEARLY' })).rejects.toMatchObject(
      errorsOf('/name', 'not_unique'),
    );
    await createOrderSet(clinician, { name: 'Yearly', test_ids: [elsewhere] });
    await expect(
      createOrderSet(clinician, { name: 'Mixed', test_ids: [lipid, elsewhere] }),
    ).rejects.toMatchObject(errorsOf('/test_ids/1', 'not_allowed'));
    await expect(
      createOrderSet(clinician, { name: 'Twice', test_ids: [lipid, lipid] }),
    ).rejects.toMatchObject(errorsOf('/test_ids/1', 'not_unique'));
  });

  it('name the tests that are no longer offered, and keep them until they are removed', async () => {
    const [hgb, cmp] = (await ids(own, 'HGB', 'CMP')) as [string, string];
    const set = await createOrderSet(clinician, { name: 'Outdated', test_ids: [hgb, cmp] });
    await asSuperuser("UPDATE catalog_tests SET active = false WHERE org_id = $1 AND code = 'HGB'", [
      own.orgId,
    ]);
    const renamed = await updateOrderSet(clinician, { id: set.id, name: 'Old', test_ids: [hgb, cmp] });
    expect(renamed.tests.map(({ code }) => code)).toEqual(['CMP']);
    expect(renamed.missing).toEqual([{ id: hgb, name: 'Hemoglobin' }]);
    await expect(createOrderSet(clinician, { name: 'New', test_ids: [hgb] })).rejects.toMatchObject(
      errorsOf('/test_ids/0', 'not_allowed'),
    );
    const cleaned = await updateOrderSet(clinician, { id: set.id, test_ids: [cmp] });
    expect(cleaned).toMatchObject({ name: 'Old', missing: [] });
  });

  it('have limits: 100 sets, 50 tests, 80 characters', async () => {
    const [test_id] = (await ids(own, 'LIPID')) as [string];
    await asSuperuser(
      `INSERT INTO order_sets (org_id, id, created_at, updated_at, created_by, name, lab_id, test_ids)
       SELECT $1, gen_random_uuid(), now(), now(), 'system', 'Set ' || n, 'example-lab', ARRAY[$2::uuid]
       FROM generate_series(1, 99 - (SELECT count(*)::int FROM order_sets WHERE org_id = $1)) n`,
      [own.orgId, readId('catalog_test', test_id)],
    );
    const add = (name: string) => createOrderSet(clinician, { name, test_ids: [test_id] });
    const last = await meetBeforeWriting('order_sets', [() => add('One'), () => add('Two')]);
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(add('One more')).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await listOrderSets(own.ctx)).data).toHaveLength(100);
    const parse = (name: string, count: number) =>
      createOrderSetInput.safeParse({ name, test_ids: Array.from({ length: count }, () => test_id) }).success;
    expect([
      parse('x'.repeat(80), 50),
      parse('x'.repeat(81), 1),
      parse('x', 51),
      parse('x', 0),
      parse(' ', 1),
    ]).toEqual([true, false, false, false, false]);
  });
});
