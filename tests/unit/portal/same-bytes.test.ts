import { createElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { FlowSheet } from '@/components/results/flow-sheet';
import { ObservationRow } from '@/components/results/observation-row';
import { Report } from '@/components/results/report';
import { TrendSection } from '@/components/results/trend-series';
import type { PatientView } from '@/components/patients/patient-view';
import { PrintSheet } from '@/components/print/print-sheet';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import { safeCell } from '@/server/shared/csv';
import { flowSheetCsv } from '@/server/domain/lab-results/flow-sheet-file';
import type { HistoryLine } from '@/server/domain/lab-results/history';
import type { PastValue } from '@/server/domain/lab-results/history-contract';
import { readNumber } from '@/server/hl7v2/read-number';
import { VALUES } from '../../support/tricky-values';
import { render } from '../../support/render';

/** P-12: values appear on every surface byte for byte as the laboratory sent them. */

/** Texts of the elements with the class, in order, as a browser shows them. */
function textsOf(markup: ReactNode, name: string): string[] {
  const html = render(markup);
  const texts: string[] = [];
  for (const { index, 0: opening } of html.matchAll(
    new RegExp(`<span class="[^"]*\\b${name}\\b[^"]*">`, 'g'),
  )) {
    let depth = 1;
    let at = index + opening.length;
    let text = '';
    while (depth > 0) {
      const tag = html.indexOf('<', at);
      text += html.slice(at, tag);
      depth += html.startsWith('</span>', tag) ? -1 : 1;
      at = html.indexOf('>', tag) + 1;
    }
    texts.push(
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&'),
    );
  }
  return texts;
}

const past = (value_text: string, index: number): PastValue => ({
  value_text,
  value_number: readNumber(value_text)?.number ?? null,
  comparator: null,
  reference_range: null,
  interpretation: null,
  interpretation_source: null,
  severity: 'unknown',
  status: 'final',
  observed_at: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
  precision: 'minute',
  observation_id: `obs_${index}`,
  result_id: 'res_1',
  has_notes: false,
});

const series = { test_key: 'K', name: 'Potassium', unit: 'mmol/L', lab_name: null };

const reportOf = (observations: Observation[]): LabResult =>
  ({
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
    panels: [{ id: 'pan_1', name: 'Panel', status: 'final', is_reflex: false, notes: [], observations }],
  }) as unknown as LabResult;

/** As printed by `app/(print)`. */
const onPaper = (children: ReactNode): ReactNode =>
  createElement(PrintSheet, {
    patient: {
      id: 'pat_1',
      name: { family: 'Doe', given: ['Jane'], prefix: null, suffix: null },
      birth_date: '1970-01-31',
      sex: 'female',
      mrn: '1',
      deceased_at: null,
      status: 'active',
      phones: [],
      emails: [],
      addresses: [],
      identifiers: [],
    } as unknown as PatientView,
    today: '2026-01-01',
    title: 'Report',
    status: null,
    printedBy: 'A',
    printedAt: 0,
    organization: 'Clinic',
    logo: null,
    back: '/',
    children,
  });

describe('four hundred values', () => {
  it('are distinct', () => {
    expect(new Set(VALUES).size).toBe(400);
  });

  const line = (value_text: string, index: number) =>
    ({
      ...past(value_text, index),
      id: `obs_${index}`,
      name: 'Potassium',
      unit: 'mmol/L',
      flags: [],
      notes: [],
      previous: null,
      role: 'result',
      original_text: null,
      alternate_code: null,
      value_original_text: null,
      value_alternate_codes: [],
    }) as unknown as Observation;
  const flow = createElement(FlowSheet, {
    patientId: 'pat_1',
    newestFirst: false,
    sheet: {
      columns: [{ observed_at: '2026-01-01T00:00:00.000Z', precision: null, result_ids: ['res_1'] }],
      groups: [
        {
          name: 'Panel',
          rows: VALUES.map((value, index) => ({
            ...series,
            reference_range: null,
            ranges_differ: false,
            cells: [[past(value, index)]],
          })),
        },
      ],
      panels: [],
      earlier: null,
      later: null,
      one_later: null,
      cut: false,
    },
  });

  it('are shown in the report', () => {
    const rows = VALUES.map((value, index) =>
      createElement(ObservationRow, {
        key: index,
        observation: line(value, index),
        corrections: [],
      }),
    );
    expect(textsOf(rows, 'text-value')).toEqual(VALUES);
  });

  it('are shown at the top of the report only when critical', () => {
    const lines = VALUES.map((value, index): Observation => ({
      ...line(value, index),
      severity: 'critical',
    }));
    const one = (part: Partial<Observation>) => ({ ...line('1', 401), id: 'obs_401', ...part });
    const others = [
      one({ severity: 'abnormal' }),
      one({ id: 'obs_402', severity: 'critical', status: 'deleted' }),
    ];
    const report = createElement(Report, {
      report: reportOf([...lines, ...others]),
      versions: undefined,
    });
    expect(textsOf(report, 'critical-value')).toEqual(VALUES);
    const calm = createElement(Report, { report: reportOf(others), versions: undefined });
    expect(render(calm)).not.toContain('Critical values');
  });

  it('with a direction-changing character show it as a sign', () => {
    const value = '\u202e5.0\u2069';
    const shown = ['‹U+202E›5.0‹U+2069›'];
    const row = createElement(ObservationRow, {
      observation: line(value, 0),
      corrections: [],
    });
    expect(textsOf(row, 'text-value')).toEqual(shown);
    const report = createElement(Report, {
      report: reportOf([{ ...line(value, 0), severity: 'critical' }]),
      versions: undefined,
    });
    expect(textsOf(report, 'critical-value')).toEqual(shown);
    const points = [past(value, 0)];
    const trend = createElement(TrendSection, {
      id: 'trend-0',
      patientId: 'pat_1',
      patient: 'DOE, Jane',
      series: { ...series, points },
      points,
      span: null,
      all: '/',
      without: null,
    });
    expect(textsOf(trend, 'trend-value')).toEqual(shown);
  });

  it('are shown in the flow sheet', () => {
    expect(textsOf(flow, 'flow-value')).toEqual(VALUES);
  });

  it('are shown in printed reports and flow sheets', () => {
    const report = createElement(Report, {
      report: reportOf(VALUES.map(line)),
      versions: undefined,
    });
    expect(textsOf(onPaper(report), 'text-value')).toEqual(VALUES);
    expect(textsOf(onPaper(flow), 'flow-value')).toEqual(VALUES);
  });

  it('are shown in the table of a trend', () => {
    const points = VALUES.map(past);
    const markup = createElement(TrendSection, {
      id: 'trend-0',
      patientId: 'pat_1',
      patient: 'DOE, Jane',
      series: { ...series, points },
      points,
      span: { from: 0, to: Date.UTC(2022, 0, 1) },
      all: '/',
      without: null,
    });
    expect(textsOf(markup, 'trend-value')).toEqual([...VALUES].reverse());
  });

  it('are shown in that table with aligned decimals', () => {
    const plain = ['6.90', '06.9', '123', '-0.50', '1234567.0001'];
    const points = plain.map(past);
    const markup = createElement(TrendSection, {
      id: 'trend-0',
      patientId: 'pat_1',
      patient: 'DOE, Jane',
      series: { ...series, points },
      points,
      span: null,
      all: '/',
      without: null,
    });
    expect(render(markup)).toContain('pl-[6ch]');
    expect(textsOf(markup, 'trend-value')).toEqual([...plain].reverse());
  });

  it('are exported', () => {
    const line = (valueText: string) =>
      ({
        id: '00000000-0000-7000-8000-000000000000',
        resultId: '00000000-0000-7000-8000-000000000000',
        testKey: 'K',
        name: 'Potassium',
        unit: null,
        valueText,
        interpretation: null,
        referenceRange: null,
        observedAt: null,
        collectedAt: null,
        precision: null,
        status: 'final',
        lab: { name: 'Lab' },
      }) as unknown as HistoryLine;
    const csv = flowSheetCsv(VALUES.map(line));
    const fields = [...csv.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)].map(([, text]) =>
      text!.replaceAll('""', '"'),
    );
    const rows = fields.length / 12;
    expect(rows).toBe(401);
    // Only values a spreadsheet would calculate get an apostrophe; csv.test.ts tests the rule.
    const inFile = VALUES.map((value) => (/^[=@+-]/.test(value) ? safeCell(value) : value));
    expect(Array.from({ length: 400 }, (_unused, row) => fields[(row + 1) * 12 + 2])).toEqual(inFile);
  });
});
