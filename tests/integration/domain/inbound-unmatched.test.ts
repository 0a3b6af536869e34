import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { newRequestId, showId } from '../../../server/shared/ids';
import { staleCount } from '../../../server/domain/inbound-messages/stale-figures';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import { asSuperuser, auditRows, personContext } from '../../support/database';
import { deliver, work } from '../../support/intake';
import {
  jane,
  lab,
  msh,
  obr,
  obx,
  openLaboratory,
  org,
  person,
  pid,
  readResult,
  report,
  resultOf,
  values,
} from './inbound-support';

let clinician: Context;
beforeAll(async () => {
  await openLaboratory();
  clinician = await personContext(org, 'clinician');
});
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
let number = 0;
const SODIUM = { code: 'NA^Sodium^L', unit: 'mmol/L' };

describe('correction', () => {
  const LATER = '20260105151500+0100';

  it.each([
    ['whose OBR-22 is a second earlier', '20260105140000', '20260105135959', 'C'],
    ['whose OBR-22 is a second earlier, sent as F', '20260105140000', '20260105135959', 'F'],
    ['of a report without OBR-22', '', '20260105135959', 'C'],
  ])('%s is filed when it was sent later', async (_words, before, reported, status) => {
    const { send } = report();
    await send([obx('4.0')], { reported: before });
    const { outcome, result } = await send([obx('3.9', { status })], { reported }, LATER);
    expect({ outcome, status: result.status }).toEqual({ outcome: 'updated', status: 'corrected' });
    expect(values(result)).toEqual(['3.9']);
  });

  it('of unclear order is a conflict, compared and filed by a user', async () => {
    const { send, filler } = report();
    const { result } = await send([obx('4.0')], { reported: '20260105140000' });
    const own = obr({ filler, reported: '20260105100000' });
    const done = await deliver(lab, msh({ at: LATER }), pid(), own, obx('3.9', { status: 'C' }));
    expect(done).toMatchObject({
      state: 'conflict',
      reports: [{ state: 'conflict', resultId: null, why: { problem: 'order_unclear' } }],
    });
    expect(await readResult(result.id)).toEqual(result);
    const id = showId('inbound_report', done.reports[0]!.id);
    const shown = await getUnmatchedReport(fresh(clinician), { id, with: [] });
    expect(shown).toMatchObject({
      problem: 'order_unclear',
      sent: { panels: [{ lines: [{ value_text: '3.9' }] }] },
      filed_version: {
        result_id: result.id,
        patient_id: jane.id,
        version: 1,
        panels: [{ lines: [{ value_text: '4.0' }] }],
      },
    });
    const match = { id, patient_id: jane.id };
    await expect(matchReport(fresh(clinician), match)).rejects.toMatchObject({ code: 'invalid_state' });
    await matchReport(fresh(clinician), { ...match, same_number: 'newest' });
    expect(values(await readResult(result.id))).toEqual(['3.9']);
    // An older version stays older, whatever its OBR-22 contains.
    const again = await send([obx('4.0')], { reported: '20260105140000' });
    expect(again.outcome).toBe('stale');
  });

  it('that is older is hidden with state, warning and count, and a user can still file it', async () => {
    const { send, filler } = report();
    const { result } = await send([obx('90')], {}, '20260105143000+0100');
    const before = staleCount();
    const older = '20260105133000+0100';
    const own = obr({ filler, reported: '20260105130000' });
    const done = await deliver(lab, msh({ at: older }), pid(), own, obx('80', { status: 'C' }));
    expect(done).toMatchObject({
      state: 'stale',
      reports: [{ state: 'filed', outcome: 'stale' }],
    });
    const [message] = await asSuperuser<{ state: string; warnings: object[] }>(
      'SELECT state, warnings FROM inbound_messages WHERE org_id = $1 AND id = $2',
      [org.orgId, done.id],
    );
    expect(message).toMatchObject({ state: 'stale', warnings: [{ code: 'version_older', place: 'OBR[1]' }] });
    expect(staleCount()).toBe(before + 1);
    expect(await readResult(result.id)).toEqual(result);
    // The same values need no review.
    const same = await deliver(lab, msh({ at: older }), pid(), own, obx('90'));
    expect(same).toMatchObject({ state: 'processed', reports: [{ outcome: 'unchanged' }] });
    const id = showId('inbound_report', done.reports[0]!.id);
    expect(await getUnmatchedReport(fresh(clinician), { id, with: [] })).toMatchObject({ stale: true });
    await matchReport(fresh(clinician), { id, patient_id: jane.id, same_number: 'newest' });
    expect(values(await readResult(result.id))).toEqual(['80']);
    expect(await work(lab, done.id)).toMatchObject({
      state: 'processed',
      reports: [{ outcome: 'unchanged' }],
    });
  });

  it('with one older panel is not hidden by newer content of another panel', async () => {
    const { send, filler } = report({ placer: 'NOT-OURS-2' });
    await send([obx('90')], {}, '20260105143000+0100');
    const own = obr({ filler, placer: 'NOT-OURS-2', reported: '20260105130000' });
    const sodium = obr({ filler: `${filler}-2`, placer: 'NOT-OURS-2', code: 'NA^Sodium^L' });
    const at = '20260105133000+0100';
    const done = await deliver(lab, msh({ at }), pid(), own, obx('80'), sodium, obx('140', SODIUM));
    expect(done).toMatchObject({ state: 'stale', reports: [{ outcome: 'stale' }] });
    expect(values(await resultOf(done))).toEqual(['90', '140']);
  });
});

describe('comments of the laboratory', () => {
  it('on report, panel and line are shown before filing, and those of the filed version', async () => {
    const who = pid({ mrn: 'COMMENTED^^^CLINIC^MR', name: 'Comment^Nora' });
    const own = obr({ filler: `COMMENTS-${++number}` });
    const [onReport, onPanel, onLine] = ['Called to ward 3.', 'Repeat recommended.', 'Hemolyzed sample.'];
    const notes = [`NTE|1||${onReport}`, own, `NTE|1||${onPanel}`, obx('7.1'), `NTE|1||${onLine}`];
    const shown = async (...segments: string[]) => {
      const done = await deliver(lab, msh(), who, ...segments);
      const id = showId('inbound_report', done.reports[0]!.id);
      return getUnmatchedReport(fresh(clinician), { id, with: [] });
    };
    const expected = {
      notes: [{ text: onReport }],
      panels: [{ notes: [{ text: onPanel }], lines: [{ value_text: '7.1', notes: [{ text: onLine }] }] }],
    };
    const first = await shown(...notes);
    expect(first).toMatchObject({ sent: expected });
    await matchReport(fresh(clinician), { id: first.id, patient_id: jane.id, reason: 'Checked by phone' });
    const again = await getUnmatchedReport(fresh(clinician), { id: first.id, with: [] });
    expect(again).toMatchObject({ filed_version: expected });
  });
});

describe('patient of an unmatched report', () => {
  it('is suggested by a national number and by an MRN of another type', async () => {
    const known = await createPatient(
      org.ctx,
      person({
        name: { family: 'Numbers', given: ['Nora'] },
        birth_date: '1971-05-06',
        mrn: 'PI-77',
        identifiers: [{ system: 'urn:nhs', value: '943 476 5870', type: 'national_id' }],
      }),
    );
    const proposed = async (numbers: string) => {
      const filler = `NATIONAL-${++number}`;
      const done = await deliver(lab, msh(), `PID|1||${numbers}||Else^Sam`, obr({ filler }), obx('1'));
      const id = showId('inbound_report', done.reports[0]!.id);
      return (await getUnmatchedReport(fresh(clinician), { id, with: [] })).candidates[0];
    };
    for (const numbers of ['9434765870^^^NHS^NH~1^^^RTH^PI', '1^^^NHS^NH~PI-77^^^RTH^PI'])
      expect(await proposed(numbers)).toMatchObject({
        patient: { id: known.id },
        fits: false,
        compared: { identifier: 'same', mrn: 'not_sent', given: 'different' },
      });
  });
});

describe('order number used twice', () => {
  const draw = (placer: string, filler: string, day: string) =>
    obr({ placer, filler }).replace('20260105080000', `${day}080000`);

  it('by another ordering system is a separate report, also of another patient', async () => {
    const other = await createPatient(
      org.ctx,
      person({ name: { family: 'Other', given: ['Person'] }, mrn: 'SYS-B', birth_date: '1960-01-01' }),
    );
    const first = await deliver(lab, msh(), pid(), obr({ placer: '55^SYSA', filler: 'S1' }), obx('4.1'));
    const who = pid({ mrn: 'SYS-B^^^CLINIC^MR', name: 'Other^Person', born: '19600101' });
    const sent = () => [msh(), who, obr({ placer: '55^SYSB', filler: 'S2' }), obx('5.9')];
    const second = await deliver(lab, ...sent());
    expect(second).toMatchObject({ state: 'processed', reports: [{ outcome: 'created' }] });
    expect((await resultOf(second)).patient_id).toBe(other.id);
    expect(values(await resultOf(first))).toEqual(['4.1']);
    // Later versions of each report are recognized, and a number without its namespace by the filler number.
    const again = await deliver(lab, ...sent());
    expect(again.reports[0]!.resultId).toBe(second.reports[0]!.resultId);
    const bare = await deliver(lab, msh(), who, obr({ placer: '55', filler: 'S2' }), obx('6.0'));
    expect(bare.reports).toMatchObject([{ outcome: 'updated', resultId: second.reports[0]!.resultId }]);
  });

  it('by a standing order is a report per draw, and panels of one draw stay one report', async () => {
    const days = ['20260105', '20260106'];
    const sent = [];
    for (const [at, day] of days.entries())
      sent.push(await deliver(lab, msh(), pid(), draw('STAND', `D${at}`, day), obx(`3.${at}`)));
    const [first, second] = [await resultOf(sent[0]!), await resultOf(sent[1]!)];
    expect([first.version, second.version]).toEqual([1, 1]);
    expect(second.id).not.toBe(first.id);
    expect([first.collected_at, second.collected_at]).toEqual([
      '2026-01-05T07:00:00.000Z',
      '2026-01-06T07:00:00.000Z',
    ]);
    const sodium = draw('STAND', 'D0-NA', days[0]!).replace('GLU^Glucose', 'NA^Sodium');
    const panel = await deliver(lab, msh(), pid(), sodium, obx('140', SODIUM));
    expect((await resultOf(panel)).id).toBe(first.id);
    const fix = await deliver(lab, msh(), pid(), draw('STAND', 'D1', days[1]!), obx('3.9', { status: 'C' }));
    expect((await resultOf(fix)).id).toBe(second.id);
    expect(values(await readResult(first.id))).toEqual(['3.0', '140']);
  });

  it('is found by keys that were stored when keys had only the number', async () => {
    const first = await deliver(lab, msh(), pid(), obr({ placer: 'OLD-KEY', filler: 'O1' }), obx('4.1'));
    const [row] = await asSuperuser<{ report_key: string }>(
      `UPDATE lab_results SET panels = (panels #- '{0,placer_authority}') #- '{0,sent_at}'
       WHERE org_id = $1 AND id = $2 RETURNING report_key`,
      [org.orgId, first.reports[0]!.resultId],
    );
    expect(row!.report_key).toBe('placer:OLD-KEY');
    const then = await deliver(lab, msh(), pid(), obr({ placer: 'OLD-KEY^SYSA', filler: 'O1' }), obx('4.2'));
    expect(then.reports).toMatchObject([{ outcome: 'updated', resultId: first.reports[0]!.resultId }]);
  });

  it('with no distinguishing data is filed by a user as a separate report', async () => {
    const other = await createPatient(org.ctx, person({ mrn: 'TWICE-B', birth_date: '1960-01-01' }));
    const who = pid({ mrn: 'TWICE-B^^^CLINIC^MR', born: '19600101' });
    const sent = (filler: string, value: string) => [obr({ placer: 'TWICE', filler }), obx(value)];
    const first = await deliver(lab, msh(), pid(), ...sent('T1', '4.1'));
    const unmatched = await deliver(lab, msh(), who, ...sent('T2', '5.9'));
    expect(unmatched).toMatchObject({ state: 'conflict' });
    const id = showId('inbound_report', unmatched.reports[0]!.id);
    expect((await getUnmatchedReport(fresh(clinician), { id, with: [] })).filed_version).toMatchObject({
      patient_id: jane.id,
    });
    const match = { id, patient_id: other.id };
    await expect(matchReport(fresh(clinician), match)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('filed for another patient') as string,
    });
    const ctx = fresh(clinician);
    const made = await matchReport(ctx, { ...match, same_number: 'another_report' });
    expect(await readResult(made.result_id!)).toMatchObject({ patient_id: other.id, version: 1 });
    expect((await auditRows(ctx.requestId))[0]).toMatchObject({ detail: { same_number: 'another_report' } });
    expect(values(await resultOf(first))).toEqual(['4.1']);
    // When the message is processed again it is the same report, and the next version updates it.
    expect(await work(lab, unmatched.id)).toMatchObject({ reports: [{ outcome: 'unchanged' }] });
    const next = await deliver(lab, msh(), who, ...sent('T2', '6.0'));
    expect(showId('lab_result', next.reports[0]!.resultId!)).toBe(made.result_id);
  });

  it('with equal numbers is the same report when its message is processed again', async () => {
    const other = await createPatient(org.ctx, person({ mrn: 'EQUAL-B', birth_date: '1960-01-01' }));
    const who = pid({ mrn: 'EQUAL-B^^^CLINIC^MR', born: '19600101' });
    const own = obr({ placer: 'EQUAL', filler: 'E1' });
    const first = await deliver(lab, msh(), pid(), own, obx('4.1'));
    const unmatched = await deliver(lab, msh(), who, own, obx('5.9'));
    const id = showId('inbound_report', unmatched.reports[0]!.id);
    const match = { id, patient_id: other.id, same_number: 'another_report' } as const;
    const made = await matchReport(fresh(clinician), match);
    const again = await work(lab, unmatched.id);
    expect(again).toMatchObject({ state: 'processed', reports: [{ outcome: 'unchanged' }] });
    expect(showId('lab_result', again.reports[0]!.resultId!)).toBe(made.result_id);
    expect(values(await resultOf(first))).toEqual(['4.1']);
  });
});
