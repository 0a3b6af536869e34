import { describe, expect, it } from 'vitest';
import { getLabResultInput } from '../../../server/domain/lab-results/contract';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { getReviewState } from '../../../server/domain/reviews/get-review-state';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { undoReview } from '../../../server/domain/reviews/undo-review';
import { withdrawSignature } from '../../../server/domain/reviews/withdraw-signature';
import { asSuperuser, auditRows } from '../../support/database';
import {
  actsOf,
  again,
  CRITICAL,
  hasCode,
  HIGH,
  inbox,
  openClinic,
  report,
  stored,
  typesOf,
} from './reviews-support';

/** Withdrawing a signature after the undo period: with a reason, which stays visible. */

const reason = 'I had the other Ms. Doe in mind.';

describe('withdrawing a signature', () => {
  it('returns the report to the inbox, emits an event, and keeps both entries in the trail', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await asSuperuser(`UPDATE review_entries SET at = at - interval '1 hour' WHERE org_id = $1`, [
      clinic.org.orgId,
    ]);
    const state = () => getReviewState(again(clinic.doctor), { id });
    expect(await state()).toMatchObject({ group: null, own_signature: 1 });
    const ctx = again(clinic.doctor);
    expect(await withdrawSignature(ctx, { id, version: 1, reason })).toMatchObject({ group: 'abnormal' });
    expect(await inbox(clinic.doctor)).toEqual([`abnormal ${id}`]);
    const read = await getLabResult(again(clinic.viewer), getLabResultInput.parse({ id }));
    expect(read.review).toEqual({ status: 'unreviewed', reviews: [] });
    expect(await typesOf({ id })).toEqual(['created', 'finalized', 'reviewed', 'updated']);
    expect((await state()).own_signature).toBeNull();
    expect((await state()).entries.map(({ act, note }) => [act, note])).toEqual([
      ['signed', null],
      ['withdrawn', reason],
    ]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'withdraw_signature', outcome: 'allowed', detail: { withdrawn_version: 1 } },
    ]);
    // It is withdrawn once, and can be signed again.
    await expect(withdrawSignature(again(clinic.doctor), { id, version: 1, reason })).rejects.toEqual(
      hasCode('invalid_state'),
    );
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    expect(await inbox(clinic.doctor)).toEqual([]);
  });

  it('is for the signer only, not for colleagues, administrators or viewers', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    const withdraw = (ctx: typeof clinic.doctor) => withdrawSignature(again(ctx), { id, version: 1, reason });
    await expect(withdraw(clinic.colleague)).rejects.toEqual(hasCode('invalid_state'));
    await expect(withdraw(clinic.admin)).rejects.toEqual(hasCode('invalid_state'));
    await expect(withdraw(clinic.viewer)).rejects.toEqual(hasCode('forbidden'));
    expect((await stored({ id })).reviews).toHaveLength(1);
    expect((await getReviewState(again(clinic.colleague), { id })).own_signature).toBeNull();
  });

  it('of a critical value restarts its escalation as unacknowledged', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    await asSuperuser(
      `UPDATE lab_results SET critical_since = now() - interval '1 day', critical_due_at = NULL,
         critical_told_at = now() - interval '23 hours' WHERE org_id = $1`,
      [clinic.org.orgId],
    );
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called' });
    await withdrawSignature(again(clinic.doctor), { id, version: 1, reason });
    const { critical_since, critical_due_at, critical_told_at } = await stored({ id });
    const ago = Date.now() - new Date(critical_since!).getTime();
    expect(ago).toBeLessThan(60_000);
    expect(new Date(critical_due_at!).getTime()).toBeGreaterThan(Date.now());
    expect(critical_told_at).toBeNull();
    expect(await inbox(clinic.doctor)).toEqual([`critical ${id}`]);
  });

  it('leaves no signature to undo', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await withdrawSignature(again(clinic.doctor), { id, version: 1, reason });
    await expect(undoReview(again(clinic.doctor), { reports: [{ id, version: 1 }] })).rejects.toEqual(
      hasCode('invalid_state'),
    );
    expect(await actsOf({ id })).toEqual(['signed', 'withdrawn']);
  });

  it('of an earlier version leaves the newer one as never signed', async () => {
    const clinic = await openClinic();
    const filler_order_number = 'W-1';
    const { id } = await report(clinic, HIGH, { filler_order_number });
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await report(
      clinic,
      { ...HIGH, value_text: '140' },
      { filler_order_number, reported_at: '2026-03-02T08:00:00.000Z' },
    );
    expect(await inbox(clinic.doctor)).toEqual([`corrected ${id}`]);
    await withdrawSignature(again(clinic.doctor), { id, version: 1, reason });
    expect(await inbox(clinic.doctor)).toEqual([`abnormal ${id}`]);
  });
});
