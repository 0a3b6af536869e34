import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { markOf, markOfReport, type Mark } from '@/components/results/marks';
import { MarkWord, ResultMark } from '@/components/results/result-mark';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';

/** Shape, letter and word each carry the meaning, independent of color. */

type Marked = Parameters<typeof markOf>[0];
const line = (part: Partial<Marked>): Marked => ({
  interpretation: null,
  interpretation_source: part.interpretation ? 'lab' : null,
  severity: 'unknown',
  status: 'final',
  ...part,
});

const TABLE: [string, Partial<Marked>, Omit<Mark, 'computed'>][] = [
  [
    'critical high',
    { interpretation: 'HH', severity: 'critical' },
    { shape: 'double-up', letter: 'HH', word: 'Critical high', tone: 'critical' },
  ],
  [
    'critical low',
    { interpretation: 'LL', severity: 'critical' },
    { shape: 'double-down', letter: 'LL', word: 'Critical low', tone: 'critical' },
  ],
  [
    'critical, no direction',
    { interpretation: 'AA', severity: 'critical' },
    { shape: 'double', letter: 'AA', word: 'Critical abnormal', tone: 'critical' },
  ],
  [
    'high',
    { interpretation: 'H', severity: 'abnormal' },
    { shape: 'up', letter: 'H', word: 'High', tone: 'abnormal' },
  ],
  [
    'low',
    { interpretation: 'L', severity: 'abnormal' },
    { shape: 'down', letter: 'L', word: 'Low', tone: 'abnormal' },
  ],
  [
    'above the instrument',
    { interpretation: '>', severity: 'abnormal' },
    { shape: 'up', letter: '>', word: 'Above measuring range', tone: 'abnormal' },
  ],
  [
    'below the instrument',
    { interpretation: '<', severity: 'abnormal' },
    { shape: 'down', letter: '<', word: 'Below measuring range', tone: 'abnormal' },
  ],
  [
    'abnormal, no direction',
    { interpretation: 'A', severity: 'abnormal' },
    { shape: 'diamond', letter: 'A', word: 'Abnormal', tone: 'abnormal' },
  ],
  [
    'resistant',
    { interpretation: 'R', severity: 'abnormal' },
    { shape: 'diamond', letter: 'R', word: 'Resistant', tone: 'abnormal' },
  ],
  [
    'normal by the laboratory',
    { interpretation: 'N', severity: 'normal' },
    { shape: 'none', letter: '', word: 'Normal', tone: 'quiet' },
  ],
  ['no range and no flag', {}, { shape: 'dotted', letter: '', word: 'No flag', tone: 'quiet' }],
  [
    'positive without a judgment',
    { interpretation: 'POS' },
    { shape: 'dotted', letter: '', word: 'Positive, not classified', tone: 'quiet' },
  ],
  [
    'an unknown code',
    { interpretation: 'TOX' },
    { shape: 'dotted', letter: '', word: 'Not classified, flag: TOX', tone: 'quiet' },
  ],
  [
    'a flag that is the name of something else',
    { interpretation: 'constructor' },
    { shape: 'dotted', letter: '', word: 'Not classified, flag: constructor', tone: 'quiet' },
  ],
  [
    'only a trend',
    { interpretation: 'U' },
    { shape: 'dotted', letter: '', word: 'Not classified, flag: Significant change up', tone: 'quiet' },
  ],
  [
    'an unknown code on a critical line',
    { interpretation: 'ZZ', severity: 'critical' },
    { shape: 'double', letter: 'AA', word: 'Critical, flag: ZZ', tone: 'critical' },
  ],
  [
    'not done',
    { status: 'cancelled', interpretation: 'H', severity: 'abnormal' },
    { shape: 'struck', letter: '', word: 'Not performed', tone: 'quiet' },
  ],
  [
    'withdrawn',
    { status: 'deleted', interpretation: 'HH', severity: 'critical' },
    { shape: 'struck', letter: '', word: 'Withdrawn', tone: 'quiet' },
  ],
  [
    'wrong patient',
    { status: 'wrong', interpretation: 'HH', severity: 'critical' },
    { shape: 'struck', letter: '', word: 'Withdrawn (wrong patient)', tone: 'quiet' },
  ],
];

describe('flag marks', () => {
  it.each(TABLE)('%s', (_name, part, mark) => {
    expect(markOf(line(part))).toEqual({ ...mark, computed: false });
  });

  it('never look milder than the severity: a normal or high code on a critical line stays critical', () => {
    for (const interpretation of ['N', 'S', 'H', 'L', 'A', 'NEG']) {
      expect(markOf(line({ interpretation, severity: 'critical' })).tone).toBe('critical');
    }
    expect(markOf(line({ interpretation: 'N', severity: 'abnormal' })).tone).toBe('abnormal');
  });

  it('identify flags computed by the service', () => {
    const mark = markOf(
      line({ interpretation: 'H', interpretation_source: 'computed', severity: 'abnormal' }),
    );
    expect(mark).toMatchObject({ letter: 'H', computed: true });
    expect(renderToStaticMarkup(createElement(MarkWord, { mark }))).toContain('(calculated)');
    expect(renderToStaticMarkup(createElement(ResultMark, { mark }))).toContain('High, calculated');
  });

  it('distinguish severe ones by shape, by letter and by text alone', () => {
    const marks = TABLE.slice(0, 5).map(([, part]) => markOf(line(part)));
    for (const part of ['shape', 'letter', 'word'] as const) {
      expect(new Set(marks.map((mark) => mark[part])).size).toBe(marks.length);
    }
  });

  it('show the most severe line of a report in lists, and only normal ones are blank', () => {
    const severities: Observation['severity'][] = ['critical', 'abnormal', 'unknown', 'normal'];
    const bare = (severity: Observation['severity']) =>
      markOfReport({
        status: 'final',
        severity,
        worst_interpretation: null,
        worst_interpretation_source: null,
      });
    expect(
      markOfReport({
        status: 'final',
        severity: 'critical',
        worst_interpretation: 'HH',
        worst_interpretation_source: 'lab',
      }),
    ).toMatchObject({ shape: 'double-up', letter: 'HH', word: 'Critical high', computed: false });
    expect(severities.map((severity) => bare(severity).shape)).toEqual([
      'double',
      'diamond',
      'dotted',
      'none',
    ]);
    expect(severities.map((severity) => bare(severity).word)).toEqual([
      'Critical',
      'Abnormal',
      'No flag',
      'Normal',
    ]);
  });

  it('show in lists when a report is partial, not performed or withdrawn', () => {
    const word = (status: LabResult['status'], severity: Observation['severity']) =>
      markOfReport({
        status,
        severity,
        worst_interpretation: null,
        worst_interpretation_source: null,
      }).word;
    expect(word('partial', 'normal')).toBe('Normal (partial)');
    expect(word('preliminary', 'normal')).toBe('Normal (preliminary)');
    expect(word('corrected', 'normal')).toBe('Normal');
    expect(word('partial', 'critical')).toBe('Critical');
    expect(word('cancelled', 'unknown')).toBe('Not performed');
    expect(word('cancelled', 'abnormal')).toBe('Abnormal');
    expect(word('entered_in_error', 'unknown')).toBe('Entered in error');
  });
});

describe('drawn marks', () => {
  const drawing = (part: Partial<Marked>): string =>
    renderToStaticMarkup(createElement(ResultMark, { mark: markOf(line(part)) }));

  it.each(TABLE.filter(([, , mark]) => mark.shape !== 'none'))(
    'of %s have a picture and a spoken text',
    (_name, part, mark) => {
      const html = drawing(part);
      expect(html).toContain('<svg');
      expect(html).toContain('aria-hidden="true"');
      expect(html).toContain(`<span class="sr-only">${mark.word.replaceAll('<', '&lt;')}</span>`);
    },
  );

  it('show critical as a solid plate, abnormal as an outline, unclassified as dots', () => {
    expect(drawing({ interpretation: 'HH', severity: 'critical' })).toContain('<rect');
    expect(drawing({ interpretation: 'H', severity: 'abnormal' })).not.toContain('<rect');
    expect(drawing({})).toContain('stroke-dasharray');
  });
});
