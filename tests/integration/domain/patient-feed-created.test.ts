import { describe, expect, it } from 'vitest';
import { readId, showId } from '../../../server/shared/ids';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { createFromPatientUpdate } from '../../../server/domain/patient-updates/create-from-patient-update';
import { getPatientUpdate } from '../../../server/domain/patient-updates/get-patient-update';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { auditRows } from '../../support/database';
import { fresh, mrnOf, patientFeed, pid } from '../../support/patient-feed';

/** A user creates the patient of a held message. */

const own = patientFeed();
const { adt, chartOf } = own;

describe('a message without a match', () => {
  it('that is another person of the same name is created by a clinician', async () => {
    const same = {
      name: { family: 'Common', given: ['Ann'], prefix: null, suffix: null, use: null },
      birth_date: '1951-01-01',
      sex: 'female',
    } as const;
    await createPatient(own.org.ctx, { ...same, name: { ...same.name, given: ['Ann'] } });
    const mrn = mrnOf();
    const { id, update } = await adt(pid(mrn, { 5: 'Common^Ann', 7: '19510101' }));
    const typed = {
      id: showId('inbound_patient_update', update.id),
      ...same,
      name: { ...same.name, given: ['Ann'] },
    };
    // The form shows the record of the same name; the server requires the reason again.
    await expect(createFromPatientUpdate(fresh(own.clinician), typed)).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { patient_ids: [expect.any(String)] },
    });
    const ctx = fresh(own.clinician);
    await createFromPatientUpdate(ctx, { ...typed, duplicate_reason: 'different_person' });
    expect(await chartOf(mrn)).toMatchObject({ birth_date: '1951-01-01' });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'create_from_patient_update', detail: { reason: 'different_person', outcome: 'created' } },
    ]);
    const message = await getInboundMessage(fresh(own.org.ctx), { id: showId('inbound_message', id) });
    expect(message).toMatchObject({ state: 'processed', patient_updates: [{ outcome: 'created' }] });
  });

  const typed = (given: string[], more = {}) => ({
    name: { family: 'Whole', given, prefix: null, suffix: null, use: null },
    birth_date: '1947-03-02',
    sex: 'female' as const,
    ...more,
  });
  const create = (id: string, input: ReturnType<typeof typed>) =>
    createFromPatientUpdate(fresh(own.clinician), { id: showId('inbound_patient_update', id), ...input });
  const patientOf = async ({ patient_id: id }: { patient_id: string | null }) =>
    getPatient(own.org.ctx, { id: id! });

  it('creates the patient as the user completed it, with the rest of the message and its MRN', async () => {
    const mrn = mrnOf();
    const { id, update } = await adt(
      pid(mrn, {
        3: `${mrn}^^^HOSP^MR~S-${mrn}^^^USSSA^SS`,
        5: 'Whole^Mia',
        7: '1947',
        11: '1 Main St^^Bonn',
        13: '0228 111111',
        14: '0228 222222',
      }),
    );
    expect(update).toMatchObject({ state: 'unmatched', problem: 'incomplete' });
    const shown = await getPatientUpdate(fresh(own.clinician), {
      id: showId('inbound_patient_update', update.id),
      with: [],
    });
    expect(shown).toMatchObject({
      may_create: true,
      mrn_if_created: mrn,
      sent: { address: { lines: ['1 Main St'], city: 'Bonn' } },
    });
    const made = await create(
      update.id,
      typed(['Mia'], {
        phones: [{ value: '0228 111111', use: null }],
        addresses: [{ lines: ['1 Main St'], city: 'Bonn' }],
      }),
    );
    expect(made.state).toBe('applied');
    const chart = await patientOf(made);
    expect(chart).toMatchObject({
      mrn,
      birth_date: '1947-03-02',
      identifiers: [{ system: 'USSSA', value: `S-${mrn}` }],
      phones: [{ raw: '0228 111111', use: 'home' }, { raw: '0228 222222' }],
      addresses: [{ lines: ['1 Main St'] }],
    });
    const message = await getInboundMessage(fresh(own.org.ctx), { id: showId('inbound_message', id) });
    expect(message).toMatchObject({ state: 'processed', patient_updates: [{ outcome: 'created' }] });
    // A repetition of the message does not undo what the user corrected.
    const { update: again } = await adt(pid(mrn, { 5: 'Whole^Mia', 7: '' }), { at: '20260106120000' });
    expect(again).toMatchObject({ state: 'applied', patientId: readId('patient', chart.id) });
    await expect(create(update.id, typed(['Mia']))).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('creates it with an assigned MRN if it has none of this connection', async () => {
    const { update } = await adt(pid('', { 3: '', 5: 'Whole^Ola', 7: '19470302', 13: '0228 333333' }));
    expect(update).toMatchObject({ problem: 'no_mrn' });
    // A number that the user corrects is not completed with that of the message.
    const made = await create(update.id, typed(['Ola'], { phones: [{ value: '0228 444444', use: null }] }));
    const chart = await patientOf(made);
    expect(chart.mrn).toMatch(/^\d{11}$/);
    expect(chart.phones).toMatchObject([{ raw: '0228 444444' }]);
  });

  it('leaves out what the user cleared', async () => {
    const sent = { 5: 'Whole^Uma', 11: '1 Main St^^Bonn', 13: '0228 555555~^NET^Internet^uma@example.org' };
    const { update } = await adt(pid(mrnOf(), { ...sent, 7: '1947' }));
    const chart = await patientOf(await create(update.id, typed(['Uma'])));
    expect(chart).toMatchObject({ phones: [], emails: [], addresses: [] });
    // The form shows none of several addresses.
    const two = { ...sent, 5: 'Whole^Udo', 11: '1 Main St^^Bonn~2 Side St^^Bonn' };
    const { update: other } = await adt(pid(mrnOf(), { ...two, 7: '1947' }));
    const { addresses } = await patientOf(await create(other.id, typed(['Udo'])));
    expect(addresses).toMatchObject([{ lines: ['1 Main St'] }, { lines: ['2 Side St'] }]);
  });

  it('does not let a clinician choose an MRN', async () => {
    const { update } = await adt(pid('', { 3: '', 5: 'Whole^Ida', 7: '19470302' }));
    await expect(create(update.id, typed(['Ida'], { mrn: 'OWN-1' }))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('creates none if the MRN is that of a patient with other data', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn, { 7: '19500101' }), { at: '20260106120000' });
    expect(update).toMatchObject({ problem: 'birth_date_differs' });
    await expect(create(update.id, typed(['Eva']))).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
