import { describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { assignLabResult } from '../../../server/domain/reviews/assign-lab-result';
import { forwardLabResult } from '../../../server/domain/reviews/forward-lab-result';
import { getReviewState } from '../../../server/domain/reviews/get-review-state';
import { markLabResultSeen } from '../../../server/domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { undoReview } from '../../../server/domain/reviews/undo-review';
import { asSuperuser, auditRows } from '../../support/database';
import { idOf } from '../../support/members';
import {
  actsOf,
  again,
  corrected,
  CRITICAL,
  hasCode,
  HIGH,
  inbox,
  openClinic,
  read,
  report,
  stored,
  typesOf,
  type Clinic,
} from './reviews-support';

/** Undoing one's own action within seconds: a signature, a view, an assignment. */

describe('undoing a signature', () => {
  const undo = (clinic: Clinic, id: string, version = 1, ctx = clinic.doctor) =>
    undoReview(again(ctx), { reports: [{ id, version }] });
  const age = (seconds: number) =>
    asSuperuser('UPDATE review_entries SET at = at - make_interval(secs => $1)', [seconds]);

  it('restores the report to the inbox with the escalation of a critical value', async () => {
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

  it('is possible for a minute, for the user’s own signature only', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await expect(undo(clinic, id, 1, clinic.colleague)).rejects.toEqual(hasCode('invalid_state'));
    await age(61);
    await expect(undo(clinic, id)).rejects.toEqual(hasCode('invalid_state'));
    expect((await stored({ id })).reviews).toHaveLength(1);
  });

  it('followed by a correction leaves the report as never signed', async () => {
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

  it('of an acknowledgment requires it again', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL, { status: 'preliminary' });
    await markLabResultSeen(again(clinic.doctor), { id, version: 1, note: 'Called' });
    await undo(clinic, id);
    expect(await inbox(clinic.doctor)).toEqual([`critical ${id}`]);
    expect((await stored({ id })).critical_due_at).not.toBeNull();
  });
});

describe('undoing an assignment', () => {
  const undo = ({ doctor }: Clinic, id: string, ctx = doctor) =>
    undoReview(again(ctx), { reports: [{ id, version: 1 }] });

  it('restores the assignee once, with trail and audit', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    await assignLabResult(again(clinic.doctor), { id, to_id: null });
    const ctx = again(clinic.doctor);
    await undoReview(ctx, { reports: [{ id, version: 1 }] });
    expect(await inbox(clinic.doctor)).toEqual([`critical ${id}`]);
    await expect(undo(clinic, id)).rejects.toEqual(hasCode('invalid_state'));
    await forwardLabResult(again(clinic.doctor), { id, to_id: idOf(clinic.colleague), note: 'Yours' });
    await undo(clinic, id);
    expect([await inbox(clinic.doctor), await inbox(clinic.colleague)]).toEqual([[`critical ${id}`], []]);
    const { entries } = await getReviewState(again(clinic.doctor), { id });
    expect(entries.map(({ act, to_name }) => [act, to_name])).toEqual([
      ['assigned', null],
      ['assignment_undone', 'Test clinician'],
      ['forwarded', 'Test clinician'],
      ['assignment_undone', 'Test clinician'],
    ]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'undo_review', outcome: 'allowed', detail: { undone: [id], left_out: 0 } },
    ]);
    expect(await typesOf({ id })).toEqual([
      'created',
      'finalized',
      'critical',
      ...Array(4).fill('reviewer_changed'),
    ]);
  });

  it('is possible for a minute, for the user’s own, unless the report was signed or assigned since', async () => {
    const clinic = await openClinic();
    const give = (id: string, from: typeof clinic.doctor, to: typeof clinic.doctor) =>
      forwardLabResult(again(from), { id, to_id: idOf(to) });
    const rejected = (id: string, ctx = clinic.doctor) =>
      expect(undo(clinic, id, ctx)).rejects.toEqual(hasCode('invalid_state'));
    const [old, signed, moved] = [
      (await report(clinic, HIGH)).id,
      (await report(clinic, HIGH)).id,
      (await report(clinic, HIGH)).id,
    ];
    for (const id of [old, signed, moved]) await give(id, clinic.doctor, clinic.colleague);
    await rejected(old, clinic.colleague);
    await signLabResult(again(clinic.colleague), { id: signed, version: 1 });
    await rejected(signed);
    await give(moved, clinic.colleague, clinic.admin);
    await give(moved, clinic.admin, clinic.colleague);
    await rejected(moved);
    await asSuperuser('UPDATE review_entries SET at = at - make_interval(secs => 61) WHERE result_id = $1', [
      readId('lab_result', old),
    ]);
    await rejected(old);
    expect((await inbox(clinic.colleague)).sort()).toEqual([`abnormal ${moved}`, `abnormal ${old}`].sort());
  });
});
