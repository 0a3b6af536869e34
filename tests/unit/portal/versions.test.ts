import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Report } from '@/components/results/report';
import { sparkPoints, type Recent } from '@/components/results/sparkline';
import {
  changedWords,
  changeOf,
  changeWords,
  factsOf,
  pairLines,
  Versions,
} from '@/components/results/versions';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import { render } from '../../support/render';
import { formatIn } from '@/components/format/format';

const line = (id: string, extra: Partial<Observation> = {}): Observation =>
  ({
    id,
    name: id,
    value_text: '6.9',
    unit: 'mmol/L',
    status: 'final',
    severity: 'normal',
    interpretation: null,
    interpretation_source: null,
    reference_range: null,
    notes: [],
    role: 'result',
    value_original_text: null,
    value_alternate_codes: [],
    ...extra,
  }) as unknown as Observation;
const reportOf = (...lines: Observation[]): LabResult =>
  ({ panels: [{ observations: lines }] }) as unknown as LabResult;

describe('versions side by side', () => {
  it('pair lines in the order of the newest, removed ones last', () => {
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
    ['status of a cancelled line', { status: 'cancelled' }],
    ['flag', { interpretation: 'H', severity: 'abnormal' }],
    ['range', { reference_range: { low: 1, high: 2, text: null, applies_to: null } }],
    ['note', { notes: [{ text: 'Clotted', source: null }] }],
    ['original text', { value_original_text: 'Plasmodium sp. - not P. falciparum' }],
    ['second code', { value_alternate_codes: [{ code: 'LOC1', system: 'L', display: 'Plasmodium sp.' }] }],
    ['role', { role: 'not_asked' }],
  ])('differ by the %s', (_what, extra) => {
    expect(changeOf(line('a'), line('a', extra))).toBe('content');
    expect(changeOf(line('a', extra), line('a', extra))).toBe(null);
  });

  it('separate changed values from lines that were merely corrected', () => {
    const corrected = (id: string, extra = {}) => line(id, { status: 'corrected', ...extra });
    const pairs = pairLines(
      reportOf(line('k'), line('na'), line('glucose'), line('cl')),
      reportOf(corrected('k', { value_text: '6.3' }), corrected('na'), corrected('glucose'), line('cl')),
    );
    expect(pairs.map(({ before, after }) => changeOf(before, after))).toEqual([
      'content',
      'status',
      'status',
      null,
    ]);
    expect(changeWords(pairs[0]!)).toBe('Value changed');
    expect(changedWords(pairs)).toBe('1 of 4 results changed, 2 only in status.');
    expect(changedWords(pairs.slice(3))).toBe('No result values changed.');
  });
});

describe('version details', () => {
  it('show the times and specimen of that version', () => {
    const report = {
      collected_at: '2026-11-01T08:00:00Z',
      collected_at_precision: 'day',
      reported_at: null,
      specimens: [{ type: 'Serum', condition: 'Haemolysed', rejected_reason: null }],
      pending_tests: ['TSH'],
      notes: [],
    } as unknown as LabResult;
    expect(Object.fromEntries(factsOf(report, formatIn('UTC')))).toEqual({
      Collected: '01-Nov-2026',
      Reported: 'Not known',
      Specimen: 'Serum, Haemolysed',
      'Pending tests': 'TSH',
      'Lab comments': 'None',
    });
  });
});

describe('small graph', () => {
  const values = (...pairs: [day: number, number: number][]): Recent =>
    pairs.map(([nth, number]) => ({
      number,
      severity: 'normal',
      open: false,
      at: new Date(Date.UTC(2026, 0, nth)).toISOString(),
    }));

  it('is accurate and stays inside its frame', () => {
    expect(sparkPoints(values([1, 4], [2, 5], [11, 3])).map(({ x }) => x)).toEqual([6, 14.4, 90]);
    for (const { x, y } of sparkPoints(values([1, 1e9], [2, -5], [3, 0], [3, 7]))) {
      expect(x).toBeGreaterThanOrEqual(6);
      expect(x).toBeLessThanOrEqual(90);
      expect(y).toBeGreaterThanOrEqual(6);
      expect(y).toBeLessThanOrEqual(22);
    }
  });

  it('of equal numbers, or of one time, is centered', () => {
    expect(sparkPoints(values([1, 4], [2, 4])).map(({ y }) => y)).toEqual([14, 14]);
    expect(sparkPoints(values([1, 4], [1, 5])).map(({ x }) => x)).toEqual([48, 48]);
  });
});

describe('report without values', () => {
  const shown = (report: object): string =>
    render(
      createElement(Report, {
        versions: undefined,
        report: {
          id: 'res_1',
          patient_id: 'pat_1',
          status: 'final',
          version: 1,
          lab: { name: 'Lab' },
          specimens: [],
          notes: [],
          corrections: [],
          pending_tests: [],
          document_ids: [],
          review: { status: 'unreviewed', reviews: [] },
          computed_flags_present: false,
          ...report,
        } as unknown as LabResult,
      }),
    );
  const panel = { id: 'pan_1', name: 'Lipids', is_reflex: false, notes: [], observations: [] };

  it('does not list a canceled panel as pending', () => {
    const cancelled = shown({ panels: [{ ...panel, status: 'cancelled' }] });
    expect(cancelled).toContain('The laboratory canceled this panel.');
    expect(cancelled).not.toContain('yet');
    expect(shown({ panels: [{ ...panel, status: 'preliminary' }] })).toContain(
      'No results in this panel yet.',
    );
  });

  it('does not attribute notes of the service to the laboratory', () => {
    const noted = (...sources: (string | null)[]) =>
      shown({ panels: [], notes: sources.map((source, at) => ({ text: `Note ${at}`, source })) });
    expect(noted('service')).toContain('Comments on this report');
    expect(noted(null)).toContain('Lab comments');
    expect(noted(null, 'service')).toContain('Lab comments');
  });
});

it('names who signed each version', () => {
  const version = (number: number) => ({
    version: number,
    status: 'final' as const,
    reported_at: null,
    reported_at_precision: null,
    issued_at: `2026-03-0${number}T08:00:00.000Z`,
  });
  const signed = (of: number, by_name: string) => ({
    act: 'signed' as const,
    by: `usr_${of}`,
    by_name,
    at: `2026-03-0${of}T09:00:00.000Z`,
    version: of,
    to_name: null,
    note: null,
  });
  const reviews = [1, 3].map((of) => ({ version: of, by: `usr_${of}`, at: `2026-03-0${of}T09:00:00.000Z` }));
  const html = render(
    createElement(Versions, {
      report: { version: 3, review: { reviews } } as unknown as LabResult,
      versions: [version(3), version(2), version(1)],
      entries: [signed(1, 'Dr. Kim'), signed(3, 'Dr. Roe')],
      earlier: null,
      path: '/report',
    }),
  );
  const rows = [...html.replaceAll(/[\u2066-\u2069]/g, '').matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(
    ([, row]) => row!,
  );
  expect(rows[0]).toContain('signed by Dr. Roe, ');
  expect(rows[1]).not.toContain('signed by');
  expect(rows[2]).toContain('signed by Dr. Kim, ');
});
