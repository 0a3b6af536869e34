import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { listUnmatchedReportsInput } from '../../../server/domain/inbound-reports/contract';
import { listUnmatchedReports } from '../../../server/domain/inbound-reports/list-unmatched-reports';
import { parkReport } from '../../../server/domain/inbound-reports/park-report';
import { rejectReport } from '../../../server/domain/inbound-reports/reject-report';
import { listLabOrdersInput } from '../../../server/domain/lab-orders/contract';
import { countOrders } from '../../../server/domain/lab-orders/count-orders';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { listInboxInput } from '../../../server/domain/reviews/contract';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { createDocument } from '../../../server/domain/documents/create-document';
import { signOffDocument } from '../../../server/domain/documents/sign-off-document';
import { storeUpload } from '../../../server/domain/documents/store-upload';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { getToday } from '../../../server/domain/today/get-today';
import { today } from '../../../server/domain/today/contract';
import { storage } from '../../../server/storage/index';
import type { Context } from '../../../server/shared/context';
import { newId, readId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, keyContext } from '../../support/database';
import { input } from '../../support/documents';
import { deliver, hospital, laboratory, sendUnmatchedReport } from '../../support/intake';
import { person } from './lab-results-support';
import {
  again,
  CRITICAL,
  HIGH,
  members,
  NORMAL,
  openClinic,
  orderBy,
  report,
  type Clinic,
} from './reviews-support';
import { nightly } from '../../support/test-size';

/** The start page: each part shows what its list shows, to those who may see the list. */

/** The list of orders to which the start page links. */
const stopped = async (ctx: Context): Promise<string[]> => {
  const { data } = await listLabOrders(again(ctx), listLabOrdersInput.parse({ stopped: 'true' }));
  return data.map(({ id }) => id).toSorted();
};

/** The output must also match its contract. */
const read = async (ctx: Context) => today.parse(await getToday(again(ctx)));

const overdue = (order: string, by = '1 hour') =>
  asSuperuser('UPDATE lab_orders SET expected_by = now() - $2::interval WHERE id = $1', [
    readId('lab_order', order),
    by,
  ]);
const status = (order: string, to: string, at = 'now') =>
  asSuperuser('UPDATE lab_orders SET status = $2, updated_at = $3::timestamptz WHERE id = $1', [
    readId('lab_order', order),
    to,
    at,
  ]);

async function upload(ctx: Context, patientId: string, name: string) {
  const staged = await storage().stage(Readable.from([Buffer.from(name)]), { maxBytes: 1_000 });
  return storeUpload(again(ctx), staged, { patientId, fileName: name, declaredType: null, sha256: null });
}

describe('start page of a clinician', () => {
  let clinic: Clinic;
  beforeAll(async () => {
    clinic = await openClinic();
  });

  it('is empty for a new organization', async () => {
    const { org } = await openClinic();
    const [doctor] = (await members(org, 'clinician')) as [Context];
    expect(await read(doctor)).toMatchObject({
      critical: { count: 0, data: [] },
      to_sign: { groups: [], mine: 0, unassigned: 0, unassigned_critical: 0, documents: 0 },
      orders: { count: 0, data: [], overdue: 0, stopped: 0 },
      due: { count: 0, data: [] },
      unmatched: {
        count: 0,
        data: [],
        documents: 0,
        patient_updates: 0,
        set_aside: 0,
        critical_set_aside: [],
      },
      uploads: { count: 0, data: [] },
      recent: [],
      health: null,
    });
  });

  it('lists unsigned critical results with the value, the longest unsigned first, until they are signed', async () => {
    const { doctor, patient } = clinic;
    const first = await report(clinic, CRITICAL);
    const second = await report(clinic, { ...CRITICAL, value_text: '25' });
    await asSuperuser("UPDATE lab_results SET critical_since = now() - interval '1 hour' WHERE id = $1", [
      readId('lab_result', second.id),
    ]);
    const { critical } = await read(doctor);
    expect(critical!.count).toBe(2);
    expect(critical!.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(critical!.data[0]).toMatchObject({
      patient: { id: patient },
      value: { value_text: '25', interpretation: 'LL' },
      told: false,
      scope: 'mine',
      assignee: 'self',
    });
    for (const { id } of [first, second])
      await signLabResult(again(doctor), { id, version: 1, note: 'Called the patient.' });
    expect((await read(doctor)).critical).toEqual({ count: 0, data: [] });
  });

  it('counts what is to sign as the inbox does, by group', async () => {
    const { doctor } = clinic;
    await report(clinic, HIGH);
    await report(clinic, NORMAL);
    await report(clinic, NORMAL);
    const { to_sign: toSign } = await read(doctor);
    const { counts } = await listInbox(again(doctor), listInboxInput.parse({}));
    expect(toSign).toEqual({
      groups: [
        { group: 'abnormal', count: 1 },
        { group: 'normal', count: 2 },
      ],
      mine: counts.mine,
      unassigned: counts.unassigned,
      unassigned_critical: counts.unassigned_critical,
      documents: 0,
    });
  });

  it('lists unsent STAT orders first, and queued ones that are not sent in time', async () => {
    const own = await openClinic();
    const place = (to: string, transmission: string, placedBefore: string) =>
      orderBy(own, own.doctor).then(async (id) => {
        await asSuperuser(
          `UPDATE lab_orders SET priority = $2, transmission_status = $3, updated_at = now() - $4::interval WHERE id = $1`,
          [readId('lab_order', id), to, transmission, placedBefore],
        );
        return id;
      });
    const failed = await place('routine', 'not_applicable', '0');
    await status(failed, 'failed');
    const onPaper = await place('stat', 'not_applicable', '1 minute');
    await overdue(onPaper);
    await place('stat', 'queued', '1 minute');
    const queued = await place('stat', 'queued', '10 minutes');
    await place('urgent', 'not_applicable', '10 minutes');
    const sent = await place('stat', 'not_applicable', '0');
    await status(sent, 'sent');
    const uncanceled = await place('routine', 'cancel_refused', '1 day');
    await status(uncanceled, 'sent', 'yesterday');
    const { orders } = await read(own.doctor);
    expect(orders!.data.map(({ id, state, priority }) => [id, state, priority])).toEqual([
      [onPaper, 'unsent', 'stat'],
      [queued, 'unsent', 'stat'],
      [failed, 'failed', 'routine'],
      [uncanceled, 'cancel_refused', 'routine'],
    ]);
    expect(orders).toMatchObject({ count: 4, overdue: 0, stopped: 4 });
    expect(await stopped(own.doctor)).toEqual([onPaper, queued, failed, uncanceled].toSorted());
  });

  it('lists rejected and failed orders, then overdue ones, and omits those that need nothing', async () => {
    const { org, doctor } = clinic;
    const { id: patient } = await createPatient(
      again(org.ctx),
      person({ name: { family: 'Orders', given: ['O'] } }),
    );
    const at = { ...clinic, patient };
    const [late, later, rejected, old, failed, done] = (await Promise.all(
      Array.from({ length: 6 }, () => orderBy(at, doctor)),
    )) as [string, string, string, string, string, string];
    await orderBy(at, doctor);
    await overdue(late, '2 days');
    await overdue(later, '1 hour');
    await overdue(done);
    await status(done, 'completed');
    await status(rejected, 'rejected');
    await status(old, 'rejected', '2026-01-01');
    await overdue(failed);
    await status(failed, 'failed', '2026-01-01');
    const { orders } = await read(doctor);
    expect(orders!.data.map(({ id, state }) => [id, state])).toEqual([
      [rejected, 'rejected'],
      [failed, 'failed'],
      [late, 'overdue'],
      [later, 'overdue'],
    ]);
    expect(orders).toMatchObject({ count: 4, overdue: 2, stopped: 2 });
    expect(await stopped(doctor)).toEqual([rejected, failed].toSorted());
    expect((await countOrders(again(doctor))).stopped).toBe(2);
    expect(orders!.data[2]).toMatchObject({
      patient: { id: patient },
      tests: expect.arrayContaining([expect.any(String)]),
    });
    // Orders of a deleted patient are hidden with the patient.
    await asSuperuser('UPDATE patients SET deleted_at = now() WHERE id = $1', [readId('patient', patient)]);
    expect((await read(doctor)).orders?.count).toBe(0);
  });

  it('lists planned collections whose day has come, the oldest first', async () => {
    const { org, doctor } = clinic;
    const { id: patient } = await createPatient(
      again(org.ctx),
      person({ name: { family: 'Collect', given: ['C'] } }),
    );
    const at = { ...clinic, patient };
    const [today, late, later, collected] = (await Promise.all(
      Array.from({ length: 4 }, () => orderBy(at, doctor)),
    )) as [string, string, string, string];
    for (const [id, days] of [
      [today, 0],
      [late, -3],
      [later, 3],
      [collected, -1],
    ] as const)
      await asSuperuser(
        "UPDATE lab_orders SET collect_on = (now() at time zone 'UTC')::date + $2::int WHERE id = $1",
        [readId('lab_order', id), days],
      );
    await status(collected, 'collected');
    await asSuperuser("UPDATE organizations SET time_zone = 'UTC' WHERE id = $1", [org.orgId]);
    const { due } = await read(doctor);
    expect(due).toMatchObject({
      count: 2,
      data: [{ id: late, patient: { id: patient }, tests: expect.any(Array) as string[] }, { id: today }],
    });
    await asSuperuser('UPDATE patients SET deleted_at = now() WHERE id = $1', [readId('patient', patient)]);
    expect((await read(doctor)).due?.count).toBe(0);
  });

  it('lists the files of the user, and the patients they opened', async () => {
    const { doctor, colleague, patient } = clinic;
    await upload(doctor, patient, 'scan.txt');
    await upload(colleague, patient, 'other.txt');
    await getPatient(again(doctor), { id: patient });
    const mine = await read(doctor);
    expect(mine.uploads).toMatchObject({
      count: 1,
      data: [{ file_name: 'scan.txt', patient: { id: patient } }],
    });
    expect(mine.recent.map(({ id }) => id)).toEqual([patient]);
    expect((await read(colleague)).recent).toEqual([]);
  });

  it('has one audit row with every patient shown', async () => {
    const { doctor } = clinic;
    const ctx = again(doctor);
    const shown = await getToday(ctx);
    const ids = new Set(JSON.stringify(shown).match(/pat_[0-9a-z]{26}/g));
    const rows = await auditRows(ctx.requestId);
    expect(rows).toMatchObject([{ action: 'get_today', kind: 'list', outcome: 'allowed' }]);
    expect(new Set(rows[0]!.patient_ids)).toEqual(new Set([...ids].map((id) => readId('patient', id))));
    expect(ids.size).toBeGreaterThan(0);
  });
});

describe('start page of others', () => {
  it('counts held patient data as unmatched for those who can decide it', async () => {
    const clinic = await openClinic();
    const feed = await hospital(clinic.org);
    // Without a birth date no patient is created.
    await deliver(
      feed,
      'MSH|^~\\&|PAS|HOSP|CDS|CLINIC|20260105130000||ADT^A08|HELD-1|P|2.5.1',
      'EVN|A08|20260105120000',
      'PID|1||M-HELD^^^HOSP^MR||Doe^Jane|||F',
    );
    expect((await read(clinic.doctor)).unmatched).toEqual({
      count: 1,
      data: [],
      documents: 0,
      patient_updates: 1,
      set_aside: 0,
      critical_set_aside: [],
    });
    expect((await read(clinic.viewer)).unmatched).toBeNull();
  });

  it('counts unmatched documents', async () => {
    const clinic = await openClinic();
    await deliver(
      await hospital(clinic.org),
      'MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105130000||MDM^T02^MDM_T02|HELD-2|P|2.5.1',
      'EVN|T02|20260105120000',
      'PID|1||M-NONE^^^HOSP^MR||Doe^Jane||19450714|F',
      'TXA|1|DS|TX|||||||||DOC-HELD|||||AU||AV',
      'OBX|1|TX|NOTE^Note^L||All well.||||||F',
    );
    expect((await read(clinic.doctor)).unmatched).toEqual({
      count: 1,
      data: [],
      documents: 1,
      patient_updates: 0,
      set_aside: 0,
      critical_set_aside: [],
    });
  });

  it('counts unsigned documents where a hospital sends some, but not those of restricted charts', async () => {
    const clinic = await openClinic();
    const count = async () => (await read(clinic.doctor)).to_sign!.documents;
    const upload = await createDocument(again(clinic.doctor), input(clinic.patient, { title: 'Letter' }));
    expect(await count()).toBe(0);
    const feed = await hospital(clinic.org);
    const pid = 'PID|1||M-SIGN^^^HOSP^MR||Doe^Jane||19450714|F';
    await deliver(
      feed,
      'MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105130000||ADT^A28^ADT_A05|SIGN-1|P|2.5.1',
      'EVN|A28|20260105120000',
      pid,
    );
    await deliver(
      feed,
      'MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105140000||MDM^T02^MDM_T02|SIGN-2|P|2.5.1',
      'EVN|T02|20260105130000',
      pid,
      'TXA|1|DS|TX|||||||||DOC-SIGN|||||AU||AV',
      'OBX|1|TX|NOTE^Note^L||All well.||||||F',
    );
    expect(await count()).toBe(2);
    await signOffDocument(again(clinic.doctor), { id: upload.id });
    expect(await count()).toBe(1);
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE org_id = $1", [clinic.org.orgId]);
    expect(await count()).toBe(0);
  });

  it('counts reports that were set aside separately, as their list does', async () => {
    const clinic = await openClinic();
    const { reportId } = await sendUnmatchedReport(clinic.org, `ASIDE-${newId()}`);
    await sendUnmatchedReport(clinic.org, `OPEN-${newId()}`);
    await parkReport(again(clinic.doctor), { id: reportId });
    expect((await read(clinic.doctor)).unmatched).toMatchObject({ count: 1, set_aside: 1 });
    const listed = listUnmatchedReportsInput.parse({ view: 'parked' });
    expect(await listUnmatchedReports(again(clinic.doctor), listed)).toMatchObject({
      data: [{ id: reportId }],
      counts: { open: 1, parked: 1 },
    });
  });

  it('keeps a critical report that was set aside, with a reason, until it is rejected', async () => {
    const clinic = await openClinic();
    const sent = await deliver(
      await laboratory(clinic.org),
      'MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105130000||ORU^R01|CRIT-1|P|2.5.1',
      'PID|1||M-CRIT^^^CLINIC^MR||Doe^Jane||19450714|F',
      'OBR|1||CRIT-1|K^Potassium^L|||20260105120000|||||||||||||||20260105123000|||F',
      'OBX|1|NM|K^Potassium^L||7.1|mmol/L|3.5-5.1|HH|||F',
    );
    const id = showId('inbound_report', sent.reports[0]!.id);
    await expect(parkReport(again(clinic.doctor), { id })).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/reason' }] },
    });
    await parkReport(again(clinic.doctor), { id, reason: 'Called the laboratory.' });
    expect((await read(clinic.doctor)).unmatched).toMatchObject({
      count: 0,
      set_aside: 1,
      critical_set_aside: [{ id, state: 'parked', severity: 'critical' }],
    });
    await rejectReport(again(clinic.doctor), { id, reason: 'Not our patient.' });
    expect((await read(clinic.doctor)).unmatched).toMatchObject({ set_aside: 0, critical_set_aside: [] });
  });

  it('shows a viewer unsigned critical results, orders and own recent patients only', async () => {
    const clinic = await openClinic();
    const { id } = await report(clinic, CRITICAL);
    await overdue(await orderBy(clinic, clinic.doctor));
    await getPatient(again(clinic.viewer), { id: clinic.patient });
    expect(await read(clinic.viewer)).toMatchObject({
      critical: {
        count: 1,
        data: [{ id, value: { interpretation: 'LL' }, assignee: 'other', assignee_name: 'Test clinician' }],
      },
      to_sign: null,
      unmatched: null,
      uploads: null,
      health: null,
      orders: { count: 1 },
      recent: [{ id: clinic.patient }],
    });
  });

  it('shows laboratory staff the unmatched reports, and the front desk neither them nor orders', async () => {
    const clinic = await openClinic();
    await report(clinic, CRITICAL);
    await overdue(await orderBy(clinic, clinic.doctor));
    await sendUnmatchedReport(clinic.org, `ROLES-${newId()}`);
    const [laboratory, desk] = (await members(clinic.org, 'laboratory_staff', 'front_desk')) as [
      Context,
      Context,
    ];
    expect(await read(laboratory)).toMatchObject({
      critical: { count: 1 },
      to_sign: null,
      orders: { count: 1 },
      unmatched: { count: 1, documents: 0, patient_updates: 0 },
      uploads: null,
    });
    expect(await read(desk)).toMatchObject({
      critical: null,
      to_sign: null,
      orders: null,
      due: null,
      unmatched: { count: 0, data: [] },
      uploads: { count: 0 },
    });
  });

  it('shows an administrator the health of the service', nightly, async () => {
    const { admin, org } = await openClinic();
    const { health } = await read(admin);
    expect(health).toMatchObject({
      feeds: { feeds: [] },
      webhooks: { data: [], health: [] },
      documents: { unchecked: 0, quarantined: 0 },
    });
    for (const { per_hour } of Object.values(health!)) expect(per_hour).toHaveLength(24);
    // This organization was made within the hour: all of its audit is in the last bar, and not sealed in this test.
    const [{ count }] = (await asSuperuser<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_events WHERE org_id = $1',
      [org.orgId],
    )) as [{ count: number }];
    const later = await read(admin);
    expect(later.health!.audit.per_hour.at(-1)).toBe(count);
    expect(later.health!.audit.unsealed_since).not.toBeNull();
  });

  it('shows nothing of another organization', async () => {
    const clinic = await openClinic();
    await report(clinic, CRITICAL);
    await overdue(await orderBy(clinic, clinic.doctor));
    await upload(clinic.doctor, clinic.patient, 'scan.txt');
    await getPatient(again(clinic.doctor), { id: clinic.patient });
    const { org: other } = await openClinic();
    for (const role of ['viewer', 'clinician', 'admin'] as const) {
      const [stranger] = (await members(other, role)) as [Context];
      const shown = await read(stranger);
      expect(JSON.stringify(shown)).not.toContain(clinic.patient);
      expect(shown).toMatchObject({ orders: { count: 0 }, recent: [] });
    }
  });

  it('hides deleted patients, and is for signed-in users only', async () => {
    const clinic = await openClinic();
    await report(clinic, CRITICAL);
    await getPatient(again(clinic.doctor), { id: clinic.patient });
    await deletePatient(again(clinic.admin), { id: clinic.patient });
    expect(await read(clinic.doctor)).toMatchObject({
      critical: { count: 0, data: [] },
      to_sign: { mine: 0 },
      recent: [],
    });
    await expect(getToday(keyContext(clinic.org.orgId))).rejects.toMatchObject({ code: 'forbidden' });
  });
});
