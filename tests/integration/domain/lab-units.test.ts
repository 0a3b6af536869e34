import { beforeAll, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { labUnitList } from '../../../server/domain/lab-units/contract';
import { listLabUnits } from '../../../server/domain/lab-units/list-lab-units';
import { mapLabUnit } from '../../../server/domain/lab-units/map-lab-unit';
import { keyContext } from '../../support/database';
import { deliver, laboratory, type TestLaboratory } from '../../support/intake';
import { msh, obr, openLaboratory, org, pid, resultOf } from './inbound-support';
import { members } from './reviews-support';

/** Mappings of a laboratory's units. */

let admin: Context;
let clinician: Context;
beforeAll(async () => {
  await openLaboratory();
  [admin, clinician] = await members(org, 'admin', 'clinician');
});
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });

let number = 0;
const lineWith = async (lab: TestLaboratory, unit: string) => {
  const obx = `OBX|1|NM|GLU^Glucose^L||5.1|${unit}|||||F`;
  const result = await resultOf(await deliver(lab, msh(), pid(), obr({ filler: `U-${++number}` }), obx));
  return result.panels[0]!.observations[0]!;
};
const units = async (lab: TestLaboratory) => {
  const list = await listLabUnits(fresh(admin), { connection_id: lab.labId });
  expect(labUnitList.parse(list)).toEqual(list);
  return list.data.map(({ unit, ucum }) => [unit, ucum]);
};

it('lists an unknown unit; when mapped, later messages show it next to the original unit', async () => {
  const lab = await laboratory(org);
  expect(await lineWith(lab, 'Einh/wk')).toMatchObject({ unit: 'Einh/wk', ucum: null });
  expect(await units(lab)).toEqual([['Einh/wk', null]]);
  await mapLabUnit(fresh(admin), { connection_id: lab.labId, unit: 'Einh/wk', ucum: "[arb'U]/wk" });
  expect(await lineWith(lab, 'Einh/wk')).toMatchObject({ unit: 'Einh/wk', ucum: "[arb'U]/wk" });
  expect(await units(lab)).toEqual([['Einh/wk', "[arb'U]/wk"]]);
  await mapLabUnit(fresh(admin), { connection_id: lab.labId, unit: 'Einh/wk', ucum: '{unit}/wk' });
  expect(await units(lab)).toEqual([['Einh/wk', '{unit}/wk']]);
  await mapLabUnit(fresh(admin), { connection_id: lab.labId, unit: 'Einh/wk', ucum: null });
  expect(await lineWith(lab, 'Einh/wk')).toMatchObject({ ucum: null });
});

it('maps a unit for one connection, by administrators only', async () => {
  const [one, other] = [await laboratory(org), await laboratory(org)];
  await mapLabUnit(fresh(admin), { connection_id: one.labId, unit: 'Einh', ucum: '{unit}' });
  expect(await lineWith(other, 'Einh')).toMatchObject({ ucum: null });
  expect(await units(one)).toEqual([['Einh', '{unit}']]);
  const again = { connection_id: one.labId, unit: 'Einh', ucum: null };
  await expect(mapLabUnit(fresh(clinician), again)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(mapLabUnit(keyContext(org.orgId), again)).rejects.toMatchObject({ code: 'forbidden' });
});
