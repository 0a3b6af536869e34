import { describe, expect, it } from 'vitest';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { listDeletedPatients } from '../../../server/domain/patients/list-deleted-patients';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { restorePatient } from '../../../server/domain/patients/restore-patient';
import { readId } from '../../../server/shared/ids';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';

/** Soft delete and restoration: permissions, time limit, and repeated checks. */

const jane = (extra: object = {}) =>
  createPatientInput.parse({
    name: { family: 'Weißmann', given: ['Jane'] },
    birth_date: '1945-07-14',
    sex: 'female',
    ...extra,
  });
const IDENTIFIER = { system: 'urn:x', value: 'N-1234', type: 'national_id' };
const find = async (org: TestOrg, query: object) =>
  (await listPatients(org.ctx, listPatientsInput.parse(query))).data.map(({ id }) => id);
const ageDeletion = (id: string, interval: string) =>
  asSuperuser(`UPDATE patients SET deleted_at = deleted_at - $2::interval WHERE id = $1`, [
    readId('patient', id),
    interval,
  ]);

describe('restorePatient', () => {
  it('restores the record and its look-ups, with one event and one audit row', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const made = await createPatient(
      org.ctx,
      jane({ external_id: 'x-1', identifiers: [IDENTIFIER], phones: [{ value: '+49 30 901820' }] }),
    );
    await deletePatient(admin, { id: made.id });
    const lookups = [
      { q: 'weissmann' },
      { q: 'n1234' },
      { q: '901820' },
      { identifier: 'urn:x|N-1234' },
      { external_id: 'x-1' },
      { mrn: made.mrn },
      {},
    ];
    for (const query of lookups) expect(await find(org, query), JSON.stringify(query)).toEqual([]);

    const ctx = { ...admin, requestId: keyContext(org.orgId).requestId };
    const restored = await restorePatient(ctx, { id: made.id });
    expect(restored).toEqual({ ...made, version: 3, updated_at: restored.updated_at });
    for (const query of lookups) expect(await find(org, query), JSON.stringify(query)).toEqual([made.id]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'restore_patient', kind: 'write', outcome: 'allowed', object_id: readId('patient', made.id) },
    ]);
    const events = await asSuperuser<{ type: string; sequence: number }>(
      'SELECT type, sequence FROM events WHERE org_id = $1 ORDER BY id',
      [org.orgId],
    );
    expect(events).toEqual([
      { type: 'patient.created', sequence: 1 },
      { type: 'patient.deleted', sequence: 2 },
      { type: 'patient.restored', sequence: 3 },
    ]);
    await expect(restorePatient(admin, { id: made.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['mrn', { mrn: 'A-1' }, 'duplicate_mrn', '/mrn'],
    ['external_id', { external_id: 'e-1' }, 'duplicate_external_id', '/external_id'],
    ['identifier', { identifiers: [IDENTIFIER] }, 'duplicate_identifier', '/identifiers'],
  ])(
    'frees the %s at once and rejects the restoration while another patient has it',
    async (_, fields, code, pointer) => {
      const org = await testOrg();
      const admin = await personContext(org, 'admin');
      const first = await createPatient(org.ctx, jane(fields));
      await deletePatient(admin, { id: first.id });
      const second = await createPatient(org.ctx, jane(fields));
      await expect(restorePatient(admin, { id: first.id })).rejects.toMatchObject({
        code,
        extras: { errors: [{ pointer, code: 'not_unique' }] },
      });
      // Nothing remains of the rejected attempt.
      await expect(getPatient(org.ctx, { id: first.id })).rejects.toMatchObject({ code: 'not_found' });
      expect(await find(org, { q: 'weissmann' })).toEqual([second.id]);
      await deletePatient(admin, { id: second.id });
      await expect(restorePatient(admin, { id: first.id })).resolves.toMatchObject({ version: 3 });
    },
  );

  it('is for administrators, for 30 days, and for deleted patients of the organization only', async () => {
    const [org, other] = [await testOrg(), await testOrg()];
    const [admin, stranger] = [await personContext(org, 'admin'), await personContext(other, 'admin')];
    const [made, living] = [await createPatient(org.ctx, jane()), await createPatient(org.ctx, jane())];
    await deletePatient(admin, { id: made.id });
    for (const ctx of [await personContext(org, 'clinician'), keyContext(org.orgId)]) {
      await expect(restorePatient(ctx, { id: made.id })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(listDeletedPatients(ctx, { limit: 25 })).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(restorePatient(await personContext(org, 'viewer'), { id: made.id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(restorePatient(stranger, { id: made.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(restorePatient(admin, { id: living.id })).rejects.toMatchObject({ code: 'not_found' });
    await ageDeletion(made.id, '30 days');
    await expect(restorePatient(admin, { id: made.id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await listDeletedPatients(admin, { limit: 25 })).data).toEqual([]);
    await ageDeletion(made.id, '-1 minute');
    expect((await listDeletedPatients(admin, { limit: 25 })).data).toHaveLength(1);
    await expect(restorePatient(admin, { id: made.id })).resolves.toMatchObject({ id: made.id });
  });

  it('succeeds once of many concurrent requests', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const made = await createPatient(org.ctx, jane());
    await deletePatient(admin, { id: made.id });
    const race = await Promise.allSettled(
      [...Array(6).keys()].map(() => restorePatient(admin, { id: made.id })),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      await asSuperuser("SELECT 1 FROM events WHERE org_id = $1 AND type = 'patient.restored'", [org.orgId]),
    ).toHaveLength(1);
  });
});

describe('listDeletedPatients', () => {
  it('shows who deleted each patient and the last day to restore, newest first, page by page', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const ids: string[] = [];
    for (const family of ['One', 'Two', 'Three']) {
      const { id } = await createPatient(org.ctx, jane({ name: { family, given: ['X'] } }));
      await deletePatient(family === 'Two' ? org.ctx : admin, { id });
      await ageDeletion(id, `${3 - ids.length} days`);
      ids.unshift(id);
    }
    const ctx = { ...admin, requestId: keyContext(org.orgId).requestId };
    const first = await listDeletedPatients(ctx, { limit: 2 });
    const rest = await listDeletedPatients(admin, { limit: 2, cursor: first.next_cursor! });
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
    const [three, two] = first.data;
    expect(three).toMatchObject({ name: { family: 'Three' }, deleted_by_name: 'Test admin' });
    expect(two).toMatchObject({ deleted_by: 'system', deleted_by_name: null });
    expect(Date.parse(three!.restorable_until) - Date.parse(three!.deleted_at)).toBe(30 * 86_400_000);
    const [audit] = await auditRows(ctx.requestId);
    expect(audit).toMatchObject({ action: 'list_deleted_patients', kind: 'list' });
    expect(audit!.patient_ids).toHaveLength(2);
  });
});
