import { beforeAll, describe, expect, it } from 'vitest';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { announceOverdueOrders } from '../../../server/domain/lab-orders/announce-overdue-order';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { collectLabOrder } from '../../../server/domain/lab-orders/collect-lab-order';
import {
  createLabOrderInput,
  listLabOrdersInput,
  labOrder,
  listDueOrdersInput,
} from '../../../server/domain/lab-orders/contract';
import { USUAL_DIAGNOSES } from '../../../server/domain/lab-orders/usual-diagnoses';
import { listOrderDiagnoses } from '../../../server/domain/lab-orders/list-order-diagnoses';
import { countOrders } from '../../../server/domain/lab-orders/count-orders';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { rejectLabOrder } from '../../../server/domain/lab-orders/reject-lab-order';
import { listDueOrders } from '../../../server/domain/lab-orders/list-due-orders';
import { isDueForCollection } from '../../../server/domain/lab-orders/rules';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getOrderSheet } from '../../../server/domain/lab-orders/get-order-sheet';
import { getOrderTemplate } from '../../../server/domain/lab-orders/get-order-template';
import { orderTemplate } from '../../../server/domain/lab-orders/sheet-contract';
import { sendLabOrder } from '../../../server/domain/lab-orders/send-lab-order';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { readId, showId } from '../../../server/shared/ids';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { asSuperuser, keyContext, personContext, testOrg, type TestOrg } from '../../support/database';

/** What a new order is made from, and when its specimen is due. */

let org: TestOrg;
let clinician: Context;
let viewer: Context;
let patient: string;

const person = (given: string) =>
  createPatientInput.parse({
    name: { family: 'Order', given: [given] },
    birth_date: '1950-01-01',
    sex: 'male',
  });
const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string; sequence: number; body: string }>(
      'SELECT type, sequence, body FROM events WHERE org_id = $1 ORDER BY sequence',
      [org.orgId],
    )
  )
    .filter(({ body }) => body.includes(`"id":"${id}"`))
    .map(({ type, sequence }) => [sequence, type]);

beforeAll(async () => {
  org = await testOrg({ demo: true });
  const entries = await catalogEntries();
  const timed = { ...entries.find(({ code }) => code === 'HGB')!, code: 'TIMED', turnaround_hours: 24 };
  await upsertCatalog(org.ctx, [...entries, timed]);
  [clinician, viewer] = [await personContext(org, 'clinician'), await personContext(org, 'viewer')];
  patient = (await createPatient(org.ctx, person('Test'))).id;
});

describe('get_order_template', () => {
  it('returns the tests as the catalog has them now, and names those it no longer has', async () => {
    const own = await testOrg({ demo: true });
    const catalog = await catalogEntries();
    await upsertCatalog(own.ctx, catalog);
    const { id: patient_id } = await createPatient(own.ctx, person('Again'));
    const diagnoses = [{ code: 'E11.9', system: 'icd-10-cm', description: 'Type 2 diabetes' }];
    const input = createLabOrderInput.parse({
      patient_id,
      lab_id: 'example-lab',
      items: [{ code: 'HGB' }, { code: 'CMP' }],
      priority: 'urgent',
      notes: 'Call first.',
      diagnoses,
    });
    const { id, order_number, created_at } = await createLabOrder(own.ctx, input);
    const template = () => getOrderTemplate(own.ctx, { id });
    expect(orderTemplate.parse(await template())).toMatchObject({
      patient_id,
      order_number,
      created_at,
      tests: [{ code: 'HGB' }, { code: 'CMP' }],
      missing: [],
      priority: null,
      diagnoses,
    });
    const mayOrder = await personContext(own, 'clinician');
    await rejectLabOrder(mayOrder, { id, reason: 'Wrong tube.' });
    expect(await template()).toMatchObject({ priority: 'urgent' });
    const stopped = async () => {
      const { data } = await listLabOrders(own.ctx, listLabOrdersInput.parse({ stopped: 'true' }));
      expect((await countOrders(own.ctx)).stopped).toBe(data.length);
      return data.map((order) => order.id);
    };
    const orderAgain = (...codes: string[]) =>
      createLabOrder(own.ctx, { ...input, items: codes.map((code) => ({ code, answers: [] })) });
    await orderAgain('HGB');
    expect(await stopped()).toEqual([id]);
    const again = await orderAgain('CMP');
    expect(await stopped()).toEqual([]);
    await cancelLabOrder(mayOrder, { id: again.id, reason: 'Ordered twice.' });
    expect(await stopped()).toEqual([id]);
    await asSuperuser("UPDATE catalog_tests SET active = false WHERE org_id = $1 AND code = 'HGB'", [
      own.orgId,
    ]);
    expect(await template()).toMatchObject({ tests: [{ code: 'CMP' }], missing: ['Hemoglobin'] });
    const other = await testOrg();
    await expect(getOrderTemplate(other.ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(getOrderTemplate(keyContext(own.orgId, ['labs:write']), { id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

describe('list_order_diagnoses', () => {
  const diagnosed = (patient_id: string, ...diagnoses: object[]) =>
    createLabOrder(
      clinician,
      createLabOrderInput.parse({ patient_id, lab_id: 'example-lab', items: [{ code: 'HGB' }], diagnoses }),
    );
  const one = (code: string, description: string | null = null) => ({
    code,
    system: 'icd-10-cm' as const,
    description,
  });

  it('returns each code of the patient once, the latest order first, with a known description', async () => {
    const { id } = await createPatient(org.ctx, person('Diagnosed'));
    await diagnosed(id, one('E11.9', 'Type 2 diabetes'), one('I10'));
    const last = await diagnosed(id, one('Z79.4'), one('E11.9'));
    await diagnosed(id);
    await diagnosed(patient, one('C50.911'));
    expect(last.diagnoses).toEqual([one('Z79.4'), one('E11.9')]);
    expect((await getOrderSheet(viewer, { id: last.id })).order.diagnoses).toEqual(last.diagnoses);
    expect((await listOrderDiagnoses(viewer, { patient_id: id })).data).toEqual([
      one('Z79.4'),
      one('E11.9', 'Type 2 diabetes'),
      one('I10'),
    ]);
    const other = await testOrg();
    expect(await listOrderDiagnoses(other.ctx, { patient_id: id })).toEqual({
      data: [],
      known: [],
      usual: USUAL_DIAGNOSES,
    });
    await expect(
      listOrderDiagnoses(keyContext(org.orgId, ['patients:read']), { patient_id: id }),
    ).rejects.toMatchObject({ code: 'insufficient_scope' });
  });

  it('finds those of all patients of the organization, the most frequent first, but not of restricted charts', async () => {
    const own = await testOrg({ demo: true });
    await upsertCatalog(own.ctx, await catalogEntries());
    const [ann, bob, cleo, secret] = [
      await createPatient(own.ctx, person('Ann')),
      await createPatient(own.ctx, person('Bob')),
      await createPatient(own.ctx, person('Cleo')),
      await createPatient(own.ctx, person('Secret')),
    ];
    const order = (patient_id: string, ...diagnoses: object[]) =>
      createLabOrder(
        own.ctx,
        createLabOrderInput.parse({ patient_id, lab_id: 'example-lab', items: [{ code: 'HGB' }], diagnoses }),
      );
    await order(ann.id, one('E11.9', 'banana'));
    await order(ann.id, one('I10', 'Hypertension'), one('E11.9'), one('Q99.8', 'Typed for Ann'));
    await order(ann.id, one('E11.9'), one('I10'), one('Q99.8', 'Typed for Ann'), one('Q87.1', 'Noonan'));
    await order(cleo.id, one('E11.9'), one('I10'), one('Q99.8'), one('Q87.1', 'Noonan'));
    await order(cleo.id, one('E11.9'), one('I10'));
    await order(secret.id, one('F20.0', 'Paranoid schizophrenia'));
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [
      readId('patient', secret.id),
    ]);
    const reader = await personContext(own, 'viewer');
    expect(await listOrderDiagnoses(reader, { patient_id: bob.id })).toMatchObject({
      data: [],
      known: [
        one('E11.9', 'Type 2 diabetes mellitus without complications'),
        one('I10', 'Essential (primary) hypertension'),
        one('Q99.8'),
        one('Q87.1', 'Noonan'),
      ],
    });
    expect((await listOrderDiagnoses(reader, { patient_id: ann.id })).data).toContainEqual(
      one('Q99.8', 'Typed for Ann'),
    );
  });

  it('offers at most as many as an order of the portal can have', async () => {
    const { id } = await createPatient(org.ctx, person('Many'));
    const codes = Array.from({ length: 15 }, (_, index) => one(`A${String(index).padStart(2, '0')}`));
    await diagnosed(id, ...codes);
    expect((await listOrderDiagnoses(viewer, { patient_id: id })).data).toEqual(codes.slice(0, 12));
  });

  it('takes a code by its syntax', () => {
    const parse = (code: string) =>
      createLabOrderInput.safeParse({
        patient_id: patient,
        items: [{ code: 'HGB' }],
        diagnoses: [one(code)],
      });
    for (const code of ['I10', 'E11.9', 'C4A.0', 'S72.001A', 'Z3A.38'])
      expect(parse(code).success).toBe(true);
    for (const code of ['', 'e11.9', 'E119', 'E11.', '11.9', 'E11.90123', 'E11,9', 'E11.9 ', 'XE11.9'])
      expect(parse(code).error?.issues).toMatchObject([
        { path: ['diagnoses', 0, 'code'], message: 'must be an ICD-10 code such as E11.9' },
      ]);
  });
});

describe('collect_on', () => {
  const HOUR_MS = 3_600_000;
  const timed = (at: TestOrg, patient_id: string, collect_on?: string | null) =>
    createLabOrder(
      at.ctx,
      createLabOrderInput.parse({
        patient_id,
        lab_id: 'example-lab',
        items: [{ code: 'TIMED' }],
        collect_on,
      }),
    );

  it('is a day of the organization from today on, and results are expected after its end', async () => {
    const there = await testOrg({ demo: true });
    const { id } = await createPatient(there.ctx, person('Planned'));
    const hgb = (await catalogEntries()).find(({ code }) => code === 'HGB')!;
    await upsertCatalog(there.ctx, [{ ...hgb, code: 'TIMED', turnaround_hours: 24 }]);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
      await asSuperuser('UPDATE organizations SET time_zone = $1 WHERE id = $2', [zone, there.orgId]);
      const [days] = await asSuperuser<Record<string, string>>(
        `SELECT to_char(d, 'YYYY-MM-DD') AS today, to_char(d - 1, 'YYYY-MM-DD') AS before,
                to_char(d + 30, 'YYYY-MM-DD') AS later, to_char(d + 366, 'YYYY-MM-DD') AS last,
                to_char(d + 367, 'YYYY-MM-DD') AS beyond,
                to_char((d + 31)::timestamp at time zone $1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') AS ends
         FROM (SELECT (now() at time zone $1)::date AS d) days`,
        [zone],
      );
      const { today, before, later, last, beyond, ends } = days!;
      for (const day of [before, beyond])
        await expect(timed(there, id, day)).rejects.toMatchObject({
          code: 'validation_failed',
          extras: { errors: [{ pointer: '/collect_on', code: 'out_of_range' }] },
        });
      expect((await timed(there, id, last)).collect_on).toBe(last);
      const planned = await timed(there, id, later);
      expect(labOrder.parse(planned)).toEqual(planned);
      expect(planned.collect_on).toBe(later);
      expect(planned.expected_by).toBe(new Date(Date.parse(ends!) + 24 * HOUR_MS).toISOString());
      const sameDay = await timed(there, id, today);
      expect(Date.parse(sameDay.expected_by!)).toBeGreaterThan(Date.now() + 24 * HOUR_MS - 60_000);
    }
    const now = await timed(there, id);
    expect(now).toMatchObject({ collect_on: null });
    const inADay = (at: string | null) => Math.abs(Date.parse(at!) - Date.now() - 24 * HOUR_MS) < 60_000;
    expect(inADay(now.expected_by)).toBe(true);
    // Without a turnaround time.
    await upsertCatalog(there.ctx, [hgb]);
    const untimed = async (priority: string) => {
      const input = { patient_id: id, lab_id: 'example-lab', items: [{ code: 'HGB' }], priority };
      const clinicianThere = await personContext(there, 'clinician');
      return (await createLabOrder(clinicianThere, createLabOrderInput.parse(input))).expected_by;
    };
    expect(await untimed('urgent')).toBeNull();
    expect(inADay(await untimed('stat'))).toBe(true);
  });

  it('keeps an order from being reported as overdue before its results can exist', async () => {
    const day = new Date(Date.now() + 10 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const { id } = await timed(org, patient, day);
    const overdue = async () =>
      (await eventsOf(id)).filter(([, type]) => type === 'lab_order.overdue').length;
    const end = Date.parse(day) + 24 * HOUR_MS;
    await announceOverdueOrders(new Date(end + 23 * HOUR_MS));
    expect(await overdue()).toBe(0);
    await announceOverdueOrders(new Date(end + 25 * HOUR_MS));
    expect(await overdue()).toBe(1);
  });

  it('makes an order due until its specimen is collected, oldest day first', async () => {
    const there = await testOrg({ demo: true });
    const clinicianThere = await personContext(there, 'clinician');
    await upsertCatalog(there.ctx, await catalogEntries());
    const { id: patient_id } = await createPatient(there.ctx, person('Due'));
    const today = new Date().toISOString().slice(0, 10);
    const make = async (collect_on: string | null, more: object = {}) =>
      (
        await createLabOrder(
          there.ctx,
          createLabOrderInput.parse({
            patient_id,
            lab_id: 'example-lab',
            items: [{ code: 'HGB' }],
            collect_on,
            ...more,
          }),
        )
      ).id;
    const due = async (more: object = {}) =>
      (await listDueOrders(there.ctx, listDueOrdersInput.parse(more))).data.map(({ id }) => id);
    const [first, second, third] = [await make(today), await make(today), await make(today)];
    await make(null);
    await make(new Date(Date.now() + 3 * 24 * HOUR_MS).toISOString().slice(0, 10));
    await make(today, { collection: { collected_at: '2026-01-05T08:00:00.000Z' } });
    const cancelled = await make(today);
    await cancelLabOrder(clinicianThere, { id: cancelled, reason: 'Not needed.' });
    await sendLabOrder(clinicianThere, { id: second });
    await asSuperuser('UPDATE lab_orders SET collect_on = collect_on - 2 WHERE id = $1', [
      readId('lab_order', third),
    ]);
    expect(await due()).toEqual([third, first, second]);
    const page = await listDueOrders(there.ctx, listDueOrdersInput.parse({ limit: 2 }));
    expect(page.data.map(({ id }) => id)).toEqual([third, first]);
    expect(await due({ cursor: page.next_cursor })).toEqual([second]);
    expect(page.data.map((one) => isDueForCollection(one, today))).toEqual([true, true]);
    expect(isDueForCollection(page.data[1]!, '2026-01-01')).toBe(false);
    expect(await countOrders(there.ctx)).toMatchObject({ overdue: 0, due: 3, stopped: 0 });
    const ordering_user_id = showId('user', clinicianThere.actor.id!);
    expect(await countOrders(there.ctx, { ordering_user_id })).toMatchObject({ due: 0 });
    await collectLabOrder(clinicianThere, { id: third });
    expect(await due()).toEqual([first, second]);
    // The day of the organization, not of the server.
    await asSuperuser(
      "UPDATE lab_orders SET collect_on = (now() at time zone 'Pacific/Kiritimati')::date WHERE org_id = $1",
      [there.orgId],
    );
    await asSuperuser("UPDATE organizations SET time_zone = 'Pacific/Kiritimati' WHERE id = $1", [
      there.orgId,
    ]);
    expect(await countOrders(there.ctx)).toMatchObject({ due: 4 });
    await asSuperuser("UPDATE organizations SET time_zone = 'Pacific/Pago_Pago' WHERE id = $1", [
      there.orgId,
    ]);
    expect(await countOrders(there.ctx)).toMatchObject({ due: 0 });
    await asSuperuser("UPDATE lab_orders SET expected_by = now() - interval '1 day' WHERE id = $1", [
      readId('lab_order', first),
    ]);
    expect(await countOrders(there.ctx)).toMatchObject({ overdue: 1, due: 0, stopped: 0 });
  });

  it('must be a calendar day', () => {
    for (const collect_on of ['2026-02-30', '2026-11-05T00:00:00Z', 'tomorrow', ''])
      expect(
        createLabOrderInput.safeParse({ patient_id: patient, items: [{ code: 'HGB' }], collect_on }).error
          ?.issues,
      ).toMatchObject([{ path: ['collect_on'] }]);
  });
});
