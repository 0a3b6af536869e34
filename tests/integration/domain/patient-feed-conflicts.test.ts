import { describe, expect, it } from 'vitest';
import { listEventsInput } from '../../../server/domain/events/contract';
import { listEvents } from '../../../server/domain/events/list-events';
import { getInboundMessage } from '../../../server/domain/inbound-messages/get-inbound-message';
import { readId, showId } from '../../../server/shared/ids';
import { applyPatientUpdate } from '../../../server/domain/patient-updates/apply-patient-update';
import { createFromPatientUpdateInput } from '../../../server/domain/patient-updates/contract';
import { createFromPatientUpdate } from '../../../server/domain/patient-updates/create-from-patient-update';
import { dismissPatientUpdate } from '../../../server/domain/patient-updates/dismiss-patient-update';
import { getPatientUpdate } from '../../../server/domain/patient-updates/get-patient-update';
import { listPatientUpdates } from '../../../server/domain/patient-updates/list-patient-updates';
import { returnPatientUpdate } from '../../../server/domain/patient-updates/return-patient-update';
import { undoPatientUpdate } from '../../../server/domain/patient-updates/undo-patient-update';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { auditRows, personContext } from '../../support/database';
import { updatesOf, work } from '../../support/intake';
import { fresh, mrnOf, patientFeed, pid } from '../../support/patient-feed';

const own = patientFeed();
const { adt, chartOf } = own;

describe('a contradiction', () => {
  it.each([
    ['another birth date', { 7: '19450715' }, 'birth_date_differs'],
    ['another year of birth', { 7: '1946' }, 'birth_date_differs'],
    ['another sex', { 8: 'M' }, 'sex_differs'],
    ['the name of a twin', { 5: 'Doe^Brunhilde' }, 'name_differs'],
    ['two MRNs', {}, 'several_mrns'],
  ] as [string, Record<number, string>, string][])(
    '%s is held and changes nothing',
    async (words, fields, problem) => {
      const mrn = mrnOf();
      await adt(pid(mrn, { 11: '1 Main St^^Bonn' }));
      const before = await chartOf(mrn);
      const two: Record<number, string> =
        words === 'two MRNs' ? { 3: `${mrn}^^^HOSP^MR~${mrn}B^^^HOSP^MR` } : {};
      const { state, update } = await adt(pid(mrn, { 11: '2 Other St^^Bonn', ...fields, ...two }), {
        at: '20260106120000',
      });
      expect({ state, problem: update.problem }).toEqual({ state: 'conflict', problem });
      expect(update.candidates).toEqual([readId('patient', before!.id)]);
      expect(await chartOf(mrn)).toEqual(before);
      const { data } = await listPatientUpdates(fresh(own.clinician), { limit: 200, view: 'open' });
      expect(data.map(({ id }) => id)).toContain(showId('inbound_patient_update', update.id));
    },
  );

  it('is listed with all fields that differ', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { id: message, update } = await adt(pid(mrn, { 5: 'Roe^Robert', 7: '19450715', 8: 'M' }), {
      at: '20260106120000',
    });
    const id = showId('inbound_patient_update', update.id);
    const differs = ['name', 'birth_date', 'sex'];
    const { data } = await listPatientUpdates(fresh(own.clinician), { limit: 200, view: 'open' });
    expect(data.find((one) => one.id === id)).toMatchObject({ problem: 'birth_date_differs', differs });
    expect(await getPatientUpdate(fresh(own.clinician), { id, with: [] })).toMatchObject({ differs });
    const admin = await personContext(own.org, 'admin');
    const path = { id: showId('inbound_message', message) };
    expect((await getInboundMessage(admin, path)).patient_updates).toMatchObject([{ differs }]);
    await deletePatient(admin, { id: (await chartOf(mrn))!.id });
    const since = { problem: 'patient_deleted', differs: [] };
    const now = await listPatientUpdates(fresh(own.clinician), { limit: 200, view: 'open' });
    expect(now.data.find((one) => one.id === id)).toMatchObject(since);
    const detail = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(detail).toMatchObject({ ...since, may_create: true });
    const typed = { name: { family: 'Roe', given: ['Robert'] }, birth_date: '1945-07-15', sex: 'male' };
    const create = createFromPatientUpdateInput.parse({ id, ...typed });
    expect(await createFromPatientUpdate(fresh(own.clinician), create)).toMatchObject({ state: 'applied' });
  });

  it('of two patients with the identifiers of one message is held', async () => {
    const [one, other] = [mrnOf(), mrnOf()];
    await adt(pid(one, { 3: `${one}^^^HOSP^MR~SS-${one}^^^USSSA^SS` }));
    await adt(pid(other, { 5: 'Roe^Rita', 7: '19600101' }));
    const { update } = await adt(
      pid(other, { 3: `${other}^^^HOSP^MR~SS-${one}^^^USSSA^SS`, 5: 'Roe^Rita', 7: '19600101' }),
    );
    expect(update).toMatchObject({ state: 'conflict', problem: 'several_matches' });
    expect(update.candidates).toHaveLength(2);
  });

  it('of an identifier that belongs to a record with another MRN is held', async () => {
    const [one, other] = [mrnOf(), mrnOf()];
    await adt(pid(one, { 3: `${one}^^^HOSP^MR~SS-${one}^^^USSSA^SS` }));
    const { update } = await adt(pid(other, { 3: `${other}^^^HOSP^MR~SS-${one}^^^USSSA^SS` }));
    expect(update).toMatchObject({ state: 'conflict', problem: 'mrn_differs' });
    expect(await chartOf(other)).toBeNull();
  });

  it('is applied by a user with a reason, with an audit row that names the patient', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { id: patient_id } = (await chartOf(mrn))!;
    const { id: message, update } = await adt(pid(mrn, { 7: '19450715' }), { at: '20260106120000' });
    const ctx = fresh(own.clinician);
    const id = showId('inbound_patient_update', update.id);
    await applyPatientUpdate(ctx, { id, patient_id, reason: 'Corrected by the family.' });
    expect(await chartOf(mrn)).toMatchObject({ birth_date: '1945-07-15' });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'apply_patient_update', patient_ids: [readId('patient', patient_id)] },
    ]);
    await expect(dismissPatientUpdate(fresh(own.clinician), { id, reason: 'Late.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    // Processing the message again keeps the decision.
    expect(await work(own.feed, message)).toMatchObject({ state: 'processed' });
    expect(await chartOf(mrn)).toMatchObject({ birth_date: '1945-07-15' });
  });

  it('shows what applying it changes, also fields that are not compared', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 11: '1 Main St^^Bonn', 13: '(617)555-1212' }));
    const { id: patient_id } = (await chartOf(mrn))!;
    const { update } = await adt(
      pid(`${mrn}B`, {
        3: `${mrn}^^^HOSP^MR~${mrn}B^^^HOSP^MR`,
        11: '2 Other St^^Bonn',
        14: '(617)555-9999',
      }),
      { at: '20260106120000' },
    );
    const id = showId('inbound_patient_update', update.id);
    const before = await chartOf(mrn);
    const { candidates } = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    const { applied } = candidates.find(({ patient }) => patient.id === patient_id)!;
    expect(applied!.before).toEqual(before);
    expect(applied!.after).toMatchObject({
      addresses: [{ lines: ['2 Other St'] }],
      phones: [{ raw: '(617)555-1212' }, { raw: '(617)555-9999' }],
    });
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id, reason: 'Checked.' });
    const { version: _version, updated_at: _at, ...after } = (await chartOf(mrn))!;
    expect(applied!.after).toMatchObject(after);
    const decided = await getPatientUpdate(fresh(own.clinician), { id, with: [patient_id] });
    expect(decided.others).toMatchObject([{ applied: null }]);
  });

  it('that was dismissed is not asked again, and a newer message replaces an open one', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const first = await adt(pid(mrn, { 7: '19450715' }), { at: '20260106120000' });
    const second = await adt(pid(mrn, { 7: '19450716' }), { at: '20260107120000' });
    expect(await updatesOf(own.feed, first.id)).toMatchObject([{ state: 'older', problem: 'replaced' }]);
    const replaced = { id: showId('inbound_patient_update', first.update.id), reason: 'Typing error.' };
    await expect(dismissPatientUpdate(fresh(own.clinician), replaced)).rejects.toMatchObject({
      message: 'A newer message replaced this one. Reload the page.',
    });
    const id = showId('inbound_patient_update', second.update.id);
    const newest = () => getPatientUpdate(fresh(own.clinician), { id: replaced.id, with: [] });
    expect(await newest()).toMatchObject({ newest_id: id });
    await dismissPatientUpdate(fresh(own.clinician), { id, reason: 'Typing error of the hospital.' });
    // Held and replaced, and held and rejected: open pages learn it, programs do not.
    const notices = ['portal.inbound_patient_update', 'portal.inbound_patient_update'];
    expect(await own.eventsOf(replaced.id, 'inbound_patient_update')).toEqual(notices);
    expect(await own.eventsOf(id, 'inbound_patient_update')).toEqual(notices);
    const { data } = await listEvents(own.org.ctx, listEventsInput.parse({ limit: 100 }));
    expect(new Set(data.map(({ data: { object } }) => object.object))).toEqual(new Set(['patient']));
    expect(await newest()).toMatchObject({ newest_id: null });
    const third = await adt(pid(mrn, { 7: '19450716' }), { at: '20260108120000' });
    expect(third.update).toMatchObject({ state: 'ignored', problem: 'dismissed_before' });
    expect(await chartOf(mrn)).toMatchObject({ birth_date: '1945-07-14' });
  });

  it.each(['in order', 'late'])(
    'is kept for a field that a newer message does not send: %s',
    async (order) => {
      const mrn = mrnOf();
      await adt(pid(mrn));
      const send = [
        () => adt(pid(mrn, { 7: '19450715', 13: '(617)555-1234' }), { at: '20260106120000' }),
        () => adt(pid(mrn, { 7: '19450716' }), { at: '20260107120000' }),
      ];
      const done = [];
      for (const one of order === 'late' ? send.toReversed() : send) done.push(await one());
      const [older, newer] = order === 'late' ? done.toReversed() : done;
      const [first, second] = [older!, newer!].map(({ update }) =>
        showId('inbound_patient_update', update.id),
      );
      const read = () => getPatientUpdate(fresh(own.clinician), { id: first!, with: [] });
      expect(await read()).toMatchObject({ state: 'conflict', newest_id: second });
      const { id: patient_id } = (await chartOf(mrn))!;
      const apply = (id: string, reason?: string) =>
        applyPatientUpdate(fresh(own.clinician), { id, patient_id, ...(reason ? { reason } : {}) });
      for (const id of [first!, second!])
        await expect(apply(id)).rejects.toMatchObject({ code: 'validation_failed' });
      expect((await read()).candidates[0]!.kept).toEqual([]);
      await apply(second!, 'Passport seen.');
      const rest = await read();
      expect(rest).toMatchObject({
        state: 'conflict',
        problem: 'newer_applied',
        newest_id: null,
        differs: [],
      });
      expect(rest.candidates[0]!.applied!.after.phones).toMatchObject([{ raw: '(617)555-1234' }]);
      expect(rest.candidates[0]!.kept).toContain('birth_date');
      // Its birth date is not applied, so that no reason is needed.
      await apply(first!);
      expect(await chartOf(mrn)).toMatchObject({
        birth_date: '1945-07-16',
        phones: [{ raw: '(617)555-1234' }],
      });
    },
  );

  it('that was rejected is returned to its earlier state, and asked again', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const born = pid(mrn, { 7: '19450716' });
    const { id: message, update } = await adt(born, { at: '20260107120000' });
    const id = showId('inbound_patient_update', update.id);
    await dismissPatientUpdate(fresh(own.clinician), { id, reason: 'Typing error of the hospital.' });
    await adt(born, { at: '20260108120000' });
    const rejected = await listPatientUpdates(fresh(own.clinician), { limit: 1, view: 'rejected' });
    expect(rejected.data).toMatchObject([{ id, decided: { reason: 'Typing error of the hospital.' } }]);
    const ctx = fresh(own.clinician);
    // A repetition that was ignored because of the rejection is no newer data.
    expect(await returnPatientUpdate(ctx, { id })).toEqual({ id, state: 'conflict' });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'return_patient_update',
        patient_ids: [readId('patient', (await chartOf(mrn))!.id)],
        detail: { state: 'conflict', before: 'dismissed' },
      },
    ]);
    const shown = await getPatientUpdate(fresh(own.clinician), { id, with: [] });
    expect(shown).toMatchObject({ may_apply: true, decided: null, problem: 'birth_date_differs' });
    expect(await work(own.feed, message)).toMatchObject({ state: 'conflict' });
    expect((await adt(born, { at: '20260109120000' })).update).toMatchObject({ state: 'conflict' });
    await expect(returnPatientUpdate(fresh(own.clinician), { id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it.each([
    ['in the chart', '19450714', null],
    ['held', '19450717', null],
    ['rejected', '19450717', 'Wrong again.'],
  ])('that was rejected is not returned if newer data is %s', async (_where, born, reason) => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn, { 7: '19450716' }), { at: '20260107120000' });
    const id = showId('inbound_patient_update', update.id);
    await dismissPatientUpdate(fresh(own.clinician), { id, reason: 'Typing error of the hospital.' });
    const newer = await adt(pid(mrn, { 7: born, 11: '1 Main St^^Bonn' }), { at: '20260108120000' });
    if (reason)
      await dismissPatientUpdate(fresh(own.clinician), {
        id: showId('inbound_patient_update', newer.update.id),
        reason,
      });
    await expect(returnPatientUpdate(fresh(own.clinician), { id })).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'This data cannot be returned: newer data of this patient was received since.',
    });
  });

  it('of an older message is not held', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn), { at: '20260106120000' });
    expect((await adt(pid(mrn, { 7: '19440714' }))).update).toMatchObject({ state: 'older' });
  });
});

describe('applied data', () => {
  /** Data of the hospital that a user applied to the chart of another MRN. */
  async function applied(mrn: string, at = '20260106120000') {
    const sent = { 5: 'Roe^Rita', 7: '19600101', 11: '9 Wrong St^^Bonn', 13: '0228 999999' };
    const { update } = await adt(pid('', { 3: '', ...sent }), { at });
    const id = showId('inbound_patient_update', update.id);
    const { id: patient_id } = (await chartOf(mrn))!;
    await applyPatientUpdate(fresh(own.clinician), { id, patient_id, reason: 'Wrong chart.' });
    return { id, patient_id };
  }
  const undo = (id: string, ctx = fresh(own.clinician)) => undoPatientUpdate(ctx, { id });
  const detail = (id: string) => getPatientUpdate(fresh(own.clinician), { id, with: [] });
  const stated = (chart: object | null) => ({ ...chart, version: 0, updated_at: '' });

  it('is undone: the chart has its values again, and the data needs a decision', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 11: '1 Main St^^Bonn' }));
    const before = (await chartOf(mrn))!;
    const { id, patient_id } = await applied(mrn);
    const { changes } = await detail(id);
    expect(changes).toMatchObject({
      before: { name: { family: 'Doe' }, birth_date: '1945-07-14', addresses: [{ lines: ['1 Main St'] }] },
      after: { name: { family: 'Roe' }, birth_date: '1960-01-01', addresses: [{ lines: ['9 Wrong St'] }] },
      may_undo: true,
      changed_since: [],
    });
    const ctx = fresh(own.clinician);
    expect(await undo(id, ctx)).toEqual({ id, state: 'unmatched' });
    expect(stated(await chartOf(mrn))).toEqual(stated(before));
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'undo_patient_update',
        patient_ids: [readId('patient', patient_id)],
        detail: {
          before: 'applied',
          fields: expect.arrayContaining(['name', 'birth_date', 'phones', 'addresses']),
        },
      },
    ]);
    expect(await detail(id)).toMatchObject({ changes: null, decided: null, may_apply: true });
    await expect(undo(id)).rejects.toMatchObject({ code: 'invalid_state' });
    // The wrong data does not count as sent for this chart.
    await adt(pid(mrn, { 11: '2 New St^^Bonn' }), { at: '20260105130000' });
    expect(await chartOf(mrn)).toMatchObject({ addresses: [{ lines: ['2 New St'] }] });
  });

  it('is not undone after one of its fields has changed', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn, { 11: '1 Main St^^Bonn' }));
    const { id, patient_id } = await applied(mrn);
    const phones = [{ value: '0228 111111', use: 'home' as const }];
    await updatePatient(fresh(own.clinician), { id: patient_id, phones });
    const after = await chartOf(mrn);
    await expect(undo(id)).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'This cannot be undone. Changed since: phones.',
    });
    expect(await chartOf(mrn)).toEqual(after);
    expect((await detail(id)).changes).toMatchObject({ may_undo: false, changed_since: ['phones'] });
  });

  it('keeps other changes when it is undone, and the chart is again one that the hospital did not send', async () => {
    const mrn = mrnOf();
    const name = { family: 'Typed', given: ['Tom'] };
    await createPatient(
      own.org.ctx,
      createPatientInput.parse({ mrn, name, birth_date: '1950-08-20', sex: 'male' }),
    );
    const { id, patient_id } = await applied(mrn);
    await updatePatient(fresh(own.clinician), { id: patient_id, language: 'de' });
    await undo(id);
    expect(await chartOf(mrn)).toMatchObject({ language: 'de', name: { family: 'Typed' } });
    const { update } = await adt(pid(mrnOf(), { 5: 'Typed^Tom', 7: '19500820', 8: 'M' }));
    expect(update).toMatchObject({ problem: 'likely_duplicate' });
  });

  it('of a created patient or of an automatic change is not undone', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn, { 11: '3 Main St^^Bonn' }), { at: '20260106120000' });
    await expect(undo(showId('inbound_patient_update', update.id))).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect(await chartOf(mrn)).toMatchObject({ addresses: [{ lines: ['3 Main St'] }] });
  });
});

describe('a merge', () => {
  it.each(['A18', 'A24', 'A34', 'A36', 'A37', 'A40', 'A43', 'A47', 'A49'])(
    '%s is held for a person',
    async (event) => {
      const [mrn, old] = [mrnOf(), mrnOf()];
      await adt(pid(mrn));
      await adt(pid(old, { 5: 'Doe^Janet' }));
      const charts = [await chartOf(mrn), await chartOf(old)];
      const { state, update } = await adt(pid(mrn), { event, rest: [`MRG|${old}^^^HOSP^MR`] });
      expect({ state, problem: update.problem }).toEqual({ state: 'conflict', problem: 'merge_sent' });
      expect(update.candidates).toHaveLength(2);
      expect([await chartOf(mrn), await chartOf(old)]).toEqual(charts);
      const id = showId('inbound_patient_update', update.id);
      const apply = applyPatientUpdate(fresh(own.clinician), {
        id,
        patient_id: charts[0]!.id,
        reason: 'No.',
      });
      await expect(apply).rejects.toMatchObject({ code: 'invalid_state' });
      await dismissPatientUpdate(fresh(own.clinician), { id, reason: 'Done by hand.' });
      // Newer data of one of the patients does not answer the request.
      await adt(pid(mrn), { at: '20260107120000' });
      expect(await returnPatientUpdate(fresh(own.clinician), { id })).toEqual({ id, state: 'conflict' });
    },
  );

  it('hidden in an update is held', async () => {
    const [mrn, old] = [mrnOf(), mrnOf()];
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn), { event: 'A06', rest: [`MRG|${old}^^^HOSP^MR`] });
    expect(update).toMatchObject({ problem: 'merge_sent' });
  });

  it.each(['A41', 'A44', 'A45'])('%s of accounts or visits of one patient has no effect', async (event) => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn), { event, rest: [`MRG|${mrn}^^^HOSP^MR||ACC-2`] });
    expect(update).toMatchObject({ state: 'ignored', problem: 'no_demographic_effect' });
  });

  it('and a deletion never delete a chart', async () => {
    const mrn = mrnOf();
    await adt(pid(mrn));
    const { update } = await adt(pid(mrn), { event: 'A29' });
    const chart = await chartOf(mrn);
    const id = showId('inbound_patient_update', update.id);
    const problem = async () => (await getPatientUpdate(fresh(own.clinician), { id, with: [] })).problem;
    expect(await problem()).toBe('deletion_sent');
    expect(chart).not.toBeNull();
    await deletePatient(await personContext(own.org, 'admin'), { id: chart!.id });
    expect(await problem()).toBe('deletion_done');
    const { data } = await listPatientUpdates(fresh(own.clinician), { limit: 200, view: 'open' });
    expect(data.find((one) => one.id === id)).toMatchObject({ problem: 'deletion_done' });
  });
});
