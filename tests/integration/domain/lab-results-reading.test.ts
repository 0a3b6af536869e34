import { beforeAll, describe, expect, it } from 'vitest';
import { labResultSummaryList, listPatientResultsInput } from '../../../server/domain/lab-results/contract';
import type { ReportObservation } from '../../../server/domain/lab-results/report';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { getRecentValues } from '../../../server/domain/lab-results/get-recent-values';
import { printFlowSheet } from '../../../server/domain/lab-results/print-flow-sheet';
import { printLabResult } from '../../../server/domain/lab-results/print-lab-result';
import { getFlowSheetInput } from '../../../server/domain/lab-results/history-contract';
import { listPatientResults } from '../../../server/domain/lab-results/list-patient-results';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { auditRows, keyContext, personContext, testOrg } from '../../support/database';
import { file, fresh, get, line, openLaboratory, org, panel, person, report } from './lab-results-support';

beforeAll(openLaboratory);

describe('getLabResult', () => {
  it('returns the previous value of each line, in the same unit only and never a withdrawn one', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const at = (day: string, observation: Partial<ReportObservation>) =>
      report({
        patient_id: own,
        collected_at: `2026-0${day}T08:00:00.000Z`,
        panels: [panel([line(observation)])],
      });
    await file(at('1-01', { value_text: '80' }));
    await file(at('1-02', { value_text: '5.0', unit: 'mmol/L', reference_range: null }));
    await file(at('1-03', { value_text: '700', status: 'wrong' }));
    const { id } = await file(at('1-04', { value_text: '90' }));
    await file(at('1-05', { value_text: '99' }));
    expect((await get(id)).panels[0]!.observations[0]!.previous).toEqual({
      value_text: '80',
      observed_at: '2026-01-01T08:00:00.000Z',
      observed_at_precision: 'second',
    });
    const other = (await createPatient(org.ctx, person())).id;
    const unrelated = await file({ ...at('1-06', {}), patient_id: other });
    expect((await get(unrelated.id)).panels[0]!.observations[0]!.previous).toBeNull();
  });

  it('never uses a code without LOINC of another laboratory as previous value', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const at = (day: number, value_text: string, extra: Partial<ReportObservation>, lab = 'lab-1') =>
      file(
        report({
          patient_id: own,
          collected_at: `2026-01-0${day}T08:00:00.000Z`,
          lab: { id: lab, name: lab, accreditation_number: null, director: null },
          panels: [panel([line({ value_text, ...extra })])],
        }),
      );
    const local = { code: '100', loinc: null };
    await at(1, '80', local);
    await at(2, '700', local, 'lab-2');
    await at(3, '900', { code: 'X', loinc: '100' });
    const { id } = await at(4, '90', local);
    expect((await get(id)).panels[0]!.observations[0]!.previous?.value_text).toBe('80');
    const [recent] = (await getRecentValues(fresh(org.ctx), { id })).lines;
    expect(recent!.values.map(({ number }) => number)).toEqual([80, 90]);
  });

  it('returns only abnormal lines on request', async () => {
    const { id } = await file(
      report({
        panels: [
          panel([line(), line({ code: 'K', value_text: '900' })]),
          panel([line({ flags: ['N'] })], { code: 'OK' }),
        ],
      }),
    );
    const result = await get(id, { flags: 'abnormal' });
    expect(result.panels.map((own) => own.observations.map(({ code }) => code))).toEqual([['K']]);
  });

  it('gives the same answer for foreign, deleted and malformed IDs, and requires labs:read', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const { id } = await file(report({ patient_id: own }));
    const stranger = await testOrg();
    await expect(getLabResult(stranger.ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(getLabResult(keyContext(org.orgId, ['patients:read']), { id })).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await deletePatient(org.ctx, { id: own });
    for (const unknown of [id, 'res_x', id.replace('res', 'pat'), 'res_01jcxyz0000000000000000000'])
      await expect(get(unknown)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('writes an audit row with the patient', async () => {
    const { id } = await file(report());
    const ctx = keyContext(org.orgId, ['labs:read']);
    await getLabResult(ctx, { id });
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({ action: 'get_lab_result', kind: 'read' });
    expect(row!.patient_ids).toHaveLength(1);
  });
});

describe('printing a report', () => {
  it('is a separate audited operation', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const { id } = await file(report({ patient_id: own }));
    const viewer = await personContext(org, 'viewer');
    const [one, sheet] = [fresh(viewer), fresh(viewer)];
    expect(await printLabResult(one, { id })).toEqual(await get(id));
    await printFlowSheet(sheet, getFlowSheetInput.parse({ patient_id: own }));
    expect(await auditRows(one.requestId)).toMatchObject([{ action: 'print_lab_result' }]);
    expect(await auditRows(sheet.requestId)).toMatchObject([{ action: 'print_flow_sheet' }]);
  });
});

describe('listPatientResults', () => {
  it('pages newest collected first, those without a time last, and filters abnormal ones', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const times = [
      '2026-01-01T00:00:00.000Z',
      null,
      '2026-01-03T00:00:00.000Z',
      '2026-01-02T00:00:00.000Z',
      null,
    ];
    for (const [index, collected_at] of times.entries())
      await file(
        report({
          patient_id: own,
          collected_at,
          panels: [panel([line({ value_text: index === 2 ? '900' : '90' })])],
        }),
      );
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPatientResults(
        fresh(org.ctx),
        listPatientResultsInput.parse({ patient_id: own, limit: 2, ...(cursor ? { cursor } : {}) }),
      );
      expect(labResultSummaryList.parse(page)).toEqual(page);
      seen.push(...page.data.map((row) => row.collected_at));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([times[2], times[3], times[0], null, null]);
    const abnormal = await listPatientResults(
      fresh(org.ctx),
      listPatientResultsInput.parse({ patient_id: own, severity: 'abnormal' }),
    );
    expect(abnormal.data).toMatchObject([
      {
        title: 'Basic metabolic panel',
        observation_count: 1,
        abnormal_count: 1,
        severity: 'abnormal',
        review_status: 'unreviewed',
      },
    ]);
    expect(abnormal.hidden_count).toBe(4);
  });

  it('returns the most severe values, critical ones first and withdrawn ones never', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const flagged: [string, string, ReportObservation['status']?][] = [
      ['1', 'N'],
      ['2', 'H'],
      ['3', 'LL', 'wrong'],
      ['4', 'HH'],
      ['5', 'L'],
      ['6', 'H'],
    ];
    await file(
      report({
        patient_id: own,
        panels: [
          panel(
            flagged.map(([value_text, flag, status = 'final']) =>
              line({ code: `T${value_text}`, loinc: null, value_text, flags: [flag], status }),
            ),
          ),
        ],
      }),
    );
    const { data } = await listPatientResults(
      fresh(org.ctx),
      listPatientResultsInput.parse({ patient_id: own }),
    );
    expect(
      data[0]!.values.map(({ value_text, interpretation, severity }) => [
        value_text,
        interpretation,
        severity,
      ]),
    ).toEqual([
      ['4', 'HH', 'critical'],
      ['2', 'H', 'abnormal'],
      ['5', 'L', 'abnormal'],
    ]);
  });

  it('pages unsigned reports first, most severe first, then signed ones by time', async () => {
    const own = (await createPatient(org.ctx, person())).id;
    const made = async (day: number | null, observation: Partial<ReportObservation>, historical = false) =>
      (
        await file(
          report({
            patient_id: own,
            historical,
            collected_at: day === null ? null : `2026-01-0${day}T08:00:00.000Z`,
            panels: [panel([line(observation)])],
          }),
        )
      ).id;
    const old = await made(9, { flags: ['HH'] }, true);
    const older = await made(8, {}, true);
    const undatedOld = await made(null, {}, true);
    const normal = await made(7, { flags: ['N'] });
    const abnormal = await made(1, { flags: ['H'] });
    const critical = await made(2, { flags: ['HH'] });
    const undated = await made(null, { flags: ['HH'] });
    const laterCritical = await made(3, { flags: ['LL'] });
    const seen: string[] = [];
    const waiting: boolean[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPatientResults(
        fresh(org.ctx),
        listPatientResultsInput.parse({
          patient_id: own,
          order: 'urgent',
          limit: 1,
          ...(cursor ? { cursor } : {}),
        }),
      );
      seen.push(...page.data.map(({ id }) => id));
      waiting.push(...page.data.map(({ waits }) => waits));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(waiting).toEqual([true, true, true, true, true, false, false, false]);
    expect(seen).toEqual([laterCritical, critical, undated, abnormal, normal, old, older, undatedOld]);
    const byTime = await listPatientResults(
      fresh(org.ctx),
      listPatientResultsInput.parse({ patient_id: own }),
    );
    expect(byTime.data[0]!.id).toBe(old);
  });

  it.each<[string, object, string[]]>([
    ['a name of a panel', { test: 'METABOLIC' }, ['a', 'b', 'c']],
    ['a name of a test', { test: 'potass' }, ['b']],
    ['a code', { test: '2823-3' }, ['b']],
    ['text in no name', { test: '%' }, []],
    ['a status', { status: 'preliminary' }, ['c']],
    ['a time', { from: '2026-01-02', to: '2026-01-02' }, ['b']],
    ['several of them', { test: 'glucose', status: 'final', from: '2026-01-02' }, ['b']],
  ])('filters by %s and counts the hidden reports', async (_what, filter, wanted) => {
    const own = (await createPatient(org.ctx, person())).id;
    const potassium = line({ code: 'K', loinc: '2823-3', name: 'Potassium' });
    const reports = {
      a: report({ patient_id: own, collected_at: '2026-01-01T08:00:00.000Z' }),
      b: report({
        patient_id: own,
        collected_at: '2026-01-02T08:00:00.000Z',
        panels: [panel([line(), potassium])],
      }),
      c: report({
        patient_id: own,
        collected_at: null,
        status: 'preliminary',
        panels: [panel([line({ status: 'preliminary' })])],
      }),
    };
    const names = new Map<string, string>();
    for (const [name, one] of Object.entries(reports)) names.set((await file(one)).id, name);
    const found = await listPatientResults(
      fresh(org.ctx),
      listPatientResultsInput.parse({ patient_id: own, ...filter }),
    );
    expect(found.data.map(({ id }) => names.get(id)).sort()).toEqual(wanted);
    expect(found.hidden_count).toBe(3 - wanted.length);
  });
});
