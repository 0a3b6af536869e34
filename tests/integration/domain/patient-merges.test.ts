import { describe, expect, it } from 'vitest';
import { listPatientsInput } from '../../../server/domain/patients/contract';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { findPatients } from '../../../server/domain/patients/find-patients';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listPatientMerges } from '../../../server/domain/patients/list-patient-merges';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { comparePatients } from '../../../server/domain/patient-updates/compare-patients';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, testOrg } from '../../support/database';
import { fresh, mergeClinic } from '../../support/patient-merges';

const clinic = mergeClinic();
const get = (id: string) => getPatient(fresh(clinic.org.ctx), { id });
const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ body: string }>(
      'select body from events where org_id = $1 and object_id = $2 order by sequence',
      [clinic.org.orgId, readId('patient', id)],
    )
  ).map(({ body }) => JSON.parse(body));

describe('merging two records', () => {
  it('moves the whole chart, and the ID of the merged record returns the survivor', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    const kept = [await clinic.order(survivor.id), await clinic.document(survivor.id)];
    const moved = [
      await clinic.order(merged.id),
      await clinic.document(merged.id),
      await clinic.result(merged.id),
    ];
    const answer = await clinic.merge(survivor.id, merged.id);
    expect(answer).toEqual({
      ...survivor,
      version: 2,
      updated_at: answer.updated_at,
      merged_from: [merged.id],
    });
    expect(await get(merged.id)).toEqual(answer);
    expect(await clinic.chart(survivor.id)).toEqual([...kept, ...moved].sort());
    expect(await clinic.chart(merged.id)).toEqual([...kept, ...moved].sort());
    const lines = await asSuperuser('select 1 from lab_observations where org_id = $1 and patient_id = $2', [
      clinic.org.orgId,
      readId('patient', survivor.id),
    ]);
    expect(lines).toHaveLength(1);
  });

  it('and undoing it require the version in If-Match', async () => {
    const [survivor, merged] = [await clinic.patient(), await clinic.patient()];
    const at = (ifMatch: number) => ({ ...fresh(clinic.key), ifMatch });
    await expect(clinic.merge(survivor.id, merged.id, {}, at(7))).rejects.toMatchObject({
      code: 'version_mismatch',
      extras: { current_version: 1 },
    });
    expect((await clinic.merge(survivor.id, merged.id, {}, at(1))).version).toBe(2);
    const undo = (ifMatch: number) =>
      unmergePatients(at(ifMatch), {
        id: survivor.id,
        merged_patient_id: merged.id,
        reason: 'Two people.',
      });
    await expect(undo(1)).rejects.toMatchObject({ code: 'version_mismatch' });
    await undo(2);
    expect((await get(merged.id)).id).toBe(merged.id);
  });

  it('emits one event of the merged record with both IDs, and names both in the audit', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    const ctx = fresh(clinic.key);
    await clinic.merge(survivor.id, merged.id, { take: ['sex'] }, ctx);
    expect((await eventsOf(merged.id)).at(-1)).toMatchObject({
      type: 'patient.merged',
      sequence: 2,
      data: {
        object: { id: merged.id, status: 'merged', patient_id: merged.id, survivor_id: survivor.id },
        previous: { status: 'active' },
      },
    });
    expect((await eventsOf(survivor.id)).at(-1)).toMatchObject({
      type: 'patient.updated',
      sequence: 2,
      data: { changed_fields: ['merged_from'] },
    });
    const [row] = await asSuperuser<{ patient_ids: string[] }>(
      "select patient_ids from audit_events where org_id = $1 and action = 'merge_patients' order by id desc limit 1",
      [clinic.org.orgId],
    );
    expect(row!.patient_ids.sort()).toEqual(
      [survivor.id, merged.id].map((id) => readId('patient', id)).sort(),
    );
  });

  it('takes only the named fields, and restores them if they have not changed since', async () => {
    const survivor = await clinic.patient({ phones: [{ value: '+49 30 111111' }], language: 'de' });
    const merged = await clinic.patient({
      phones: [{ value: '+49 30 222222' }],
      language: 'en',
      gender_identity: 'woman',
      name: { family: 'Quenbury', given: ['Ottilie'] },
    });
    const take = ['phones', 'language', 'name'];
    const joint = await clinic.merge(survivor.id, merged.id, { take });
    expect(joint).toMatchObject({
      phones: merged.phones,
      language: 'en',
      name: { family: 'Quenbury' },
      gender_identity: null,
    });
    await updatePatient(fresh(clinic.key), { id: survivor.id, language: 'fr' });
    const { patient, restored, undecided } = await clinic.unmerge(survivor.id, merged.id);
    expect(patient).toMatchObject({
      phones: survivor.phones,
      language: 'fr',
      name: survivor.name,
      merged_from: [],
    });
    expect(restored).toMatchObject({ ...merged, version: 3, updated_at: restored.updated_at });
    expect(undecided).toEqual([{ object: 'patient', id: survivor.id, field: 'language' }]);
  });

  it('restores the value before both when the first of two merges is undone', async () => {
    const [one, two, three] = [
      await clinic.patient({ language: 'de' }),
      await clinic.patient({ language: 'en' }),
      await clinic.patient({ language: 'fr' }),
    ];
    await clinic.merge(one.id, two.id, { take: ['language'] });
    await clinic.merge(one.id, three.id, { take: ['language'] });
    expect((await clinic.unmerge(one.id, two.id)).patient.language).toBe('fr');
    const { patient, undecided } = await clinic.unmerge(one.id, three.id);
    expect({ language: patient.language, undecided }).toEqual({ language: 'de', undecided: [] });
  });

  it('rejects the same record, an unknown one and a merged one, and names the survivor', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    const other = await clinic.patient();
    const foreign = await testOrg();
    await expect(clinic.merge(survivor.id, survivor.id)).rejects.toMatchObject({ code: 'validation_failed' });
    await clinic.merge(survivor.id, merged.id);
    for (const [id, second] of [
      [other.id, merged.id],
      [merged.id, other.id],
    ])
      await expect(clinic.merge(id!, second!)).rejects.toMatchObject({
        code: 'invalid_state',
        extras: { survivor_id: survivor.id },
      });
    const theirs = { ...clinic.key, actor: { ...clinic.key.actor, orgId: foreign.orgId } };
    await expect(clinic.merge(survivor.id, other.id, {}, theirs)).rejects.toMatchObject({
      code: 'not_found',
    });
    await deletePatient(fresh(clinic.org.ctx), { id: other.id });
    await expect(clinic.merge(survivor.id, other.id)).rejects.toMatchObject({ code: 'patient_not_found' });
    expect((await get(survivor.id)).merged_from).toEqual([merged.id]);
  });

  it('rejects changes of the merged record and names the survivor', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    await clinic.merge(survivor.id, merged.id);
    const problem = { code: 'invalid_state', extras: { survivor_id: survivor.id } };
    await expect(updatePatient(fresh(clinic.key), { id: merged.id, language: 'de' })).rejects.toMatchObject(
      problem,
    );
    await expect(deletePatient(fresh(clinic.org.ctx), { id: merged.id })).rejects.toMatchObject(problem);
  });

  it('finds the survivor by the MRN of the merged record, and no longer the merged record', async () => {
    const survivor = await clinic.patient({ name: { family: 'Zwolle', given: ['Anna'] } });
    const merged = await clinic.patient({
      name: { family: 'Zwolle', given: ['Anna'] },
      birth_date: '1961-02-03',
      identifiers: [{ system: 'urn:x', value: 'ZW-4471', type: 'other' }],
    });
    await clinic.merge(survivor.id, merged.id);
    const found = async (q: string) =>
      (await findPatients(fresh(clinic.clinician), { q, limit: 20 })).data.map(({ id }) => id);
    for (const q of [merged.mrn, 'ZW-4471', 'Zwolle', survivor.mrn])
      expect(await found(q), q).toEqual([survivor.id]);
    expect(await found('1961-02-03')).toEqual([]);
    const listed = async (query: object, ctx = clinic.key) =>
      (await listPatients(fresh(ctx), listPatientsInput.parse({ limit: 100, ...query }))).data.map(
        ({ id }) => id,
      );
    expect(await listed({ status: 'merged' })).toContain(merged.id);
    expect(await listed({ family: 'Zwolle' })).toEqual([merged.id, survivor.id]);
    expect(await listed({ family: 'Zwolle' }, clinic.clinician)).toEqual([survivor.id]);
    await updatePatient(fresh(clinic.key), { id: survivor.id, language: 'de' });
    expect(await found(merged.mrn)).toEqual([survivor.id]);
    await clinic.unmerge(survivor.id, merged.id);
    expect(await found(merged.mrn)).toEqual([merged.id]);
    expect((await found('Zwolle')).sort()).toEqual([survivor.id, merged.id].sort());
  });

  it('lists the survivor by the exact numbers of the merged record', async () => {
    const numbers = {
      external_id: 'EXT-4471',
      identifiers: [{ system: 'urn:x', value: 'EX-4471', type: 'other' }],
    };
    const [survivor, merged] = [await clinic.patient(), await clinic.patient(numbers)];
    await clinic.merge(survivor.id, merged.id);
    const listed = async (query: object, ctx = clinic.key) =>
      (await listPatients(fresh(ctx), listPatientsInput.parse({ limit: 25, ...query }))).data
        .map(({ id }) => id)
        .sort();
    const both = [survivor.id, merged.id].sort();
    for (const query of [{ mrn: merged.mrn }, { identifier: 'urn:x|EX-4471' }, { external_id: 'EXT-4471' }]) {
      expect(await listed(query), JSON.stringify(query)).toEqual(both);
      expect(await listed(query, clinic.clinician)).toEqual([survivor.id]);
    }
    expect(await listed({ mrn: survivor.mrn })).toEqual([survivor.id]);
  });

  it('follows a chain, and undoes each merge of it', async () => {
    const [a, b, c] = [await clinic.patient(), await clinic.patient(), await clinic.patient()];
    const items: string[] = [];
    for (const { id } of [a, b, c]) items.push(await clinic.result(id));
    await clinic.merge(b.id, a.id);
    await clinic.merge(c.id, b.id);
    expect(await get(a.id)).toMatchObject({ id: c.id, merged_from: [b.id, a.id] });
    const late = await clinic.document(a.id);
    expect(await clinic.chart(b.id)).toEqual([...items, late].sort());
    // The record in the middle first: it takes the one merged into it along.
    await clinic.unmerge(c.id, b.id);
    expect(await clinic.chart(c.id)).toEqual([items[2]]);
    expect(await clinic.chart(a.id)).toEqual([items[0]!, items[1]!, late].sort());
    await clinic.merge(c.id, b.id);
    const { restored } = await clinic.unmerge(c.id, a.id);
    expect(restored).toMatchObject({ id: a.id, status: 'active', merged_into_id: null });
    expect(await clinic.chart(a.id)).toEqual([items[0]!, late].sort());
    expect(await get(b.id)).toMatchObject({ id: c.id, merged_from: [b.id] });
  });

  it('is refused where the record is not merged into this patient', async () => {
    const [a, b, c] = [await clinic.patient(), await clinic.patient(), await clinic.patient()];
    await expect(clinic.unmerge(a.id, b.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await clinic.merge(a.id, b.id);
    await expect(clinic.unmerge(c.id, b.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('undoing a merge', () => {
  it('returns what was addressed to the record, and lists what users added to the joint chart', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    const before = await clinic.order(merged.id);
    await clinic.merge(survivor.id, merged.id);
    const addressed = [before, await clinic.order(merged.id), await clinic.document(merged.id)];
    // Sent for the survivor, but in answer to an order of the merged record.
    const result = await clinic.result(survivor.id, { order_id: before });
    const ofResult = await clinic.document(survivor.id, { result_id: result });
    const kept = await clinic.document(survivor.id);
    const byUser = [
      await clinic.order(survivor.id, clinic.clinician),
      await clinic.document(survivor.id, {}, clinic.clinician),
    ];
    const { undecided } = await clinic.unmerge(survivor.id, merged.id);
    expect(await clinic.chart(merged.id)).toEqual([...addressed, result, ofResult].sort());
    expect(await clinic.chart(survivor.id)).toEqual([kept, ...byUser].sort());
    expect(undecided).toEqual([
      { object: 'lab_order', id: byUser[0], field: null },
      { object: 'document', id: byUser[1], field: null },
    ]);
    expect((await eventsOf(merged.id)).at(-1)).toMatchObject({
      type: 'patient.unmerged',
      data: { object: { id: merged.id, status: 'active', survivor_id: survivor.id } },
    });
  });

  it('lists what users added before a further merge', async () => {
    const [a, b, c] = [await clinic.patient(), await clinic.patient(), await clinic.patient()];
    await clinic.merge(b.id, a.id);
    const order = await clinic.order(b.id, clinic.clinician);
    await clinic.merge(c.id, b.id);
    const { undecided } = await clinic.unmerge(c.id, a.id);
    expect(undecided).toEqual([{ object: 'lab_order', id: order, field: null }]);
  });

  it('restores values that a further merge has taken', async () => {
    const [a, b, c] = [
      await clinic.patient({ birth_date: '1950-01-01', language: 'fr' }),
      await clinic.patient({ birth_date: '1960-01-01', language: 'de' }),
      await clinic.patient({ birth_date: '1970-01-01', language: 'en' }),
    ];
    await clinic.merge(b.id, a.id, { take: ['birth_date', 'language'] });
    await clinic.merge(c.id, b.id, { take: ['birth_date', 'language'] });
    await updatePatient(fresh(clinic.key), { id: c.id, language: 'it' });
    const { patient, undecided } = await clinic.unmerge(c.id, a.id);
    expect(patient).toMatchObject({ birth_date: '1960-01-01', language: 'it' });
    expect(undecided).toEqual([{ object: 'patient', id: c.id, field: 'language' }]);
    const last = await clinic.unmerge(c.id, b.id);
    expect(last.patient).toMatchObject({ birth_date: '1970-01-01', language: 'it' });
    expect(last.restored).toMatchObject({ birth_date: '1960-01-01', language: 'de' });
  });

  it('restores an inactive record as inactive', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    await updatePatient(fresh(clinic.key), { id: merged.id, status: 'inactive' });
    await clinic.merge(survivor.id, merged.id);
    expect((await clinic.unmerge(survivor.id, merged.id)).restored.status).toBe('inactive');
  });

  it('is listed with the merge, from both records', async () => {
    const survivor = await clinic.patient();
    const merged = await clinic.patient();
    await clinic.merge(survivor.id, merged.id, { take: ['phones'] });
    await clinic.unmerge(survivor.id, merged.id);
    await clinic.merge(merged.id, survivor.id, {}, clinic.clinician);
    for (const { id } of [survivor, merged]) {
      const { data } = await listPatientMerges(fresh(clinic.key), { id, limit: 25 });
      expect(data).toMatchObject([
        { survivor_id: merged.id, merged_patient_id: survivor.id, source: 'user', unmerged_at: null },
        {
          survivor_id: survivor.id,
          source: 'api',
          reason: 'Registered twice.',
          unmerge_reason: 'They are twins.',
        },
      ]);
    }
  });

  it('is listed page by page, newest first', async () => {
    const survivor = await clinic.patient();
    const merged = [await clinic.patient(), await clinic.patient(), await clinic.patient()];
    for (const { id } of merged) await clinic.merge(survivor.id, id);
    const page = (cursor?: string | null) =>
      listPatientMerges(fresh(clinic.key), { id: survivor.id, limit: 2, ...(cursor ? { cursor } : {}) });
    const first = await page();
    const last = await page(first.next_cursor);
    expect([first, last].map(({ has_more, data }) => [has_more, data.length])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    expect([...first.data, ...last.data].map(({ merged_mrn }) => merged_mrn)).toEqual(
      merged.map(({ mrn }) => mrn).reverse(),
    );
    const other = { id: merged[0]!.id, limit: 2, cursor: `${first.next_cursor!.slice(0, -1)}x` };
    await expect(listPatientMerges(fresh(clinic.key), other)).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });
});

describe('comparing two records', () => {
  it('counts what each has, and marks fields that contradict each other', async () => {
    const one = await clinic.patient({ language: 'de' });
    const other = await clinic.patient({ birth_date: '1945-07-15', language: 'en', sex: 'unknown' });
    await clinic.order(one.id);
    await clinic.result(one.id);
    await clinic.document(other.id);
    const ctx = fresh(clinic.clinician);
    const compared = await comparePatients(ctx, { id: one.id, other_id: other.id });
    expect(compared).toMatchObject({
      patient: {
        record: { id: one.id },
        counts: { lab_orders: 1, lab_results: 1, documents: 0, drafts: 0, held_messages: 0 },
      },
      other: { record: { id: other.id }, counts: { lab_orders: 0, lab_results: 0, documents: 1 } },
      differences: [
        { field: 'birth_date', contradicts: true },
        { field: 'sex', contradicts: false },
        { field: 'language', contradicts: false },
      ],
    });
    const [row] = await auditRows(ctx.requestId);
    expect(row!.patient_ids.sort()).toEqual([one.id, other.id].map((id) => readId('patient', id)).sort());
    await clinic.merge(one.id, other.id);
    await expect(
      comparePatients(fresh(clinic.clinician), { id: one.id, other_id: other.id }),
    ).rejects.toMatchObject({ code: 'invalid_state', extras: { survivor_id: one.id } });
  });
});
