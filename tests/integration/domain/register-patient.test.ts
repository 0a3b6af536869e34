import { describe, expect, it } from 'vitest';
import {
  createPatientInput,
  findDuplicatesInput,
  registerPatientInput,
} from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { findDuplicates } from '../../../server/domain/patients/find-duplicates';
import { registerPatient } from '../../../server/domain/patients/register-patient';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, keyContext, personContext, testOrg } from '../../support/database';
import { meetBeforeWriting } from '../../support/locked-rows';

/** A second record with the same name and birth date requires a reason. */

const input = (name: { family: string; given: string[] }, birth_date = '1945-07-14', sex = 'female') => ({
  name,
  birth_date,
  sex,
});
const smith = input({ family: 'Smith', given: ['Jané', 'Ann'] });
const create = createPatientInput.parse;
const register = registerPatientInput.parse;
const REJECTED = { code: 'validation_failed', extras: { errors: [{ pointer: '/duplicate_reason' }] } };

describe('registerPatient', () => {
  it('requires a reason for an existing name and birth date, and audits it', async () => {
    const { orgId, ctx } = await testOrg();
    await createPatient(ctx, create(smith));
    const people = async () =>
      (await asSuperuser('SELECT id FROM patients WHERE org_id = $1', [orgId])).length;
    // Case, accents and the order of the names do not make another person.
    const exchanged = input({ family: 'JANE ann', given: ['smith'] });
    for (const again of [smith, exchanged])
      await expect(registerPatient(ctx, register(again))).rejects.toMatchObject(REJECTED);
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

  it('requires no reason for another name or birth date, a deleted record, or another organization', async () => {
    const [mine, theirs] = [await testOrg(), await testOrg()];
    await createPatient(theirs.ctx, create(smith));
    const { id } = await createPatient(mine.ctx, create(smith));
    await deletePatient(mine.ctx, { id });
    for (const other of [
      smith,
      input({ family: 'Smith', given: ['Ann', 'Jane'] }),
      input({ family: 'Smith', given: ['Jane'] }, '1945-07-14', 'male'),
      input({ family: 'Smith', given: ['Jane', 'Ann'] }, '1945-07-15'),
    ])
      await registerPatient(mine.ctx, register(other));
    const rows = await asSuperuser(
      "SELECT id FROM audit_events WHERE org_id = $1 AND action = 'register_patient' AND detail IS NOT NULL",
      [mine.orgId],
    );
    expect(rows).toEqual([]);
  });

  it('requires a reason for a matching birth date, sex and first given name', async () => {
    const org = await testOrg();
    const { id } = await createPatient(org.ctx, create(smith));
    const rejected = { ...REJECTED, extras: { ...REJECTED.extras, patient_ids: [id] } };
    for (const again of [
      input({ family: 'Smith', given: ['Jane'] }),
      input({ family: 'Smythe', given: ['JANÉ-Marie'] }),
      input({ family: 'Jones', given: ['jane', 'Ruth'] }, '1945-07-14', 'unknown'),
    ]) {
      await expect(registerPatient(org.ctx, register(again))).rejects.toMatchObject(rejected);
      const { family, given } = again.name;
      const { birth_date, sex } = register(again);
      const asked = { family, given: given.join(' '), birth_date, sex };
      const found = await findDuplicates(org.ctx, findDuplicatesInput.parse(asked));
      expect([found.needs_reason, found.data.map((one) => one.id)]).toEqual([true, [id]]);
    }
  });

  it('requires a reason from one of two users who register the same patient concurrently', async () => {
    const org = await testOrg();
    const registering = () => registerPatient(org.ctx, register(smith));
    const both = await meetBeforeWriting('patients', [registering, registering]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('finds possible duplicates by full name, or two of name, birth date and phone', async () => {
    const org = await testOrg();
    const phones = [{ value: '01632 960100', use: 'home' }];
    const { id } = await createPatient(org.ctx, create({ ...smith, phones }));
    await createPatient(org.ctx, create(input({ family: 'Other', given: ['Person'] }, '1980-01-01')));
    const whole = {
      family: 'smith',
      given: 'jane ann',
      birth_date: '1945-07-14',
      sex: 'female',
      phone: '+44 1632 960100',
    };
    const names = Object.keys(whole) as (keyof typeof whole)[];
    for (let subset = 0; subset < 2 ** names.length; subset++) {
      const given = new Set(names.filter((_, bit) => subset & (1 << bit)));
      const asked = Object.fromEntries([...given].map((name) => [name, whole[name]]));
      const found = await findDuplicates(org.ctx, findDuplicatesInput.parse(asked));
      const name = given.has('family') || given.has('given');
      const parts = [name, given.has('birth_date'), given.has('phone')].filter(Boolean).length;
      const isFound = parts >= 2 || (given.has('family') && given.has('given'));
      const isLikely =
        given.has('birth_date') && given.has('given') && (given.has('family') || given.has('sex'));
      expect([[...given], found.data.map((one) => one.id), found.needs_reason]).toEqual([
        [...given],
        isFound ? [id] : [],
        isLikely,
      ]);
    }
  });

  it('finds possible duplicates of which only the first given name is known, exact names first', async () => {
    const { ctx } = await testOrg();
    const { id: exact } = await createPatient(ctx, create(input({ family: 'Okafor', given: ['Adaeze'] })));
    const name = { family: 'Okafor', given: ['Adaeze', 'Ruth'] };
    const { id } = await createPatient(ctx, create(input(name, '1958-03-12')));
    await createPatient(ctx, create(input({ family: 'Okafor', given: ['Ruth'] }, '1958-03-12')));
    const idsOf = async (asked: object) =>
      (await findDuplicates(ctx, findDuplicatesInput.parse(asked))).data.map((one) => one.id);
    // The birth date has exchanged digits.
    const sent = { family: 'Okafor', given: 'Adaeze', birth_date: '1958-03-21', sex: 'female' };
    expect(await idsOf(sent)).toEqual([exact, id]);
    expect(await idsOf({ family: 'Married', given: 'Adaeze', birth_date: '1958-03-12' })).toEqual([id]);
  });

  it('is for users; the preliminary check returns the same, likely ones first', async () => {
    const org = await testOrg();
    const { orgId, ctx } = org;
    const { id } = await createPatient(ctx, create(smith));
    for (let nth = 0; nth < 9; nth++)
      await createPatient(ctx, create({ ...smith, birth_date: `195${nth}-01-01` }));
    const asked = { family: 'smith', given: 'jane ann' };
    const found = await findDuplicates(
      await personContext(org, 'clinician'),
      findDuplicatesInput.parse({ ...asked, birth_date: '1945-07-14' }),
    );
    expect([found.needs_reason, found.data[0]!.id]).toEqual([true, id]);
    const another = findDuplicatesInput.parse({ ...asked, birth_date: '1999-01-01' });
    expect(await findDuplicates(ctx, another)).toMatchObject({ needs_reason: false });
    await expect(registerPatient(keyContext(orgId), register(smith))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
