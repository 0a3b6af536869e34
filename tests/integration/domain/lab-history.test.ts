import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { exportFlowSheet } from '../../../server/domain/lab-results/export-flow-sheet';
import { getFlowSheet } from '../../../server/domain/lab-results/get-flow-sheet';
import { getRecentValues } from '../../../server/domain/lab-results/get-recent-values';
import { listPinnedTests } from '../../../server/domain/lab-results/list-pinned-tests';
import { pinTest } from '../../../server/domain/lab-results/pin-test';
import { unpinTest } from '../../../server/domain/lab-results/unpin-test';
import { getTrend } from '../../../server/domain/lab-results/get-trend';
import {
  flowSheet,
  getFlowSheetInput,
  getTrendInput,
  pinnedTestList,
  recentValues,
  trend,
} from '../../../server/domain/lab-results/history-contract';
import { listResultVersions } from '../../../server/domain/lab-results/list-result-versions';
import type { LabReport, ReportObservation } from '../../../server/domain/lab-results/report';
import { readId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { file, fresh, get, line, openLaboratory, org, panel, person, report } from './lab-results-support';

/** The values of one patient over time: flow sheet, its file, trend. */

let people: Record<'viewer' | 'clinician', Context>;

beforeAll(async () => {
  await openLaboratory();
  people = { viewer: await personContext(org, 'viewer'), clinician: await personContext(org, 'clinician') };
});

const newPatient = async () => (await createPatient(org.ctx, person())).id;
const day = (nth: number) => new Date(Date.UTC(2026, 0, nth, 8)).toISOString();

const fileOn = (
  patient_id: string,
  nth: number | null,
  lines: Partial<ReportObservation>[],
  extra: Partial<LabReport> = {},
) =>
  file(
    report({
      patient_id,
      collected_at: nth === null ? null : day(nth),
      panels: [panel(lines.map((one) => line(one)))],
      ...extra,
    }),
  );

async function sheetOf(patient_id: string, extra: object = {}) {
  const sheet = await getFlowSheet(fresh(org.ctx), getFlowSheetInput.parse({ patient_id, ...extra }));
  expect(flowSheet.parse(sheet)).toEqual(sheet);
  return sheet;
}

type Sheet = Awaited<ReturnType<typeof sheetOf>>;
const times = (sheet: Sheet) => sheet.columns.map(({ observed_at }) => observed_at);
const rows = (sheet: Sheet) => sheet.groups.flatMap((group) => group.rows);
const texts = (sheet: Sheet) =>
  rows(sheet).map((row) => [
    row.name,
    row.unit,
    ...row.cells.map((values) => values.map(({ value_text }) => value_text).join('+')),
  ]);

async function trendOf(patient_id: string, tests: string[]) {
  const found = await getTrend(fresh(org.ctx), getTrendInput.parse({ patient_id, tests }));
  expect(trend.parse(found)).toEqual(found);
  return found;
}

describe('getFlowSheet', () => {
  it('returns tests by times, oldest first, one row per unit, with values as received', async () => {
    const own = await newPatient();
    await fileOn(own, 3, [
      { value_text: '6.90' },
      { code: 'K', loinc: '2823-3', name: 'Potassium', value_text: '<4' },
    ]);
    await fileOn(own, 1, [{ value_text: '05.0', unit: 'mmol/L' }]);
    await fileOn(own, 2, [{ value_text: '80' }]);
    const sheet = await sheetOf(own);
    expect(times(sheet)).toEqual([day(1), day(2), day(3)]);
    expect(texts(sheet)).toEqual([
      ['Glucose', 'mg/dL', '', '80', '6.90'],
      ['Glucose', 'mmol/L', '05.0', '', ''],
      ['Potassium', 'mg/dL', '', '', '<4'],
    ]);
    expect(sheet.groups.map(({ name }) => name)).toEqual(['Basic metabolic panel']);
  });

  it('omits withdrawn values and keeps corrected, preliminary and not performed ones', async () => {
    const own = await newPatient();
    await fileOn(own, 1, [
      { value_text: '700', status: 'wrong' },
      { code: 'A', loinc: '1-1', name: 'Deleted', value_text: '1', status: 'deleted' },
      { code: 'B', loinc: '1-2', name: 'Not done', value_text: null, status: 'cancelled' },
      { code: 'C', loinc: '1-3', name: 'Early', value_text: '3', status: 'preliminary' },
      { code: 'D', loinc: '1-4', name: 'Changed', value_text: '4', status: 'corrected' },
    ]);
    const sheet = await sheetOf(own);
    expect(rows(sheet).map(({ name, cells }) => [name, cells[0]![0]!.status])).toEqual([
      ['Not done', 'cancelled'],
      ['Early', 'preliminary'],
      ['Changed', 'corrected'],
    ]);
  });

  it('merges codes of two laboratories only by LOINC', async () => {
    const own = await newPatient();
    const other = { lab: { id: 'lab-2', name: 'Lab Two', accreditation_number: null, director: null } };
    const local = { code: '100', loinc: null, name: 'Test 100' };
    await fileOn(own, 1, [local, {}]);
    await fileOn(own, 2, [{ ...local, name: 'Something else' }, {}], other);
    const sheet = await sheetOf(own);
    expect(
      rows(sheet)
        .map(({ name, lab_name }) => [name, lab_name])
        .sort(),
    ).toEqual([
      ['Glucose', null],
      ['Something else', 'Lab Two'],
      ['Test 100', 'Lab One'],
    ]);
    expect((await trendOf(own, ['100'])).series).toHaveLength(2);
  });

  it('puts tests that were not performed in their row, and units of one test in adjacent rows', async () => {
    const own = await newPatient();
    const sodium = { code: 'NA', loinc: '2951-2', name: 'Sodium' };
    await fileOn(own, 1, [{ value_text: '5', unit: 'mmol/L' }, sodium]);
    await fileOn(own, 2, [{ value_text: '90' }, sodium]);
    await fileOn(own, 3, [
      { value_text: null, unit: null, status: 'cancelled', reference_range: null },
      sodium,
    ]);
    const sheet = await sheetOf(own);
    expect(rows(sheet).map(({ name, unit }) => [name, unit])).toEqual([
      ['Glucose', 'mg/dL'],
      ['Glucose', 'mmol/L'],
      ['Sodium', 'mg/dL'],
    ]);
    expect(rows(sheet)[0]).toMatchObject({ ranges_differ: false, reference_range: { text: '70 - 115' } });
    expect(rows(sheet)[0]!.cells[2]![0]!.status).toBe('cancelled');
  });

  it('shows both values of one test at one time', async () => {
    const own = await newPatient();
    await fileOn(own, 1, [{ value_text: '80' }]);
    await fileOn(own, 1, [{ value_text: '90' }]);
    const sheet = await sheetOf(own);
    expect(sheet.columns.map(({ result_ids }) => result_ids.length)).toEqual([2]);
    expect(
      rows(sheet)[0]!
        .cells[0]!.map(({ value_text }) => value_text)
        .sort(),
    ).toEqual(['80', '90']);
  });

  it('shows twelve times and pages to the first and back, also to values without a time', async () => {
    const own = await newPatient();
    await fileOn(own, null, [{ value_text: 'undated' }]);
    for (let nth = 1; nth <= 13; nth++) await fileOn(own, nth, [{ value_text: `${nth}` }]);
    const newest = await sheetOf(own);
    expect(times(newest)).toEqual(Array.from({ length: 12 }, (_unused, at) => day(at + 2)));
    expect(newest).toMatchObject({ earlier: day(1), later: null, one_later: null });
    const before = await sheetOf(own, { until: newest.earlier! });
    expect(times(before)).toEqual([null, day(1)]);
    expect(before).toMatchObject({ earlier: null, later: day(13), one_later: day(2) });
    const two = await sheetOf(own, { columns: 2, until: day(2) });
    expect(times(two)).toEqual([day(1), day(2)]);
    const undated = await sheetOf(own, { columns: 2, until: two.earlier! });
    expect(times(undated)).toEqual([null]);
    expect(undated.later).toBe(day(2));
  });

  it('with a panel has its tests from all panels', async () => {
    const own = await newPatient();
    const sodium = { code: 'NA', loinc: '2951-2', name: 'Sodium' };
    await fileOn(own, 1, [{ value_text: '80' }]);
    await fileOn(own, 2, [], {
      panels: [panel([line({ value_text: '81' }), line(sodium)], { code: 'X', loinc: '1-9', name: 'Other' })],
    });
    const sheet = await sheetOf(own, { panel: '24321-2' });
    expect(texts(sheet)).toEqual([['Glucose', 'mg/dL', '80', '81']]);
    expect(sheet.panels.map(({ key }) => key)).toEqual(['24321-2', '1-9']);
    expect((await sheetOf(own, { panel: 'none' })).columns).toEqual([]);
  });

  it('lists panels of the same name once, with the tests of both codes', async () => {
    const own = await newPatient();
    const sodium = { code: 'NA', loinc: '2951-2', name: 'Sodium' };
    const { name } = panel([]);
    await fileOn(own, 1, [{ value_text: '80' }]);
    await fileOn(own, 2, [], {
      panels: [panel([line(sodium)], { code: 'LOCAL', loinc: null, name: ` ${name.toUpperCase()}` })],
    });
    const sheet = await sheetOf(own);
    expect(sheet.panels.map(({ key }) => key)).toEqual(['24321-2']);
    expect(sheet.groups).toHaveLength(1);
    for (const key of ['24321-2', 'LOCAL'])
      expect(rows(await sheetOf(own, { panel: key })).map((row) => row.name)).toEqual(['Glucose', 'Sodium']);
  });

  it('shows the range of the newest value and notes different ones', async () => {
    const own = await newPatient();
    await fileOn(own, 1, [{ reference_range: { low: 60, high: 100, text: null, applies_to: null } }]);
    await fileOn(own, 2, [{}]);
    expect(rows(await sheetOf(own))[0]).toMatchObject({
      ranges_differ: true,
      reference_range: { text: '70 - 115' },
    });
  });
});

describe('getTrend', () => {
  it('returns the values of each test and unit, oldest first, in the order requested', async () => {
    const own = await newPatient();
    const potassium = { code: 'K', loinc: '2823-3', name: 'Potassium' };
    await fileOn(own, 1, [{ value_text: '5.0', unit: 'mmol/L' }]);
    await fileOn(own, 3, [
      { value_text: '>90' },
      { ...potassium, value_text: 'hemolysed', value_type: 'text' },
    ]);
    await fileOn(own, 2, [{ value_text: '80' }, { value_text: '7', status: 'deleted', code: 'GLU2' }]);
    const { series, tests } = await trendOf(own, ['2823-3', '2345-7']);
    expect(
      series.map(({ name, unit, points }) => [name, unit, ...points.map(({ value_text }) => value_text)]),
    ).toEqual([
      ['Potassium', 'mg/dL', 'hemolysed'],
      ['Glucose', 'mg/dL', '80', '>90'],
      ['Glucose', 'mmol/L', '5.0'],
    ]);
    expect(tests.map(({ name }) => name)).toEqual(['Glucose', 'Potassium']);
  });

  it('lists the tests to compare with the laboratories that use their code', async () => {
    const own = await newPatient();
    const lab = { id: 'lab-2', name: 'Lab Two', accreditation_number: null, director: null };
    await fileOn(own, 1, [{ value_text: '80' }, { code: 'X', loinc: null, name: 'Ratio' }]);
    await fileOn(own, 2, [{ value_text: '81' }, { code: 'X', loinc: null, name: 'Ratio' }], { lab });
    const { tests } = await trendOf(own, ['2345-7']);
    expect(tests).toEqual([
      { test_key: '2345-7', name: 'Glucose', laboratories: [] },
      { test_key: 'X', name: 'Ratio', laboratories: ['Lab One', 'Lab Two'] },
    ]);
    // Neither exists in the chart of a report that was moved.
    await asSuperuser("UPDATE lab_results SET report_key = 'void:' || id WHERE patient_id = $1", [
      readId('patient', own),
    ]);
    expect((await trendOf(own, ['2345-7'])).tests).toEqual([]);
  });
});

describe('exportFlowSheet', () => {
  it('writes every value as received, quoted, and formulas as text', async () => {
    const own = await newPatient();
    await fileOn(own, 1, [
      { value_text: '=1+1', value_type: 'text', name: 'A "quoted" name', unit: null },
      { code: 'B', loinc: '1-2', value_text: '<0.50', unit: 'µmol/L' },
    ]);
    const { content, file_name } = await exportFlowSheet(fresh(org.ctx), { patient_id: own });
    const [head, first, second, end] = content.split('\r\n');
    expect(head!.startsWith('\ufeff"Test","Code","Value"')).toBe(true);
    expect(first).toContain(`"A ""quoted"" name","2345-7","'=1+1",""`);
    expect(second).toContain('"1-2","<0.50","µmol/L","L","yes","70 - 115","2026-01-01T08:00:00.000Z"');
    expect(end).toBe('');
    expect(file_name).toMatch(/^results-[\w-]+\.csv$/);
  });
});

describe('getRecentValues', () => {
  it('gives each line its own value and up to eleven earlier ones of the same unit and laboratory, none withdrawn', async () => {
    const own = await newPatient();
    for (let nth = 1; nth <= 14; nth++) await fileOn(own, nth, [{ value_text: `${nth}` }]);
    await fileOn(own, 15, [{ value_text: '5', unit: 'mmol/L' }]);
    await fileOn(own, 16, [{ value_text: '700', status: 'wrong' }]);
    const local = { code: '100', loinc: null };
    const other = { lab: { id: 'lab-2', name: 'Lab Two', accreditation_number: null, director: null } };
    await fileOn(own, 17, [{ ...local, value_text: '1' }], other);
    const { id } = await fileOn(own, 18, [
      { value_text: '<18' },
      { ...local, value_text: '2' },
      { code: 'T', loinc: '1-1', value_text: 'POS', value_type: 'text' },
    ]);
    await fileOn(own, 19, [{ value_text: '19' }]);
    const found = await getRecentValues(fresh(org.ctx), { id });
    expect(recentValues.parse(found)).toEqual(found);
    expect(found.lines.map(({ values }) => values.map(({ number }) => number))).toEqual([
      [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18],
      [2],
    ]);
    expect(found.lines[0]!.values.at(-1)).toEqual({
      number: 18,
      at: day(18),
      severity: 'abnormal',
      open: true,
    });
  });
});

describe('listResultVersions', () => {
  it('lists every version, newest first, and each can be read', async () => {
    const own = await newPatient();
    const first = report({
      patient_id: own,
      status: 'preliminary',
      panels: [panel([line({ status: 'preliminary' })])],
    });
    const { id } = await file(first);
    const at = '2026-03-02T08:00:00.000Z';
    await file({ ...first, reported_at: at, status: 'final', panels: [panel([line()])] });
    await file({
      ...first,
      status: 'corrected',
      panels: [panel([line({ value_text: '91', status: 'corrected' })])],
    });
    const { data } = await listResultVersions(fresh(org.ctx), { id });
    expect(data.map(({ version, status, reported_at }) => [version, status, reported_at])).toEqual([
      [3, 'corrected', at],
      [2, 'final', at],
      [1, 'preliminary', null],
    ]);
    for (const { version, status } of data)
      expect(await get(id, { version })).toMatchObject({ version, status });
  });
});

describe('operation on a report', () => {
  it.each([
    ['get_recent_values', getRecentValues],
    ['list_result_versions', listResultVersions],
  ] as const)(
    '%s: checks scope, rejects foreign and deleted patients, writes one audit row',
    async (action, operation) => {
      const own = await newPatient();
      const { id } = await fileOn(own, 1, [{}]);
      const ctx = keyContext(org.orgId, ['labs:read']);
      await operation(ctx, { id });
      expect(await auditRows(ctx.requestId)).toMatchObject([{ action, patient_ids: [expect.any(String)] }]);
      await expect(operation(keyContext(org.orgId, ['patients:read']), { id })).rejects.toMatchObject({
        code: 'insufficient_scope',
      });
      await expect(operation((await testOrg()).ctx, { id })).rejects.toMatchObject({ code: 'not_found' });
      await deletePatient(org.ctx, { id: own });
      await expect(operation(fresh(org.ctx), { id })).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('operation on a patient', () => {
  const operations = {
    get_flow_sheet: (ctx: typeof org.ctx, patient_id: string) =>
      getFlowSheet(ctx, getFlowSheetInput.parse({ patient_id })),
    export_flow_sheet: (ctx: typeof org.ctx, patient_id: string) => exportFlowSheet(ctx, { patient_id }),
    get_trend: (ctx: typeof org.ctx, patient_id: string) => getTrend(ctx, { patient_id, tests: ['2345-7'] }),
  };

  it.each(Object.entries(operations))(
    '%s: checks scope, rejects foreign and deleted patients, writes one audit row',
    async (action, operation) => {
      const own = await newPatient();
      await fileOn(own, 1, [{}]);
      const ctx = keyContext(org.orgId, ['labs:read']);
      await operation(ctx, own);
      expect(await auditRows(ctx.requestId)).toMatchObject([
        { action, outcome: 'allowed', patient_ids: [expect.any(String)] },
      ]);
      await expect(operation(keyContext(org.orgId, ['patients:read']), own)).rejects.toMatchObject({
        code: 'insufficient_scope',
      });
      await expect(operation((await testOrg()).ctx, own)).rejects.toMatchObject({ code: 'not_found' });
      await deletePatient(org.ctx, { id: own });
      await expect(operation(fresh(org.ctx), own)).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('pinned tests', () => {
  const clinician = () => fresh(people.clinician);
  const pinned = async (patient_id: string) => (await listPinnedTests(clinician(), { patient_id })).data;

  it('show each unit and laboratory with its newest and earlier values, to all users', async () => {
    const own = await newPatient();
    await fileOn(own, 1, [{ value_text: '5.0', unit: 'mmol/L' }]);
    for (let nth = 2; nth <= 15; nth++) await fileOn(own, nth, [{ value_text: `${80 + nth}.0` }]);
    await fileOn(own, 16, [{ value_text: '>90' }]);
    await pinTest(clinician(), { patient_id: own, test_key: '2345-7' });
    await pinTest(clinician(), { patient_id: own, test_key: '2345-7' });
    const list = await listPinnedTests(fresh(people.viewer), { patient_id: own });
    expect(pinnedTestList.parse(list)).toEqual(list);
    expect(list.data).toHaveLength(1);
    const [newest, other] = list.data[0]!.series;
    expect([newest!.newest.value_text, newest!.unit]).toEqual(['>90', 'mg/dL']);
    expect(newest!.recent.map(({ number }) => number)).toEqual([
      85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 90,
    ]);
    expect(newest!.recent.at(-1)!.open).toBe(true);
    expect([other!.newest.value_text, other!.unit, other!.recent.length]).toEqual(['5.0', 'mmol/L', 1]);
    expect((await trendOf(own, ['2345-7', '2823-3'])).pinned).toEqual(['2345-7']);
    await unpinTest(clinician(), { patient_id: own, test_key: '2345-7' });
    expect(await pinned(own)).toEqual([]);
  });

  it('are at most six tests that the patient has, pinned by users who can write, with audit rows', async () => {
    const own = await newPatient();
    const codes = Array.from({ length: 7 }, (_unused, nth) => `${1000 + nth}-1`);
    await fileOn(
      own,
      1,
      codes.map((loinc) => ({ code: loinc, loinc })),
    );
    const pin = (test_key: string, ctx = clinician()) => pinTest(ctx, { patient_id: own, test_key });
    await expect(pin('none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(pin(codes[0]!, fresh(people.viewer))).rejects.toMatchObject({ code: 'forbidden' });
    for (const code of codes.slice(0, 5)) await pin(code);
    // Two concurrent requests for the last free place: the second is rejected.
    const answers = await meetAt(
      ['patients WHERE id = $1', readId('patient', own)],
      codes.slice(5).map((code) => () => pin(code)),
    );
    expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'invalid_state' } },
    ]);
    expect(await pinned(own)).toHaveLength(6);
    const ctx = clinician();
    await unpinTest(ctx, { patient_id: own, test_key: codes[0]! });
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({ action: 'unpin_test', kind: 'write', detail: { test: codes[0] } });
    expect(row!.patient_ids).toHaveLength(1);
  });
});
