import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { getReviewState } from '../../../server/domain/reviews/get-review-state';
import { getReportMove } from '../../../server/domain/inbound-reports/get-report-move';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { listRematchCandidates } from '../../../server/domain/inbound-reports/list-rematch-candidates';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import { parkReport } from '../../../server/domain/inbound-reports/park-report';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { deliver } from '../../support/intake';
import {
  jane,
  lab,
  msh,
  obr,
  obx,
  openLaboratory,
  order,
  org,
  person,
  pid,
  readOrder,
} from './inbound-support';

/** The patients shown when moving a report, and what its old address shows afterwards. */

let clinician: Context;
let admin: Context;
let viewer: Context;
beforeAll(async () => {
  await openLaboratory();
  clinician = await personContext(org, 'clinician');
  admin = await personContext(org, 'admin');
  viewer = await personContext(org, 'viewer');
});
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });

let number = 0;
/** A report about Joan that was filed to Jane by mistake. */
async function misfiled(to: { order_id?: string } = {}) {
  const mrn = `JOAN-${++number}`;
  const joan = await createPatient(
    org.ctx,
    person({ name: { family: 'Dove', given: ['Joan'] }, birth_date: '1951-02-03', mrn }),
  );
  const sent = pid({ mrn: `X-${mrn}^^^CLINIC^MR`, name: 'Dove^Joan', born: '19510203' });
  const done = await deliver(lab, msh(), sent, obr({ filler: `M-${number}` }), obx('90'));
  const { result_id: id } = await matchReport(fresh(clinician), {
    id: showId('inbound_report', done.reports[0]!.id),
    patient_id: jane.id,
    reason: 'Looks like her.',
    ...to,
  });
  const correct = () =>
    deliver(
      lab,
      msh(),
      sent,
      obr({ filler: `M-${number}`, status: 'C', reported: '20260106140000' }),
      obx('95'),
    );
  return { joan, id: id!, correct };
}

it('compares the received data with the current patient, similar patients and a selected patient', async () => {
  const { joan, id } = await misfiled();
  await order('GLU');
  const stranger = await createPatient(
    org.ctx,
    person({ name: { family: 'Berg', given: ['Nils'] }, birth_date: '1999-09-09', sex: 'male' }),
  );
  const foreign = await createPatient((await testOrg()).ctx, person());
  const ctx = fresh(clinician);
  const shown = await listRematchCandidates(ctx, { id, with: [stranger.id, jane.id, foreign.id] });
  expect(shown.sent).toMatchObject({ family: 'Dove', given: 'Joan', birth_date: '1951-02-03' });
  expect(shown.filed_at).toMatchObject({
    patient: { id: jane.id },
    compared: { family: 'different', given: 'different', birth_date: 'different', mrn: 'different' },
  });
  // A test that was ordered for Jane and is in the report.
  expect(shown.filed_at.orders[0]).toMatchObject({ tests: ['Glucose'], answered: 1 });
  expect(shown.candidates[0]).toMatchObject({
    patient: { id: joan.id },
    compared: { family: 'same', given: 'same', birth_date: 'same', mrn: 'different' },
  });
  const ids = (all: typeof shown.candidates) => all.map(({ patient }) => patient.id);
  expect(ids(shown.candidates)).not.toContain(jane.id);
  expect(ids(shown.others)).toEqual([stranger.id]);
  const [audit] = await auditRows(ctx.requestId);
  expect(audit).toMatchObject({ action: 'list_rematch_candidates', kind: 'list' });
  expect(audit!.patient_ids).toHaveLength(2 + shown.candidates.length);
  await expect(listRematchCandidates(fresh(viewer), { id, with: [] })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

it('shows at the old address where the report is, who moved it and why, without its content', async () => {
  const { joan, id } = await misfiled();
  expect(await getReportMove(fresh(viewer), { id })).toMatchObject({ patient_id: jane.id, moved: null });
  const reason = 'Two tubes were exchanged.';
  const moved = await rematchLabResult(fresh(clinician), { id, patient_id: joan.id, reason });
  await expect(getLabResult(fresh(viewer), { id })).rejects.toMatchObject({ code: 'not_found' });
  const ctx = fresh(viewer);
  const reported = await getReportMove(ctx, { id });
  expect(reported).toMatchObject({
    patient_id: jane.id,
    moved: { reason, to: { id: moved.id, patient_id: joan.id } },
  });
  expect(reported.moved!.by_name).not.toBeNull();
  expect((await auditRows(ctx.requestId))[0]!.patient_ids).toHaveLength(2);
  // The review history of both reports.
  const acts = async (who: Context, of: string) =>
    (await getReviewState(fresh(who), { id: of })).entries.map(({ act, note }) => [act, note]);
  expect(await acts(admin, id)).toEqual([['moved_away', reason]]);
  expect(await acts(clinician, moved.id)).toEqual([['moved_here', reason]]);
  await expect(listRematchCandidates(fresh(admin), { id, with: [] })).rejects.toMatchObject({
    code: 'invalid_state',
  });
  // The new location can no longer be opened.
  await deletePatient(org.ctx, { id: joan.id });
  expect((await getReportMove(fresh(viewer), { id })).moved).toMatchObject({ to: null });
});

it('compares an unfiled report with a selected patient', async () => {
  const sent = pid({ mrn: '', name: 'Nemo^Unknown', born: '19000101' });
  const done = await deliver(lab, msh(), sent, obr({ filler: `M-${++number}` }), obx('90'));
  const id = showId('inbound_report', done.reports[0]!.id);
  const foreign = await createPatient((await testOrg()).ctx, person());
  const ctx = fresh(clinician);
  const shown = await getUnmatchedReport(ctx, { id, with: [jane.id, foreign.id] });
  expect(shown.candidates).toEqual([]);
  expect(shown.others).toMatchObject([
    { patient: { id: jane.id }, fits: false, compared: { family: 'different', birth_date: 'different' } },
  ]);
  expect((await auditRows(ctx.requestId))[0]!.patient_ids).toHaveLength(1);
});

it('shows an invalid birth date as received, requires a reason for filing, and shows who set it aside', async () => {
  const done = await deliver(
    lab,
    msh(),
    'PID|1||||Doe^Jane||19600230|F',
    obr({ filler: `M-${++number}` }),
    obx('90'),
  );
  const id = showId('inbound_report', done.reports[0]!.id);
  const shown = () => getUnmatchedReport(fresh(clinician), { id, with: [jane.id] });
  expect(await shown()).toMatchObject({
    birth_date: null,
    birth_date_unread: '19600230',
    decided: null,
    sent: { birth_date_unread: '19600230' },
    others: [{ compared: { birth_date: 'invalid' } }],
  });
  await expect(matchReport(fresh(clinician), { id, patient_id: jane.id })).rejects.toMatchObject({
    extras: { errors: [{ pointer: '/reason' }] },
  });
  await parkReport(fresh(clinician), { id, reason: 'Called them.' });
  const { decided, reason } = await shown();
  expect([reason, decided!.by_name]).toEqual(['Called them.', expect.stringMatching(/./)]);
});

it('says whether earlier versions exist, which are not moved', async () => {
  const { id, correct } = await misfiled();
  const hasEarlier = async () =>
    (await listRematchCandidates(fresh(clinician), { id, with: [] })).has_earlier_versions;
  expect(await hasEarlier()).toBe(false);
  await correct();
  expect(await hasEarlier()).toBe(true);
});

it('shows nothing of a possible patient in a restricted chart, and not the move out of one', async () => {
  const { joan, id } = await misfiled();
  const restrict = (patient: string) =>
    asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [readId('patient', patient)]);
  await restrict(joan.id);
  const ctx = fresh(clinician);
  const choice = await listRematchCandidates(ctx, { id, with: [joan.id] });
  expect(choice).toMatchObject({ restricted: [joan.id], others: [] });
  expect(choice.candidates.map(({ patient }) => patient.mrn)).not.toContain(joan.mrn);
  expect((await auditRows(ctx.requestId))[0]!.patient_ids).toContain(readId('patient', joan.id));
  const own = await createPatient(org.ctx, person({ name: { family: 'Out', given: ['Olga'] } }));
  const moved = await rematchLabResult(fresh(clinician), {
    id,
    patient_id: own.id,
    reason: 'It is Olga.',
  });
  await restrict(own.id);
  await expect(listRematchCandidates(fresh(clinician), { id: moved.id, with: [] })).rejects.toMatchObject({
    code: 'chart_restricted',
  });
});

describe('a move that is undone at once', () => {
  const UNDO = { reason: 'Undone right after the move.', undo: true as const };
  async function moved() {
    const { id: order_id } = await order('GLU');
    const { joan, id, correct } = await misfiled({ order_id });
    const to = await rematchLabResult(fresh(clinician), { id, patient_id: joan.id, reason: 'It is Joan.' });
    return { joan, id, order_id, correct, to };
  }
  const undo = (id: string, patient_id = jane.id, ctx = fresh(clinician)) =>
    rematchLabResult(ctx, { id, patient_id, ...UNDO });

  it('returns the report to its patient and order, and both access logs record it', async () => {
    const { joan, id, order_id, to, correct } = await moved();
    const before = await getLabResult(fresh(admin), { id });
    expect(await readOrder(order_id)).toMatchObject({ result_ids: [] });
    const ctx = fresh(clinician);
    const back = await undo(to.id, jane.id, ctx);
    expect(back).toMatchObject({ patient_id: jane.id, order_id });
    const { notes, panels } = await getLabResult(fresh(clinician), { id: back.id });
    expect(notes).toEqual(before.notes);
    expect(panels[0]!.observations[0]).toMatchObject({ value_text: '90', status: 'final' });
    expect(await readOrder(order_id)).toMatchObject({ result_ids: [back.id] });
    await expect(getLabResult(fresh(clinician), { id: to.id })).rejects.toMatchObject({ code: 'not_found' });
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({ action: 'rematch_lab_result', detail: { undone: true } });
    expect([...row!.patient_ids].sort()).toEqual(
      [joan.id, jane.id].map((one) => readId('patient', one)).sort(),
    );
    // Later versions go to the patient again.
    const { reports } = await correct();
    expect(reports[0]).toMatchObject({ resultId: readId('lab_result', back.id) });
  });

  it.each([
    ['signed', async (id: string) => void (await signLabResult(fresh(clinician), { id, version: 1 }))],
    [
      'corrected by the laboratory',
      async (_id: string, correct: () => Promise<unknown>) => void (await correct()),
    ],
  ])('stays where it is after it was %s', async (_what, change) => {
    const { to, correct } = await moved();
    await change(to.id, correct);
    await expect(undo(to.id)).rejects.toMatchObject({
      message: 'This cannot be undone. The report was signed or changed since.',
    });
  });

  it('is undone only by the user who moved it, to the patient it came from, and shortly after', async () => {
    const { to } = await moved();
    const other = await createPatient(org.ctx, person({ name: { family: 'Third', given: ['Tess'] } }));
    const colleague = fresh(await personContext(org, 'clinician'));
    const rejected = { code: 'invalid_state', message: expect.stringMatching(/You did not move the report/) };
    await expect(undo(to.id, jane.id, colleague)).rejects.toMatchObject(rejected);
    await expect(undo(to.id, other.id)).rejects.toMatchObject(rejected);
    await asSuperuser("UPDATE review_entries SET at = at - interval '2 minutes' WHERE result_id = $1", [
      readId('lab_result', to.id),
    ]);
    await expect(undo(to.id)).rejects.toMatchObject(rejected);
  });
});
