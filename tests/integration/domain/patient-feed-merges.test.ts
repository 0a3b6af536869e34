import { beforeAll, describe, expect, it } from 'vitest';
import { applyPatientUpdate } from '../../../server/domain/patient-updates/apply-patient-update';
import { comparePatients } from '../../../server/domain/patient-updates/compare-patients';
import { dismissPatientUpdate } from '../../../server/domain/patient-updates/dismiss-patient-update';
import { getPatientUpdate } from '../../../server/domain/patient-updates/get-patient-update';
import { listPatientUpdates } from '../../../server/domain/patient-updates/list-patient-updates';
import { returnPatientUpdate } from '../../../server/domain/patient-updates/return-patient-update';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatientMerges } from '../../../server/domain/patients/list-patient-merges';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows } from '../../support/database';
import { hospital, updatesOf, work, type TestLaboratory } from '../../support/intake';
import { fresh, mrnOf, patientFeed, pid } from '../../support/patient-feed';
import { few } from '../../support/test-size';

const own = patientFeed();
const { adt, chartOf } = own;
const get = (id: string) => getPatient(fresh(own.org.ctx), { id });
const mrg = (mrn: string) => [`MRG|${mrn}^^^HOSP^MR`];

/** Two records of one person, by MRN. */
async function twice(other: Record<number, string> = {}) {
  const [mrn, old] = [mrnOf(), mrnOf()];
  await adt(pid(mrn));
  await adt(pid(old, other));
  const [chart, record] = [(await chartOf(mrn))!, (await chartOf(old))!];
  return { mrn, old, chart, record };
}

describe('a connection that merges automatically', () => {
  let to: TestLaboratory;
  beforeAll(async () => {
    to = await hospital(own.org, { merge: 'automatic' });
  });

  it.each(few(['A40', 'A18', 'A30', 'A34', 'A36', 'A39'], 2))('merges two records on %s', async (event) => {
    const { mrn, old, chart, record } = await twice();
    const { state, update } = await adt(pid(mrn, { 13: '(617)555-1234' }), { event, to, rest: mrg(old) });
    expect({ state, outcome: update.outcome }).toEqual({ state: 'processed', outcome: 'merged' });
    const after = await get(record.id);
    expect(after).toMatchObject({ id: chart.id, merged_from: [record.id] });
    expect(after.phones).toHaveLength(1);
    const { data } = await listPatientMerges(fresh(own.org.ctx), { id: chart.id, limit: 5 });
    expect(data).toMatchObject([{ source: 'feed', reason: null, merged_by: 'system', taken: [] }]);
    const [audit] = await asSuperuser<{ patient_ids: string[] }>(
      "select patient_ids from audit_events where org_id = $1 and object_id = $2 and kind = 'write'",
      [own.org.orgId, update.id],
    );
    expect(audit!.patient_ids.sort()).toEqual(
      [chart.id, record.id].map((id) => readId('patient', id)).sort(),
    );
  });

  it.each(few(['A24', 'A43', 'A37', 'A41', 'A42', 'A46', 'A47', 'A49'], 2))('asks on %s', async (event) => {
    const { mrn, old, chart } = await twice();
    const { update } = await adt(pid(mrn), { event, to, rest: mrg(old) });
    expect(update).toMatchObject({ state: 'conflict', problem: 'merge_sent' });
    expect((await get(chart.id)).merged_from).toEqual([]);
  });

  it.each<[string, Record<number, string>]>([
    ['birth date', { 7: '19450715' }],
    ['sex', { 8: 'M' }],
    ['name', { 5: 'Doe^Robert' }],
  ])('asks if the records contradict each other by %s', async (_field, other) => {
    const { mrn, old, chart } = await twice(other);
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest: mrg(old) });
    expect(update).toMatchObject({ state: 'conflict', problem: 'merge_sent' });
    expect((await get(chart.id)).merged_from).toEqual([]);
  });

  it('asks if the name of the other record (MRG-7) is of another person', async () => {
    const { mrn, old, chart } = await twice();
    const rest = (name: string) => [`MRG|${old}^^^HOSP^MR||||||${name}`];
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest: rest('Ivanova^Hannah') });
    expect(update).toMatchObject({ state: 'conflict', problem: 'merge_sent' });
    expect((await get(chart.id)).merged_from).toEqual([]);
    const same = await adt(pid(mrn), { event: 'A40', to, rest: rest('Doe^Jane'), at: '20260107120000' });
    expect(same.update).toMatchObject({ outcome: 'merged' });
  });

  it('asks if the message contradicts the surviving record', async () => {
    const { mrn, old, chart } = await twice();
    const { update } = await adt(pid(mrn, { 7: '19800101' }), { event: 'A40', to, rest: mrg(old) });
    expect(update).toMatchObject({ problem: 'merge_sent' });
    expect((await get(chart.id)).merged_from).toEqual([]);
  });

  it('asks if the message names more than two records', async () => {
    const { mrn, old, chart } = await twice();
    const third = mrnOf();
    await adt(pid(third));
    const rest = [`MRG|${old}^^^HOSP^MR~${third}^^^HOSP^MR`];
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest });
    expect(update).toMatchObject({ problem: 'merge_sent' });
    expect((await get(chart.id)).merged_from).toEqual([]);
  });

  it('keeps the number of an unknown record as an MRN of the survivor', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest: mrg(old) });
    expect(update).toMatchObject({ state: 'applied', outcome: 'updated' });
    expect((await chartOf(mrn))!.identifiers).toMatchObject([{ system: 'HOSP', value: old, type: 'mrn' }]);
    // A later message with the old number finds the record.
    const later = await adt(pid(old, { 13: '(617)555-0000' }), { at: '20260106120000', to });
    expect(later.update).toMatchObject({ state: 'applied', outcome: 'updated' });
  });

  it('asks if the number is unknown and its name (MRG-7) is of another person', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    const rest = (name: string) => [`MRG|${old}^^^HOSP^MR||||||${name}`];
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest: rest('Ivanova^Hannah') });
    expect(update).toMatchObject({ state: 'conflict', problem: 'merge_sent' });
    expect((await chartOf(mrn))!.identifiers).toEqual([]);
    // The chart has her former name, and the record of MRG the new one.
    const renamed = pid(mrn, { 5: 'Roe^Jane' });
    const same = await adt(renamed, { event: 'A40', to, rest: rest('Roe^Jane'), at: '20260107120000' });
    expect(same.update).toMatchObject({ state: 'applied', outcome: 'updated' });
  });

  it('asks if a user has undone the same merge, which restores what the message changed', async () => {
    const { mrn, old, chart, record } = await twice();
    const sent = pid(mrn, { 11: '9 New St^^Bonn' });
    const { update: merge } = await adt(sent, { event: 'A40', to, rest: mrg(old) });
    expect(await get(chart.id)).toMatchObject({ addresses: [{ lines: ['9 New St'] }] });
    await unmergePatients(fresh(own.clinician), {
      id: chart.id,
      merged_patient_id: record.id,
      reason: 'They are twins.',
    });
    const ctx = fresh(own.clinician);
    const id = showId('inbound_patient_update', merge.id);
    expect(await getPatientUpdate(ctx, { id, with: [] })).toMatchObject({
      state: 'applied',
      merge: {
        family: 'Doe',
        undone: { at: expect.any(String), by_name: expect.any(String), reason: 'They are twins.' },
      },
      changes: {
        before: { addresses: [] },
        after: { addresses: [{ lines: ['9 New St'] }] },
        may_undo: false,
      },
    });
    expect((await auditRows(ctx.requestId))[0]!.patient_ids).toEqual(
      expect.arrayContaining([readId('patient', chart.id), readId('patient', record.id)]),
    );
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest: mrg(old), at: '20260106120000' });
    expect(update).toMatchObject({ state: 'conflict', problem: 'merge_sent' });
    expect(await get(chart.id)).toMatchObject({ merged_from: [], addresses: [] });
  });

  it('has no effect when it is repeated', async () => {
    const { mrn, old, chart, record } = await twice();
    await adt(pid(mrn), { event: 'A40', to, rest: mrg(old) });
    const { update } = await adt(pid(mrn), { event: 'A40', to, rest: mrg(old) });
    expect(update).toMatchObject({ state: 'applied', outcome: 'unchanged' });
    expect((await get(chart.id)).merged_from).toEqual([record.id]);
  });
});

describe('a held merge', () => {
  it('is decided by a user, with the records that the message names', async () => {
    const { mrn, old, chart, record } = await twice({ 5: 'Smith^Jane' });
    const changes = { 5: 'Doe^Jane^Maria', 11: '9 New St^^Bonn' };
    const { update } = await adt(pid(mrn, changes), { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    const shown = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    const proposed = { patient_id: chart.id, merged_patient_id: record.id };
    expect(shown).toMatchObject({
      may_apply: false,
      may_merge: true,
      proposed_merge: {
        kept: { id: chart.id, name: { family: 'Doe' } },
        merged: { id: record.id, name: { family: 'Smith' } },
      },
    });
    const apply = (extra: object) => applyPatientUpdate(fresh(own.clinician), { id, ...proposed, ...extra });
    const decided = await apply({ reason: 'She has married.' });
    expect(decided).toMatchObject({ state: 'applied', patient_id: chart.id });
    expect(await get(record.id)).toMatchObject({
      id: chart.id,
      merged_from: [record.id],
      name: { given: ['Jane', 'Maria'] },
      addresses: [{ lines: ['9 New St'] }],
    });
    const { data } = await listPatientMerges(fresh(own.org.ctx), { id: chart.id, limit: 5 });
    expect(data).toMatchObject([{ source: 'feed', reason: 'She has married.' }]);
    const addresses = (await get(chart.id)).addresses.map((one) => ({ ...one, lines: ['10 New St'] }));
    await updatePatient(fresh(own.clinician), { id: chart.id, addresses });
    const { undecided } = await unmergePatients(fresh(own.clinician), {
      id: chart.id,
      merged_patient_id: record.id,
      reason: 'They are twins.',
    });
    expect(await get(record.id)).toMatchObject({ id: record.id, status: 'active' });
    expect(await get(chart.id)).toMatchObject({
      name: { given: ['Jane'] },
      addresses: [{ lines: ['10 New St'] }],
    });
    expect(undecided).toEqual([{ object: 'patient', id: chart.id, field: 'addresses' }]);
  });

  it('that is undone needs a decision again, as does later data of the message', async () => {
    const { mrn, old, chart, record } = await twice();
    const sent = pid(mrn, { 13: '(617)555-1234' });
    const { id: message, update } = await adt(sent, { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    const proposed = { patient_id: chart.id, merged_patient_id: record.id };
    const read = () => getPatientUpdate(fresh(own.clinician), { id, with: [] });
    const before = await read();
    await applyPatientUpdate(fresh(own.clinician), { id, ...proposed });
    const ctx = fresh(own.clinician);
    await unmergePatients(ctx, { id: chart.id, merged_patient_id: record.id, reason: 'By mistake.' });
    const { proposed_merge, ...after } = await read();
    expect(after).toMatchObject({
      state: 'conflict',
      outcome: null,
      problem: 'merge_sent',
      may_merge: true,
      decided: null,
      patient_id: null,
    });
    expect(proposed_merge).toMatchObject({ kept: { id: chart.id }, merged: { id: record.id } });
    expect(proposed_merge!.after.phones).toEqual(before.proposed_merge!.after.phones);
    expect((await auditRows(ctx.requestId))[0]!.detail).toMatchObject({ request: id });
    expect(await work(own.feed, message)).toMatchObject({ state: 'conflict' });
    // The feed has not sent the phone number to the chart.
    const later = await adt(sent, { at: '20260106120000' });
    expect(later.update).toMatchObject({ outcome: 'updated' });
    await applyPatientUpdate(fresh(own.clinician), { id, ...proposed });
    expect(await read()).toMatchObject({ outcome: 'merged', merge: { undone: null } });
  });

  it('requires a reason if the records contradict each other', async () => {
    const { mrn, old, chart, record } = await twice({ 7: '19450715' });
    const { update } = await adt(pid(mrn), { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    const { proposed_merge } = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(proposed_merge).toMatchObject({ contradicts: ['birth_date'] });
    const apply = applyPatientUpdate(fresh(own.clinician), {
      id,
      patient_id: chart.id,
      merged_patient_id: record.id,
    });
    await expect(apply).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await get(chart.id)).merged_from).toEqual([]);
  });

  it('shows what it changes, and keeps newer data of the feed', async () => {
    const { mrn, old, chart, record } = await twice();
    await adt(pid(mrn, { 5: 'Doe^Jane^Maria' }), { at: '20260107120000' });
    const { update } = await adt(pid(mrn, { 13: '(617)555-1234' }), {
      event: 'A40',
      at: '20260106120000',
      rest: mrg(old),
    });
    const id = showId('inbound_patient_update', update.id);
    const { proposed_merge } = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(proposed_merge).toMatchObject({
      kept: { phones: [] },
      after: { name: { given: ['Jane', 'Maria'] }, phones: [{ raw: '(617)555-1234' }] },
      contradicts: [],
    });
    await applyPatientUpdate(fresh(own.clinician), {
      id,
      patient_id: chart.id,
      merged_patient_id: record.id,
    });
    const { name, phones } = await get(chart.id);
    expect({ name, phones }).toEqual({
      name: proposed_merge!.after.name,
      phones: proposed_merge!.after.phones,
    });
  });

  it('keeps the values that a user chose, instead of those of the message', async () => {
    const { mrn, old, chart, record } = await twice({ 5: 'Smith^Jane' });
    const changes = { 5: 'Doe^Jane^Maria', 11: '9 New St^^Bonn' };
    const { update } = await adt(pid(mrn, changes), { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    const decided = await applyPatientUpdate(fresh(own.clinician), {
      id,
      patient_id: chart.id,
      merged_patient_id: record.id,
      take: ['name'],
      reason: 'She has married.',
    });
    expect(decided).toMatchObject({ state: 'applied', patient_id: chart.id });
    expect(await get(chart.id)).toMatchObject({
      merged_from: [record.id],
      name: { family: 'Smith', given: ['Jane'] },
      addresses: [],
    });
    expect(await getPatientUpdate(fresh(own.clinician), { id, with: [] })).toMatchObject({
      outcome: 'merged',
      merge: { family: 'Smith' },
    });
  });

  it.each(['kept', 'other'])('compares the records with the message, keeping the %s one', async (which) => {
    const { mrn, old, chart, record } = await twice({ 5: 'Smith^Jane' });
    const changes = { 5: 'Doe^Jane^Maria', 11: '9 New St^^Bonn', 13: '(617)555-1234' };
    const { update } = await adt(pid(mrn, changes), { event: 'A40', rest: mrg(old) });
    const request_id = showId('inbound_patient_update', update.id);
    const [kept, other] = which === 'kept' ? [chart, record] : [record, chart];
    const { sent } = await comparePatients(fresh(own.clinician), {
      id: kept.id,
      other_id: other.id,
      request_id,
    });
    expect(sent).toMatchObject({
      record: { id: kept.id, name: { given: ['Jane', 'Maria'] }, addresses: [{ lines: ['9 New St'] }] },
      fields: ['name', 'phones', 'addresses'],
    });
    await applyPatientUpdate(fresh(own.clinician), {
      id: request_id,
      patient_id: kept.id,
      merged_patient_id: other.id,
      take: ['name'],
      apply: ['addresses'],
      reason: 'Seen.',
    });
    expect(await get(kept.id)).toMatchObject({
      name: { family: which === 'kept' ? 'Smith' : 'Doe' },
      addresses: sent!.record.addresses,
      phones: [],
    });
    const changed = await getPatientUpdate(fresh(own.clinician), { id: request_id, with: [] });
    expect(changed.fields).toContain('addresses');
  });

  it('is not compared with other records, and not after it was decided', async () => {
    const { mrn, old, chart, record } = await twice();
    const { update } = await adt(pid(mrn, { 11: '9 New St^^Bonn' }), { event: 'A40', rest: mrg(old) });
    const request_id = showId('inbound_patient_update', update.id);
    const { chart: third } = await twice({ 5: 'Roe^Rita' });
    const sentOf = async (id: string, other_id: string) =>
      (await comparePatients(fresh(own.clinician), { id, other_id, request_id })).sent;
    expect(await sentOf(chart.id, third.id)).toBeNull();
    expect(await sentOf(chart.id, record.id)).not.toBeNull();
    await dismissPatientUpdate(fresh(own.clinician), { id: request_id, reason: 'Two people.' });
    expect(await sentOf(chart.id, record.id)).toBeNull();
  });

  it('compares the merged record with the name in MRG-7 only', async () => {
    const { mrn, old, chart, record } = await twice({ 5: 'Ivanova^Hannah', 7: '19680401' });
    const { update } = await adt(pid(mrn), {
      event: 'A40',
      rest: [`MRG|${old}^^^HOSP^MR||||||Ivanova^Hannah^Maria`],
    });
    const id = showId('inbound_patient_update', update.id);
    const { proposed_merge, sent } = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(sent.prior_names).toEqual([{ family: 'Ivanova', given: 'Hannah Maria' }]);
    expect(proposed_merge).toMatchObject({
      kept: { id: chart.id },
      merged: { id: record.id },
      merged_compared: { mrn: 'same', family: 'same', birth_date: 'not_sent', sex: 'not_sent' },
    });
  });

  it('says that the records are already merged', async () => {
    const { mrn, old, chart, record } = await twice();
    const { update } = await adt(pid(mrn), { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    const read = () => getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(await read()).toMatchObject({ mrn, prior_mrn: old, request: null });
    await mergePatients(fresh(own.clinician), {
      id: chart.id,
      merged_patient_id: record.id,
      reason: 'Registered twice.',
    });
    expect(await read()).toMatchObject({
      proposed_merge: null,
      request: { unknown_mrns: [], is_merged: true },
    });
  });

  it('with an unknown second record adds its number to the first', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    const chart = (await chartOf(mrn))!;
    const { update } = await adt(pid(mrn), { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    expect(await getPatientUpdate(fresh(own.clinician), { id, with: [] })).toMatchObject({
      may_apply: true,
      may_merge: true,
      proposed_merge: null,
      request: { unknown_mrns: [old], is_merged: false },
    });
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id: chart.id });
    expect((await get(chart.id)).identifiers).toMatchObject([{ value: old, type: 'mrn' }]);
  });

  it('with an unknown second record of another name (MRG-7) requires a reason', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    const chart = (await chartOf(mrn))!;
    const rest = [`MRG|${old}^^^HOSP^MR||||||Ivanova^Hannah`];
    const { update } = await adt(pid(mrn), { event: 'A40', rest });
    const id = showId('inbound_patient_update', update.id);
    const { candidates } = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(candidates[0]).toMatchObject({ patient: { id: chart.id }, prior_name_differs: true });
    const apply = (given: { reason?: string }) =>
      applyPatientUpdate(fresh(own.clinician), { id, patient_id: chart.id, ...given });
    await expect(apply({})).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await get(chart.id)).identifiers).toEqual([]);
    await apply({ reason: 'Her name before adoption.' });
    expect((await get(chart.id)).identifiers).toMatchObject([{ value: old }]);
  });

  it('requires a reason if the prior name is not that of the merged record', async () => {
    const { mrn, old, chart, record } = await twice();
    const rest = [`MRG|${old}^^^HOSP^MR||||||Ivanova^Hannah`];
    const { update } = await adt(pid(mrn), { event: 'A40', rest });
    const apply = applyPatientUpdate(fresh(own.clinician), {
      id: showId('inbound_patient_update', update.id),
      patient_id: chart.id,
      merged_patient_id: record.id,
    });
    await expect(apply).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await get(chart.id)).merged_from).toEqual([]);
  });

  it('of a changed number adds the new one to the record', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(old));
    const chart = (await chartOf(old))!;
    const { update } = await adt(pid(mrn), { event: 'A47', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id: chart.id });
    expect((await get(chart.id)).identifiers).toMatchObject([{ system: 'HOSP', value: mrn, type: 'mrn' }]);
  });
});

describe('a held request that merges no records', () => {
  it.each([...few(['A43', 'A44', 'A24', 'A35', 'A37', 'A41', 'A42', 'A45'], 3), 'A08', 'A47', 'A51'])(
    'is not answered by merging them: %s',
    async (event) => {
      const { mrn, old, chart, record } = await twice();
      // Similar, but not named by the message.
      await adt(pid(mrnOf()));
      const { update } = await adt(pid(mrn), { event, rest: mrg(old), at: '20260106120000' });
      const id = showId('inbound_patient_update', update.id);
      const shown = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
      expect(shown).toMatchObject({ may_apply: false, may_merge: false, proposed_merge: null });
      expect(shown.candidates.map(({ patient }) => patient.id)).toEqual([chart.id, record.id]);
      const merge = applyPatientUpdate(fresh(own.clinician), {
        id,
        patient_id: chart.id,
        merged_patient_id: record.id,
        reason: 'Same name.',
      });
      await expect(merge).rejects.toMatchObject({ code: 'invalid_state' });
      expect((await get(chart.id)).merged_from).toEqual([]);
    },
  );

  it.each(['A24', 'A37'])('is one request about both patients of %s', async (event) => {
    const { mrn, old, chart, record } = await twice({ 5: 'Smith^Jane' });
    const { id: message, update } = await adt(pid(mrn), { event, rest: [pid(old, { 5: 'Smith^Jane' })] });
    expect(await updatesOf(own.feed, message)).toHaveLength(1);
    const ctx = fresh(own.clinician);
    const id = showId('inbound_patient_update', update.id);
    const shown = await getPatientUpdate(ctx, { id, with: [] });
    expect(shown).toMatchObject({ mrn, prior_mrn: old, may_apply: false, may_merge: false });
    const charts = [chart.id, record.id];
    expect(shown.candidates.map(({ patient }) => patient.id)).toEqual(charts);
    expect((await auditRows(ctx.requestId))[0]!.patient_ids.toSorted()).toEqual(
      charts.map((one) => readId('patient', one)).toSorted(),
    );
  });

  it.each(['A43', 'A44'])('gives the record of %s no MRN of the other, which is unknown', async (event) => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    const chart = (await chartOf(mrn))!;
    const { update } = await adt(pid(mrn), { event, rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    expect(await getPatientUpdate(fresh(own.clinician), { id, with: [] })).toMatchObject({
      may_apply: false,
      request: { unknown_mrns: [old], is_merged: false },
    });
    const apply = applyPatientUpdate(fresh(own.clinician), { id, patient_id: chart.id });
    await expect(apply).rejects.toMatchObject({ code: 'invalid_state' });
    expect((await get(chart.id)).identifiers).toEqual([]);
  });
});

describe('a possible patient in a restricted chart', () => {
  const restrict = (id: string) =>
    asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [readId('patient', id)]);

  it('is only counted, unless the data is about that patient', async () => {
    const name = { 5: 'Hidden^Hedda' };
    const mrn = mrnOf();
    await adt(pid(mrn, name));
    const { id: hidden } = (await chartOf(mrn))!;
    const { update } = await adt(pid(mrnOf(), name));
    const { update: about } = await adt(pid(mrn, { ...name, 7: '19450715' }), { at: '20260107120000' });
    await restrict(hidden);
    const id = showId('inbound_patient_update', update.id);
    const ctx = fresh(own.clinician);
    const shown = await getPatientUpdate(ctx, { id, with: [hidden] });
    expect(shown).toMatchObject({ restricted: [hidden], others: [] });
    expect((await auditRows(ctx.requestId))[0]!.patient_ids).toContain(readId('patient', hidden));
    await expect(
      getPatientUpdate(fresh(own.clinician), { id: showId('inbound_patient_update', about.id), with: [] }),
    ).rejects.toMatchObject({ code: 'chart_restricted' });
  });

  it('hides a proposed merge, and changes that were made', async () => {
    const { mrn, old, chart, record } = await twice({ 5: 'Smith^Jane' });
    const { update } = await adt(pid(mrn), { event: 'A40', rest: mrg(old) });
    const { update: applied } = await adt(pid(mrn, { 13: '(617)555-1234' }));
    await restrict(record.id);
    const get = (id: string) =>
      getPatientUpdate(fresh(own.clinician), { id: showId('inbound_patient_update', id), with: [] });
    await expect(get(update.id)).rejects.toMatchObject({ code: 'chart_restricted' });
    await restrict(chart.id);
    await expect(get(applied.id)).rejects.toMatchObject({ code: 'chart_restricted' });
  });
});

describe('data of a merged record', () => {
  it('waits for a person, who applies it to the survivor', async () => {
    const { mrn, old, chart, record } = await twice();
    const to = await hospital(own.org, { merge: 'automatic' });
    await adt(pid(mrn), { event: 'A40', to, rest: mrg(old) });
    const { update } = await adt(pid(old, { 13: '(617)555-7777' }), { at: '20260107120000' });
    expect(update).toMatchObject({ state: 'conflict', problem: 'patient_merged' });
    const id = showId('inbound_patient_update', update.id);
    const shown = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(shown.candidates[0]!.patient.id).toBe(chart.id);
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id: record.id });
    const after = await get(chart.id);
    expect(after).toMatchObject({ identifiers: [], phones: [{ use: 'home' }] });
  });

  it('under a national number leads to the survivor if the message has its MRN', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    await adt(pid(old, { 3: `${old}^^^HOSP^MR~S-${old}^^^USSSA^SS` }));
    const to = await hospital(own.org, { merge: 'automatic' });
    await adt(pid(mrn), { event: 'A40', to, rest: mrg(old) });
    const { update } = await adt(
      pid(mrn, { 3: `${mrn}^^^HOSP^MR~S-${old}^^^USSSA^SS`, 13: '(617)555-8888' }),
      { at: '20260107120000' },
    );
    expect(update).toMatchObject({ state: 'applied', outcome: 'updated' });
    expect((await chartOf(mrn))!.phones).toHaveLength(1);
  });

  it('does not change the policy of a connection that asks', async () => {
    await updateLabConnection(own.org.ctx, { id: own.feed.id, merge: 'ask' });
    const { mrn, old } = await twice();
    expect((await adt(pid(mrn), { event: 'A40', rest: mrg(old) })).update.problem).toBe('merge_sent');
  });
});

describe('a request that is decided without a change', () => {
  const dismiss = (id: string) => dismissPatientUpdate(fresh(own.clinician), { id, reason: 'Done by hand.' });
  const inView = async (view: 'open' | 'rejected' | 'closed', id: string) => {
    const { data } = await listPatientUpdates(fresh(own.clinician), { view, limit: 200 });
    return data.find((one) => one.id === id);
  };

  it.each([
    ['to delete a patient', 'A29', true],
    ['to move identifiers', 'A43', true],
    ['to merge records', 'A40', false],
  ])('%s: closed, or rejected', async (_what, event, isClosed) => {
    const { mrn, old } = await twice({ 5: 'Smith^Jane' });
    const { update } = await adt(pid(mrn), { event, rest: event === 'A29' ? [] : mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    expect(await getPatientUpdate(fresh(own.clinician), { id, with: [] })).toMatchObject({
      may_close: isClosed,
    });
    await dismiss(id);
    expect(await inView(isClosed ? 'closed' : 'rejected', id)).toMatchObject({
      state: 'dismissed',
      outcome: isClosed ? 'closed' : null,
      decided: { at: expect.any(String), by_name: expect.any(String), reason: 'Done by hand.' },
    });
    expect(await inView(isClosed ? 'rejected' : 'closed', id)).toBeUndefined();
    await returnPatientUpdate(fresh(own.clinician), { id });
    expect(await inView('open', id)).toMatchObject({ state: 'conflict', outcome: null, decided: null });
  });

  it('to merge records that a user merged by hand is closed', async () => {
    const { mrn, old, chart, record } = await twice();
    const { update } = await adt(pid(mrn), { event: 'A40', rest: mrg(old) });
    const id = showId('inbound_patient_update', update.id);
    await mergePatients(fresh(own.clinician), {
      id: chart.id,
      merged_patient_id: record.id,
      reason: 'Registered twice.',
    });
    await dismiss(id);
    expect(await inView('closed', id)).toMatchObject({ outcome: 'closed' });
  });
});
