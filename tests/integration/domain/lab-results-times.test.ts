import { beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { listPatientResultsInput } from '../../../server/domain/lab-results/contract';
import { getFlowSheet } from '../../../server/domain/lab-results/get-flow-sheet';
import { getFlowSheetInput } from '../../../server/domain/lab-results/history-contract';
import { listPatientResults } from '../../../server/domain/lab-results/list-patient-results';
import { listResultVersions } from '../../../server/domain/lab-results/list-result-versions';
import type { LabReport } from '../../../server/domain/lab-results/report';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser } from '../../support/database';
import { file, fresh, get, line, openLaboratory, org, panel, person, report } from './lab-results-support';

/** Each time of a report keeps its precision wherever it is read: a day never becomes midnight. */

beforeAll(openLaboratory);

const DAY = '2026-03-01T00:00:00.000Z';
const dated = (extra: Partial<LabReport> = {}) =>
  report({
    collected_at: DAY,
    collected_at_precision: 'day',
    received_at: DAY,
    received_at_precision: 'day',
    reported_at: DAY,
    reported_at_precision: 'day',
    ...extra,
  });
const ownPatient = async () => (await createPatient(fresh(org.ctx), person())).id;
const lineOf = async (id: string) => (await get(id)).panels[0]!.observations[0]!;

describe('report with dates without times', () => {
  it('marks each of its times, in lists and for the previous value', async () => {
    const patient_id = await ownPatient();
    const { id } = await file(dated({ patient_id }));
    expect(await get(id)).toMatchObject({
      collected_at: DAY,
      collected_at_precision: 'day',
      received_at: DAY,
      received_at_precision: 'day',
      reported_at: DAY,
      reported_at_precision: 'day',
    });
    expect(await lineOf(id)).toMatchObject({
      observed_at: DAY,
      observed_at_precision: 'day',
      previous: null,
    });
    const list = await listPatientResults(fresh(org.ctx), listPatientResultsInput.parse({ patient_id }));
    expect(list.data).toMatchObject([{ collected_at_precision: 'day', reported_at_precision: 'day' }]);
    const versions = await listResultVersions(fresh(org.ctx), { id });
    expect(versions.data).toMatchObject([{ reported_at: DAY, reported_at_precision: 'day' }]);
    const sheet = await getFlowSheet(fresh(org.ctx), getFlowSheetInput.parse({ patient_id }));
    expect(sheet.columns).toMatchObject([{ observed_at: DAY, precision: 'day' }]);

    const later = await file(report({ patient_id, collected_at: '2026-03-02T08:00:00.000Z' }));
    expect((await lineOf(later.id)).previous).toEqual({
      value_text: '90',
      observed_at: DAY,
      observed_at_precision: 'day',
    });
  });

  it('keeps the precise time of a line that has one', async () => {
    const at = '2026-03-01T09:30:00.000Z';
    const lines = [line({ observed_at: at, observed_at_precision: 'minute' }), line({ observed_at: at })];
    const { id } = await file(dated({ panels: [panel(lines)] }));
    const [own, unsaid] = (await get(id)).panels[0]!.observations;
    expect(own).toMatchObject({ observed_at: at, observed_at_precision: 'minute' });
    expect(unsaid).toMatchObject({ observed_at: at, observed_at_precision: null });
  });

  it('takes a more exact time as a correction; the older version keeps its precision', async () => {
    const input = dated();
    const { id } = await file(input);
    const exact = '2026-03-01T07:45:00.000Z';
    const next = { collected_at: exact, reported_at: '2026-03-01T10:00:00.000Z' };
    await file({
      ...input,
      ...next,
      collected_at_precision: 'minute',
      reported_at_precision: 'minute',
    });
    const now = await get(id);
    expect(now).toMatchObject({ ...next, reported_at_precision: 'minute', received_at_precision: 'day' });
    expect(now.panels[0]!.observations[0]).toMatchObject({
      observed_at: exact,
      observed_at_precision: 'minute',
    });
    expect(now.corrections[0]!.changes).toContainEqual({
      observation_id: null,
      field: 'collected_at_precision',
      from: 'day',
      to: 'minute',
    });
    expect(await get(id, { version: '1' })).toMatchObject({ reported_at: DAY, reported_at_precision: 'day' });
    const versions = await listResultVersions(fresh(org.ctx), { id });
    expect(versions.data.map(({ reported_at_precision: exactness }) => exactness)).toEqual(['minute', 'day']);
  });

  it('keeps the precision of the later time when an older one arrives', async () => {
    const input = dated({ reported_at: '2026-03-01T10:00:00.000Z', reported_at_precision: 'minute' });
    const { id } = await file(input);
    const extra = panel([line({ code: 'NA', name: 'Sodium', loinc: null })], { code: 'NA', loinc: null });
    await file({ ...input, panels: [extra], reported_at: DAY, reported_at_precision: 'day' });
    expect(await get(id)).toMatchObject({
      version: 2,
      reported_at: '2026-03-01T10:00:00.000Z',
      reported_at_precision: 'minute',
    });
  });
});

describe('date filter', () => {
  it.each([
    ['America/New_York', -5],
    ['UTC', 0],
    ['Asia/Tokyo', 9],
  ])(
    'in %s returns reports collected on those days, precise to the day or the minute',
    async (time_zone, offset) => {
      const patient_id = await ownPatient();
      const hour = 3_600_000;
      const midnight = Date.parse(DAY) - offset * hour;
      const at = (time: number) => report({ patient_id, collected_at: new Date(time).toISOString() });
      const shift = (days: number) => new Date(Date.parse(DAY) + days * 24 * hour).toISOString();
      const kept = [
        await file(dated({ patient_id })),
        await file(at(midnight)),
        await file(at(midnight + 24 * hour - 1)),
      ];
      for (const days of [-1, 1]) await file(dated({ patient_id, collected_at: shift(days) }));
      for (const time of [midnight - 1, midnight + 24 * hour]) await file(at(time));
      await file(report({ patient_id, collected_at: null, collected_at_precision: null }));
      const list = async (filter: object) =>
        listPatientResults(
          fresh(org.ctx),
          listPatientResultsInput.parse({ patient_id, time_zone, ...filter }),
        );
      const day = await list({ from: '2026-03-01', to: '2026-03-01' });
      expect(day.data.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
      expect(day.hidden_count).toBe(5);
      expect((await list({ from: '2026-03-01' })).data).toHaveLength(5);
      expect((await list({ to: '2026-03-01' })).data).toHaveLength(5);
      expect((await list({ from: '0000-01-01', to: '9999-12-31' })).data).toHaveLength(7);
      expect((await list({ from: '9999-12-31' })).data).toHaveLength(0);
      expect((await list({ to: '0000-01-01' })).data).toHaveLength(0);
    },
  );
});

describe('report filed before lines had a precision', () => {
  const forget = async (id: string): Promise<void> => {
    await asSuperuser(
      'UPDATE lab_observations SET observed_at_precision = NULL WHERE org_id = $1 AND result_id = $2',
      [org.orgId, readId('lab_result', id)],
    );
  };

  it('is not corrected by the same report', async () => {
    const input = report();
    const { id } = await file(input);
    await forget(id);
    expect(await file(input)).toMatchObject({ id, version: 1, outcome: 'unchanged' });
  });

  it('is read from an old version with the precision of its report', async () => {
    const input = dated();
    const { id } = await file(input);
    await file({ ...input, panels: [panel([line({ value_text: '95' })])] });
    await asSuperuser(
      `UPDATE lab_result_versions SET snapshot = (
         snapshot - 'received_at_precision' - 'reported_at_precision'
           #- '{panels,0,observations,0,observed_at_precision}')
       WHERE org_id = $1 AND result_id = $2`,
      [org.orgId, readId('lab_result', id)],
    );
    const before = await get(id, { version: '1' });
    expect(before).toMatchObject({ received_at_precision: null, reported_at_precision: null });
    expect(before.panels[0]!.observations[0]).toMatchObject({
      observed_at_precision: 'day',
      value_text: '90',
    });
  });
});
