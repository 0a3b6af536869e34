import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../server/domain/context';
import {
  getLabResultInput,
  labResult,
  labResultSummaryList,
  listPatientResultsInput,
} from '../../server/domain/lab-results/contract';
import { fileLabResult } from '../../server/domain/lab-results/file-lab-result';
import { getLabResult } from '../../server/domain/lab-results/get-lab-result';
import { listPatientResults } from '../../server/domain/lab-results/list-patient-results';
import { MISSING_NOTE } from '../../server/domain/lab-results/merge-report';
import type { LabReport, ReportObservation, ReportPanel } from '../../server/domain/lab-results/report';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import { deletePatient } from '../../server/domain/patients/delete-patient';
import { newRequestId } from '../../server/domain/ids';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../support/database';

let org: TestOrg;
let patient: string;
let number = 0;

const person = (extra: object = {}) =>
  createPatientInput.parse({
    name: { family: 'Lab', given: ['Test'] },
    birth_date: '1950-01-01',
    sex: 'male',
    ...extra,
  });
const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
const line = (extra: Partial<ReportObservation> = {}): ReportObservation => ({
  code: 'GLU',
  loinc: '2345-7',
  name: 'Glucose',
  value_type: 'quantity',
  value_text: '90',
  unit: 'mg/dL',
  status: 'final',
  reference_range: { low: 70, high: 115, text: '70 - 115', applies_to: null },
  ...extra,
});
const panel = (observations: ReportObservation[], extra: Partial<ReportPanel> = {}): ReportPanel => ({
  code: 'BMP',
  loinc: '24321-2',
  name: 'Basic metabolic panel',
  observations,
  ...extra,
});
const report = (extra: Partial<LabReport> = {}): LabReport => ({
  patient_id: patient,
  lab: { id: 'lab-1', name: 'Lab One', accreditation_number: null, director: null },
  filler_order_number: `F-${++number}`,
  collected_at: '2026-03-01T08:00:00.000Z',
  collected_at_precision: 'second',
  status: 'final',
  panels: [panel([line()])],
  source: { kind: 'hl7v2', message_id: null },
  historical: false,
  ...extra,
});
const file = (input: LabReport) => fileLabResult(fresh(org.ctx), input);
const get = (id: string, extra: object = {}) =>
  getLabResult(fresh(org.ctx), getLabResultInput.parse({ id, ...extra }));
const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string; sequence: number; body: string }>(
      'SELECT type, sequence, body FROM events WHERE org_id = $1 ORDER BY object_id, sequence',
      [org.orgId],
    )
  ).filter((event) => event.body.includes(`"${id}"`));
const typesOf = async (id: string) => (await eventsOf(id)).map((event) => event.type);

beforeAll(async () => {
  org = await testOrg();
  patient = (await createPatient(org.ctx, person())).id;
});

describe('fileLabResult', () => {
  it('stores the report, its events and one audit row in one transaction, values verbatim', async () => {
    const ctx = fresh(org.ctx);
    const filed = await fileLabResult(
      ctx,
      report({
        panels: [
          panel([
            line({ value_text: '6.90' }),
            line({ code: 'K', value_text: '<3.50 ', unit: 'mmol/L', reference_range: null }),
          ]),
        ],
      }),
    );
    const result = await get(filed.id);
    expect(labResult.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      status: 'final',
      version: 1,
      severity: 'abnormal',
      computed_flags_present: true,
      review: { status: 'unreviewed' },
    });
    const [glucose, potassium] = result.panels[0]!.observations;
    expect(glucose).toMatchObject({
      value_text: '6.90',
      value_number: 6.9,
      comparator: null,
      interpretation: 'L',
      interpretation_source: 'computed',
      flags: [],
      ucum: 'mg/dL',
    });
    expect(potassium).toMatchObject({
      value_text: '<3.50 ',
      value_number: 3.5,
      comparator: '<',
      interpretation: null,
      severity: 'unknown',
    });
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'file_lab_result', kind: 'write', outcome: 'allowed', detail: { outcome: 'created' } },
    ]);
    const events = await eventsOf(filed.id);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['lab_result.created', 1],
      ['lab_result.finalized', 2],
    ]);
    expect(events.map(({ body }) => body).join()).not.toMatch(/6\.90|Glucose|Lab/);
  });

  it('writes nothing when the audit row cannot be written', async () => {
    const input = report();
    await expect(
      fileLabResult({ ...org.ctx, requestId: null as unknown as string }, input),
    ).rejects.toThrow();
    expect(
      await asSuperuser('SELECT 1 FROM lab_results WHERE org_id = $1 AND filler_order_number = $2', [
        org.orgId,
        input.filler_order_number,
      ]),
    ).toEqual([]);
  });

  it('is closed to keys and to people', async () => {
    await expect(fileLabResult(keyContext(org.orgId), report())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(fileLabResult(await personContext(org, 'admin'), report())).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('does nothing for equal content: no version, no event', async () => {
    const input = report({ reported_at: '2026-03-01T10:00:00.000Z' });
    const first = await file(input);
    const again = await file({
      ...input,
      reported_at: '2026-03-01T11:00:00.000Z',
      received_at: '2026-03-01T11:00:01.000Z',
    });
    expect(again).toMatchObject({ id: first.id, version: 1, outcome: 'unchanged' });
    expect(await typesOf(first.id)).toEqual(['lab_result.created', 'lab_result.finalized']);
    expect(
      await asSuperuser(
        'SELECT 1 FROM lab_result_versions WHERE org_id = $1 AND result_id = (SELECT id FROM lab_results WHERE filler_order_number = $2 AND org_id = $1)',
        [org.orgId, input.filler_order_number],
      ),
    ).toEqual([]);
  });

  it('files the same report once when it arrives many times at once', async () => {
    // Several rounds: in the first one the connections are still being opened, one after the other.
    for (let round = 0; round < 5; round++) {
      const input = report();
      const filed = await Promise.all(Array.from({ length: 8 }, () => file(input)));
      expect(new Set(filed.map(({ id }) => id)).size).toBe(1);
      expect(filed.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    }
  });

  it('keeps every version: preliminary, final, corrected, with ids of lines and changes field by field', async () => {
    const lines = (glucose: string, status: 'preliminary' | 'final') => [
      panel([
        line({ value_text: glucose, status }),
        line({
          code: 'NA',
          name: 'Sodium',
          value_text: '140',
          unit: 'mmol/L',
          reference_range: null,
          status,
        }),
      ]),
    ];
    const input = report({ status: 'preliminary', panels: lines('120', 'preliminary') });
    const { id } = await file(input);
    const preliminary = await get(id);
    expect(await file({ ...input, status: 'final', panels: lines('120', 'final') })).toMatchObject({
      id,
      version: 2,
      status: 'final',
      outcome: 'updated',
    });
    expect(await file({ ...input, status: 'final', panels: lines('12.0', 'final') })).toMatchObject({
      version: 3,
      status: 'corrected',
    });
    const now = await get(id);
    const line0 = preliminary.panels[0]!.observations[0]!;
    expect(now.panels[0]!.observations.map(({ id: own }) => own)).toEqual(
      preliminary.panels[0]!.observations.map(({ id: own }) => own),
    );
    expect(now.panels[0]!.id).toBe(preliminary.panels[0]!.id);
    expect(now.panels[0]!.observations.map(({ status }) => status)).toEqual(['corrected', 'final']);
    expect(now.corrections.map(({ version }) => version)).toEqual([2, 3]);
    expect(now.corrections[1]!.changes).toEqual(
      expect.arrayContaining([
        { observation_id: line0.id, field: 'value_text', from: '120', to: '12.0' },
        { observation_id: line0.id, field: 'interpretation', from: 'H', to: 'L' },
        { observation_id: null, field: 'status', from: 'final', to: 'corrected' },
      ]),
    );
    expect(now.corrections[1]!.changes.some(({ to }) => to === '140')).toBe(false);
    // Old versions stay as they were.
    expect(await get(id, { version: '1' })).toEqual(preliminary);
    expect(await get(id, { version: '2' })).toMatchObject({ version: 2, status: 'final' });
    expect(await get(id, { version: '3' })).toEqual(now);
    await expect(get(id, { version: '4' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await typesOf(id)).toEqual(['lab_result.created', 'lab_result.finalized', 'lab_result.corrected']);
    // A correction that is sent again is no news.
    expect(await file({ ...input, status: 'final', panels: lines('12.0', 'final') })).toMatchObject({
      outcome: 'unchanged',
      version: 3,
    });
  });

  it('never lets a late preliminary report replace a final one', async () => {
    const input = report();
    const { id } = await file(input);
    const late = await file({
      ...input,
      status: 'preliminary',
      panels: [panel([line({ value_text: '999', status: 'preliminary' })])],
    });
    expect(late).toMatchObject({ outcome: 'stale', version: 1 });
    expect((await get(id)).panels[0]!.observations[0]!.value_text).toBe('90');
    expect(await typesOf(id)).toEqual(['lab_result.created', 'lab_result.finalized']);
  });

  it('takes no report that the laboratory made earlier than ours', async () => {
    const input = report({ reported_at: '2026-03-02T10:00:00.000Z' });
    await file(input);
    const old = { ...input, panels: [panel([line({ value_text: '91' })])] };
    expect(await file({ ...old, reported_at: '2026-03-02T09:59:59.000Z' })).toMatchObject({
      outcome: 'stale',
    });
    // Equal times are in order of arrival.
    expect(await file(old)).toMatchObject({ outcome: 'updated', status: 'corrected' });
  });

  it('keeps and marks a line that a replacement does not carry', async () => {
    const input = report({
      panels: [
        panel([line(), line({ code: 'NA', value_text: '140', unit: 'mmol/L', reference_range: null })]),
      ],
    });
    const { id } = await file(input);
    const shorter = { ...input, panels: [panel([line()])] };
    expect(await file(shorter)).toMatchObject({ outcome: 'updated' });
    expect((await get(id)).panels[0]!.observations[1]).toMatchObject({
      code: 'NA',
      value_text: '140',
      notes: [MISSING_NOTE],
    });
    expect(await file(shorter)).toMatchObject({ outcome: 'unchanged' });
  });

  it.each(['deleted', 'wrong', 'cancelled'] as const)(
    'keeps the value of a line that becomes %s, and no longer counts it',
    async (status) => {
      const sodium = line({ code: 'NA', value_text: '140', unit: 'mmol/L', flags: ['N'] });
      const input = report({ panels: [panel([line({ value_text: '900', flags: ['HH'] }), sodium])] });
      const { id } = await file(input);
      expect((await get(id)).severity).toBe('critical');
      await file({ ...input, panels: [panel([line({ value_text: null, status }), sodium])] });
      const now = await get(id);
      expect(now).toMatchObject({ version: 2, status: 'corrected', severity: 'normal' });
      expect(now.panels[0]!.observations[0]).toMatchObject({ status, value_text: '900' });
    },
  );

  it('keeps equal codes apart by their place, and panels apart by their code', async () => {
    const twice = [
      line({ value_text: '1' }),
      line({ value_text: '2' }),
      line({ value_text: '3', sub_id: '1' }),
    ];
    const input = report({
      status: 'preliminary',
      panels: [panel(twice), panel([line({ value_text: '4' })], { code: 'OTHER' })],
    });
    const { id } = await file(input);
    const before = (await get(id)).panels.flatMap((own) => own.observations);
    expect(before.map(({ value_text }) => value_text)).toEqual(['1', '2', '3', '4']);
    await file({
      ...input,
      status: 'final',
      panels: [panel(twice), panel([line({ value_text: '5' })], { code: 'OTHER' })],
    });
    const after = (await get(id)).panels.flatMap((own) => own.observations);
    expect(after.map(({ id: own }) => own)).toEqual(before.map(({ id: own }) => own));
    expect(after.map(({ value_text }) => value_text)).toEqual(['1', '2', '3', '5']);
  });

  it('adds a panel under the same number, and is partial until all are final', async () => {
    const input = report({ status: 'partial', pending_tests: ['TSH'] });
    const { id } = await file(input);
    expect(await get(id)).toMatchObject({ status: 'partial', pending_tests: ['TSH'] });
    await file({
      ...input,
      status: 'final',
      pending_tests: undefined,
      panels: [
        panel([line({ code: 'TSH', value_text: '2', unit: 'm[IU]/L', reference_range: null })], {
          code: 'TSH',
          loinc: '11580-8',
        }),
      ],
    });
    const now = await get(id);
    expect(now).toMatchObject({ status: 'final', pending_tests: [], version: 2 });
    expect(now.panels.map(({ code }) => code)).toEqual(['BMP', 'TSH']);
    expect(await typesOf(id)).toEqual(['lab_result.created', 'lab_result.finalized']);
  });

  it('refuses a report that was filed for another patient, and one for a deleted patient', async () => {
    const input = report();
    await file(input);
    const other = (await createPatient(org.ctx, person())).id;
    await expect(file({ ...input, patient_id: other })).rejects.toMatchObject({ code: 'invalid_state' });
    await deletePatient(org.ctx, { id: other });
    await expect(file(report({ patient_id: other }))).rejects.toMatchObject({ code: 'patient_not_found' });
    const foreign = await testOrg();
    await expect(
      file(report({ patient_id: (await createPatient(foreign.ctx, person())).id })),
    ).rejects.toMatchObject({ code: 'patient_not_found' });
  });

  it('tells of a critical value once, and again when a correction makes a new one', async () => {
    const input = (value: string, flag: string): Partial<LabReport> => ({
      panels: [
        panel([
          line({ value_text: '500', flags: ['HH'] }),
          line({ code: 'K', value_text: value, unit: 'mmol/L', flags: [flag] }),
        ]),
      ],
    });
    const first = report(input('4', 'N'));
    const { id } = await file(first);
    await file({ ...first, ...input('4.1', 'N') });
    await file({ ...first, ...input('7.1', 'HH') });
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      'lab_result.created',
      'lab_result.finalized',
      'lab_result.critical',
      'lab_result.corrected',
      'lab_result.corrected',
      'lab_result.critical',
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(JSON.parse(events[2]!.body).data.object).toMatchObject({ severity: 'critical', version: 1 });
  });

  it('raises no event for imported history', async () => {
    const { id } = await file(
      report({ historical: true, panels: [panel([line({ value_text: '900', flags: ['HH'] })])] }),
    );
    expect(await eventsOf(id)).toEqual([]);
  });

  it('makes a text of a number that cannot be read', async () => {
    const { id } = await file(report({ panels: [panel([line({ value_text: 'see note' })])] }));
    expect((await get(id)).panels[0]!.observations[0]).toMatchObject({
      value_type: 'text',
      value_text: 'see note',
      value_number: null,
      severity: 'unknown',
    });
  });
});

describe('getLabResult', () => {
  it('gives the value before each line, only in the same unit and never a withdrawn one', async () => {
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
    });
    const other = (await createPatient(org.ctx, person())).id;
    const unrelated = await file({ ...at('1-06', {}), patient_id: other });
    expect((await get(unrelated.id)).panels[0]!.observations[0]!.previous).toBeNull();
  });

  it('keeps only abnormal lines when asked', async () => {
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

  it('answers foreign, deleted and ill-formed ids alike, and needs labs:read', async () => {
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

  it('leaves an audit row that names the patient', async () => {
    const { id } = await file(report());
    const ctx = keyContext(org.orgId, ['labs:read']);
    await getLabResult(ctx, { id });
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({ action: 'get_lab_result', kind: 'read' });
    expect(row!.patient_ids).toHaveLength(1);
  });
});

describe('listPatientResults', () => {
  it('pages newest collected first, those without a time last, and can show abnormal ones only', async () => {
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
});
