import { describe, expect, it } from 'vitest';
import { getLabResultInput } from '../../server/domain/lab-results/contract';
import { getLabResult } from '../../server/domain/lab-results/get-lab-result';
import { assignLabResult } from '../../server/domain/reviews/assign-lab-result';
import { commentLabResult } from '../../server/domain/reviews/comment-lab-result';
import { forwardLabResult } from '../../server/domain/reviews/forward-lab-result';
import { getReviewState } from '../../server/domain/reviews/get-review-state';
import { markLabResultSeen } from '../../server/domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../server/domain/reviews/sign-lab-result';
import { signNormalResults } from '../../server/domain/reviews/sign-normal-results';
import { undoReview } from '../../server/domain/reviews/undo-review';
import { asSuperuser, auditRows, keyContext } from '../support/database';
import { meetAt } from '../support/held-rows';
import { idOf } from '../support/members';
import { line, panel } from './lab-results-support';
import {
  actsOf,
  again,
  CRITICAL,
  hasCode,
  HIGH,
  inbox,
  NORMAL,
  openClinic,
  report,
  stored,
  typesOf,
  type Clinic,
} from './reviews-support';

/** What signing a report is, and what it is not. */

const read = (clinic: Clinic, id: string) =>
  getLabResult(again(clinic.doctor), getLabResultInput.parse({ id }));
const others = { code: 'BMP', loinc: '24321-2', name: 'Basic metabolic panel' };

type Values = Parameters<typeof report>[1];

let number = 0;

/** An abnormal report and its correction, or the same with other values. */
async function corrected(
  clinic: Clinic,
  first: Values = HIGH,
  second: Values = { ...HIGH, value_text: '140' },
) {
  const filler_order_number = `C-${++number}`;
  const one = await report(clinic, first, { filler_order_number });
  const next = () => report(clinic, second, { filler_order_number, reported_at: '2026-03-02T08:00:00.000Z' });
  return { id: one.id, next };
}

describe('signing', () => {
  it('takes the report out of every inbox, is told by the interface, an event and one audit row', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const ctx = again(clinic.doctor);
    expect(await signLabResult(ctx, { id, version: 1, note: 'Repeat in a week' })).toMatchObject({
      id,
      version: 1,
      group: null,
    });
    expect([await inbox(clinic.doctor), await inbox(clinic.admin, 'everyone')]).toEqual([[], []]);
    const at = expect.any(String) as string;
    expect((await read(clinic, id)).review).toEqual({
      status: 'reviewed',
      reviews: [{ by: idOf(clinic.doctor), at, version: 1, comment: 'Repeat in a week' }],
    });
    expect(await typesOf({ id })).toEqual(['created', 'finalized', 'reviewed']);
    const rows = await auditRows(ctx.requestId);
    expect(rows).toMatchObject([{ action: 'sign_lab_result', outcome: 'allowed', detail: { version: 1 } }]);
    expect(rows[0]!.patient_ids).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('Repeat');
  });

  it('is never done by reading', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, NORMAL);
    await read(clinic, id);
    await getReviewState(again(clinic.doctor), { id });
    expect(await inbox(clinic.doctor)).toEqual([`normal ${id}`]);
  });

  it('is for people who sign: no viewer, no key, no application', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const app = { ...clinic.doctor, actor: { ...clinic.doctor.actor, app: clinic.org.orgId } };
    for (const ctx of [clinic.viewer, keyContext(clinic.org.orgId), app])
      await expect(signLabResult(again(ctx), { id, version: 1 })).rejects.toEqual(hasCode('forbidden'));
    expect(await actsOf({ id })).toEqual([]);
  });

  it('is of the version that was read: a newer one is said, and nothing is signed', async () => {
    const clinic = await openClinic();
    const { id, next } = await corrected(clinic);
    await next();
    const refused = signLabResult(again(clinic.doctor), { id, version: 1 });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_state',
      status: 409,
      extras: { current_version: 2 },
      message: expect.stringContaining('newer version') as string,
    });
    expect((await read(clinic, id)).review.status).toBe('unreviewed');
  });

  it('of one version clears the earlier ones; a later one comes back as changed since signed', async () => {
    const clinic = await openClinic();
    const { id, next } = await corrected(clinic);
    await next();
    await signLabResult(again(clinic.doctor), { id, version: 2 });
    expect(await inbox(clinic.doctor)).toEqual([]);

    const other = await corrected(clinic);
    await signLabResult(again(clinic.doctor), { id: other.id, version: 1 });
    await other.next();
    expect(await inbox(clinic.doctor)).toEqual([`corrected ${other.id}`]);
    expect((await read(clinic, other.id)).review.status).toBe('review_again');
    expect(await getReviewState(again(clinic.doctor), { id: other.id })).toMatchObject({
      version: 2,
      signed_version: 1,
      group: 'corrected',
    });
    await signLabResult(again(clinic.doctor), { id: other.id, version: 2 });
    expect((await read(clinic, other.id)).review.reviews.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('of a critical report says what was done about it', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    await expect(signLabResult(again(clinic.doctor), { id, version: 1 })).rejects.toEqual(
      hasCode('validation_failed', '/note'),
    );
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called the ward' });
    expect(await inbox(clinic.doctor)).toEqual([]);
  });

  it('is not for a preliminary report, which is seen and stays', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL, { status: 'preliminary' });
    const doctor = () => again(clinic.doctor);
    await expect(signLabResult(doctor(), { id, version: 1, note: 'x' })).rejects.toEqual(
      hasCode('invalid_state'),
    );
    await expect(markLabResultSeen(doctor(), { id, version: 1 })).rejects.toEqual(
      hasCode('validation_failed', '/note'),
    );
    expect(await inbox(clinic.doctor)).toEqual([`critical ${id}`]);
    await markLabResultSeen(doctor(), { id, version: 1, note: 'Called the ward' });
    expect(await inbox(clinic.doctor)).toEqual([`partial ${id}`]);
    expect((await read(clinic, id)).review).toEqual({ status: 'unreviewed', reviews: [] });
    expect(await typesOf({ id })).not.toContain('reviewed');
    const final = await report(clinic, HIGH);
    await expect(markLabResultSeen(doctor(), { id: final.id, version: 1 })).rejects.toEqual(
      hasCode('invalid_state'),
    );
  });

  it('by a colleague says for whom', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const ctx = again(clinic.colleague);
    await signLabResult(ctx, { id, version: 1 });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { detail: { version: 1, on_behalf_of: idOf(clinic.doctor) } },
    ]);
  });

  it('twice by the same person is one signature; by another one it is refused', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await expect(signLabResult(again(clinic.colleague), { id, version: 1 })).rejects.toEqual(
      hasCode('invalid_state'),
    );
    expect((await stored({ id })).reviews).toHaveLength(1);
    expect(await typesOf({ id })).toEqual(['created', 'finalized', 'reviewed']);
  });
});

describe('at the same moment', () => {
  it('two sign and one has signed', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const uuid = (
      await asSuperuser<{ id: string }>(`SELECT id FROM lab_results WHERE org_id = $1`, [clinic.org.orgId])
    )[0]!.id;
    const answers = await meetAt(
      ['lab_results WHERE id = $1', uuid],
      [clinic.doctor, clinic.colleague, clinic.admin].map(
        (ctx) => () => signLabResult(again(ctx), { id, version: 1 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stored({ id })).reviews).toHaveLength(1);
    expect((await typesOf({ id })).filter((type) => type === 'reviewed')).toHaveLength(1);
  });

  it('a corrected version arrives: what nobody has read is never signed', async () => {
    const clinic = await openClinic();
    const { id, next } = await corrected(clinic);
    const [row] = await asSuperuser<{ id: string }>('SELECT id FROM lab_results WHERE org_id = $1', [
      clinic.org.orgId,
    ]);
    await meetAt<unknown>(
      ['lab_results WHERE id = $1', row!.id],
      [() => next(), () => signLabResult(again(clinic.doctor), { id, version: 1 })],
    );
    const { version, review } = await read(clinic, id);
    expect(version).toBe(2);
    expect(review.reviews.every((one) => one.version === 1)).toBe(true);
    expect(await inbox(clinic.doctor)).toHaveLength(1);
  });
});

describe('taking back', () => {
  const undo = (clinic: Clinic, id: string, version = 1, ctx = clinic.doctor) =>
    undoReview(again(ctx), { reports: [{ id, version }] });
  const age = (seconds: number) =>
    asSuperuser('UPDATE review_entries SET at = at - make_interval(secs => $1)', [seconds]);

  it('puts the report back where it was, with the clock of a critical value', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    const before = await stored({ id });
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called' });
    expect(await stored({ id })).toMatchObject({ critical_since: null, critical_due_at: null });
    await undo(clinic, id);
    const { critical_since, critical_due_at, reviews } = await stored({ id });
    expect({ critical_since, critical_due_at, reviews }).toEqual({
      critical_since: before.critical_since,
      critical_due_at: before.critical_due_at,
      reviews: [],
    });
    expect(await inbox(clinic.doctor)).toEqual([`critical ${id}`]);
    expect(await actsOf({ id })).toEqual(['signed', 'undone']);
    expect(await typesOf({ id })).toEqual(['created', 'finalized', 'critical', 'reviewed', 'updated']);
    await expect(undo(clinic, id)).rejects.toEqual(hasCode('invalid_state'));
  });

  it('is for some seconds, and of one’s own only', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await expect(undo(clinic, id, 1, clinic.colleague)).rejects.toEqual(hasCode('invalid_state'));
    await age(16);
    await expect(undo(clinic, id)).rejects.toEqual(hasCode('invalid_state'));
    expect((await stored({ id })).reviews).toHaveLength(1);
  });

  it('of a signature under which a correction came leaves the report as never signed', async () => {
    const clinic = await openClinic();
    const { id, next } = await corrected(clinic, CRITICAL, {
      ...CRITICAL,
      notes: [{ text: 'x', source: null }],
    });
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called' });
    await next();
    expect((await stored({ id })).critical_due_at).toBeNull();
    await undo(clinic, id);
    expect((await read(clinic, id)).review).toEqual({ status: 'unreviewed', reviews: [] });
    expect((await stored({ id })).critical_due_at).not.toBeNull();
  });

  it('of having seen asks again', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL, { status: 'preliminary' });
    await markLabResultSeen(again(clinic.doctor), { id, version: 1, note: 'Called' });
    await undo(clinic, id);
    expect(await inbox(clinic.doctor)).toEqual([`critical ${id}`]);
    expect((await stored({ id })).critical_due_at).not.toBeNull();
  });
});

describe('signing together', () => {
  it('judges each again, signs what is plainly normal, and says why the others are left out', async () => {
    const clinic = await openClinic();
    const plain = [await report(clinic, NORMAL), await report(clinic, { value_text: '100' })];
    const [high, preliminary, noted, signed, newer] = [
      await report(clinic, HIGH),
      await report(clinic, NORMAL, { status: 'preliminary' }),
      await report(clinic, { ...NORMAL, notes: [{ text: 'Haemolysed', source: null }] }),
      await report(clinic, NORMAL),
      await corrected(clinic, NORMAL, { ...NORMAL, value_text: '91' }),
    ];
    await signLabResult(again(clinic.colleague), { id: signed.id, version: 1 });
    await newer.next();
    const asked = [...plain, high, preliminary, noted, signed, newer];
    const ctx = again(clinic.doctor);
    const answer = await signNormalResults(ctx, {
      reports: [
        ...asked.map(({ id }) => ({ id, version: 1 })),
        { id: 'res_01k00000000000000000000000', version: 1 },
      ],
    });
    expect(answer.signed.map(({ id }) => id).sort()).toEqual(plain.map(({ id }) => id).sort());
    expect(Object.fromEntries(answer.left_out.map(({ id, reason }) => [id, reason]))).toEqual({
      [high.id]: 'not_normal',
      [preliminary.id]: 'not_final',
      [noted.id]: 'has_note',
      [signed.id]: 'signed_already',
      [newer.id]: 'newer_version',
    });
    expect(answer.not_found).toBe(1);
    for (const { id } of plain) expect((await read(clinic, id)).review.status).toBe('reviewed');
    expect(await auditRows(ctx.requestId)).toHaveLength(1);
    const again2 = await signNormalResults(again(clinic.doctor), {
      reports: [{ id: newer.id, version: 2 }],
    });
    expect(again2.left_out).toEqual([{ id: newer.id, reason: 'corrected' }]);
  });

  it('is taken back together', async () => {
    const clinic = await openClinic();
    const reports = [await report(clinic, NORMAL), await report(clinic, NORMAL)].map(({ id }) => ({
      id,
      version: 1,
    }));
    await signNormalResults(again(clinic.doctor), { reports });
    expect((await undoReview(again(clinic.doctor), { reports })).undone).toHaveLength(2);
    expect(await inbox(clinic.doctor)).toHaveLength(2);
  });
});

describe('a report', () => {
  it('is passed on to a colleague, with a word, and to nobody else', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    const due = (await stored({ id })).critical_due_at;
    for (const other of [clinic.viewer, clinic.doctor, (await openClinic()).doctor])
      await expect(forwardLabResult(again(clinic.doctor), { id, to_id: idOf(other) })).rejects.toEqual(
        hasCode('validation_failed', '/to_id'),
      );
    await forwardLabResult(again(clinic.doctor), { id, to_id: idOf(clinic.colleague), note: 'Your patient' });
    expect([await inbox(clinic.doctor), await inbox(clinic.colleague)]).toEqual([[], [`critical ${id}`]]);
    expect((await stored({ id })).critical_due_at).toEqual(due);
    const state = await getReviewState(again(clinic.viewer), { id });
    expect(state.reviewer).toEqual({ id: idOf(clinic.colleague), name: 'Test clinician' });
    expect(state.entries).toMatchObject([
      { act: 'forwarded', by: idOf(clinic.doctor), to_name: 'Test clinician', note: 'Your patient' },
    ]);
  });

  it('is given back to the group, and taken by oneself', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await assignLabResult(again(clinic.doctor), { id, to_id: null });
    expect([await inbox(clinic.doctor), await inbox(clinic.doctor, 'unassigned')]).toEqual([
      [],
      [`abnormal ${id}`],
    ]);
    await assignLabResult(again(clinic.colleague), { id, to_id: idOf(clinic.colleague) });
    expect(await inbox(clinic.colleague)).toEqual([`abnormal ${id}`]);
    await signLabResult(again(clinic.colleague), { id, version: 1 });
    await expect(assignLabResult(again(clinic.doctor), { id, to_id: null })).rejects.toEqual(
      hasCode('invalid_state'),
    );
  });

  it('takes comments at any time, which sign nothing', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const ctx = again(clinic.doctor);
    await commentLabResult(ctx, { id, note: 'Known since May' });
    expect(await inbox(clinic.doctor)).toEqual([`abnormal ${id}`]);
    expect(JSON.stringify(await auditRows(ctx.requestId))).not.toContain('May');
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await commentLabResult(again(clinic.colleague), { id, note: 'Seen as well' });
    expect(await actsOf({ id })).toEqual(['commented', 'signed', 'commented']);
  });

  it('keeps its panels and lines through all of this', async () => {
    const clinic = await openClinic();
    const lines = [line(NORMAL), line({ ...HIGH, code: 'K', name: 'Potassium', loinc: null })];
    const { id } = await report(clinic, {}, { panels: [panel(lines, others)] });
    const before = await read(clinic, id);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await undoReview(again(clinic.doctor), { reports: [{ id, version: 1 }] });
    const after = await read(clinic, id);
    expect({ ...after, updated_at: before.updated_at }).toEqual(before);
  });
});
