import { expect, it } from 'vitest';
import { getDraft } from '../../../server/domain/drafts/get-draft';
import { forwardForm, noteForm } from '../../../server/domain/drafts/rules';
import { saveDraft } from '../../../server/domain/drafts/save-draft';
import { readId } from '../../../server/shared/ids';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { commentLabResult } from '../../../server/domain/reviews/comment-lab-result';
import { forwardLabResult } from '../../../server/domain/reviews/forward-lab-result';
import { getReviewState } from '../../../server/domain/reviews/get-review-state';
import { markLabResultSeen } from '../../../server/domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { signNormalResults } from '../../../server/domain/reviews/sign-normal-results';
import { asSuperuser, auditRows } from '../../support/database';
import { idOf } from '../../support/members';
import { again, HIGH, NORMAL, openClinic, report, type Clinic } from './reviews-support';

/** Drafts about a report: private to their author, bound to the report, and deleted by the action that sends them. */

const content = JSON.stringify({ text: 'Called the ward' });
const word = JSON.stringify({ text: 'Please look at this' });
type Person = Clinic['doctor'];

const begunBy = async (person: Person, id: string) => {
  const { note, forward } = (await getReviewState(again(person), { id })).begun;
  return [note && note.content, forward && forward.content];
};

async function begun(clinic: Clinic, values = HIGH, facts: Parameters<typeof report>[2] = {}) {
  const { id } = await report(clinic, values, facts);
  await saveDraft(again(clinic.doctor), { form: noteForm(id), content });
  await saveDraft(again(clinic.doctor), { form: forwardForm(id), content: word });
  return id;
}

it('is shown with its report to its author only; the audit records report and patient', async () => {
  const clinic = await openClinic();
  const { id } = await report(clinic, HIGH);
  const ctx = again(clinic.doctor);
  await saveDraft(ctx, { form: noteForm(id), content });
  await saveDraft(again(clinic.colleague), { form: noteForm(id), content: word });
  expect(await begunBy(clinic.doctor, id)).toEqual([content, null]);
  expect(await begunBy(clinic.colleague, id)).toEqual([word, null]);
  expect(await begunBy(clinic.viewer, id)).toEqual([null, null]);
  // The draft does not appear with another report.
  expect(await begunBy(clinic.doctor, (await report(clinic, HIGH)).id)).toEqual([null, null]);
  expect(await auditRows(ctx.requestId)).toMatchObject([
    {
      action: 'save_draft',
      object_kind: 'lab_result',
      object_id: readId('lab_result', id),
      detail: { form: '/inbox/:report' },
      patient_ids: [expect.any(String)],
    },
  ]);
});

it('is deleted by the action that submits it', async () => {
  const clinic = await openClinic();
  const { doctor } = clinic;
  const signed = await begun(clinic);
  await signLabResult(again(doctor), { id: signed, version: 1, note: 'Called the ward' });
  expect(await begunBy(doctor, signed)).toEqual([null, null]);
  const seen = await begun(clinic, HIGH, { status: 'preliminary' });
  await markLabResultSeen(again(doctor), { id: seen, version: 1 });
  expect(await begunBy(doctor, seen)).toEqual([null, null]);
  const plain = await begun(clinic, NORMAL);
  await signNormalResults(again(doctor), { reports: [{ id: plain, version: 1 }] });
  expect(await begunBy(doctor, plain)).toEqual([null, null]);
  const noted = await begun(clinic);
  await commentLabResult(again(doctor), { id: noted, note: 'Called the ward' });
  expect(await begunBy(doctor, noted)).toEqual([null, word]);
  const passed = await begun(clinic);
  // Actions of a colleague do not delete the user's draft.
  await commentLabResult(again(clinic.colleague), { id: passed, note: 'Seen' });
  await forwardLabResult(again(doctor), { id: passed, to_id: idOf(clinic.colleague) });
  expect(await begunBy(doctor, passed)).toEqual([content, null]);
});

it('does not follow a moved report, and is hidden with its patient', async () => {
  const clinic = await openClinic();
  const moved = await begun(clinic);
  await asSuperuser(`UPDATE lab_results SET report_key = 'void:' || id WHERE id = $1`, [
    readId('lab_result', moved),
  ]);
  // Administrators still see the report.
  for (const person of [clinic.doctor, clinic.admin])
    for (const act of [
      () => getDraft(again(person), { form: noteForm(moved) }),
      () => saveDraft(again(person), { form: noteForm(moved), content }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' });
  const left = await begun(clinic);
  const { patient_id } = await getReviewState(again(clinic.doctor), { id: left });
  await deletePatient(again(clinic.admin), { id: patient_id });
  await expect(getDraft(again(clinic.doctor), { form: noteForm(left) })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('does not prevent signing when it can no longer be decrypted', async () => {
  const clinic = await openClinic();
  const id = await begun(clinic);
  await asSuperuser('UPDATE drafts SET content = $1 WHERE form = $2', ['gone.AAAA', noteForm(id)]);
  expect(await begunBy(clinic.doctor, id)).toEqual([null, word]);
  const { begun: state } = await getReviewState(again(clinic.doctor), { id });
  expect(state.note).toMatchObject({ content: null, saved_at: expect.any(String) as string });
});
