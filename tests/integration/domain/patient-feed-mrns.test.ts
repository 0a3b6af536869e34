import { describe, expect, it } from 'vitest';
import { applyPatientUpdate } from '../../../server/domain/patient-updates/apply-patient-update';
import { getPatientUpdate } from '../../../server/domain/patient-updates/get-patient-update';
import { undoPatientUpdate } from '../../../server/domain/patient-updates/undo-patient-update';
import { setChartRestriction } from '../../../server/domain/patients/set-chart-restriction';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { fresh, mrnOf, patientFeed, pid } from '../../support/patient-feed';

const own = patientFeed();
const { adt, chartOf } = own;

/** Patients who have the MRN, as their own or as an identifier. */
async function havingMrn(mrn: string): Promise<string[]> {
  const rows = await asSuperuser<{ id: string }>(
    `select id from patients where org_id = $1 and deleted_at is null and (mrn = $2 or exists (
       select 1 from patient_identifiers i
       where i.org_id = $1 and i.patient_id = patients.id and i.type = 'mrn' and i.value = $2))`,
    [own.org.orgId, mrn],
  );
  return rows.map(({ id }) => showId('patient', id));
}

/** A patient, a namesake born in another year, and a message about the first that names her by `sent`. */
async function namesakes(sent: (mrn: string) => Promise<{ update: { id: string } }>) {
  const [mrn, other] = [mrnOf(), mrnOf()];
  await adt(pid(mrn, { 7: '19310312' }));
  await adt(pid(other, { 7: '19810312' }));
  const [owner, namesake] = [(await chartOf(mrn))!, (await chartOf(other))!];
  const { update } = await sent(mrn);
  return { mrn, other, owner, namesake, id: showId('inbound_patient_update', update.id) };
}

const renumbered = (to: string) => (mrn: string) =>
  adt(pid(to, { 7: '19310312' }), {
    event: 'A47',
    rest: [`MRG|${mrn}^^^HOSP^MR`],
    at: '20260106120000',
  });
const corrected = (mrn: string) => adt(pid(mrn, { 7: '19810312' }), { at: '20260106120000' });

describe('data with an MRN of another patient', () => {
  it.each([
    ['replaced (MRG)', renumbered(mrnOf())],
    ['sent (PID)', corrected],
  ])('is not applied if it is the MRN %s', async (_which, sent) => {
    const { mrn, owner, namesake, id } = await namesakes(sent);
    const shown = await getPatientUpdate(fresh(own.clinician), { id, with: [namesake.id] });
    expect(shown.others).toMatchObject([
      {
        applied: null,
        has_prior_mrn: false,
        taken_mrns: [{ mrn, owner: { family: 'Doe', given: 'Jane', birth_date: '1931-03-12' } }],
      },
    ]);
    const apply = (patient_id: string) =>
      applyPatientUpdate(fresh(own.clinician), { id, patient_id, reason: 'Same name.' });
    await expect(apply(namesake.id)).rejects.toMatchObject({
      code: 'duplicate_identifier',
      message:
        'An MRN of the message belongs to another patient. Apply the data to that patient, or reject the message.',
    });
    expect(await chartOf(namesake.mrn)).toEqual(namesake);
    expect(await havingMrn(mrn)).toEqual([owner.id]);
    expect(await apply(owner.id)).toMatchObject({ state: 'applied', patient_id: owner.id });
  });

  it('is applied to the patient with the replaced MRN, whom the page marks', async () => {
    const to = mrnOf();
    const { mrn, owner, id } = await namesakes(renumbered(to));
    const { candidates } = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(candidates.find(({ patient }) => patient.id === owner.id)).toMatchObject({
      has_prior_mrn: true,
      taken_mrns: [],
      applied: { after: { identifiers: [{ value: to, type: 'mrn' }] } },
    });
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id: owner.id });
    expect(await havingMrn(to)).toEqual([owner.id]);
    expect(await havingMrn(mrn)).toEqual([owner.id]);
  });

  it('is not applied if the other patient was given the MRN later', async () => {
    const to = mrnOf();
    const [first, second] = [await namesakes(renumbered(to)), await namesakes(renumbered(to))];
    await applyPatientUpdate(fresh(own.clinician), { id: first.id, patient_id: first.owner.id });
    await expect(
      applyPatientUpdate(fresh(own.clinician), {
        id: second.id,
        patient_id: second.owner.id,
        reason: 'The hospital confirmed it.',
      }),
    ).rejects.toMatchObject({ code: 'duplicate_identifier' });
    expect(await havingMrn(to)).toEqual([first.owner.id]);
  });

  it('does not name an owner whose chart is restricted', async () => {
    const to = mrnOf();
    const [first, second] = [await namesakes(renumbered(to)), await namesakes(renumbered(to))];
    await applyPatientUpdate(fresh(own.clinician), { id: first.id, patient_id: first.owner.id });
    const session = { id: readId('patient', first.owner.id)!, signedInAt: new Date() };
    const admin = await personContext(own.org, 'admin');
    await setChartRestriction(
      { ...admin, session: { ...session, authenticatedAt: new Date(), methods: ['password'] } },
      { id: first.owner.id, restriction: 'vip' },
    );
    const ctx = { ...fresh(own.clinician), transport: 'portal' as const };
    const { candidates } = await getPatientUpdate(ctx, { id: second.id, with: [] });
    const shown = candidates.find(({ patient }) => patient.id === second.owner.id);
    expect(shown).toMatchObject({ applied: null, taken_mrns: [{ mrn: to, owner: null }] });
    expect(JSON.stringify(candidates)).not.toContain(first.owner.id);
    const [audit] = await auditRows(ctx.requestId);
    expect(audit!.patient_ids).toContain(readId('patient', first.owner.id));
  });
});

describe('later messages with an MRN that was linked to the wrong chart', () => {
  it('are named before and after the decision is undone', async () => {
    const to = mrnOf();
    const namesake = await (async () => {
      const mrn = mrnOf();
      await adt(pid(mrn, { 7: '19810312' }));
      return (await chartOf(mrn))!;
    })();
    // The replaced MRN is not known yet.
    const { update } = await renumbered(to)(mrnOf());
    const id = showId('inbound_patient_update', update.id);
    const decide = (patient_id: string) =>
      applyPatientUpdate(fresh(own.clinician), { id, patient_id, reason: 'Same name.' });
    const later = async () =>
      (await getPatientUpdate(fresh(own.clinician), { id, with: [] })).later.map(
        ({ since: _since, ...one }) => one,
      );
    await decide(namesake.id);
    expect(await later()).toEqual([]);
    await adt(pid(to, { 7: '19310312', 11: '9 Other St^^Bonn', 13: '0228 999999' }), {
      at: '20260107120000',
    });
    const kept = {
      patient_id: namesake.id,
      family: 'Doe',
      given: 'Jane',
      fields: ['addresses', 'phones'],
      lab_results: 0,
      documents: 0,
    };
    expect(await later()).toEqual([kept]);
    await undoPatientUpdate(fresh(own.clinician), { id });
    expect(await chartOf(namesake.mrn)).toMatchObject({
      identifiers: [],
      addresses: [{ lines: ['9 Other St'] }],
    });
    expect(await later()).toEqual([kept]);
    const ctx = fresh(own.clinician);
    await getPatientUpdate(ctx, { id, with: [] });
    expect((await auditRows(ctx.requestId))[0]!.patient_ids).toContain(readId('patient', namesake.id));
  });

  it('are not named if the MRN belongs to the chart', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn, { 7: '19450715' }), { at: '20260106120000' });
    const id = showId('inbound_patient_update', update.id);
    const { id: patient_id } = (await chartOf(mrn))!;
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id, reason: 'Corrected.' });
    await adt(pid(mrn, { 7: '19450715', 11: '9 Other St^^Bonn' }), { at: '20260107120000' });
    expect((await getPatientUpdate(fresh(own.clinician), { id, with: [] })).later).toEqual([]);
  });
});
