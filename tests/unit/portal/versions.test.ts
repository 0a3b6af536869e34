import { describe, expect, it } from 'vitest';
import { sparkPoints, type Recent } from '@/components/lab-results/sparkline';
import { differs, factsOf, pairLines } from '@/components/lab-results/versions';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';

const line = (id: string, extra: Partial<Observation> = {}): Observation =>
  ({
    ...{ id, name: id, value_text: '6.9', unit: 'mmol/L', status: 'final', severity: 'normal' },
    ...{ interpretation: null, interpretation_source: null, reference_range: null, notes: [] },
    ...extra,
  }) as unknown as Observation;
const reportOf = (...lines: Observation[]): LabResult =>
  ({ panels: [{ observations: lines }] }) as unknown as LabResult;

describe('two versions side by side', () => {
  it('pair their lines in the order of the newest; those that are gone come last', () => {
    const pairs = pairLines(
      reportOf(line('gone'), line('b'), line('a')),
      reportOf(line('a'), line('new'), line('b')),
    );
    expect(pairs.map(({ id, before, after }) => [id, before?.id, after?.id])).toEqual([
      ['a', 'a', 'a'],
      ['new', undefined, 'new'],
      ['b', 'b', 'b'],
      ['gone', 'gone', undefined],
    ]);
  });

  it.each<[string, Partial<Observation>]>([
    ['value', { value_text: '6.90' }],
    ['unit', { unit: 'mg/dL' }],
    ['status', { status: 'corrected' }],
    ['flag', { interpretation: 'H', severity: 'abnormal' }],
    ['range', { reference_range: { low: 1, high: 2, text: null, applies_to: null } }],
    ['note', { notes: [{ text: 'Clotted', source: null }] }],
  ])('differ by the %s', (_what, extra) => {
    expect(differs(line('a'), line('a', extra))).toBe(true);
    expect(differs(line('a', extra), line('a', extra))).toBe(false);
  });
});

describe('what holds for a whole version', () => {
  it('has the times and the specimen of that version', () => {
    const report = {
      ...{ collected_at: '2026-11-01T08:00:00Z', collected_at_precision: 'day', reported_at: null },
      ...{ specimens: [{ type: 'Serum', condition: 'Haemolysed', rejected_reason: null }] },
      ...{ pending_tests: ['TSH'], notes: [] },
    } as unknown as LabResult;
    expect(Object.fromEntries(factsOf(report, 'UTC'))).toEqual({
      Collected: '01-Nov-2026',
      Reported: 'Not known',
      Specimen: 'Serum, Haemolysed',
      'Waiting for': 'TSH',
      'Notes from the laboratory': 'None',
    });
  });
});

describe('a small graph', () => {
  const values = (...pairs: [day: number, number: number][]): Recent =>
    pairs.map(([nth, number]) => ({
      ...{ number, severity: 'normal', open: false },
      at: new Date(Date.UTC(2026, 0, nth)).toISOString(),
    }));

  it('is true to time and never leaves its place', () => {
    expect(sparkPoints(values([1, 4], [2, 5], [11, 3])).map(({ x }) => x)).toEqual([6, 14.4, 90]);
    for (const { x, y } of sparkPoints(values([1, 1e9], [2, -5], [3, 0], [3, 7]))) {
      expect(x).toBeGreaterThanOrEqual(6);
      expect(x).toBeLessThanOrEqual(90);
      expect(y).toBeGreaterThanOrEqual(6);
      expect(y).toBeLessThanOrEqual(22);
    }
  });

  it('of equal numbers, or of one time, lies in the middle', () => {
    expect(sparkPoints(values([1, 4], [2, 4])).map(({ y }) => y)).toEqual([14, 14]);
    expect(sparkPoints(values([1, 4], [1, 5])).map(({ x }) => x)).toEqual([48, 48]);
  });
});
