import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { readFlowQuery, trendHref } from '@/components/results/flow-filter';
import {
  bandsOf,
  letterPlaces,
  scaleOf,
  spanOf,
  timeTicks,
  windowStart,
  xOf,
  yOf,
} from '@/components/results/trend-geometry';
import { newestCollections } from '@/components/results/newest-collections';
import { TrendFigure } from '@/components/results/trend-figure';
import { MarkerShapes } from '@/components/results/trend-marker';
import type { PastValue } from '@/server/domain/lab-results/history-contract';
import { render } from '../../support/render';
import { formatIn } from '@/components/format/format';

const ZONE = 'Europe/Berlin';
const at = (text: string): number => Date.parse(text);

function point(observed_at: string | null, value: string, extra: Partial<PastValue> = {}): PastValue {
  const number = Number(value.replace(/^[<>]=?/, ''));
  return {
    value_text: value,
    value_number: Number.isNaN(number) ? null : number,
    comparator: value.startsWith('<') ? '<' : value.startsWith('>') ? '>' : null,
    reference_range: { low: 3.5, high: 5.1, text: null, applies_to: null },
    interpretation: null,
    interpretation_source: null,
    severity: 'normal',
    status: 'final',
    observed_at,
    observation_id: `obs_${observed_at} ${value}`,
    result_id: 'res_1',
    precision: 'minute',
    has_notes: false,
    ...extra,
  };
}

describe('newest and previous collection', () => {
  const [evening, night] = ['2026-01-01T20:44:00.000Z', '2026-01-01T23:50:00.000Z'];
  const textsOf = (points: PastValue[]) => {
    const { newest, previous } = newestCollections(points);
    return {
      newest: newest.map(({ value_text: text }) => text),
      previous: previous.map(({ value_text: text }) => text),
    };
  };

  it('takes the previous value from an earlier collection, not from a second report of the newest', () => {
    const points = [point(evening, '6.9'), point(night, '3.97'), point(night, '3.97')];
    expect(textsOf(points)).toEqual({ newest: ['3.97'], previous: ['6.9'] });
  });

  it('keeps different values of one collection', () => {
    const points = [point(evening, '6.9'), point(evening, '6.8'), point(night, '3.97'), point(night, '4.0')];
    expect(textsOf(points)).toEqual({ newest: ['3.97', '4.0'], previous: ['6.9', '6.8'] });
    const flagged = [point(night, '6.9'), point(night, '6.9', { severity: 'critical' })];
    expect(textsOf(flagged)).toEqual({ newest: ['6.9', '6.9'], previous: [] });
  });

  it('treats each value without a collection time as a separate collection', () => {
    const points = [point(null, '1'), point(null, '2'), point(night, '3')];
    expect(textsOf(points)).toEqual({ newest: ['3'], previous: ['2'] });
    expect(textsOf(points.slice(0, 2))).toEqual({ newest: ['2'], previous: ['1'] });
    expect(textsOf([])).toEqual({ newest: [], previous: [] });
  });
});

describe('trend time axis', () => {
  it('keeps distances of uneven dates to a thousandth', () => {
    const times = [
      '2024-01-01T08:00:00Z',
      '2024-01-02T08:00:00Z',
      '2024-07-01T08:00:00Z',
      '2026-01-01T08:00:00Z',
    ];
    const span = spanOf(times.map(at), null, at('2026-02-01T00:00:00Z'))!;
    const [first, last] = [xOf(at(times[0]!), span), xOf(at(times[3]!), span)];
    const whole = at(times[3]!) - at(times[0]!);
    expect(last - first).toBeGreaterThan(90);
    for (const time of times) {
      const wanted = ((at(time) - at(times[0]!)) / whole) * (last - first);
      expect(Math.abs(xOf(at(time), span) - first - wanted) * 10).toBeLessThan(1);
    }
  });

  it('of a window ends now, of all values with the last one, with space around a single value', () => {
    const now = at('2026-03-31T12:00:00Z');
    expect(windowStart('3m', now)).toBe(at('2025-12-31T12:00:00Z'));
    expect(windowStart('all', now)).toBeNull();
    expect(spanOf([now - 5], windowStart('1y', now), now)).toEqual({
      from: at('2025-03-31T12:00:00Z'),
      to: now,
    });
    expect(spanOf([], null, now)).toBeNull();
    const single = spanOf([now], null, now)!;
    expect(xOf(now, single)).toBe(50);
  });

  it.each([
    ['2026-11-01T00:00:00Z', '2026-11-01T02:00:00Z'],
    ['2026-11-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['2026-10-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['2026-01-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['2023-05-01T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['1950-05-01T00:00:00Z', '2026-11-04T00:00:00Z'],
  ])('from %s to %s has two to six accurate ticks in our date format', (from, to) => {
    const span = { from: at(from), to: at(to) };
    const ticks = timeTicks(span, formatIn(ZONE));
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    for (const tick of ticks) {
      expect(tick.label).toMatch(/^(\d{2}-[A-Z][a-z]{2}-\d{4}( \d{2}:\d{2})?|[A-Z][a-z]{2}-\d{4}|\d{4})$/);
      expect(xOf(tick.at, span)).toBeGreaterThanOrEqual(0);
      expect(xOf(tick.at, span)).toBeLessThanOrEqual(100);
    }
  });
});

describe('trend value axis', () => {
  it.each([[[3.5, 5.1, 6.9]], [[0.001, 0.0042]], [[7]], [[0]], [[-3, 12_000]], [[1e12]]])(
    'shows %j between round steps',
    (numbers) => {
      const scale = scaleOf(numbers)!;
      expect(scale.low).toBeLessThanOrEqual(Math.min(...numbers));
      expect(scale.high).toBeGreaterThanOrEqual(Math.max(...numbers));
      expect(scale.ticks.length).toBeGreaterThanOrEqual(3);
      expect(scale.ticks.length).toBeLessThanOrEqual(8);
      expect(new Set(scale.ticks.map(({ label }) => label)).size).toBe(scale.ticks.length);
      expect(yOf(scale.high, scale)).toBe(0);
      expect(yOf(scale.low, scale)).toBe(200);
    },
  );
});

it('each trend value has its own range, halfway to its neighbors', () => {
  const ranged = [
    { x: 0, low: 1, high: 2 },
    { x: 20, low: null, high: null },
    { x: 100, low: 3, high: null },
  ];
  expect(bandsOf(ranged)).toEqual([
    { from: 0, to: 10, low: 1, high: 2 },
    { from: 60, to: 100, low: 3, high: null },
  ]);
});

describe('trend graph', () => {
  const points = [
    point('2026-01-01T08:00:00.000Z', '4.10'),
    point('2026-01-02T08:00:00.000Z', '<3.0', { severity: 'abnormal', interpretation: 'L' }),
    point('2026-06-01T08:00:00.000Z', '6.9', {
      severity: 'critical',
      interpretation: 'HH',
      status: 'corrected',
      reference_range: { low: 3.4, high: 5, text: null, applies_to: null },
    }),
    point('2026-07-01T08:00:00.000Z', 'hemolysed'),
  ];
  const html = render(
    createElement(TrendFigure, {
      id: 'trend-0',
      series: { test_key: '2823-3', name: 'Potassium', unit: 'mmol/L', lab_name: null, points },
      points,
      span: spanOf(
        points.slice(0, 3).map(({ observed_at }) => at(observed_at!)),
        null,
        0,
      )!,
      patient: 'DOE, Jane, born 14-Jul-1945, MRN 42',
    }),
    ZONE,
  );

  /** The eleven criteria of Sittig 2015. */
  it.each([
    ['patient', /<span>DOE, Jane, born 14-Jul-1945, MRN 42</],
    ['title', /<figure aria-labelledby="trend-0"/],
    ['label of the time axis', /<p[^>]*>Date collected</],
    ['scale of the time axis', /class="trend-tick"><line/],
    ['values of the time axis', /class="trend-tick"><line[^>]*><\/line><text[^>]*>[A-Z][a-z]{2}-2026</],
    ['label of the value axis with unit', /<p[^>]*>mmol\/L</],
    ['scale of the value axis', /trend-y"><line/],
    ['values of the value axis', /text-anchor="end"[^>]*>4</],
    ['reference range', /class="trend-band"><rect/],
    ['details on demand', /<title>01-Jan-2026 09:00, 4.10 mmol\/L, Normal, reference range 3.5 – 5.1</],
    ['legend', /aria-label="Legend">/],
  ])('has its %s', (_criterion, sign) => {
    expect(html).toMatch(sign);
  });

  it('joins values by straight lines, except at limits of measurement', () => {
    const lines = html.match(/<line[^>]*stroke="var\(--color-control\)"[^>]*>/g)!;
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.includes('stroke-dasharray'))).toBe(true);
    expect(html).not.toMatch(/<(path|polyline)[^>]*trend-line/);
  });

  it('places values accurately, with distinct open, critical and corrected ones', () => {
    const [first, second, third, ...more] = [...html.matchAll(/<svg x="([\d.]+)%"[^>]*>(.*?)<\/svg>/g)];
    expect(more).toEqual([]);
    const [from, next, to] = [first, second, third].map((found) => Number(found![1]));
    expect((next! - from!) / (to! - from!)).toBeCloseTo(1 / 151, 5);
    expect(second![2]).toContain('fill="var(--color-paper)"');
    expect(first![2]).not.toContain('fill="var(--color-paper)"');
    expect(third![2]).toContain('M-5-5H5V5H-5Z');
    expect(third![2]).toContain('<circle r="9.5"');
    expect(html).toContain('Corrected');
  });

  it('has no geometry in style attributes', () => {
    expect(html).not.toContain('style=');
  });
});

it('marks of a graph differ without color (P-10)', () => {
  const shapes = ['dot', 'diamond', 'square', 'cross'] as const;
  const rings = [null, 'corrected', 'preliminary'] as const;
  const drawn = shapes.flatMap((shape) =>
    rings.flatMap((ring) =>
      [true, false]
        // A cross cannot be filled.
        .filter((open) => !(open && shape === 'cross'))
        .map((open) =>
          render(createElement(MarkerShapes, { marker: { shape, ring, open, letter: '', tone: 'quiet' } })),
        ),
    ),
  );
  expect(new Set(drawn).size).toBe(drawn.length);
});

describe('trend addresses', () => {
  it('accept any code, and ignore invalid times and panels', () => {
    expect(trendHref('pat_1', ['A/B %&', 'C D'], '1y')).toBe(
      '/patients/pat_1/results/trend/A%2FB%20%25%26?with=C+D&window=1y',
    );
    expect(
      readFlowQuery((name) => ({ until: 'yesterday', panel: 'x'.repeat(201), order: 'x' })[name], true),
    ).toEqual({
      until: undefined,
      panel: undefined,
      newestFirst: true,
    });
    expect(readFlowQuery((name) => (name === 'order' ? 'oldest-first' : undefined), true).newestFirst).toBe(
      false,
    );
    expect(readFlowQuery((name) => (name === 'order' ? 'newest-first' : undefined), false).newestFirst).toBe(
      true,
    );
  });
});

describe('letters of a trend', () => {
  const at = (x: number, y: number, letter = 'H', isCritical = false) => ({ x, y, letter, isCritical });

  it('of distant points, and of close ones at different heights, are above', () => {
    expect(letterPlaces([at(10, 50), at(20, 50), at(21, 90)])).toEqual([-12, -12, -12]);
  });

  it('of close points never overlap, and a critical one is never hidden by a lesser one', () => {
    const close = [at(50, 40), at(51, 42), at(52, 44, 'HH', true), at(53, 40), at(90, 40, '')];
    expect(letterPlaces(close)).toEqual([20, null, -12, null, null]);
  });
});
