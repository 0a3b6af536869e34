import { beforeAll, describe, expect, it } from 'vitest';
import { labResult } from '../../../server/domain/lab-results/contract';
import type { LabReport } from '../../../server/domain/lab-results/report';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';
import {
  eventsOf,
  file,
  fresh,
  get,
  line,
  openLaboratory,
  org,
  panel,
  person,
  report,
  typesOf,
} from './lab-results-support';

beforeAll(openLaboratory);

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

  it('rejects API keys and users', async () => {
    await expect(fileLabResult(keyContext(org.orgId), report())).rejects.toMatchObject({ code: 'forbidden' });
    await expect(fileLabResult(await personContext(org, 'admin'), report())).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('writes nothing for equal content: no version, no event', async () => {
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

  it('files the same report once when it arrives many times concurrently', async () => {
    // Several rounds, because the first one still opens its connections one after the other.
    for (let round = 0; round < 5; round++) {
      const input = report();
      const filed = await Promise.all(Array.from({ length: 8 }, () => file(input)));
      expect(new Set(filed.map(({ id }) => id)).size).toBe(1);
      expect(filed.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    }
  });

  it('rejects a report that was filed for another patient, and one for a deleted patient', async () => {
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

  it('emits one event for a critical value, and another when a correction makes a new one', async () => {
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

  it('emits no event for imported history', async () => {
    const { id } = await file(
      report({ historical: true, panels: [panel([line({ value_text: '900', flags: ['HH'] })])] }),
    );
    expect(await eventsOf(id)).toEqual([]);
  });

  it('stores a number that cannot be read as text', async () => {
    const { id } = await file(report({ panels: [panel([line({ value_text: 'see note' })])] }));
    expect((await get(id)).panels[0]!.observations[0]).toMatchObject({
      value_type: 'text',
      value_text: 'see note',
      value_number: null,
      severity: 'unknown',
    });
  });
});
