import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { assignLabResult } from '../../../server/domain/reviews/assign-lab-result';
import { commentLabResult } from '../../../server/domain/reviews/comment-lab-result';
import { forwardLabResult } from '../../../server/domain/reviews/forward-lab-result';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { setChartRestriction } from '../../../server/domain/patients/set-chart-restriction';
import { listInboxInput } from '../../../server/domain/reviews/contract';
import { getReviewState } from '../../../server/domain/reviews/get-review-state';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import { markLabResultSeen } from '../../../server/domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { signNormalResults } from '../../../server/domain/reviews/sign-normal-results';
import { undoReview } from '../../../server/domain/reviews/undo-review';
import { asSuperuser, auditRows, keyContext } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { idOf } from '../../support/members';
import { line, panel, person } from './lab-results-support';
import {
  actsOf,
  again,
  corrected,
  CRITICAL,
  hasCode,
  HIGH,
  inbox,
  NORMAL,
  openClinic,
  read,
  report,
  stored,
  typesOf,
} from './reviews-support';

/** What signing a report does, and what it does not do. */

const others = { code: 'BMP', loinc: '24321-2', name: 'Basic metabolic panel' };

describe('signing', () => {
  it('removes the report from all inboxes, with response, event and one audit row', async () => {
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

  it('before the report was filed is in the history, also after a correction', async () => {
    const clinic = await openClinic();
    const by = idOf(clinic.doctor);
    const filler_order_number = `B-${randomUUID()}`;
    const at = '2026-03-01T14:00:00.000Z';
    const { id } = await report(clinic, HIGH, {
      filler_order_number,
      reviews: [{ by, at, comment: 'Known' }],
    });
    await report(clinic, CRITICAL, { filler_order_number, reported_at: '2026-03-02T08:00:00.000Z' });
    const entry = { act: 'signed', by, by_name: 'Test clinician', at, version: 1, to_name: null };
    expect(await getReviewState(again(clinic.doctor), { id })).toMatchObject({
      version: 2,
      signed_version: 1,
      entries: [{ ...entry, note: 'Known' }],
    });
    await signLabResult(again(clinic.doctor), { id, version: 2, note: 'Called' });
    const { entries } = await getReviewState(again(clinic.doctor), { id });
    expect(entries.map(({ act, version }) => [act, version])).toEqual([
      ['signed', 1],
      ['signed', 2],
    ]);
  });

  it('never happens by reading', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, NORMAL);
    await read(clinic, id);
    await getReviewState(again(clinic.doctor), { id });
    expect(await inbox(clinic.doctor)).toEqual([`normal ${id}`]);
  });

  it('is for users who sign: no viewer, key or application', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const app = { ...clinic.doctor, actor: { ...clinic.doctor.actor, app: clinic.org.orgId } };
    for (const ctx of [clinic.viewer, keyContext(clinic.org.orgId), app])
      await expect(signLabResult(again(ctx), { id, version: 1 })).rejects.toEqual(hasCode('forbidden'));
    expect(await actsOf({ id })).toEqual([]);
  });

  it('applies to the version read: a newer one is reported and nothing is signed', async () => {
    const clinic = await openClinic();
    const { id, next } = await corrected(clinic);
    await next();
    const rejected = signLabResult(again(clinic.doctor), { id, version: 1 });
    await expect(rejected).rejects.toMatchObject({
      code: 'invalid_state',
      status: 409,
      extras: { current_version: 2 },
      message: expect.stringContaining('newer version') as string,
    });
    expect((await read(clinic, id)).review.status).toBe('unreviewed');
  });

  it('one version clears earlier ones; a later one returns as changed since signed', async () => {
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

  it('a critical report records the action taken', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    await expect(signLabResult(again(clinic.doctor), { id, version: 1 })).rejects.toEqual(
      hasCode('validation_failed', '/note'),
    );
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called the ward' });
    expect(await inbox(clinic.doctor)).toEqual([]);
  });

  it('is rejected for a preliminary report, which is acknowledged and stays', async () => {
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

  it('by a substitute records for whom', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const ctx = again(clinic.colleague);
    await signLabResult(ctx, { id, version: 1 });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { detail: { version: 1, on_behalf_of: idOf(clinic.doctor) } },
    ]);
  });

  it('is rejected a second time with signer and time, but not for the same request repeated', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    const sign = (ctx: typeof clinic.doctor, note: string, idempotency_key?: string) =>
      signLabResult(again(ctx), { id, version: 1, note, idempotency_key });
    const key = randomUUID();
    await sign(clinic.doctor, 'Called', key);
    expect(await sign(clinic.doctor, 'Called', key)).toMatchObject({ id, version: 1, group: null });
    const { reviews } = (await read(clinic, id)).review;
    const rejected = {
      code: 'invalid_state',
      status: 409,
      extras: {
        reviewed: {
          act: 'signed',
          by: idOf(clinic.doctor),
          by_name: 'Test clinician',
          at: reviews[0]!.at,
        },
      },
    };
    await expect(sign(clinic.doctor, 'Another tab')).rejects.toMatchObject(rejected);
    await expect(sign(clinic.doctor, 'Another tab', randomUUID())).rejects.toMatchObject(rejected);
    await expect(sign(clinic.colleague, 'Called as well', key)).rejects.toMatchObject(rejected);
    await expect(
      forwardLabResult(again(clinic.colleague), { id, to_id: idOf(clinic.admin) }),
    ).rejects.toMatchObject(rejected);
    expect((await read(clinic, id)).review.reviews).toEqual(reviews);
    expect(await actsOf({ id })).toEqual(['signed']);
    expect(await typesOf({ id })).toEqual(['created', 'finalized', 'critical', 'reviewed']);
    // An old request that arrives late does not sign after the undo.
    await undoReview(again(clinic.doctor), { reports: [{ id, version: 1 }] });
    await sign(clinic.colleague, 'Called');
    await expect(sign(clinic.doctor, 'Called', key)).rejects.toMatchObject({
      extras: { reviewed: { by: idOf(clinic.colleague) } },
    });
  });

  it('an acknowledged preliminary report is rejected for a second user in the same way', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, NORMAL, { status: 'preliminary' });
    const key = randomUUID();
    const seen = (ctx: typeof clinic.doctor, idempotency_key?: string) =>
      markLabResultSeen(again(ctx), { id, version: 1, idempotency_key });
    await seen(clinic.doctor, key);
    await seen(clinic.doctor, key);
    for (const ctx of [clinic.doctor, clinic.colleague])
      await expect(seen(ctx)).rejects.toMatchObject({
        code: 'invalid_state',
        status: 409,
        extras: { reviewed: { act: 'seen', by: idOf(clinic.doctor), by_name: 'Test clinician' } },
      });
    expect(await actsOf({ id })).toEqual(['seen']);
  });
});

describe('concurrent signing', () => {
  it('succeeds once for several users, tabs and lists of normal reports', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, NORMAL);
    const reports = [{ id, version: 1 }];
    const answers = await meetAt<unknown>(
      ['lab_results WHERE id = $1', readId('lab_result', id)],
      [
        ...[clinic.doctor, clinic.doctor, clinic.colleague].map(
          (ctx) => () => signLabResult(again(ctx), { id, version: 1, idempotency_key: randomUUID() }),
        ),
        () => signNormalResults(again(clinic.admin), { reports, idempotency_key: randomUUID() }),
      ],
    );
    const { reviews } = await stored({ id });
    expect(reviews).toHaveLength(1);
    const left = { signed: [], left_out: [{ reason: 'signed_already', reviewed: { by: reviews[0]!.by } }] };
    expect(answers.map(({ status }) => status).sort()).toEqual(
      reviews[0]!.by === idOf(clinic.admin)
        ? ['fulfilled', 'rejected', 'rejected', 'rejected']
        : ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
    );
    if (reviews[0]!.by !== idOf(clinic.admin)) expect(answers[3]).toMatchObject({ value: left });
    expect((await typesOf({ id })).filter((type) => type === 'reviewed')).toHaveLength(1);
  });

  it('by a double click answers both requests and signs once', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const idempotency_key = randomUUID();
    const press = () => signLabResult(again(clinic.doctor), { id, version: 1, idempotency_key });
    const answers = await meetAt(['lab_results WHERE id = $1', readId('lab_result', id)], [press, press]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await actsOf({ id })).toEqual(['signed']);
  });

  it('with an arriving correction never signs an unread version', async () => {
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

describe('signing several reports', () => {
  it('checks each again, signs the plainly normal ones, and reports why others are skipped', async () => {
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
    expect(answer.left_out.find(({ id }) => id === signed.id)).toMatchObject({
      reviewed: { act: 'signed', by: idOf(clinic.colleague), by_name: 'Test clinician' },
    });
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
    expect(again2.left_out).toEqual([{ id: newer.id, reason: 'corrected', reviewed: null }]);
  });

  it('leaves out those of restricted charts, and shows nothing of their patients', async () => {
    const clinic = await openClinic();
    const { id: patient } = await createPatient(clinic.org.ctx, person({}));
    const [open, closed, signed] = [
      await report(clinic, NORMAL),
      await report({ ...clinic, patient }, NORMAL),
      await report({ ...clinic, patient }, NORMAL),
    ];
    const reports = (of: { id: string }[]) => of.map(({ id }) => ({ id, version: 1 }));
    const idempotency_key = randomUUID();
    await signNormalResults(again(clinic.doctor), { reports: reports([signed]), idempotency_key });
    await setChartRestriction(again(clinic.admin), { id: patient, restriction: 'staff' });
    const list = await listInbox(again(clinic.doctor), listInboxInput.parse({ scope: 'everyone' }));
    expect(Object.fromEntries(list.data.map(({ id, why_alone }) => [id, why_alone]))).toEqual({
      [open.id]: null,
      [closed.id]: 'restricted',
    });
    const ctx = again(clinic.doctor);
    const asked = { reports: reports([open, closed, signed]), idempotency_key };
    const answer = await signNormalResults(ctx, asked);
    expect(answer.signed.map(({ id }) => id)).toEqual([open.id]);
    expect(Object.fromEntries(answer.left_out.map(({ id, reason }) => [id, reason]))).toEqual({
      [closed.id]: 'restricted',
      [signed.id]: 'signed_already',
    });
    expect(JSON.stringify(answer)).not.toContain(patient);
    const [row] = await auditRows(ctx.requestId);
    expect(row!.patient_ids).toEqual([readId('patient', clinic.patient)]);
    expect(await actsOf(closed)).toEqual([]);
  });

  it('is undone together', async () => {
    const clinic = await openClinic();
    const reports = [await report(clinic, NORMAL), await report(clinic, NORMAL)].map(({ id }) => ({
      id,
      version: 1,
    }));
    const idempotency_key = randomUUID();
    const sign = () => signNormalResults(again(clinic.doctor), { reports, idempotency_key });
    expect(await sign()).toMatchObject({ left_out: [], signed: [{}, {}] });
    expect(await sign()).toMatchObject({ left_out: [], signed: [{}, {}] });
    for (const one of reports) expect(await actsOf(one)).toEqual(['signed']);
    expect((await undoReview(again(clinic.doctor), { reports })).undone).toHaveLength(2);
    expect(await inbox(clinic.doctor)).toHaveLength(2);
  });
});

describe('report assignment', () => {
  it('forwards a report with a message to a colleague only', async () => {
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

  it('returns a report to the group and lets a user take it', async () => {
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

  it('accepts comments at any time, which sign nothing', async () => {
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

  it('keeps the panels and lines of the report', async () => {
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
