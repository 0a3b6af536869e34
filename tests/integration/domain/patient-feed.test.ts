import { describe, expect, it } from 'vitest';
import { readId, showId } from '../../../server/shared/ids';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { applyPatientUpdate } from '../../../server/domain/patient-updates/apply-patient-update';
import { getPatientUpdate } from '../../../server/domain/patient-updates/get-patient-update';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { asSuperuser } from '../../support/database';
import { er7, PID } from '../../support/hl7';
import { hospital, updatesOf, work } from '../../support/intake';
import { codesOf, oru, sendWhole } from '../../support/laboratory';
import { fresh, mrnOf, patientFeed, pid } from '../../support/patient-feed';

const own = patientFeed();
const { adt, chartOf, eventsOf } = own;

describe('an unknown patient', () => {
  it('is created with everything the message sends, with event and audit row', async () => {
    const mrn = mrnOf();
    const { state, update } = await adt(
      pid(mrn, {
        3: `${mrn}^^^HOSP^MR~S-${mrn}^^^USSSA^SS~V-1^^^HOSP^VN`,
        5: 'Doe^Jane^Q^Jr^Dr~Alias^Janie^^^^^A',
        11: '1 Main St^Flat 2^Boston^MA^02101^USA^H~2 Bad St^^^^^^BA',
        13: '^PRN^PH^^1^617^5551212~^NET^Internet^jane@example.org',
        14: '(617)555-9999',
      }),
      { event: 'A28' },
    );
    expect({ state, outcome: update.outcome }).toEqual({ state: 'processed', outcome: 'created' });
    const chart = (await chartOf(mrn))!;
    expect(chart).toMatchObject({
      mrn,
      name: { family: 'Doe', given: ['Jane', 'Q'], prefix: 'Dr', suffix: 'Jr' },
      birth_date: '1945-07-14',
      sex: 'female',
      identifiers: [{ system: 'USSSA', value: `S-${mrn}`, type: 'national_id' }],
      phones: [
        { value: '+16175551212', use: 'home' },
        { value: '+16175559999', use: 'work' },
      ],
      emails: [{ value: 'jane@example.org', use: 'home' }],
      addresses: [{ lines: ['1 Main St', 'Flat 2'], city: 'Boston', country: 'US', use: 'home' }],
      created_by: 'system',
    });
    expect(await eventsOf(chart.id)).toEqual(['patient.created']);
    const audit = await asSuperuser<{ action: string; patient_ids: string[] }>(
      "select action, patient_ids from audit_events where org_id = $1 and object_id = $2 and kind = 'write'",
      [own.org.orgId, update.id],
    );
    expect(audit).toMatchObject([
      { action: 'process_patient_update', patient_ids: [readId('patient', chart.id)] },
    ]);
  });

  it.each(['A01', 'A04', 'A05', 'A14', 'A28', 'A31', 'A08', 'A02', 'A06', 'A07', 'A10', 'A15'])(
    'is created by %s',
    async (event) => {
      const mrn = mrnOf();
      expect((await adt(pid(mrn), { event })).update).toMatchObject({ state: 'applied', outcome: 'created' });
      expect(await chartOf(mrn)).not.toBeNull();
    },
  );

  it.each(['A03', 'A09', 'A11', 'A13', 'A16', 'A25', 'A26', 'A27', 'A38', 'A60'])(
    'is not created by %s, which is recorded without effect',
    async (event) => {
      const mrn = mrnOf();
      const { state, update } = await adt(pid(mrn), { event });
      expect({ ...update, message: state }).toMatchObject({
        message: 'processed',
        state: 'ignored',
        problem: 'no_demographic_effect',
        mrn,
      });
      expect(await chartOf(mrn)).toBeNull();
    },
  );

  it('is not created if the connection creates no patients', async () => {
    const to = await hospital(own.org, { create_patients: false });
    const mrn = mrnOf();
    expect((await adt(pid(mrn), { to })).update).toMatchObject({
      state: 'ignored',
      problem: 'patient_unknown',
    });
    expect(await chartOf(mrn)).toBeNull();
  });

  it.each([
    ['a year of birth only', { 7: '1945' }, 'incomplete'],
    ['no given name', { 5: 'Doe' }, 'incomplete'],
    ['no MRN', { 3: '' }, 'no_mrn'],
    ['an MRN with a space', { 3: 'A B^^^HOSP^MR' }, 'incomplete'],
  ])('with %s is held', async (_words, fields, problem) => {
    expect(await adt(pid(mrnOf(), fields))).toMatchObject({
      state: 'unmatched',
      update: { state: 'unmatched', problem, patientId: null },
    });
  });

  it('whose chart was deleted is held', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    await deletePatient(own.org.ctx, { id: (await chartOf(mrn))!.id });
    expect((await adt(pid(mrn))).update).toMatchObject({ state: 'unmatched', problem: 'patient_deleted' });
  });

  it('with the name and birth date of a record of the practice is held, then linked by a user', async () => {
    const known = await createPatient(own.org.ctx, {
      name: { family: 'Twice', given: ['Una'], prefix: null, suffix: null, use: null },
      birth_date: '1950-01-01',
      sex: 'female',
    });
    const mrn = mrnOf();
    const sent = pid(mrn, { 5: 'Twice^Una', 7: '19500101' });
    const { update } = await adt(sent);
    expect(update).toMatchObject({ state: 'conflict', problem: 'likely_duplicate' });
    const id = showId('inbound_patient_update', update.id);
    const shown = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(shown).toMatchObject({
      may_apply: true,
      may_create: true,
      candidates: [{ patient: { id: known.id } }],
    });
    const apply = { id, patient_id: known.id };
    await expect(applyPatientUpdate(fresh(own.clinician), apply)).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await applyPatientUpdate(fresh(own.clinician), { ...apply, reason: 'Same person.' });
    expect(await getPatient(own.org.ctx, { id: known.id })).toMatchObject({
      mrn: known.mrn,
      identifiers: [{ system: 'HOSP', value: mrn, type: 'mrn' }],
    });
    // Later messages find the record by the linked MRN.
    const later = await adt(pid(mrn, { 5: 'Twice^Una', 7: '19500101', 11: '9 New St^^Bonn' }), {
      at: '20260106120000',
    });
    expect(later.update).toMatchObject({ outcome: 'updated', fields: ['addresses'] });
    expect(await chartOf(mrn)).toBeNull();
  });
});

describe('a new patient with the name of a record of the practice', () => {
  it.each([
    ['one digit', '19500822', 'similar_birth_date'],
    ['one digit of the year', '19600802', 'similar_birth_date'],
    ['two digits swapped', '19500820', 'similar_birth_date'],
    ['day and month swapped', '19500208', 'similar_birth_date'],
    ['another day and month', '19501121', null],
  ])('and %s of the birth date is held if it is similar', async (words, born, problem) => {
    const name = { family: 'Near', given: [words], prefix: null, suffix: null, use: null };
    const birth_date = born === '19500822' ? '1950-08-20' : '1950-08-02';
    const known = await createPatient(own.org.ctx, { name, birth_date, sex: 'female' });
    const { update } = await adt(pid(mrnOf(), { 5: `Near^${words}`, 7: born }));
    expect(update).toMatchObject(
      problem
        ? { state: 'conflict', problem, candidates: [readId('patient', known.id)] }
        : { state: 'applied', outcome: 'created' },
    );
    const { may_create } = await getPatientUpdate(fresh(own.clinician), {
      id: showId('inbound_patient_update', update.id),
      with: [],
    });
    expect(may_create).toBe(problem !== null);
  });
});

describe('a known patient', () => {
  it('gets only the fields of the message; `""` deletes', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 11: '1 Old St^^Bonn', 13: '0228 111111', 14: '0228 222222' }));
    const { update } = await adt(pid(mrn, { 5: 'Miller^Jane', 11: '', 13: '""', 14: '' }), {
      at: '20260106120000',
    });
    expect(update).toMatchObject({ outcome: 'updated', fields: ['name', 'phones'] });
    const chart = (await chartOf(mrn))!;
    expect(chart).toMatchObject({
      name: { family: 'Miller' },
      addresses: [{ lines: ['1 Old St'] }],
      phones: [{ raw: '0228 222222', use: 'work' }],
    });
    expect(await eventsOf(chart.id)).toEqual(['patient.created', 'patient.updated']);
  });

  it('keeps what every patient must have, with a warning', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { id, update } = await adt(pid(mrn, { 5: '""', 7: '""', 8: '""' }), { at: '20260106120000' });
    expect(update).toMatchObject({ outcome: 'updated', fields: ['sex'] });
    expect(await chartOf(mrn)).toMatchObject({
      birth_date: '1945-07-14',
      name: { family: 'Doe' },
      sex: 'unknown',
    });
    const { warnings } = await getInboundMessage(fresh(own.org.ctx), { id: showId('inbound_message', id) });
    expect(warnings).toMatchObject([{ code: 'delete_not_possible' }, { code: 'delete_not_possible' }]);
  });

  it('is changed in the fields of the policy only', async () => {
    const mrn = mrnOf();
    const to = await hospital(own.org, { update_demographics: ['address'] });
    await adt(pid(mrn, { 5: 'Policy^Pia' }), { to });
    await adt(pid(mrn, { 5: 'Miller^Pia', 11: '1 New St^^Bonn' }), { to, at: '20260106120000' });
    expect(await chartOf(mrn)).toMatchObject({ name: { family: 'Policy' }, addresses: [{ city: 'Bonn' }] });
  });

  it('never gets older data, but what no newer message has sent', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 11: '2 New St^^Bonn' }), { at: '20260106120000' });
    const older = await adt(pid(mrn, { 11: '1 Old St^^Bonn', 13: '0228 111111' }));
    expect(older.update).toMatchObject({ outcome: 'updated', fields: ['phones'] });
    expect(await chartOf(mrn)).toMatchObject({
      addresses: [{ lines: ['2 New St'] }],
      phones: [{ use: 'home' }],
    });
    const oldest = await adt(pid(mrn, { 11: '0 First St^^Bonn' }), { at: '20260104120000' });
    expect(oldest).toMatchObject({ state: 'stale', update: { state: 'older', problem: 'older' } });
    expect(await chartOf(mrn)).toMatchObject({ addresses: [{ lines: ['2 New St'] }] });
  });

  it('is not blocked by a message from the future', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn), { at: '20900101120000' });
    const { update } = await adt(pid(mrn, { 11: '2 New St^^Bonn' }), { at: '20260106120000' });
    expect(update).toMatchObject({ outcome: 'updated' });
  });

  it('does not get the type of an equal name', async () => {
    const mrn = mrnOf();
    await createPatient(own.org.ctx, {
      mrn,
      name: { family: 'Doe', given: ['Jane'], prefix: null, suffix: null, use: null },
      birth_date: '1945-07-14',
      sex: 'female',
    });
    const sent = pid(mrn, { 5: 'Doe^Jane^^^^^L', 11: '1 Main St^^Bonn' });
    expect((await adt(sent)).update).toMatchObject({ outcome: 'updated', fields: ['addresses'] });
    expect((await chartOf(mrn))!.name.use).toBeNull();
    const renamed = await adt(pid(mrn, { 5: 'Roe^Jane^^^^^L' }), { at: '20260106120000' });
    expect(renamed.update).toMatchObject({ fields: ['name'] });
    expect((await chartOf(mrn))!.name.use).toBe('official');
  });

  it("keeps a user's edit until the hospital sends something new", async () => {
    const mrn = mrnOf();
    const sent = (street: string) => pid(mrn, { 11: `${street}^^Bonn` });
    await adt(sent('1 Sent St'));
    const { id } = (await chartOf(mrn))!;
    await updatePatient(own.org.ctx, {
      id,
      addresses: [
        { lines: ['7 Typed St'], city: null, state: null, postal_code: null, country: null, use: null },
      ],
    });
    expect((await adt(sent('1 Sent St'), { at: '20260106120000' })).update).toMatchObject({
      outcome: 'unchanged',
    });
    expect(await chartOf(mrn)).toMatchObject({ addresses: [{ lines: ['7 Typed St'] }] });
    await adt(sent('2 Sent St'), { at: '20260107120000' });
    expect(await chartOf(mrn)).toMatchObject({ addresses: [{ lines: ['2 Sent St'] }] });
  });

  it('is found by a national number with its authority, without the MRN', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 3: `${mrn}^^^HOSP^MR~N${mrn}^^^NHS^NH` }));
    const { update } = await adt(pid('', { 3: `N${mrn}^^^NHS^NH`, 11: '1 New St^^Bonn' }), {
      at: '20260106120000',
    });
    expect(update).toMatchObject({ outcome: 'updated', fields: ['addresses'], mrn: null });
    // The same number of another authority is another number.
    const other = await adt(pid('', { 3: `N${mrn}^^^OTHER^NH` }));
    expect(other.update).toMatchObject({ state: 'unmatched', problem: 'no_mrn' });
  });

  it('gets the date of death', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    await adt(pid(mrn, { 29: '20260106', 30: 'Y' }), { at: '20260106120000' });
    expect(await chartOf(mrn)).toMatchObject({ deceased_at: '2026-01-06' });
    await adt(pid(mrn, { 30: 'N' }), { at: '20260107120000' });
    expect(await chartOf(mrn)).toMatchObject({ deceased_at: null });
  });
});

describe('reception', () => {
  const message = (type: string, ...rest: string[]) =>
    er7(`MSH|^~\\&|PAS|HOSP|CDS|CLINIC|20260105130000||${type}|R${mrnOf()}|P|2.5.1`, ...rest);

  it.each([
    ['a result', () => oru(), 'AR', 'not_adt'],
    ['an unknown event', () => message('ADT^Z01', PID), 'AR', 'adt_event_not_accepted'],
    ['an update without PID', () => message('ADT^A08', 'EVN|A08'), 'AE', 'no_patient'],
    ['a bed status without PID', () => message('ADT^A20', 'EVN|A20'), 'AA', undefined],
    ['an event in EVN only', () => message('ADT', 'EVN|A03', PID), 'AA', undefined],
  ])('of %s', async (_words, bytes, code, reason) => {
    const received = await sendWhole(own.feed, bytes());
    expect({ code: codesOf(received), reason: received.problem?.reason }).toEqual({ code, reason });
    if (code === 'AA') expect(await work(own.feed, received.stored.id)).toMatchObject({ state: 'processed' });
  });

  it('is for feeds only: a laboratory cannot send patients', async () => {
    const made = await createLabConnection(own.org.ctx, { name: 'Laboratory', transport: 'https' });
    const source = { ...own.feed.source, connectionId: readId('lab_connection', made.id)! };
    const { problem } = await sendWhole({ id: made.id, source }, message('ADT^A08', 'EVN|A08', PID));
    expect(problem?.reason).toBe('type_not_accepted');
  });

  it('of a test message records what would happen', async () => {
    const to = await hospital(own.org, { processing_policy: 'go_live' });
    const mrn = mrnOf();
    const bytes = er7(
      `MSH|^~\\&|PAS|HOSP|CDS|CLINIC|20260105130000||ADT^A28|R${mrnOf()}|T|2.5.1`,
      'EVN|A28|20260105120000',
      pid(mrn),
    );
    const { stored } = await sendWhole(to, bytes);
    expect(await work(to, stored.id)).toMatchObject({ state: 'test' });
    expect(await updatesOf(to, stored.id)).toMatchObject([{ state: 'test', patientId: null }]);
    expect(await chartOf(mrn)).toBeNull();
  });
});

describe('settings', () => {
  const feedSettings = { name: 'Feed', transport: 'https', kind: 'hospital_feed' } as const;
  it.each([
    [
      'a own.feed without create_patients',
      { ...feedSettings, update_demographics: [] },
      '/create_patients',
      'required',
    ],
    [
      'a own.feed without update_demographics',
      { ...feedSettings, create_patients: true },
      '/update_demographics',
      'required',
    ],
    [
      'a laboratory with a policy',
      { name: 'Lab', transport: 'https', create_patients: false } as const,
      '/create_patients',
      'not_allowed',
    ],
    [
      'a own.feed with a director',
      { ...feedSettings, create_patients: true, update_demographics: [], director: 'Dr. X' },
      '/director',
      'not_allowed',
    ],
  ])('of %s are rejected', async (_words, input, pointer, code) => {
    // The type excludes some of these settings.
    await expect(createLabConnection(own.org.ctx, input as never)).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer, code }] },
    });
  });

  it('change the policy for the next message', async () => {
    const to = await hospital(own.org, { create_patients: false });
    await updateLabConnection(own.org.ctx, { id: to.labId, create_patients: true, merge: 'automatic' });
    expect((await adt(pid(mrnOf(), { 5: 'Next^Nora' }), { to })).update).toMatchObject({
      outcome: 'created',
    });
    await expect(updateLabConnection(own.org.ctx, { id: to.labId, director: 'Dr. X' })).rejects.toMatchObject(
      {
        extras: { errors: [{ pointer: '/director' }] },
      },
    );
  });
});
