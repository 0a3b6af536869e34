import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { openRestrictedChart } from '../../../server/domain/restricted-charts/open-restricted-chart';
import { newRequestId, readId, showId } from '../../../server/shared/ids';
import { openPage } from '../../../server/shared/paging';
import { listUnmatchedReportsInput } from '../../../server/domain/inbound-reports/contract';
import { listLabCodesInput, type ListLabCodesInput } from '../../../server/domain/lab-codes/contract';
import { listLabCodes } from '../../../server/domain/lab-codes/list-lab-codes';
import { mapLabCode } from '../../../server/domain/lab-codes/map-lab-code';
import { markLabCode } from '../../../server/domain/lab-codes/mark-lab-code';
import { getFeedHealth } from '../../../server/domain/lab-connections/get-feed-health';
import { listPatientResults } from '../../../server/domain/lab-results/list-patient-results';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import type { Patient } from '../../../server/domain/patients/contract';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { listUnmatchedReports } from '../../../server/domain/inbound-reports/list-unmatched-reports';
import { getReviewState } from '../../../server/domain/reviews/get-review-state';
import { getInboxAlarm, inboxAlarm } from '../../../server/domain/reviews/get-inbox-alarm';
import { listNewCriticalResultsInput } from '../../../server/domain/reviews/contract';
import { listNewCriticalResults } from '../../../server/domain/reviews/list-new-critical-results';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import { parkReport } from '../../../server/domain/inbound-reports/park-report';
import { rejectReport } from '../../../server/domain/inbound-reports/reject-report';
import { returnReport } from '../../../server/domain/inbound-reports/return-report';
import { rematchLabResult } from '../../../server/domain/inbound-reports/rematch-lab-result';
import { asSuperuser, auditRows, personContext, testOrg } from '../../support/database';
import { er7 } from '../../support/hl7';
import { deliver, laboratory, store, work } from '../../support/intake';
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
  readResult,
  resultOf,
  values,
} from './inbound-support';

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
/** A report of an unknown patient. */
async function unmatched(extra: Parameters<typeof pid>[0] = {}, lines: string[] = [obx('90')]) {
  const filler = `Q-${++number}`;
  const sent = () => [msh(), pid({ mrn: `NEW-${number}^^^CLINIC^MR`, ...extra }), obr({ filler })];
  const done = await deliver(lab, ...sent(), ...lines);
  return { id: showId('inbound_report', done.reports[0]!.id), filler, done };
}
const list = async (view: 'open' | 'parked' | 'rejected' = 'open') =>
  (await listUnmatchedReports(fresh(clinician), listUnmatchedReportsInput.parse({ view, limit: 100 }))).data;
const eventsOf = (shown: string) =>
  asSuperuser<{ type: string; actor: string }>(
    `SELECT type, body::jsonb->>'actor' AS actor FROM events WHERE org_id = $1 AND body LIKE $2 ORDER BY sequence`,
    [org.orgId, `%"id":"${shown}"%`],
  );

describe('unmatched report', () => {
  it('is listed oldest first with the content received', async () => {
    const one = await unmatched({ name: 'Roe^Richard^Q', born: '19600102', sex: 'M' });
    const two = await unmatched();
    const ids = (await list()).map(({ id }) => id);
    expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id));
    expect((await list()).find(({ id }) => id === one.id)).toMatchObject({
      state: 'unmatched',
      family: 'Roe',
      given: 'Richard Q',
      birth_date: '1960-01-02',
      sex: 'M',
      laboratory: 'Test laboratory',
      number: one.filler,
      number_kind: 'filler',
      problem: 'no_match',
    });
  });

  it('with a critical value is announced without a name to who may file it, until it is filed or rejected', async () => {
    const since = new Date().toISOString();
    const other = await testOrg();
    const staff = await personContext(org, 'laboratory_staff');
    const before = (await getInboxAlarm(fresh(clinician))).unmatched_critical;
    const { id } = await unmatched({ name: 'Unnamed^Una' }, [
      'OBX|1|NM|GLU^Glucose^L||38|mg/dL|70-100|LL|||F',
      'OBX|2|NM|NA^Sodium^L||118|mmol/L|135-145|LL|||F',
    ]);
    const plain = await unmatched();
    const announced = async (
      ctx: Context,
      input: { since: string; unmatched_ids?: string[] } = { since },
    ) => {
      const { data, unmatched, alarm } = await listNewCriticalResults(
        fresh(ctx),
        listNewCriticalResultsInput.parse(input),
      );
      expect(await getInboxAlarm(fresh(ctx))).toEqual({ ...alarm, as_of: expect.any(String) });
      return { data, unmatched, count: alarm.unmatched_critical, first: alarm.first_unmatched };
    };
    const value = { name: 'Glucose', value_text: '38', unit: 'mg/dL', interpretation: 'LL', further: 1 };
    for (const ctx of [clinician, staff, admin])
      expect(await announced(ctx)).toMatchObject({ unmatched: [{ id, value }], count: before + 1 });
    expect((await announced(staff)).first).toMatch(/^rpt_/);
    expect(JSON.stringify(await announced(staff))).not.toContain('Unnamed');
    const later = '2099-01-01T00:00:00.000Z';
    expect((await announced(clinician, { since: later })).unmatched).toEqual([]);
    const ids = [id, plain.id, 'rpt_unknown'];
    expect((await announced(clinician, { since: later, unmatched_ids: ids })).unmatched).toHaveLength(1);
    await expect(announced(viewer)).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = await announced(await personContext(other, 'clinician'), { since, unmatched_ids: ids });
    expect(stranger).toEqual({ data: [], unmatched: [], count: 0, first: null });

    // Administrators are warned like of unsigned ones, from 60 minutes on.
    const forgotten = async (ctx: Context, minutes: number) =>
      (await inboxAlarm(fresh(ctx), new Date(Date.now() + minutes * 60_000))).forgotten_unmatched;
    expect(await forgotten(admin, 59)).toBe(0);
    expect(await forgotten(admin, 61)).toBe(before + 1);
    expect(await forgotten(clinician, 61)).toBe(0);

    await parkReport(fresh(clinician), { id, reason: 'Asked the laboratory.' });
    expect(await announced(clinician)).toMatchObject({ unmatched: [{ id }], count: before + 1 });
    await rejectReport(fresh(clinician), { id, reason: 'Another clinic.' });
    expect(await announced(clinician)).toMatchObject({ unmatched: [], count: before });
  });

  it('is listed critical first, with its most severe values as the laboratory flagged them', async () => {
    const plain = await unmatched();
    const line = (name: string, value: string, flag: string, rest = '||F') =>
      `OBX|1|NM|${name}^${name}^L||${value}|mmol/L|3-5|${flag}|${rest}`;
    const critical = await unmatched({}, [
      line('Sodium', '4', 'N'),
      line('Chloride', '8', ''),
      line('Potassium', '6.9', 'HH'),
      line('Calcium', '9', 'LL', '||X'),
      line('Urea', '9', 'H'),
      line('Glucose', '9', 'H'),
    ]);
    const shown = await list();
    const ids = shown.map(({ id }) => id);
    expect(ids.indexOf(critical.id)).toBeLessThan(ids.indexOf(plain.id));
    const { severity, values: severe } = shown.find(({ id }) => id === critical.id)!;
    expect(severity).toBe('critical');
    expect(severe.map(({ name, value_text, interpretation }) => [name, value_text, interpretation])).toEqual([
      ['Potassium', '6.9', 'HH'],
      ['Chloride', '8', 'H'],
      ['Urea', '9', 'H'],
    ]);
    expect(severe[1]).toMatchObject({ severity: 'abnormal', interpretation_source: 'computed' });
    expect(shown.find(({ id }) => id === plain.id)).toMatchObject({ severity: 'unknown', values: [] });
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listUnmatchedReports(
        fresh(clinician),
        listUnmatchedReportsInput.parse({ limit: 1, ...(cursor ? { cursor } : {}) }),
      );
      pages.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(pages).toEqual(ids);
    // A filed report leaves them to its result.
    const patient = await createPatient(org.ctx, person());
    await matchReport(fresh(clinician), {
      id: critical.id,
      patient_id: patient.id,
      reason: 'Checked by phone',
    });
    const [row] = await asSuperuser<{ severity: string | null; severe_values: unknown; queue_rank: number }>(
      'SELECT severity, severe_values, queue_rank FROM inbound_reports WHERE id = $1',
      [critical.done.reports[0]!.id],
    );
    expect(row).toEqual({ severity: null, severe_values: [], queue_rank: 1 });
  });

  it('rejects a cursor of the order before severity', async () => {
    const input = listUnmatchedReportsInput.parse({ limit: 1 });
    const cursor = openPage<string>(clinician, 'unmatched_reports', input).close(
      ['first', 'second'],
      () => [newRequestId()],
      (row) => row,
    ).next_cursor!;
    await expect(listUnmatchedReports(fresh(clinician), { ...input, cursor })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('shows possible patients, most likely first, with their differences', async () => {
    const likely = await createPatient(
      org.ctx,
      person({
        name: { family: 'Smith-Jones', given: ['Mary'] },
        birth_date: '1970-03-04',
        identifiers: [{ system: 'urn:nhs', value: '943 476 5919', type: 'national_id' }],
        phones: [{ value: '+44 20 7946 0018', use: 'home' }],
        addresses: [
          {
            lines: ['12 Mill Lane'],
            city: 'York',
            state: null,
            postal_code: 'YO1 7HH',
            country: 'GB',
            use: null,
          },
        ],
      }),
    );
    const alike = await createPatient(
      org.ctx,
      person({ name: { family: 'Smith', given: ['Mary'] }, birth_date: '1970-03-04', sex: 'male' }),
    );
    const born = await createPatient(
      org.ctx,
      person({ name: { family: 'Other', given: ['Born'] }, birth_date: '1970-03-04' }),
    );
    await createPatient(
      org.ctx,
      person({ name: { family: 'Other', given: ['Body'] }, birth_date: '1999-01-01' }),
    );
    const filler = `Q-${++number}`;
    const done = await deliver(
      lab,
      msh(),
      'PID|1||943 476 5919^^^NHS^NH||Jones Smith^Mary||19700304|F|||12 Mill Ln^^York^^YO1 7HH^GBR||020 7946 0018',
      obr({ filler }),
      obx('90', { unit: 'mg/dL' }),
    );
    const id = showId('inbound_report', done.reports[0]!.id);
    const ctx = fresh(clinician);
    const shown = await getUnmatchedReport(ctx, { id, with: [] });
    expect(shown.candidates.map(({ patient }) => patient.id)).toEqual([likely.id, alike.id, born.id]);
    expect(shown.candidates.map(({ close }) => close)).toEqual([true, true, false]);
    expect(shown.candidates[0]).toMatchObject({
      fits: true,
      patient: { address: '12 Mill Lane, York, YO1 7HH, GB' },
      compared: {
        mrn: 'not_sent',
        identifier: 'same',
        birth_date: 'same',
        family: 'same',
        given: 'same',
        sex: 'same',
        phone: 'same',
        address: 'similar',
      },
    });
    expect(shown.candidates[1]).toMatchObject({
      fits: false,
      compared: { family: 'similar', sex: 'different' },
    });
    expect(shown.sent).toMatchObject({
      names: ['JONES SMITH, Mary'],
      filler_number: filler,
      panels: [{ name: 'Glucose', lines: [{ value_text: '90', unit: 'mg/dL' }] }],
    });
    // A suggested patient counts as listed in the audit.
    expect((await auditRows(ctx.requestId))[0]!.patient_ids).toHaveLength(3);
  });

  it('has the same reason in the list and on its page', async () => {
    const name = { family: 'Reason', given: ['Rosa'] };
    const known = await createPatient(org.ctx, person({ name, mrn: 'REASON-1', birth_date: '1966-02-03' }));
    const own = { name: 'Reason^Rosa', born: '19660203' };
    const reasonOf = async (extra: Parameters<typeof pid>[0]) => {
      const { id } = await unmatched(extra);
      const { problem, found_by, differs } = await getUnmatchedReport(fresh(clinician), { id, with: [] });
      const listed = (await list()).find((report) => report.id === id);
      expect(listed).toMatchObject({ problem, found_by, differs });
      return { problem, found_by, differs };
    };
    const none = { found_by: null, differs: [] };
    expect(await reasonOf({ ...own, mrn: '' })).toEqual({ problem: 'mrn_not_sent', ...none });
    expect(await reasonOf(own)).toEqual({ problem: 'mrn_unknown', ...none });
    expect(await reasonOf({ ...own, born: '19660203', name: 'Reason^Rita', mrn: '' })).toEqual({
      problem: 'no_match',
      ...none,
    });
    expect(await reasonOf({ ...own, born: '19660302', mrn: `${known.mrn}^^^CLINIC^MR` })).toEqual({
      problem: 'patient_differs',
      found_by: 'mrn',
      differs: ['birth_date'],
    });
    await deletePatient(org.ctx, { id: known.id });
    const ofDeleted = (await list()).find(
      ({ family, problem }) => family === 'Reason' && problem === 'patient_deleted',
    );
    expect(ofDeleted).toMatchObject({ found_by: 'mrn', birth_date: '1966-03-02' });
    const late = await unmatched({ name: 'Reason^Ruth', born: '19670405', mrn: 'REASON-2^^^CLINIC^MR' });
    await createPatient(
      org.ctx,
      person({ name: { ...name, given: ['Ruth'] }, mrn: 'REASON-2', birth_date: '1967-04-05' }),
    );
    expect((await list()).find(({ id }) => id === late.id)).toMatchObject({ problem: 'matches_now' });
  });

  it('shows the orders of a possible patient and how many of their tests it has', async () => {
    const ordered = await order('GLU', 'TSH');
    const { id } = await unmatched({ mrn: '', name: 'Doe^Jane' });
    const shown = await getUnmatchedReport(fresh(clinician), { id, with: [] });
    const candidate = shown.candidates.find(({ patient }) => patient.id === jane.id);
    expect(candidate!.orders[0]).toMatchObject({ id: ordered.id, answered: 1, unreported: 1 });
    // Reported by the report of the order, which needs no user.
    await deliver(
      lab,
      msh(),
      pid(),
      obr({ placer: ordered.order_number, filler: `Q-${++number}` }),
      obx('91'),
    );
    const again = await getUnmatchedReport(fresh(clinician), { id, with: [jane.id] });
    expect(again.others[0]!.orders.find((one) => one.id === ordered.id)).toMatchObject({
      answered: 1,
      unreported: 0,
    });
  });

  it('shows the orders with the tests of the report first, then the newest', async () => {
    const same = await order('GLU');
    const others = [];
    for (let made = 0; made < 5; made++) others.unshift((await order('LIPID')).id);
    const { id } = await unmatched({ mrn: '', name: 'Doe^Jane' });
    const shown = await getUnmatchedReport(fresh(clinician), { id, with: [] });
    const candidate = shown.candidates.find(({ patient }) => patient.id === jane.id);
    const ids = candidate!.orders.map((one) => one.id);
    expect(ids[0]).toBe(same.id);
    expect(others.slice(0, 5 - candidate!.orders.filter(({ answered }) => answered > 0).length)).toEqual(
      candidate!.orders.filter(({ answered }) => answered === 0).map((one) => one.id),
    );
  });
});

describe('a possible patient in a restricted chart', () => {
  it('is only counted until the chart is opened', async () => {
    const hidden = await createPatient(org.ctx, person({ name: { family: 'Hidden', given: ['Hedda'] } }));
    const uuid = readId('patient', hidden.id)!;
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [uuid]);
    const { id } = await unmatched({ name: 'Hidden^Hedda' });
    const ctx = fresh(clinician);
    const shown = await getUnmatchedReport(ctx, { id, with: [hidden.id] });
    expect(shown).toMatchObject({ restricted: [hidden.id], others: [] });
    expect(JSON.stringify(shown)).not.toContain(hidden.mrn);
    expect((await auditRows(ctx.requestId))[0]!.patient_ids).toContain(uuid);
    await openRestrictedChart(fresh(clinician), { id: hidden.id, reason: 'treatment', note: 'On call.' });
    expect(await getUnmatchedReport(fresh(clinician), { id, with: [hidden.id] })).toMatchObject({
      restricted: [],
      others: [{ patient: { id: hidden.id } }],
    });
  });

  it('hides a report whose number names it', async () => {
    const named = await createPatient(org.ctx, person({ name: { family: 'Named', given: ['Nora'] } }));
    const { id } = await unmatched({ mrn: `${named.mrn}^^^CLINIC^MR`, name: 'Named^Eve' });
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [readId('patient', named.id)]);
    await expect(getUnmatchedReport(fresh(clinician), { id, with: [] })).rejects.toMatchObject({
      code: 'chart_restricted',
    });
  });

  it('hides the report that is filed to it', async () => {
    const { id, filler } = await unmatched();
    const hidden = await createPatient(org.ctx, person({ name: { family: 'Filed', given: ['Frida'] } }));
    await matchReport(fresh(clinician), { id, patient_id: hidden.id, reason: 'It is Frida.' });
    const other = await deliver(lab, msh(), pid({ mrn: '', name: 'Roe^Jo' }), obr({ filler }), obx('1'));
    await asSuperuser("UPDATE patients SET restriction = 'vip' WHERE id = $1", [
      readId('patient', hidden.id),
    ]);
    for (const one of [id, showId('inbound_report', other.reports[0]!.id)])
      await expect(getUnmatchedReport(fresh(clinician), { id: one, with: [] })).rejects.toMatchObject({
        code: 'chart_restricted',
      });
  });
});

describe('manual matching', () => {
  it('files the report unsolicited or under an order, and later versions follow automatically', async () => {
    const ordered = await order('GLU');
    const { id, filler, done } = await unmatched({}, [obx('90', { status: 'P' })]);
    const reason = 'Called the laboratory.';
    const made = await matchReport(fresh(clinician), {
      id,
      patient_id: jane.id,
      order_id: ordered.id,
      reason,
    });
    const result = await readResult(made.result_id!);
    expect(result).toMatchObject({ patient_id: jane.id, order_id: ordered.id, status: 'preliminary' });
    expect((await list()).some((report) => report.id === id)).toBe(false);
    expect(await work(lab, done.id)).toMatchObject({
      state: 'processed',
      reports: [{ outcome: 'unchanged' }],
    });
    // The laboratory sends the same patient data again, still with an MRN that is not ours.
    const then = await deliver(
      lab,
      msh(),
      pid({ mrn: `NEW-${number}^^^CLINIC^MR` }),
      obr({ filler }),
      obx('91'),
    );
    expect(then.reports).toMatchObject([
      { state: 'filed', outcome: 'updated', why: { problem: 'decided_before' } },
    ]);
    expect((await resultOf(then)).id).toBe(result.id);
    // Another patient under the same number is unmatched.
    const other = await deliver(
      lab,
      msh(),
      pid({ mrn: 'X^^^C^MR', name: 'Roe^Jo' }),
      obr({ filler }),
      obx('1'),
    );
    expect(other.state).toBe('conflict');
    // Its chart says both.
    expect(await getReviewState(fresh(clinician), { id: result.id })).toMatchObject({
      sent_for: { mrn: `NEW-${number}` },
      held_version_id: showId('inbound_report', other.reports[0]!.id),
    });
    const viewer = await personContext(org, 'viewer');
    expect(await getReviewState(viewer, { id: result.id })).toMatchObject({ held_version_id: null });
    expect((await eventsOf(made.result_id!)).map(({ type }) => type)).toEqual([
      'lab_result.created',
      'lab_result.finalized',
    ]);
    expect((await readOrder(ordered.id)).status).toBe('completed');
  });

  it('decides for later versions only if an invalid birth date is the same as well', async () => {
    const { id, filler } = await unmatched({ born: '19450732' });
    await matchReport(fresh(clinician), { id, patient_id: jane.id, reason: 'Called the laboratory.' });
    const mrn = `NEW-${number}^^^CLINIC^MR`;
    const send = async (born: string, value: string) =>
      (await deliver(lab, msh(), pid({ mrn, born }), obr({ filler }), obx(value))).reports[0]!.state;
    expect([await send('19450732', '91'), await send('19450733', '92')]).toEqual(['filed', 'conflict']);
  });

  it('files all unmatched versions in the order in which they were made', async () => {
    const { id, filler } = await unmatched({}, [obx('90', { status: 'P' })]);
    const who = pid({ mrn: `NEW-${number}^^^CLINIC^MR` });
    await deliver(lab, msh(), who, obr({ filler, reported: '20260107' }), obx('92'));
    await deliver(lab, msh(), who, obr({ filler, reported: '20260106140000' }), obx('91'));
    const made = await matchReport(fresh(clinician), { id, patient_id: jane.id, reason: 'It is Jane.' });
    expect(made.also_filed).toBe(2);
    expect(values(await readResult(made.result_id!))).toEqual(['92']);
  });

  it('requires a reason when patient and report contradict each other or only the name matches', async () => {
    const { id } = await unmatched({ name: 'Roe^Jane' });
    await expect(matchReport(fresh(clinician), { id, patient_id: jane.id })).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/reason' }] },
    });
    const named = await unmatched({ mrn: '', born: '' });
    await expect(matchReport(fresh(clinician), { id: named.id, patient_id: jane.id })).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/reason' }] },
    });
    const fitting = await unmatched({ mrn: '' });
    await expect(
      matchReport(fresh(clinician), { id: fitting.id, patient_id: jane.id }),
    ).resolves.toMatchObject({
      id: fitting.id,
    });
  });

  it('succeeds once for two concurrent users', async () => {
    const { id } = await unmatched();
    const other = await createPatient(org.ctx, person());
    const both = await Promise.allSettled(
      [jane.id, other.id].map((patient_id) =>
        matchReport(fresh(clinician), { id, patient_id, reason: 'Mine.' }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'invalid_state' },
    });
  });

  it('rejects a deleted patient and an order of another patient', async () => {
    const { id } = await unmatched();
    const other = await createPatient(org.ctx, person());
    const ordered = await order('GLU');
    const given = { id, reason: 'Mine.' };
    await expect(
      matchReport(fresh(clinician), { ...given, patient_id: other.id, order_id: ordered.id }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    await deletePatient(org.ctx, { id: other.id });
    await expect(matchReport(fresh(clinician), { ...given, patient_id: other.id })).rejects.toMatchObject({
      code: 'patient_not_found',
    });
  });

  it('is for clinicians: viewers can neither read nor decide', async () => {
    const { id } = await unmatched();
    const seen = getUnmatchedReport(fresh(viewer), { id, with: [] });
    await expect(seen).rejects.toMatchObject({ code: 'forbidden' });
    await expect(matchReport(fresh(viewer), { id, patient_id: jane.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(rejectReport(fresh(viewer), { id, reason: 'No.' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('names the newest version, whichever arrived last', async () => {
    const { id, filler } = await unmatched();
    const who = pid({ mrn: `NEW-${number}^^^CLINIC^MR` });
    const newerOf = async (one: string) =>
      (await getUnmatchedReport(fresh(clinician), { id: one, with: [] })).newer_version_id;
    const send = async (extra: Parameters<typeof obr>[0]) => {
      const done = await deliver(lab, msh(), who, obr({ filler, ...extra }), obx('91'));
      return showId('inbound_report', done.reports[0]!.id);
    };
    expect(await newerOf(id)).toBeNull();
    const newest = await send({ reported: '20260107140000', status: 'C' });
    const older = await send({ reported: '20260106140000', status: 'C' });
    expect([await newerOf(id), await newerOf(older), await newerOf(newest)]).toEqual([newest, newest, null]);
    const marked = (await list()).filter((report) => report.newer_version_id === newest);
    expect(marked.map((report) => report.id)).toEqual([id, older]);
    await rejectReport(fresh(clinician), { id: newest, reason: 'Not ours.' });
    expect([await newerOf(id), await newerOf(newest)]).toEqual([older, null]);
    // Another draw of a standing order.
    const [first, second] = [1, 2].map((draw) => ({
      placer: `STANDING-${number}`,
      filler: `D${draw}-${filler}`,
    }));
    await send(second!);
    expect(await newerOf(await send(first!))).toBeNull();
  });

  it('releases the number of a report of a deleted patient', async () => {
    const gone = await createPatient(org.ctx, person({ mrn: `GONE-${number}` }));
    const filler = `Q-${++number}`;
    const sent = () => [msh(), pid({ mrn: `${gone.mrn}^^^CLINIC^MR` }), obr({ filler }), obx('90')];
    await deliver(lab, ...sent());
    await deletePatient(org.ctx, { id: gone.id });
    const late = await deliver(lab, ...sent());
    const id = showId('inbound_report', late.reports[0]!.id);
    const made = await matchReport(fresh(clinician), { id, patient_id: jane.id, reason: 'Was a duplicate.' });
    expect((await readResult(made.result_id!)).patient_id).toBe(jane.id);
  });
});

describe('setting aside', () => {
  it('keeps a report out of the open list through every retry until it is returned and filed', async () => {
    const { id, done } = await unmatched();
    await parkReport(fresh(clinician), { id });
    expect(await work(lab, done.id)).toMatchObject({ state: 'processed', reports: [{ state: 'parked' }] });
    expect((await list('parked')).some((report) => report.id === id)).toBe(true);
    await rejectReport(fresh(clinician), { id, reason: 'Not ours.' });
    expect((await list('rejected')).find((report) => report.id === id)).toMatchObject({
      reason: 'Not ours.',
    });
    await returnReport(fresh(clinician), { id });
    const colleague = await personContext(org, 'clinician');
    const why = { patient_id: jane.id, reason: 'Ours after all.' };
    const { result_id: resultId } = await matchReport(fresh(colleague), { id, ...why });
    await expect(parkReport(fresh(clinician), { id })).rejects.toMatchObject({ code: 'invalid_state' });
    // Its page shows what became of it, and no patients to choose from.
    const ctx = fresh(clinician);
    expect(await getUnmatchedReport(ctx, { id, with: [jane.id] })).toMatchObject({
      state: 'filed',
      reason: why.reason,
      decided: { by_name: expect.any(String) as string },
      filed_to: {
        patient: { id: jane.id, family: jane.name.family, given: jane.name.given.join(' ') },
        result_id: resultId,
      },
      candidates: [],
      others: [],
    });
    expect((await auditRows(ctx.requestId))[0]).toMatchObject({ patient_ids: [readId('patient', jane.id)] });
  });

  it('is denied to a user who does not know that a colleague set it aside or rejected it', async () => {
    const { id } = await unmatched();
    const denied = { code: 'invalid_state' };
    const park = () => parkReport(fresh(clinician), { id, reason: 'Second.' });
    const reject = () => rejectReport(fresh(clinician), { id, reason: 'Second.' });
    const file = () => matchReport(fresh(clinician), { id, patient_id: jane.id, reason: 'Second.' });
    await parkReport(fresh(clinician), { id, reason: 'First.' });
    await expect(park()).rejects.toMatchObject(denied);
    await rejectReport(fresh(clinician), { id, reason: 'Not ours.' });
    for (const decide of [park, reject, file]) await expect(decide()).rejects.toMatchObject(denied);
    expect(await getUnmatchedReport(fresh(clinician), { id, with: [jane.id] })).toMatchObject({
      state: 'rejected',
      reason: 'Not ours.',
      filed_to: null,
      candidates: [],
      others: [],
    });
  });

  it('is undone: the report has its earlier state again, without the reason, and can be processed', async () => {
    const { id, done } = await unmatched({ born: '19450715', mrn: `${jane.mrn}^^^CLINIC^MR` });
    expect((await list('open')).find((report) => report.id === id)).toMatchObject({ state: 'conflict' });
    await parkReport(fresh(clinician), { id, reason: 'Called them.' });
    await rejectReport(fresh(clinician), { id, reason: 'Not ours.' });
    expect(await returnReport(fresh(clinician), { id })).toEqual({ id, state: 'conflict' });
    expect((await list('open')).find((report) => report.id === id)).toMatchObject({ reason: null });
    expect(await work(lab, done.id)).toMatchObject({ state: 'conflict', reports: [{ state: 'conflict' }] });
    await expect(returnReport(fresh(clinician), { id })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is undone for an older version of a filed report, which is filed as before', async () => {
    const filler = `Q-${++number}`;
    const sent = (at: string, value: string) =>
      deliver(lab, msh({ at }), pid(), obr({ filler, reported: at }), obx(value, { status: 'C' }));
    await sent('20260105143000', '90');
    const late = await sent('20260105133000', '80');
    expect(late.reports[0]).toMatchObject({ state: 'filed', outcome: 'stale' });
    const id = showId('inbound_report', late.reports[0]!.id);
    await rejectReport(fresh(clinician), { id, reason: 'Old.' });
    expect((await list('rejected')).some((report) => report.id === id)).toBe(true);
    expect(await returnReport(fresh(clinician), { id })).toEqual({ id, state: 'filed' });
    expect((await getUnmatchedReport(fresh(clinician), { id, with: [] })).stale).toBe(true);
  });
});

describe('rematching', () => {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n').toString('base64');
  let right: Patient;
  beforeAll(async () => {
    right = await createPatient(
      org.ctx,
      person({ name: { family: 'Doe', given: ['Joan'] }, mrn: 'RIGHT-1' }),
    );
  });

  it('moves report, file and order: entered in error at the old patient, unsigned at the new one, with events', async () => {
    const ordered = await order('GLU');
    const filler = `Q-${++number}`;
    const sent = (value: string, status = 'F') => [
      msh(),
      pid(),
      obr({ placer: ordered.order_number, filler }),
      obx(value, { status }),
      obx(`^application^pdf^Base64^${PDF}`, { type: 'ED', code: 'PDF^Report^L', unit: '' }),
    ];
    const wrong = await resultOf(await deliver(lab, ...sent('90')));
    await asSuperuser(`UPDATE lab_results SET reviews = $3 WHERE org_id = $1 AND filler_order_number = $2`, [
      org.orgId,
      filler,
      JSON.stringify([{ by: 'usr_x', at: '2026-01-06T00:00:00.000Z', version: 1, comment: null }]),
    ]);
    const ctx = fresh(clinician);
    const input = { id: wrong.id, patient_id: right.id, reason: 'Two tubes were exchanged.' };
    const moved = await rematchLabResult(ctx, input);
    const result = await readResult(moved.id);
    expect(result).toMatchObject({
      patient_id: right.id,
      order_id: null,
      version: 1,
      status: 'final',
      filler_order_number: filler,
      review: { status: 'unreviewed', reviews: [] },
    });
    expect(values(result)).toEqual(['90', null]);
    expect(result.document_ids).toHaveLength(1);
    expect(result.document_ids).not.toEqual(wrong.document_ids);
    // In the old chart only administrators see the report, as entered in error, with its values.
    const seen = await getLabResult(fresh(admin), { id: wrong.id });
    expect(seen).toMatchObject({
      status: 'entered_in_error',
      version: 2,
      severity: 'unknown',
      order_id: null,
    });
    expect(seen.corrections.at(-1)).toMatchObject({ reason: input.reason });
    expect(seen.panels[0]!.observations.every(({ status }) => status === 'wrong')).toBe(true);
    for (const who of [clinician, viewer])
      await expect(getLabResult(fresh(who), { id: wrong.id })).rejects.toMatchObject({ code: 'not_found' });
    const listed = async (who: Context) =>
      (await listPatientResults(fresh(who), { patient_id: jane.id, order: 'newest', limit: 100 })).data.some(
        ({ id }) => id === wrong.id,
      );
    expect([await listed(admin), await listed(clinician)]).toEqual([true, false]);
    // The order is pending again.
    expect(await readOrder(ordered.id)).toMatchObject({
      status: 'requested',
      result_ids: [],
      items: [{ status: 'ordered', result_id: null }],
    });
    expect((await eventsOf(wrong.id)).map(({ type }) => type)).toEqual([
      'lab_result.created',
      'lab_result.finalized',
      'lab_result.reassigned',
    ]);
    expect((await eventsOf(result.id)).map(({ type }) => type)).toContain('lab_result.created');
    expect((await eventsOf(wrong.document_ids[0]!)).map(({ type }) => type)).toContain('document.removed');
    const [audit] = await auditRows(ctx.requestId);
    expect(audit).toMatchObject({
      action: 'rematch_lab_result',
      detail: { reviews_voided: 1, moved_to: moved.id },
    });
    expect(audit!.patient_ids).toHaveLength(2);
    // Later messages of this report go to the right patient, although they still contain the wrong one.
    const then = await deliver(lab, ...sent('95', 'C'));
    expect(then.reports).toMatchObject([{ state: 'filed', outcome: 'updated' }]);
    expect(await resultOf(then)).toMatchObject({ id: moved.id, patient_id: right.id, status: 'corrected' });
    await expect(rematchLabResult(fresh(admin), input)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('does not move a report to the same or an unknown patient', async () => {
    const done = await deliver(lab, msh(), pid(), obr({ filler: `Q-${++number}` }), obx('90'));
    const { id } = await resultOf(done);
    const to = (patient_id: string) => rematchLabResult(fresh(clinician), { id, patient_id, reason: 'x' });
    await expect(to(jane.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(to('pat_01jcxyz0000000000000000000')).rejects.toMatchObject({ code: 'patient_not_found' });
  });
});

describe('laboratory codes', () => {
  it('are mapped once, for future and earlier reports; a LOINC code from the laboratory stays', async () => {
    const own = await laboratory(org);
    const lines = [obx('1', { code: 'K-7^Potassium^L' }), obx('2', { code: 'K-7^Potassium^L^1-8^X^LN' })];
    const sent = () => [msh(), pid(), obr({ filler: `Q-${++number}`, code: 'K-7^Potassium^L' }), ...lines];
    const before = await resultOf(await deliver(own, ...sent()));
    const codes = async () =>
      (await listLabCodes(fresh(admin), listLabCodesInput.parse({ connection_id: own.labId }))).data;
    const [code] = await codes();
    expect(code).toMatchObject({ code: 'K-7', code_system: 'L', name: 'Potassium', loinc: null, count: 2 });
    expect(await mapLabCode(fresh(admin), { id: code!.id, loinc: '2823-3' })).toMatchObject({
      lines_changed: 1,
    });
    const loincs = async (id: string) =>
      (await readResult(id)).panels.flatMap((panel) => [
        panel.loinc,
        ...panel.observations.map(({ loinc }) => loinc),
      ]);
    expect(await loincs(before.id)).toEqual(['2823-3', '2823-3', '1-8']);
    expect(await readResult(before.id)).toMatchObject({ version: 1 });
    expect(await loincs((await resultOf(await deliver(own, ...sent()))).id)).toEqual([
      '2823-3',
      '2823-3',
      '1-8',
    ]);
    expect(await codes()).toEqual([]);
    // And undone.
    await mapLabCode(fresh(admin), { id: code!.id, loinc: null });
    expect(await loincs(before.id)).toEqual([null, null, '1-8']);
    await expect(mapLabCode(fresh(clinician), { id: code!.id, loinc: null })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('that need no mapping are not counted, until this is undone or they are mapped', async () => {
    const own = await laboratory(org);
    const sent = () => [msh(), pid(), obr({ filler: `Q-${++number}` }), obx('x', { code: 'NOTE^Comment^L' })];
    const done = await deliver(own, ...sent());
    const shown = async () => (await readResult((await resultOf(done)).id)).panels;
    const before = await shown();
    const codes = async (state: ListLabCodesInput['state']) => {
      const input = listLabCodesInput.parse({ connection_id: own.labId, state });
      return (await listLabCodes(fresh(admin), input)).data.filter(({ code }) => code === 'NOTE');
    };
    const unmapped = async () =>
      (await getFeedHealth(fresh(admin), { connection_id: own.labId })).feeds[0]!.unmapped;
    const counted = await unmapped();
    const [note] = await codes('unmapped');
    expect(note).toMatchObject({ state: 'unmapped' });
    const { id } = note!;

    const ctx = fresh(admin);
    expect(await markLabCode(ctx, { id, mapping_needed: false })).toMatchObject({ state: 'not_needed' });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      {
        action: 'mark_lab_code',
        object_id: readId('lab_code', id),
        detail: { mapping_needed: false, before: true },
      },
    ]);
    // Also after the code was received again.
    await deliver(own, ...sent());
    expect(await unmapped()).toBe(counted - 1);
    expect(await codes('unmapped')).toEqual([]);
    expect(await codes('not_needed')).toMatchObject([{ id, state: 'not_needed', loinc: null, count: 2 }]);
    expect(await codes('all')).toHaveLength(1);
    expect(await shown()).toEqual(before);

    expect(await markLabCode(fresh(admin), { id, mapping_needed: true })).toMatchObject({
      state: 'unmapped',
    });
    expect(await unmapped()).toBe(counted);

    await markLabCode(fresh(admin), { id, mapping_needed: false });
    expect(await mapLabCode(fresh(admin), { id, loinc: '8251-1' })).toMatchObject({ state: 'mapped' });
    expect(await codes('not_needed')).toEqual([]);
    const mark = { id, mapping_needed: false };
    await expect(markLabCode(fresh(admin), mark)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await mapLabCode(fresh(admin), { id, loinc: null })).toMatchObject({ state: 'unmapped' });

    await expect(markLabCode(fresh(clinician), mark)).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = await personContext(await testOrg(), 'admin');
    await expect(markLabCode(stranger, mark)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('files a message once without errors when several processes handle it concurrently', async () => {
  const own = await laboratory(org);
  const id = await store(own, er7(msh(), pid(), obr({ filler: `AT-ONCE-${++number}` }), obx('90')));
  const done = await Promise.all(Array.from({ length: 4 }, () => work(own, id)));
  expect(done.map(({ state }) => state)).toEqual(Array(4).fill('processed'));
  expect(new Set(done.flatMap(({ reports }) => reports.map((one) => one.resultId))).size).toBe(1);
});
