import { describe, expect, it } from 'vitest';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { changeRole } from '../../../server/domain/people/change-role';
import { endMembership } from '../../../server/domain/people/end-membership';
import { getPerson } from '../../../server/domain/people/get-person';
import { listInboxInput } from '../../../server/domain/reviews/contract';
import { getInboxMark } from '../../../server/domain/reviews/get-inbox-mark';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import { markLabResultSeen } from '../../../server/domain/reviews/mark-lab-result-seen';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { undoReview } from '../../../server/domain/reviews/undo-review';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { asSuperuser, auditRows } from '../../support/database';
import { idOf } from '../../support/members';
import { line, panel, person } from './lab-results-support';
import {
  again,
  CRITICAL,
  hasCode,
  HIGH,
  inbox,
  members,
  NORMAL,
  openClinic,
  orderBy,
  report,
  stored,
  type Clinic,
} from './reviews-support';

/** Which reports are in whose inbox, and in which order. */

const away = (
  { org }: Clinic,
  who: { actor: { id: string | null } },
  delegate: typeof who,
  from = '-1 day',
) =>
  asSuperuser(
    `INSERT INTO delegations (org_id, id, user_id, delegate_id, starts_at, ends_at, created_at, created_by)
     VALUES ($1, gen_random_uuid(), $2, $3, now() + $4::interval, now() + $4::interval + interval '2 days', now(), 'system')`,
    [org.orgId, who.actor.id, delegate.actor.id, from],
  );

describe('report is assigned to', () => {
  it('the ordering user, then the primary clinician, else the group', async () => {
    const clinic = await openClinic();
    const order = await orderBy(clinic, clinic.colleague);
    const ordered = await report(clinic, HIGH, { order_id: order });
    const ofPatient = await report(clinic, HIGH);
    const nobodys = await createPatient(clinic.org.ctx, person());
    const free = await report({ org: clinic.org, patient: nobodys.id }, HIGH);
    expect(await inbox(clinic.colleague)).toEqual([`abnormal ${ordered.id}`]);
    expect(await inbox(clinic.doctor)).toEqual([`abnormal ${ofPatient.id}`]);
    for (const one of [clinic.admin, clinic.doctor])
      expect(await inbox(one, 'unassigned')).toEqual([`abnormal ${free.id}`]);
    expect(await inbox(clinic.admin, 'everyone')).toHaveLength(3);
  });

  it('no one when it is imported history', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL, { historical: true });
    expect(await inbox(clinic.admin, 'everyone')).toEqual([]);
    expect(await stored({ id })).toMatchObject({ inbox_rank: null, critical_since: null });
    await expect(signLabResult(again(clinic.doctor), { id, version: 1, note: 'x' })).rejects.toEqual(
      hasCode('invalid_state'),
    );
  });

  it('the assignee at the right patient after it was filed at another one', async () => {
    const clinic = await openClinic();
    const other = await createPatient(
      clinic.org.ctx,
      person({ primary_clinician_id: idOf(clinic.colleague) }),
    );
    const { id } = await report(clinic, CRITICAL, { status: 'preliminary' });
    await markLabResultSeen(again(clinic.doctor), { id, version: 1, note: 'Called' });
    const moved = await rematchLabResult(again(clinic.admin), {
      id,
      patient_id: other.id,
      reason: 'Two of the same name',
    });
    expect(await inbox(clinic.admin, 'everyone')).toEqual([`critical ${moved.id}`]);
    expect(await inbox(clinic.colleague)).toEqual([`critical ${moved.id}`]);
    // In the new chart no one has acknowledged it.
    expect((await stored(moved)).critical_due_at).not.toBeNull();
    expect(await stored({ id })).toMatchObject({ inbox_rank: null, critical_due_at: null });
    await expect(undoReview(again(clinic.doctor), { reports: [{ id, version: 1 }] })).rejects.toEqual(
      hasCode('not_found'),
    );
  });

  it('no one when the patient is deleted', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await deletePatient(again(clinic.admin), { id: clinic.patient });
    expect(await inbox(clinic.doctor)).toEqual([]);
    await expect(signLabResult(again(clinic.doctor), { id, version: 1 })).rejects.toEqual(
      hasCode('not_found'),
    );
  });

  it('the user who took over the work of a former member, also for later reports', async () => {
    const clinic = await openClinic();
    const order = await orderBy(clinic, clinic.colleague);
    const early = await report(clinic, HIGH, { order_id: order });
    const end = (successor?: string) =>
      endMembership(again(clinic.admin), {
        id: idOf(clinic.colleague),
        ...(successor ? { successor_id: successor } : {}),
      });
    expect(await getPerson(again(clinic.admin), { id: idOf(clinic.colleague) })).toMatchObject({
      open_reports: 1,
    });
    await asSuperuser("UPDATE lab_orders SET status = 'completed' WHERE org_id = $1", [clinic.org.orgId]);
    await expect(end()).rejects.toEqual(hasCode('validation_failed', '/successor_id'));
    await end(idOf(clinic.admin));
    const late = await report(clinic, HIGH, { order_id: order });
    expect((await inbox(clinic.admin)).sort()).toEqual(
      [early, late].map(({ id }) => `abnormal ${id}`).sort(),
    );
  });

  it('the group when its assignee may no longer sign', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    await changeRole(again(clinic.admin), { id: idOf(clinic.doctor), role: 'viewer' });
    expect(await inbox(clinic.colleague, 'unassigned')).toEqual([`abnormal ${id}`]);
    const later = await report(clinic, HIGH);
    expect((await stored(later)).reviewer_id).toBeNull();
  });

  it('the substitute as well during an absence, also transitively', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, HIGH);
    const [third] = await members(clinic.org, 'clinician');
    await away(clinic, clinic.doctor, clinic.colleague);
    await away(clinic, clinic.colleague, third);
    for (const one of [clinic.doctor, clinic.colleague, third])
      expect(await inbox(one)).toEqual([`abnormal ${id}`]);
    expect([await inbox(clinic.doctor, 'delegated'), await inbox(third, 'delegated')]).toEqual([
      [],
      [`abnormal ${id}`],
    ]);
    await asSuperuser('UPDATE delegations SET ended_at = now() WHERE org_id = $1', [clinic.org.orgId]);
    expect(await inbox(third)).toEqual([]);
    await away(clinic, clinic.doctor, third, '1 day');
    expect(await inbox(third)).toEqual([]);
  });
});

describe('inbox', () => {
  it('is for users who sign', async () => {
    const clinic = await openClinic();
    await expect(inbox(clinic.viewer)).rejects.toEqual(hasCode('forbidden'));
  });

  it('lists most severe first and newest collected first, each report once, page by page', async () => {
    const clinic = await openClinic();
    const at = (day: number) => ({ collected_at: `2026-03-0${day}T08:00:00.000Z` });
    const filed = [
      await report(clinic, CRITICAL, at(1)),
      await report(clinic, HIGH, at(3)),
      await report(clinic, HIGH, at(2)),
      await report(clinic, HIGH, { collected_at: null, collected_at_precision: null }),
      await report(clinic, { flags: ['POS'], value_text: 'POS', value_type: 'text' }, at(1)),
      await report(clinic, NORMAL, at(1)),
      await report(clinic, NORMAL, { ...at(1), status: 'partial', pending_tests: ['TSH', 'B12'] }),
    ];
    const groups = ['critical', 'abnormal', 'abnormal', 'abnormal', 'unclassified', 'normal', 'partial'];
    const expected = filed.map(({ id }, index) => `${groups[index]} ${id}`);
    expect(await inbox(clinic.doctor)).toEqual(expected);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listInbox>> = await listInbox(
        again(clinic.doctor),
        listInboxInput.parse({ limit: 2, ...(cursor ? { cursor } : {}) }),
      );
      walked.push(...page.data.map(({ id, group }) => `${group} ${id}`));
      cursor = page.next_cursor;
    } while (cursor);
    expect(walked).toEqual(expected);
  });

  it('returns what is needed to choose, audits its patients, and counts the lists', async () => {
    const clinic = await openClinic();
    const lines = [line(NORMAL), line({ ...HIGH, code: 'K', name: 'Potassium', loinc: null })];
    await report(clinic, {}, { status: 'partial', panels: [panel(lines)], pending_tests: ['TSH'] });
    const plain = await report(clinic, NORMAL);
    const ctx = again(clinic.doctor);
    const list = await listInbox(ctx, listInboxInput.parse({}));
    expect(list.data[0]).toMatchObject({
      group: 'abnormal',
      status: 'partial',
      worst_interpretation: 'H',
      pending_tests: ['TSH'],
      observation_count: 2,
      abnormal_count: 1,
      panels: ['Basic metabolic panel'],
      title: 'Basic metabolic panel',
      patient: { id: clinic.patient, name: { family: 'Lab' }, birth_date: '1950-01-01' },
      reviewer: { id: idOf(clinic.doctor), name: 'Test clinician' },
      why_alone: 'not_final',
    });
    expect(list.data[1]).toMatchObject({ id: plain.id, why_alone: null });
    expect(list.counts).toEqual({
      mine: 2,
      delegated: 0,
      unassigned: 0,
      everyone: 2,
      critical: 0,
      mine_critical: 0,
      unassigned_critical: 0,
    });
    expect(list.last_signed_at).toBeNull();
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({ action: 'list_inbox', detail: { scope: 'mine', count: 2 } });
    expect(row!.patient_ids).toHaveLength(1);
    await signLabResult(again(clinic.doctor), { id: plain.id, version: 1 });
    expect((await listInbox(again(clinic.doctor), listInboxInput.parse({}))).last_signed_at).not.toBeNull();
  });

  it('has a version that changes with its content', async () => {
    const clinic = await openClinic();
    const marks = new Set<string>();
    const look = async () => {
      const { mark, counts } = await getInboxMark(again(clinic.doctor), { scope: 'mine' });
      expect(await listInbox(again(clinic.doctor), listInboxInput.parse({}))).toMatchObject({ mark, counts });
      marks.add(mark);
    };
    await look();
    const { id } = await report(clinic, HIGH);
    await look();
    await look();
    await report(clinic, NORMAL);
    await look();
    await signLabResult(again(clinic.doctor), { id, version: 1 });
    await look();
    expect(marks.size).toBe(4);
  });
});
