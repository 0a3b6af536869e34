import { describe, expect, it } from 'vitest';
import { listPatientAccessInput } from '../../../server/domain/audit-log/contract';
import { listPatientAccess } from '../../../server/domain/audit-log/list-patient-access';
import { getDraft } from '../../../server/domain/drafts/get-draft';
import { saveDraft } from '../../../server/domain/drafts/save-draft';
import { listPinnedTests } from '../../../server/domain/lab-results/list-pinned-tests';
import { pinTest } from '../../../server/domain/lab-results/pin-test';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listRecentPatients } from '../../../server/domain/patients/list-recent-patients';
import { registerPatient } from '../../../server/domain/patients/register-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, personContext } from '../../support/database';
import { deliver, laboratory, type TestLaboratory } from '../../support/intake';
import { meetAt } from '../../support/locked-rows';
import { fresh, mergeClinic } from '../../support/patient-merges';

const clinic = mergeClinic();

let number = 0;
async function report(
  to: TestLaboratory,
  mrn: string,
  fields: { name?: string; authority?: string; placer?: string } = {},
) {
  const { name = 'Vantreve^Ottilie', authority = '', placer = '' } = fields;
  const done = await deliver(
    to,
    `MSH|^~\\&|LAB|LAB|CDS|CLINIC|20260105130000||ORU^R01|R${++number}|P|2.5.1`,
    `PID|1||${mrn}^^^${authority}^MR||${name}||19450714|F`,
    `OBR|1|${placer}|F-${number}|GLU^Glucose^L|||20260105120000|||||||||||||||20260105130000|||F`,
    'OBX|1|NM|GLU^Glucose^L||90|mg/dL|70-115||||F|||20260105120000',
  );
  const [row] = await asSuperuser<{ state: string; patient_id: string; addressed_patient_id: string | null }>(
    'select state, patient_id, addressed_patient_id from inbound_reports where org_id = $1 and message_id = $2',
    [clinic.org.orgId, done.id],
  );
  return row!;
}
const uuid = (id: string) => readId('patient', id);

describe('a report that arrives after a merge', () => {
  it('with the MRN of the merged record is filed for the survivor, and returns with its record', async () => {
    const to = await laboratory(clinic.org);
    const survivor = await clinic.patient();
    const merged = await clinic.patient({ name: { family: 'Quenbury', given: ['Ottilie'] } });
    await clinic.merge(survivor.id, merged.id);
    const filed = await report(to, merged.mrn, { name: 'Quenbury^Ottilie' });
    expect(filed).toEqual({
      state: 'filed',
      patient_id: uuid(survivor.id),
      addressed_patient_id: uuid(merged.id),
    });
    const own = await report(to, survivor.mrn);
    expect(own).toMatchObject({ state: 'filed', addressed_patient_id: null });
    expect(await clinic.chart(survivor.id)).toHaveLength(2);
    await clinic.unmerge(survivor.id, merged.id);
    expect(await clinic.chart(merged.id)).toHaveLength(1);
  });

  it('with the MRN of the merged record and a name of another person is held', async () => {
    const to = await laboratory(clinic.org);
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    await clinic.merge(survivor.id, merged.id);
    expect(await report(to, merged.mrn, { name: 'Other^Robert' })).toMatchObject({ state: 'conflict' });
  });

  it('for an order of the merged record stays with the order, whichever MRN it has', async () => {
    const to = await laboratory(clinic.org);
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    const order = await clinic.order(merged.id);
    const [{ order_number }] = (await asSuperuser<{ order_number: string }>(
      'select order_number from lab_orders where org_id = $1 and id = $2',
      [clinic.org.orgId, readId('lab_order', order)],
    )) as [{ order_number: string }];
    await clinic.merge(survivor.id, merged.id);
    const filed = await report(to, survivor.mrn, { placer: order_number });
    expect(filed).toMatchObject({ state: 'filed', addressed_patient_id: uuid(merged.id) });
    await clinic.unmerge(survivor.id, merged.id);
    expect(await clinic.chart(merged.id)).toHaveLength(2);
  });

  it('with an MRN and authority that a user linked to a record is filed there', async () => {
    const to = await laboratory(clinic.org);
    const patient = await clinic.patient({ identifiers: [{ system: 'HOSP', value: 'H-77', type: 'mrn' }] });
    expect(await report(to, 'H-77', { authority: 'HOSP' })).toMatchObject({
      state: 'filed',
      patient_id: uuid(patient.id),
    });
    expect(await report(to, 'H-77', { authority: 'ELSEWHERE' })).toMatchObject({ state: 'unmatched' });
  });
});

describe('at the same time', () => {
  it('two merges never form a cycle', async () => {
    const [one, other] = [await clinic.patient(), await clinic.patient()];
    const done = await Promise.allSettled([clinic.merge(one.id, other.id), clinic.merge(other.id, one.id)]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'invalid_state' },
    });
  });

  it('three merges in a ring never form a cycle', async () => {
    const [a, b, c] = [await clinic.patient(), await clinic.patient(), await clinic.patient()];
    await Promise.allSettled([clinic.merge(a.id, b.id), clinic.merge(b.id, c.id), clinic.merge(c.id, a.id)]);
    const roots = [];
    for (const { id } of [a, b, c]) roots.push((await getPatient(fresh(clinic.org.ctx), { id })).id);
    expect(new Set(roots).size).toBeLessThan(3);
  });

  it('a result and an order that arrive during a merge follow the record', async () => {
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    const done = await meetAt(
      ['patients WHERE org_id = $1 AND id = $2', clinic.org.orgId, uuid(merged.id)],
      [
        () => clinic.merge(survivor.id, merged.id).then(() => ''),
        () => clinic.result(merged.id),
        () => clinic.order(merged.id),
      ],
    );
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await clinic.chart(survivor.id)).toHaveLength(2);
    await clinic.unmerge(survivor.id, merged.id);
    expect(await clinic.chart(merged.id)).toHaveLength(2);
  });

  it('an edit of the merged record is not lost', async () => {
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    await meetAt(
      ['patients WHERE org_id = $1 AND id = $2', clinic.org.orgId, uuid(merged.id)],
      [
        () => updatePatient(fresh(clinic.key), { id: merged.id, language: 'fr' }),
        () => clinic.merge(survivor.id, merged.id),
      ],
    );
    const { restored } = await clinic.unmerge(survivor.id, merged.id);
    const [row] = await asSuperuser<{ language: string | null }>(
      'select language from patients where org_id = $1 and id = $2',
      [clinic.org.orgId, uuid(merged.id)],
    );
    expect(restored.language).toBe(row!.language);
  });
});

describe('personal and shared settings of a merged record', () => {
  it('pins move as far as there is room, and return', async () => {
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    await clinic.result(merged.id);
    await pinTest(fresh(clinic.clinician), { patient_id: merged.id, test_key: '2345-7' });
    const pinned = async (patient_id: string) =>
      (await listPinnedTests(fresh(clinic.clinician), { patient_id })).data.map(({ test_key }) => test_key);
    await clinic.merge(survivor.id, merged.id);
    expect(await pinned(survivor.id)).toEqual(['2345-7']);
    await clinic.unmerge(survivor.id, merged.id);
    expect([await pinned(survivor.id), await pinned(merged.id)]).toEqual([[], ['2345-7']]);
  });

  it('a draft is found from either record', async () => {
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    const form = (id: string) => `/patients/${id}/orders/new`;
    await saveDraft(fresh(clinic.clinician), { form: form(merged.id), content: '{"a":1}' });
    await clinic.merge(survivor.id, merged.id);
    const { draft } = await getDraft(fresh(clinic.clinician), { form: form(survivor.id) });
    expect(draft?.content).toBe('{"a":1}');
    await saveDraft(fresh(clinic.clinician), { form: form(survivor.id), content: '{"a":2}' });
    expect((await getDraft(fresh(clinic.clinician), { form: form(merged.id) })).draft?.content).toBe(
      '{"a":2}',
    );
  });

  it('recent patients have the survivor once', async () => {
    const person = await personContext(clinic.org, 'clinician');
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    for (const { id } of [survivor, merged]) await getPatient(fresh(person), { id });
    await clinic.merge(survivor.id, merged.id);
    const { data } = await listRecentPatients(fresh(person));
    expect(data.map(({ id }) => id)).toEqual([survivor.id]);
  });

  it('the access log of the survivor has the accesses to the merged record, each once', async () => {
    const admin = await personContext(clinic.org, 'admin');
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    await getPatient(fresh(admin), { id: merged.id });
    await clinic.merge(survivor.id, merged.id);
    for (const { id } of [survivor, merged]) {
      const input = listPatientAccessInput.parse({ patient_id: id, limit: 100, kind: 'write' });
      const { data } = await listPatientAccess(fresh(admin), input);
      expect(data.map(({ action }) => action)).toEqual([
        'merge_patients',
        'create_patient',
        'create_patient',
      ]);
    }
    const reads = listPatientAccessInput.parse({ patient_id: survivor.id, limit: 100, kind: 'read' });
    expect((await listPatientAccess(fresh(admin), reads)).data.map(({ action }) => action)).toEqual([
      'get_patient',
    ]);
  });

  it('the access log of a separated record has the accesses to the joint chart, and none after them', async () => {
    const admin = await personContext(clinic.org, 'admin');
    const [last, survivor, merged] = [await clinic.patient(), await clinic.patient(), await clinic.patient()];
    const logOf = async (id: string) => {
      const input = listPatientAccessInput.parse({ patient_id: id, limit: 100, kind: 'read' });
      return (await listPatientAccess(fresh(admin), input)).data.map(({ action }) => action);
    };
    await getPatient(fresh(admin), { id: survivor.id });
    await clinic.merge(survivor.id, merged.id);
    await getPatient(fresh(admin), { id: survivor.id });
    await clinic.merge(last.id, survivor.id);
    await getPatient(fresh(admin), { id: last.id });
    await clinic.unmerge(last.id, merged.id);
    await getPatient(fresh(admin), { id: last.id });
    expect(await logOf(merged.id)).toEqual(['get_patient', 'get_patient']);
    expect(await logOf(last.id)).toHaveLength(4);
  });

  it('registering the merged person again warns of the survivor', async () => {
    const name = { family: 'Merkator', given: ['Lea'] };
    const [survivor, merged] = [await clinic.patient(), await clinic.patient({ name })];
    await clinic.merge(survivor.id, merged.id);
    const input = createPatientInput.parse({ name, birth_date: '1945-07-14', sex: 'female' });
    await expect(registerPatient(fresh(clinic.clinician), input)).rejects.toMatchObject({
      extras: { patient_ids: [survivor.id] },
    });
  });
});
