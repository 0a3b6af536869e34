import { beforeAll, describe, expect, it } from 'vitest';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getOrderSheet } from '../../../server/domain/lab-orders/get-order-sheet';
import { showId } from '../../../server/shared/ids';
import { asSuperuser, personContext } from '../../support/database';
import { deliver, store, work } from '../../support/intake';
import {
  jane,
  lab,
  msh,
  obr,
  obx,
  openLaboratory,
  order,
  org,
  person,
  pid,
  readOrder,
  resultOf,
} from './inbound-support';

beforeAll(() => openLaboratory());

const results = async () =>
  (
    await asSuperuser<{ count: number }>('SELECT count(*)::int FROM lab_results WHERE org_id = $1', [
      org.orgId,
    ])
  )[0]!.count;

describe('inbound report is matched', () => {
  it('by our order number, whichever system the laboratory names as placer', async () => {
    const ordered = await order('GLU');
    const done = await deliver(lab, msh(), pid(), obr({ placer: `${ordered.order_number}^CDS` }), obx('90'));
    expect(done).toMatchObject({
      state: 'processed',
      reports: [{ state: 'filed', outcome: 'created', why: { found_by: 'placer_number' } }],
    });
    expect(await resultOf(done)).toMatchObject({
      patient_id: jane.id,
      order_id: ordered.id,
      status: 'final',
      version: 1,
      lab: { id: lab.labId },
    });
    expect(await readOrder(ordered.id)).toMatchObject({
      status: 'completed',
      items: [{ status: 'resulted' }],
    });
  });

  it.each([
    ['letters and hyphens', 'AB-00042-c', 'AB-00042-c', true],
    ['leading zeros', '000777', '000777', true],
    ['zeros that the laboratory left out', '000778', '778', true],
    ['zeros that the laboratory added', '779', '000779', true],
    ['other letters', 'AB-00043-c', 'AB-00043-C', false],
    ['half of it', 'AB-00044', '00044', false],
    ['letters without the zeros before them', '00A45', 'A45', false],
  ])('with %s in the order number', async (_words, ours, sent, found) => {
    const ordered = await order('GLU');
    await asSuperuser('UPDATE lab_orders SET order_number = $2 WHERE org_id = $1 AND order_number = $3', [
      org.orgId,
      ours,
      ordered.order_number,
    ]);
    const done = await deliver(lab, msh(), pid(), obr({ placer: sent }), obx('90'));
    expect((await resultOf(done)).order_id).toBe(found ? ordered.id : null);
  });

  it('by the laboratory number when a later message has no other', async () => {
    const ordered = await order('GLU');
    const numbers = { placer: ordered.order_number, filler: 'LAB-0001/x' };
    const first = await deliver(
      lab,
      msh(),
      pid(),
      obr({ ...numbers, status: 'P' }),
      obx('90', { status: 'P' }),
    );
    const then = await deliver(lab, msh(), pid(), obr({ filler: 'LAB-0001/x' }), obx('91'));
    expect(then.reports).toMatchObject([{ outcome: 'updated', resultId: first.reports[0]!.resultId }]);
  });

  it('once when both numbers are known, though it first came with one', async () => {
    const ordered = await order('GLU');
    const first = await deliver(lab, msh(), pid(), obr({ filler: 'LATER-1' }), obx('90'));
    expect((await resultOf(first)).order_id).toBeNull();
    const numbers = { placer: ordered.order_number, filler: 'LATER-1' };
    const then = await deliver(lab, msh(), pid(), obr(numbers), obx('90'));
    expect(then.reports[0]!.resultId).toBe(first.reports[0]!.resultId);
    expect((await resultOf(then)).order_id).toBe(ordered.id);
  });

  it('to no order of another person, whose page links to it for those who file reports', async () => {
    const ordered = await order('GLU');
    const other = pid({ mrn: 'X-1^^^CLINIC^MR', name: 'Roe^Ron', born: '19700101', sex: 'M' });
    const done = await deliver(lab, msh(), other, obr({ placer: ordered.order_number }), obx('90'));
    expect(done.reports[0]!.resultId).toBeNull();
    const linked = async (role: 'clinician' | 'viewer') =>
      (await getOrderSheet(await personContext(org, role), { id: ordered.id })).unmatched_report_ids;
    expect(await linked('clinician')).toEqual([showId('inbound_report', done.reports[0]!.id)]);
    expect(await linked('viewer')).toEqual([]);
  });

  it('by MRN and birth date when it was not ordered here', async () => {
    const done = await deliver(
      lab,
      msh(),
      pid({ name: 'Married^Jane' }),
      obr({ filler: 'UNSOL-1' }),
      obx('90'),
    );
    expect(done.reports).toMatchObject([{ state: 'filed', why: { found_by: 'mrn' } }]);
    expect(await resultOf(done)).toMatchObject({ order_id: null, patient_id: jane.id });
  });

  it('separately for two patients in one message', async () => {
    const john = await createPatient(
      org.ctx,
      person({ name: { family: 'Doe', given: ['John'] }, mrn: 'J-1' }),
    );
    const done = await deliver(
      lab,
      msh(),
      pid(),
      obr({ filler: 'TWO-1' }),
      obx('90'),
      pid({ mrn: 'J-1^^^CLINIC^MR', name: 'Doe^John' }),
      obr({ filler: 'TWO-2' }),
      obx('91'),
      pid({ mrn: 'X-9^^^CLINIC^MR', name: 'Absent^Here' }),
      obr({ filler: 'TWO-3' }),
      obx('92'),
    );
    expect(done).toMatchObject({
      state: 'unmatched',
      reports: [{ state: 'filed' }, { state: 'filed' }, { state: 'unmatched', family: 'Absent', mrn: 'X-9' }],
    });
    expect((await resultOf(done)).patient_id).toBe(jane.id);
    expect((await resultOf(done, 1)).patient_id).toBe(john.id);
  });
});

describe('inbound report is unmatched', () => {
  it('when its order belongs to another patient, whatever its MRN', async () => {
    const ordered = await order('GLU');
    const before = await results();
    const done = await deliver(
      lab,
      msh(),
      pid({ mrn: 'OTHER^^^CLINIC^MR' }),
      obr({ placer: ordered.order_number }),
      obx('90'),
    );
    expect(done).toMatchObject({
      state: 'conflict',
      reports: [
        {
          state: 'conflict',
          patientId: null,
          resultId: null,
          why: { problem: 'patient_differs', check: { rule: 'mrn_differs' } },
        },
      ],
    });
    expect(await results()).toBe(before);
    expect((await readOrder(ordered.id)).status).toBe('requested');
  });

  it.each([
    ['an unknown MRN', { mrn: 'NEW-1^^^CLINIC^MR' }, 'unmatched'],
    ['no MRN', { mrn: '' }, 'unmatched'],
    ['MRN without a birth date', { born: '' }, 'unmatched'],
    ['MRN with a year of birth', { born: '1945' }, 'unmatched'],
    ['MRN with another birth date', { born: '19450715' }, 'conflict'],
  ])('when it was not ordered here and has %s', async (words, extra, state) => {
    const before = await results();
    const patients = () => asSuperuser('SELECT 1 FROM patients WHERE org_id = $1', [org.orgId]);
    const known = (await patients()).length;
    const done = await deliver(lab, msh(), pid(extra), obr({ filler: `HELD-${words}` }), obx('90'));
    expect(done).toMatchObject({ state, reports: [{ state, patientId: null }] });
    expect(await results()).toBe(before);
    // A patient is never created automatically.
    expect(await patients()).toHaveLength(known);
  });

  it.each([
    ['the other twin', { name: 'Doe^John', sex: 'M' }, 'name_differs'],
    ['the same name and another sex', { sex: 'M' }, 'sex_differs'],
    ['another person', { name: 'Completely^Different' }, 'name_differs'],
  ])('when MRN and birth date fit but it is about %s', async (words, extra, problem) => {
    const before = await results();
    const done = await deliver(lab, msh(), pid(extra), obr({ filler: `TWIN-${words}` }), obx('6.9'));
    expect(done).toMatchObject({
      state: 'conflict',
      reports: [{ state: 'conflict', patientId: null, why: { problem } }],
    });
    expect(await results()).toBe(before);
  });

  it('with one event that does not identify the patient', async () => {
    const id = await store(
      lab,
      Buffer.from(
        [msh(), pid({ mrn: '' }), obr({ filler: 'TOLD' }), obx('1').replace('mg/dL||', 'mg/dL||LL')].join(
          '\r',
        ),
      ),
    );
    await work(lab, id);
    const again = await work(lab, id);
    const events = await asSuperuser<{ body: string }>(
      `SELECT body FROM events WHERE org_id = $1 AND type = 'lab_result.unmatched' AND object_id = $2`,
      [org.orgId, again.reports[0]!.id],
    );
    expect(events).toHaveLength(1);
    expect(events[0]!.body).not.toMatch(/Doe|1945|TOLD/);
    expect(events[0]!.body).toContain('"severity":"critical"');
  });

  it('when its patient was deleted', async () => {
    const gone = await createPatient(org.ctx, person({ mrn: 'GONE-1' }));
    const sent = () => [msh(), pid({ mrn: 'GONE-1^^^CLINIC^MR' }), obr({ filler: 'GONE' }), obx('90')];
    expect((await deliver(lab, ...sent())).state).toBe('processed');
    await deletePatient(org.ctx, { id: gone.id });
    expect(await deliver(lab, ...sent())).toMatchObject({
      state: 'unmatched',
      reports: [{ why: { problem: 'patient_deleted' } }],
    });
  });
});

describe('message processed again', () => {
  it('changes nothing and never unfiles a report', async () => {
    const other = await createPatient(org.ctx, person({ mrn: 'AGAIN-1' }));
    const id = await store(
      lab,
      Buffer.from(
        [msh(), pid({ mrn: 'AGAIN-1^^^CLINIC^MR' }), obr({ filler: 'AGAIN' }), obx('90')].join('\r'),
      ),
    );
    const first = await work(lab, id);
    await asSuperuser(
      `UPDATE patients SET birth_date = '1946-01-01', mrn = 'AGAIN-2' WHERE org_id = $1 AND mrn = $2`,
      [org.orgId, 'AGAIN-1'],
    );
    const again = await work(lab, id);
    expect(again).toMatchObject({
      state: 'processed',
      reports: [{ id: first.reports[0]!.id, state: 'filed', outcome: 'unchanged' }],
    });
    expect(await resultOf(again)).toMatchObject({ version: 1, patient_id: other.id });
  });

  it('is one result however often the laboratory sends it, with any control ID', async () => {
    const sent = () => [msh(), pid(), obr({ filler: 'THRICE' }), obx('90')];
    const all = [await deliver(lab, ...sent()), await deliver(lab, ...sent()), await deliver(lab, ...sent())];
    expect(all.map(({ reports }) => reports[0]!.outcome)).toEqual(['created', 'unchanged', 'unchanged']);
    expect(new Set(all.map(({ reports }) => reports[0]!.resultId)).size).toBe(1);
    expect((await resultOf(all[2]!)).version).toBe(1);
  });

  it('is one result when processed many times concurrently', async () => {
    const lines = () => [msh(), pid(), obr({ filler: 'AT-ONCE' }), obx('90')];
    const ids = await Promise.all(
      Array.from({ length: 6 }, () => store(lab, Buffer.from(lines().join('\r')))),
    );
    const all = await Promise.all(ids.map((id) => work(lab, id)));
    const outcomes = all.map(({ reports }) => reports[0]!.outcome);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    // A message that arrived before the first processed one is older.
    expect(outcomes.every((outcome) => outcome !== 'updated')).toBe(true);
    expect((await resultOf(all[0]!)).version).toBe(1);
    expect(new Set(all.map(({ reports }) => reports[0]!.resultId)).size).toBe(1);
  });
});
