import { describe, expect, it } from 'vitest';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { applyPatientUpdate } from '../../../server/domain/patient-updates/apply-patient-update';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { readId, showId } from '../../../server/shared/ids';
import { meetAt } from '../../support/locked-rows';
import { fresh, mrnOf, patientFeed, pid } from '../../support/patient-feed';

/** What a hospital feed and users change about the same patient. */

const own = patientFeed();
const { adt, chartOf } = own;

const phone = (value: string) => ({ value, use: 'mobile' as const });
const identifier = (nth: number) => ({
  system: `urn:issuer:${nth}`,
  value: `${nth}`,
  type: 'insurance' as const,
  type_code: null,
  assigner: null,
});

describe('a message of the feed', () => {
  it('keeps what a user stores at the same time', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 13: '0228 111111' }));
    const { id } = (await chartOf(mrn))!;
    // Both wait for the record; the user's change is committed while the message waits.
    const [result] = await meetAt(
      ['patients WHERE id = $1', readId('patient', id)],
      [() => adt(pid(mrn, { 14: '0228 222222' }), { at: '20260106120000' })],
      [
        [
          `UPDATE patients SET phones = phones || '[{"value":"+49170333","raw":"0170 333","use":"mobile"}]'::jsonb WHERE id = $1`,
          readId('patient', id),
        ],
      ],
    );
    expect(result!.status).toBe('fulfilled');
    expect((await chartOf(mrn))!.phones.map(({ raw }) => raw)).toEqual([
      '0228 111111',
      '0170 333',
      '0228 222222',
    ]);
  });

  it('that a user applied does not make the feed repeat what the user corrected', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 13: '0228 111111' }));
    const { id: patient_id } = (await chartOf(mrn))!;
    await updatePatient(own.org.ctx, { id: patient_id, phones: [phone('0170 333333')] });
    const held = await adt(pid(mrn, { 7: '19450715' }), { at: '20260106120000' });
    await applyPatientUpdate(fresh(own.clinician), {
      id: showId('inbound_patient_update', held.update.id),
      patient_id,
      reason: 'Corrected by the family.',
    });
    await adt(pid(mrn, { 7: '19450715', 13: '0228 111111' }), { at: '20260107120000' });
    expect(await chartOf(mrn)).toMatchObject({
      birth_date: '1945-07-15',
      phones: [{ raw: '0170 333333', use: 'mobile' }],
    });
  });

  it('is applied to a patient who has its number as another type', async () => {
    const sent = mrnOf();
    const patient = await createPatient(
      own.org.ctx,
      createPatientInput.parse({
        name: { family: 'Doe', given: ['Jane'] },
        birth_date: '1945-07-14',
        sex: 'female',
        identifiers: [{ system: 'HOSP', value: sent, type: 'other' }],
      }),
    );
    const held = await adt(pid(sent));
    expect(held.update).toMatchObject({ state: 'conflict', problem: 'likely_duplicate' });
    await applyPatientUpdate(fresh(own.clinician), {
      id: showId('inbound_patient_update', held.update.id),
      patient_id: patient.id,
      reason: 'The same person.',
    });
    const later = await adt(pid(sent, { 11: '1 New St^^Bonn' }), { at: '20260106120000' });
    expect(later.update).toMatchObject({ outcome: 'updated', patientId: readId('patient', patient.id) });
  });

  it('has a warning for a value the record has no room for, and the value counts as not sent', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { id } = (await chartOf(mrn))!;
    const full = Array.from({ length: 20 }, (_, nth) => identifier(nth));
    await updatePatient(own.org.ctx, { id, identifiers: full });
    const sent = pid(mrn, { 3: `${mrn}^^^HOSP^MR~N1^^^NHS^NH` });
    const { id: message } = await adt(sent, { at: '20260106120000' });
    const { warnings } = await getInboundMessage(fresh(own.org.ctx), {
      id: showId('inbound_message', message),
    });
    expect(warnings).toMatchObject([{ code: 'patient_field_unreadable', place: 'PID[1]-3' }]);
    expect((await chartOf(mrn))!.identifiers).toHaveLength(20);
    await updatePatient(own.org.ctx, { id, identifiers: full.slice(1) });
    await adt(sent, { at: '20260107120000' });
    expect((await chartOf(mrn))!.identifiers.map(({ system }) => system)).toContain('NHS');
  });
});
