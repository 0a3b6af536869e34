import { describe, expect, it } from 'vitest';
import { interpret, readFlags } from '../../../server/domain/lab-results/interpretation';
import { INTERPRETATION_WORDS, reviewStatus, worstSeverity } from '../../../server/domain/lab-results/rules';

describe('readFlags (HL7 table 0078)', () => {
  it.each([
    ['N', 'normal'],
    ['L', 'abnormal'],
    ['H', 'abnormal'],
    ['LL', 'critical'],
    ['HH', 'critical'],
    ['<', 'abnormal'],
    ['>', 'abnormal'],
    ['A', 'abnormal'],
    ['AA', 'critical'],
    ['S', 'normal'],
    ['I', 'abnormal'],
    ['R', 'abnormal'],
    ['POS', 'unknown'],
    ['NEG', 'unknown'],
    ['DET', 'unknown'],
    ['ND', 'unknown'],
    ['U', 'unknown'],
    ['D', 'unknown'],
    ['B', 'unknown'],
    ['W', 'unknown'],
    ['ZZ', 'unknown'],
  ])('%s is %s', (flag, severity) => {
    expect(readFlags([flag])).toEqual({ interpretation: flag, flags: [flag], source: 'lab', severity });
  });

  it.each([
    [['U', 'H'], 'H', 'abnormal'],
    [['POS', 'A'], 'POS', 'abnormal'],
    [['POS', 'AA'], 'POS', 'critical'],
    [['H', 'W'], 'H', 'abnormal'],
    [['N', 'D'], 'N', 'normal'],
    [['H', 'HH'], 'H', 'critical'],
    [[' H ', ''], 'H', 'abnormal'],
  ])('%j: first meaningful %s, severity %s', (flags, interpretation, severity) => {
    expect(readFlags(flags)).toMatchObject({ interpretation, severity, source: 'lab' });
  });

  it('keeps all flags, and returns nothing without any', () => {
    expect(readFlags(['U', 'H']).flags).toEqual(['U', 'H']);
    expect(readFlags([])).toEqual({ interpretation: null, flags: [], source: null, severity: 'unknown' });
    expect(readFlags(['', ' '])).toMatchObject({ source: null });
  });

  it('has a label for every code of the table', () => {
    for (const code of [
      'N',
      'L',
      'H',
      'LL',
      'HH',
      '<',
      '>',
      'A',
      'AA',
      'S',
      'I',
      'R',
      'POS',
      'NEG',
      'DET',
      'ND',
      'U',
      'D',
      'B',
      'W',
    ])
      expect(INTERPRETATION_WORDS[code]).toBeTruthy();
  });
});

describe('interpret', () => {
  const measured = (
    number: number,
    comparator: '<' | '<=' | '>' | '>=' | null,
    low: number | null,
    high: number | null,
    extra: object = {},
  ) => ({ value: { number, comparator }, unit: 'mg/dL', range: { low, high }, ...extra });

  it.each([
    // value, comparator, low, high → interpretation, severity
    [69, null, 70, 100, 'L', 'abnormal'],
    [70, null, 70, 100, null, 'normal'],
    [100, null, 70, 100, null, 'normal'],
    [101, null, 70, 100, 'H', 'abnormal'],
    [900, null, 70, 100, 'H', 'abnormal'],
    [5, null, null, 4, 'H', 'abnormal'],
    [4, null, null, 4, null, 'normal'],
    [5, null, 10, null, 'L', 'abnormal'],
    [50, null, null, null, null, 'unknown'],
    [50, null, 9, 3, null, 'unknown'],
    [3, '<', 3, 10, 'L', 'abnormal'],
    [3, '<=', 3, 10, null, 'unknown'],
    [2, '<=', 3, 10, 'L', 'abnormal'],
    [5, '<', 3, 10, null, 'unknown'],
    [5, '<', null, 10, null, 'normal'],
    [50, '<', null, 10, null, 'unknown'],
    [10, '>', 3, 10, 'H', 'abnormal'],
    [10, '>=', 3, 10, null, 'unknown'],
    [5, '>', 3, 10, null, 'unknown'],
    [60, '>', 60, null, null, 'normal'],
    [1000, '>', 3, 10, 'H', 'abnormal'],
  ] as const)('%d (%s) in %s–%s: %s, %s', (number, comparator, low, high, interpretation, severity) => {
    expect(interpret([], measured(number, comparator, low, high))).toEqual({
      interpretation,
      flags: [],
      severity,
      source: interpretation === null ? null : 'computed',
    });
  });

  it('never overrides the laboratory', () => {
    expect(interpret(['N'], measured(900, null, 70, 100))).toMatchObject({
      interpretation: 'N',
      source: 'lab',
      severity: 'normal',
    });
    expect(interpret(['POS'], measured(900, null, 70, 100))).toMatchObject({
      interpretation: 'POS',
      severity: 'unknown',
    });
  });

  it('computes nothing from a range in another unit, without a value or without a range', () => {
    expect(
      interpret([], measured(900, null, 70, 100, { range: { low: 70, high: 100, unit: 'mmol/L' } })).source,
    ).toBeNull();
    expect(
      interpret([], measured(900, null, 70, 100, { range: { low: 70, high: 100, unit: 'mg/dL' } }))
        .interpretation,
    ).toBe('H');
    expect(interpret([], { ...measured(1, null, 2, 3), value: null }).severity).toBe('unknown');
    expect(interpret([], { ...measured(1, null, 2, 3), range: null }).severity).toBe('unknown');
  });
});

describe('worstSeverity', () => {
  const line = (
    severity: 'normal' | 'abnormal' | 'critical' | 'unknown',
    status: 'final' | 'deleted' | 'wrong' | 'cancelled' = 'final',
  ) => ({ severity, status });
  it('is normal only when every line is', () => {
    expect(worstSeverity([line('normal'), line('normal')])).toBe('normal');
    expect(worstSeverity([line('normal'), line('unknown')])).toBe('unknown');
    expect(worstSeverity([line('unknown'), line('abnormal')])).toBe('abnormal');
    expect(worstSeverity([line('abnormal'), line('critical')])).toBe('critical');
    expect(worstSeverity([])).toBe('unknown');
  });
  it('ignores withdrawn lines', () => {
    for (const status of ['deleted', 'wrong', 'cancelled'] as const)
      expect(worstSeverity([line('critical', status), line('normal')])).toBe('normal');
  });
});

describe('reviewStatus', () => {
  it('applies to one version', () => {
    expect(reviewStatus(1, [])).toBe('unreviewed');
    expect(reviewStatus(1, [{ version: 1 }])).toBe('reviewed');
    expect(reviewStatus(2, [{ version: 1 }])).toBe('review_again');
    expect(reviewStatus(2, [{ version: 1 }, { version: 2 }])).toBe('reviewed');
  });
});
