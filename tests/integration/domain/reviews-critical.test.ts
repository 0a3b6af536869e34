import { describe, expect, it } from 'vitest';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { restorePatient } from '../../../server/domain/patients/restore-patient';
import { startCriticalClock } from '../../../server/domain/reviews/critical-clock';
import { assignLabResult } from '../../../server/domain/reviews/assign-lab-result';
import { escalateCriticalResults } from '../../../server/domain/reviews/escalate-critical-result';
import { forwardLabResult } from '../../../server/domain/reviews/forward-lab-result';
import { listInboxInput } from '../../../server/domain/reviews/contract';
import { inboxAlarm } from '../../../server/domain/reviews/get-inbox-alarm';
import { listNewCriticalResults } from '../../../server/domain/reviews/list-new-critical-results';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import { markLabResultSeen } from '../../../server/domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { undoReview } from '../../../server/domain/reviews/undo-review';
import { updateOrganizationSettings } from '../../../server/domain/organizations/update-organization-settings';
import { SETTINGS } from '../matrix/portal-inputs';
import type { Context } from '../../../server/shared/context';
import { readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { person } from './lab-results-support';
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

/** Critical values that no one acknowledges: who is notified, when, and how often. */

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
const reported = async (one: { id: string }) =>
  (await typesOf(one)).filter((type) => type === 'critical_unacknowledged').length;

let number = 0;
/** A report and its later versions. */
function versions(clinic: Clinic) {
  const filler_order_number = `V-${++number}`;
  let hour = 8;
  return (observation: Parameters<typeof report>[1], extra: Parameters<typeof report>[2] = {}) =>
    report(clinic, observation, {
      filler_order_number,
      reported_at: `2026-03-02T${String(++hour).padStart(2, '0')}:00:00.000Z`,
      ...extra,
    });
}

describe('escalation of a critical value', () => {
  it('notifies all users once, 30 minutes after the report arrived', async () => {
    const clinic = await openClinic();
    const one = await report(clinic, CRITICAL);
    await escalateCriticalResults(inMinutes(29));
    expect([await reported(one), await inbox(clinic.colleague)]).toEqual([0, []]);
    await escalateCriticalResults(inMinutes(31));
    await escalateCriticalResults(inMinutes(300));
    expect(await reported(one)).toBe(1);
    expect(await actsOf(one)).toEqual(['told']);
    for (const person of [clinic.doctor, clinic.colleague, clinic.admin])
      expect(await inbox(person)).toEqual([`critical ${one.id}`]);
    const rows = await asSuperuser<{ actor: string }>(
      "SELECT actor FROM audit_events WHERE org_id = $1 AND action = 'escalate_critical_result' AND outcome = 'allowed'",
      [clinic.org.orgId],
    );
    expect(rows).toEqual([{ actor: 'system' }]);
  });

  it.each(['signed', 'seen'] as const)('stops when the report is %s', async (how) => {
    const clinic = await openClinic();
    const status = how === 'seen' ? 'preliminary' : 'final';
    const one = await report(clinic, CRITICAL, { status });
    const act = how === 'seen' ? markLabResultSeen : signLabResult;
    await act(again(clinic.doctor), { id: one.id, version: 1, note: 'Called' });
    await escalateCriticalResults(inMinutes(120));
    expect(await reported(one)).toBe(0);
  });

  it('does not start for abnormal or normal values, and stops after a correction to one', async () => {
    const clinic = await openClinic();
    const one = await report(clinic, HIGH);
    const next = versions(clinic);
    const two = await next(CRITICAL);
    await next(NORMAL);
    await escalateCriticalResults(inMinutes(120));
    expect([await reported(one), await reported(two)]).toEqual([0, 0]);
    expect(await stored(two)).toMatchObject({ critical_since: null, critical_due_at: null });
  });

  it('is not delayed by a laboratory that keeps adding values', async () => {
    const clinic = await openClinic();
    const next = versions(clinic);
    const one = await next(CRITICAL);
    const due = (await stored(one)).critical_due_at;
    await next({ ...CRITICAL, value_text: '29' });
    await next({ ...CRITICAL, value_text: '28' });
    expect((await stored(one)).critical_due_at).toEqual(due);
  });

  it('starts again with another critical value, once per version', async () => {
    const clinic = await openClinic();
    const next = versions(clinic);
    const one = await next(CRITICAL);
    await escalateCriticalResults(inMinutes(31));
    const since = (await stored(one)).critical_since;
    await next(CRITICAL, { accession_number: 'A-1' });
    await escalateCriticalResults(inMinutes(120));
    expect(await reported(one)).toBe(1);
    await next({ ...CRITICAL, value_text: '25' });
    await escalateCriticalResults(inMinutes(120));
    expect(await reported(one)).toBe(2);
    expect((await stored(one)).critical_since).toEqual(since);
  });

  it('after a signature starts only for a value that no one has acknowledged', async () => {
    const clinic = await openClinic();
    const next = versions(clinic);
    const one = await next(CRITICAL);
    await signLabResult(again(clinic.doctor), { id: one.id, version: 1, note: 'Called' });
    await next(CRITICAL, { accession_number: 'A-1' });
    expect((await stored(one)).critical_due_at).toBeNull();
    expect(await inbox(clinic.doctor)).toEqual([`critical ${one.id}`]);
    await next({ ...CRITICAL, value_text: '25' });
    expect((await stored(one)).critical_due_at).not.toBeNull();
  });

  it('uses the delay of the organization', async () => {
    const clinic = await openClinic();
    const set = (critical_minutes: number, critical_alarm_minutes: number) =>
      updateOrganizationSettings(again(clinic.admin), {
        ...SETTINGS,
        second_factor: 'optional',
        critical_minutes,
        critical_alarm_minutes,
      });
    await expect(set(45, 30)).rejects.toEqual(hasCode('validation_failed', '/critical_alarm_minutes'));
    await set(5, 10);
    const one = await report(clinic, CRITICAL);
    await escalateCriticalResults(inMinutes(6));
    expect(await reported(one)).toBe(1);
    expect((await inboxAlarm(clinic.admin, inMinutes(11))).forgotten).toBe(1);
  });

  it('notifies once with several processes, and completes the work of one that died', async () => {
    const clinic = await openClinic();
    const one = await report(clinic, CRITICAL);
    // All of them find it due before the first one changes it.
    await meetAt(
      ['lab_results WHERE org_id = $1 AND id = $2', clinic.org.orgId, readId('lab_result', one.id)],
      Array(3).fill(() => escalateCriticalResults(inMinutes(31))),
    );
    expect(await reported(one)).toBe(1);
    const { sequence } = await stored(one);
    expect(sequence).toBe((await typesOf(one)).length);
    // An escalation that became due without any process is still due.
    const two = await report(clinic, CRITICAL);
    await asSuperuser(
      "UPDATE lab_results SET critical_due_at = now() - interval '1 day' WHERE org_id = $1 AND critical_due_at IS NOT NULL",
      [clinic.org.orgId],
    );
    const clock = startCriticalClock(5);
    try {
      await expect.poll(() => reported(two), { timeout: 10_000 }).toBe(1);
    } finally {
      await clock.stop();
    }
  });

  it('is delayed for a deleted patient without blocking others', async () => {
    const clinic = await openClinic();
    const hidden = await report(clinic, CRITICAL);
    await deletePatient(again(clinic.admin), { id: clinic.patient });
    const other = await openClinic();
    const one = await report(other, CRITICAL);
    await escalateCriticalResults(inMinutes(31));
    expect([await reported(hidden), await reported(one)]).toEqual([0, 1]);
    await restorePatient(again(clinic.admin), { id: clinic.patient });
    await escalateCriticalResults(inMinutes(100));
    expect(await reported(hidden)).toBe(1);
  });
});

describe('new critical results of open pages', () => {
  const since = (at: string, ids: string[] = []) => ({ since: at, ids, unmatched_ids: [] });
  const START = '2026-01-01T00:00:00.000Z';
  const LATER = '2099-01-01T00:00:00.000Z';
  const idsFor = async (ctx: Context, input: ReturnType<typeof since>) =>
    (await listNewCriticalResults(again(ctx), input)).data.map(({ id }) => id);

  it('name patient and first critical value, and record the access', async () => {
    const clinic = await openClinic();
    const before = new Date().toISOString();
    await report(clinic, HIGH);
    const { id } = await report(clinic, CRITICAL);
    const ctx = again(clinic.doctor);
    const { data, total, alarm } = await listNewCriticalResults(ctx, since(before));
    expect(data).toMatchObject([
      {
        id,
        patient: { id: clinic.patient },
        value: { value_text: '30', interpretation: 'LL', further: 0 },
        told: false,
        assigned: null,
        scope: 'mine',
      },
    ]);
    expect([total, alarm.critical]).toEqual([1, 1]);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'list_new_critical_results', patient_ids: [readId('patient', clinic.patient)] },
    ]);
  });

  it('are those since the page was loaded, and those it was notified of', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    expect(await idsFor(clinic.doctor, since(START))).toEqual([id]);
    expect(await idsFor(clinic.doctor, since(LATER))).toEqual([]);
    expect(await idsFor(clinic.doctor, since(LATER, [id, 'res_unknown']))).toEqual([id]);
  });

  it('are those of the count in the header: own or unassigned, open, and escalated ones of all', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    expect(await idsFor(clinic.colleague, since(START, [id]))).toEqual([]);
    const scopes = async () =>
      (await listNewCriticalResults(again(clinic.colleague), since(START))).data.map(({ scope }) => scope);
    await asSuperuser('UPDATE lab_results SET reviewer_id = NULL WHERE id = $1', [readId('lab_result', id)]);
    expect(await scopes()).toEqual(['unassigned']);
    await asSuperuser('UPDATE lab_results SET reviewer_id = $2 WHERE id = $1', [
      readId('lab_result', id),
      clinic.doctor.actor.id,
    ]);
    await escalateCriticalResults(inMinutes(31));
    expect(await idsFor(clinic.colleague, since(inMinutes(30).toISOString()))).toEqual([id]);
    expect(await scopes()).toEqual(['mine']);
    await signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called' });
    expect(await idsFor(clinic.doctor, since(START, [id]))).toEqual([]);
    const other = await openClinic();
    expect(await idsFor(other.doctor, since(START, [id]))).toEqual([]);
    await expect(listNewCriticalResults(again(clinic.viewer), since(START))).rejects.toEqual(
      hasCode('forbidden'),
    );
  });

  it('are those that a colleague assigned or returned to the group', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    const inGroup = await report(clinic, CRITICAL);
    const toId = showId('user', clinic.colleague.actor.id!);
    const shownTo = async (ctx: Context, input: ReturnType<typeof since>) =>
      (await listNewCriticalResults(again(ctx), input)).data.map((one) => [one.id, one.assigned]);
    let before = new Date().toISOString();
    await forwardLabResult(again(clinic.doctor), { id, to_id: toId, note: 'I am off duty.' });
    expect(await shownTo(clinic.colleague, since(before))).toEqual([[id, 'user']]);
    expect(await shownTo(clinic.doctor, since(before, [id]))).toEqual([]);
    expect(await shownTo(clinic.colleague, since(START))).toEqual([[id, 'user']]);
    before = new Date().toISOString();
    await undoReview(again(clinic.doctor), { reports: [{ id, version: 1 }] });
    expect(await shownTo(clinic.colleague, since(before, [id]))).toEqual([]);
    await assignLabResult(again(clinic.doctor), { id: inGroup.id, to_id: null });
    expect(await shownTo(clinic.colleague, since(before))).toEqual([[inGroup.id, 'group']]);
    expect(await shownTo(clinic.doctor, since(before))).toEqual([]);
    before = new Date().toISOString();
    await assignLabResult(again(clinic.colleague), { id: inGroup.id, to_id: toId });
    expect(await shownTo(clinic.colleague, since(before))).toEqual([]);
  });

  it('name the colleague who assigned them after they were escalated', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    const toId = showId('user', clinic.colleague.actor.id!);
    const shown = async () => {
      const { data } = await listNewCriticalResults(again(clinic.colleague), since(START));
      return data.map(({ told, assigned, assigned_by }) => [told, assigned, assigned_by]);
    };
    await forwardLabResult(again(clinic.doctor), { id, to_id: toId });
    expect(await shown()).toEqual([[false, 'user', 'Test clinician']]);
    await asSuperuser("UPDATE lab_results SET critical_told_at = now() + interval '1 minute' WHERE id = $1", [
      readId('lab_result', id),
    ]);
    expect(await shown()).toEqual([[true, null, null]]);
  });

  it('are at most twelve, the newest, with the number of all and of their patients', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    for (let n = 0; n < 12; n++) await report(clinic, CRITICAL);
    const { data, total, patient_total } = await listNewCriticalResults(again(clinic.doctor), since(START));
    expect([data.length, total, patient_total]).toEqual([12, 13, 1]);
    expect(data.map((one) => one.id)).not.toContain(id);
  });
});

describe('page layout', () => {
  it('counts critical unsigned reports of the user and, for administrators, forgotten ones', async () => {
    const clinic = await openClinic();
    await report(clinic, CRITICAL);
    await report(clinic, HIGH);
    const counts = async (at: Date) =>
      Promise.all(
        [clinic.doctor, clinic.colleague, clinic.admin].map(async (ctx) => {
          const { critical, unsigned, forgotten } = await inboxAlarm(ctx, at);
          return [critical, unsigned, forgotten];
        }),
      );
    expect(await counts(inMinutes(59))).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ]);
    await escalateCriticalResults(inMinutes(31));
    expect(await counts(inMinutes(61))).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [1, 1, 1],
    ]);
    // Unassigned critical results are visible to all users, not only when overdue.
    const nobodys = await createPatient(clinic.org.ctx, person());
    await report({ org: clinic.org, patient: nobodys.id }, CRITICAL);
    expect((await counts(inMinutes(1))).map(([critical]) => critical)).toEqual([2, 2, 2]);
    const list = await listInbox(clinic.colleague, listInboxInput.parse({}));
    expect(list.counts).toMatchObject({
      mine: 1,
      unassigned: 1,
      critical: 2,
      mine_critical: 1,
      unassigned_critical: 1,
    });
  });
});
