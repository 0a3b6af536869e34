import { describe, expect, it } from 'vitest';
import { createPatientInput, registerPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { deletePatient } from '../../server/domain/patients/delete-patient';
import { findDuplicates } from '../../server/domain/patients/find-duplicates';
import { registerPatient } from '../../server/domain/patients/register-patient';
import { readId } from '../../server/domain/ids';
import { asSuperuser, keyContext, personContext, testOrg } from '../support/database';

/** A second record of somebody with the same name and birth date is made for a reason, or not at all. */

const input = (name: { family: string; given: string[] }, birth_date = '1945-07-14') => ({
  ...{ name, birth_date, sex: 'female' },
});
const smith = input({ family: 'Smith', given: ['Jané', 'Ann'] });
const create = createPatientInput.parse;
const register = registerPatientInput.parse;
const REFUSED = { code: 'validation_failed', extras: { errors: [{ pointer: '/duplicate_reason' }] } };

describe('registerPatient', () => {
  it('asks for a reason when somebody has the name and birth date, and keeps it in the audit', async () => {
    const { orgId, ctx } = await testOrg();
    await createPatient(ctx, create(smith));
    const people = async () =>
      (await asSuperuser('SELECT id FROM patients WHERE org_id = $1', [orgId])).length;
    // Case, accents and the order of the names do not make another person.
    const exchanged = input({ family: 'JANE ann', given: ['smith'] });
    for (const again of [smith, exchanged])
      await expect(registerPatient(ctx, register(again))).rejects.toMatchObject(REFUSED);
    expect(await people()).toBe(1);
    expect(() => register({ ...smith, duplicate_reason: 'Her sister, Jane.' })).toThrow();
    const made = await registerPatient(ctx, register({ ...smith, duplicate_reason: 'different_person' }));
    const [row] = await asSuperuser<{ detail: unknown; patient_ids: string[] }>(
      "SELECT detail, patient_ids FROM audit_events WHERE org_id = $1 AND action = 'register_patient' AND outcome = 'allowed'",
      [orgId],
    );
    expect(row).toEqual({
      detail: { reason: 'different_person' },
      patient_ids: [readId('patient', made.id)],
    });
    expect(await people()).toBe(2);
  });

  it('asks nothing where the name or the day is another, the record is deleted, or of another organisation', async () => {
    const [mine, theirs] = [await testOrg(), await testOrg()];
    await createPatient(theirs.ctx, create(smith));
    const { id } = await createPatient(mine.ctx, create(smith));
    await deletePatient(mine.ctx, { id });
    for (const other of [
      smith,
      input({ family: 'Smith', given: ['Jane'] }),
      input({ family: 'Smith', given: ['Jane', 'Ann'] }, '1945-07-15'),
    ])
      await registerPatient(mine.ctx, register(other));
    const rows = await asSuperuser(
      "SELECT id FROM audit_events WHERE org_id = $1 AND action = 'register_patient' AND detail IS NOT NULL",
      [mine.orgId],
    );
    expect(rows).toEqual([]);
  });

  it('is for people; the soft check says the same, with the likely ones first', async () => {
    const org = await testOrg();
    const { orgId, ctx } = org;
    const { id } = await createPatient(ctx, create(smith));
    for (let nth = 0; nth < 9; nth++)
      await createPatient(ctx, create({ ...smith, birth_date: `195${nth}-01-01` }));
    const asked = { family: 'smith', given: 'jane ann' };
    const found = await findDuplicates(await personContext(org, 'clinician'), {
      ...asked,
      birth_date: '1945-07-14',
    });
    expect([found.needs_reason, found.data[0]!.id]).toEqual([true, id]);
    expect(await findDuplicates(ctx, { ...asked, birth_date: '1999-01-01' })).toMatchObject({
      needs_reason: false,
    });
    await expect(registerPatient(keyContext(orgId), register(smith))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
