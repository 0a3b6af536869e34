import { beforeAll, describe, expect, it } from 'vitest';
import { listCatalogInput } from '../../../server/domain/catalog/contract';
import { importCatalog } from '../../../server/domain/catalog/import-catalog';
import {
  catalogImport,
  catalogImportPreview,
  catalogLabList,
} from '../../../server/domain/catalog/import-contract';
import { listCatalog } from '../../../server/domain/catalog/list-catalog';
import { listCatalogImports } from '../../../server/domain/catalog/list-catalog-imports';
import { listCatalogLabs } from '../../../server/domain/catalog/list-catalog-labs';
import { previewCatalogImport } from '../../../server/domain/catalog/preview-catalog-import';
import { undoCatalogImport } from '../../../server/domain/catalog/undo-catalog-import';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import type { Context } from '../../../server/shared/context';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';
import { freshPatient } from '../matrix/fixture';
import { nightly } from '../../support/test-size';

const LAB = { lab_id: 'central', lab_name: 'Central Laboratory' };

describe('catalog import', () => {
  let own: TestOrg;
  let admin: Context;

  const preview = (content: string, deactivate_missing = false) =>
    previewCatalogImport(admin, { ...LAB, content, deactivate_missing });
  async function take(content: string, deactivate_missing = false) {
    const { digest } = await preview(content, deactivate_missing);
    return importCatalog(admin, { ...LAB, content, deactivate_missing, digest });
  }
  const tests = async (active: 'true' | 'false' = 'true') => {
    const input = listCatalogInput.parse({ lab_id: LAB.lab_id, active, limit: 100 });
    return (await listCatalog(admin, input)).data;
  };
  /** Without times, which an undo does not restore. */
  const stored = () =>
    asSuperuser(
      `SELECT to_jsonb(t) - 'updated_at' AS row FROM catalog_tests t WHERE org_id = $1 AND active ORDER BY code`,
      [own.orgId],
    );

  beforeAll(async () => {
    own = await testOrg();
    admin = await personContext(own, 'admin');
  });

  it('is previewed without a change, applied as shown, and undone exactly', async () => {
    const first =
      'code,name,turnaround_hours,components\nNA,Sodium,4,\nK,Potassium,4,\nBMP,Basic panel,8,NA|K';
    const shown = await preview(first);
    expect(catalogImportPreview.parse(shown)).toEqual(shown);
    expect(await tests()).toEqual([]);
    const made = await take(first);
    expect(catalogImport.parse(made)).toEqual(made);
    expect(made).toMatchObject({ added: 3, changed: 0, deactivated: 0, can_undo: true, undone_at: null });
    const panel = (await tests()).find(({ code }) => code === 'BMP')!;
    expect(panel.components.map(({ test_id }) => test_id)).toEqual(
      (await tests())
        .filter(({ code }) => code !== 'BMP')
        .map(({ id }) => id)
        .reverse(),
    );

    const before = await stored();
    const second = await take('code,name,unit\nNA,Sodium ion,mmol/L\nFE,Iron,', true);
    expect(second).toMatchObject({ added: 1, changed: 1, deactivated: 2 });
    expect((await tests()).map(({ name, unit }) => [name, unit])).toEqual([
      ['Iron', null],
      ['Sodium ion', 'mmol/L'],
    ]);
    await expect(undoCatalogImport(admin, { id: made.id })).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await undoCatalogImport(admin, { id: second.id })).toMatchObject({ can_undo: false });
    expect(await stored()).toEqual(before);
    expect((await tests('false')).map(({ code }) => code)).toEqual(['FE']);
    await expect(undoCatalogImport(admin, { id: second.id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect((await listCatalogImports(admin)).data.map(({ id, can_undo }) => [id, can_undo])).toEqual([
      [second.id, false],
      [made.id, true],
    ]);
  });

  it('gives orders their expected time, and leaves placed orders as they are', async () => {
    const patient = await createPatient(own.ctx, freshPatient('Compendium'));
    const order = await createLabOrder(
      admin,
      createLabOrderInput.parse({ patient_id: patient.id, lab_id: LAB.lab_id, items: [{ code: 'NA' }] }),
    );
    expect(Date.parse(order.expected_by!) - Date.parse(order.created_at)).toBeCloseTo(4 * 3_600_000, -4);
    await take('code,name,turnaround_hours\nNA,Renamed,96');
    const kept = await getLabOrder(own.ctx, { id: order.id });
    expect([kept.items[0]!.name, kept.expected_by]).toEqual(['Sodium', order.expected_by]);
  });

  it('is rejected with errors, without a change, and after a change since the preview', async () => {
    const before = await stored();
    const broken = 'code,name\nNA,\nNA,Twice';
    const { digest, errors } = await preview(broken);
    expect(errors.map(({ line }) => line)).toEqual([2, 3]);
    const input = { ...LAB, deactivate_missing: false };
    await expect(importCatalog(admin, { ...input, content: broken, digest })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const same = 'code\nNA';
    await expect(
      importCatalog(admin, { ...input, content: same, digest: (await preview(same)).digest }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    const renamed = 'code,name\nK,Kalium';
    const early = (await preview(renamed)).digest;
    await take('code,name\nK,Potassium level');
    await expect(importCatalog(admin, { ...input, content: renamed, digest: early })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await undoCatalogImport(admin, { id: (await listCatalogImports(admin)).data[0]!.id });
    expect(await stored()).toEqual(before);
  });

  it('writes thousands of tests', nightly, async () => {
    const many = Array.from({ length: 1_200 }, (_, nth) => `T${nth},Test ${nth},${(nth % 72) + 1}`);
    const lab = { lab_id: 'large', lab_name: 'Large', deactivate_missing: false };
    const content = ['code,name,turnaround_hours', ...many].join('\n');
    const { digest, added } = await previewCatalogImport(admin, { ...lab, content });
    expect(added).toHaveLength(200);
    const made = await importCatalog(admin, { ...lab, content, digest });
    expect(made.added).toBe(1_200);
    const labs = await listCatalogLabs(admin);
    expect(catalogLabList.parse(labs)).toEqual(labs);
    expect(labs.data.find(({ id }) => id === 'large')).toEqual({
      id: 'large',
      name: 'Large',
      active: 1_200,
      inactive: 0,
    });
  });

  it('lists tests by name without regard to case, in pages', async () => {
    const lab = { lab_id: 'cases', lab_name: 'Cases', deactivate_missing: false };
    const content = 'code,name\n1,BUN\n2,basic panel\n3,Calcium\n4,ALT\n5,Albumin\n6,albumin';
    await importCatalog(admin, {
      ...lab,
      content,
      digest: (await previewCatalogImport(admin, { ...lab, content })).digest,
    });
    for (const sort of ['name', '-name']) {
      const names: string[] = [];
      let cursor: string | null | undefined;
      do {
        const input = { lab_id: 'cases', limit: 1, sort, ...(cursor ? { cursor } : {}) };
        const page = await listCatalog(admin, listCatalogInput.parse(input));
        names.push(...page.data.map(({ name }) => name.toLowerCase()));
        cursor = page.next_cursor;
      } while (cursor);
      const expected = ['albumin', 'albumin', 'alt', 'basic panel', 'bun', 'calcium'];
      expect(names).toEqual(sort === 'name' ? expected : expected.reverse());
    }
  });

  it('is offered for laboratories only', async () => {
    const laboratory = await createLabConnection(admin, { name: 'Laboratory', transport: 'https' });
    const hospital = await createLabConnection(admin, {
      name: 'Hospital',
      transport: 'https',
      kind: 'hospital_feed',
      create_patients: false,
      update_demographics: [],
    });
    const ids = (await listCatalogLabs(admin)).data.map(({ id }) => id);
    expect(ids).toContain(laboratory.id);
    expect(ids).not.toContain(hospital.id);
  });

  it('belongs to one organization and its administrators', async () => {
    const { data } = await listCatalogImports(admin);
    const stranger = await personContext(await testOrg(), 'admin');
    expect((await listCatalogImports(stranger)).data).toEqual([]);
    await expect(undoCatalogImport(stranger, { id: data[0]!.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    const clinician = await personContext(own, 'clinician');
    const content = 'code,name\nX,X';
    await expect(
      previewCatalogImport(clinician, { ...LAB, content, deactivate_missing: false }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      importCatalog(keyContext(own.orgId), { ...LAB, content, deactivate_missing: false, digest: '' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});
