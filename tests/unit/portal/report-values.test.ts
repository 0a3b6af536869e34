import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { difference, ObservationRow } from '@/components/results/observation-row';
import { replacedValue } from '@/components/results/replaced-value';
import { valueSpacing } from '@/components/results/aligned-value';
import { CorrectionList } from '@/components/results/corrections';
import { shownLines } from '@/components/results/shown-lines';
import { Report } from '@/components/results/report';
import { ReportHead } from '@/components/results/report-head';
import { reportName } from '@/components/results/report-title';
import { rangeText, statusWords } from '@/components/results/words';
import type { Correction } from '@/server/data-types/lab-result';
import type { LabResult, Observation } from '@/server/domain/lab-results/contract';
import { formatIn } from '@/components/format/format';
import { render } from '../../support/render';

/** Values appear on the page byte for byte as the laboratory sent them. */

const TRICKY = [
  '<0.5', '<=0.5', '>1000', '>=1000', '6.90', '6.9', '06.90', '.5', '5.', '0', '-0', '-1.20', '+', '++', '+++', '+/-',
  '1:80', '1:128', '5,4', '1,234', '1 000', '1e3', '1E-05', 'POS', 'neg', 'NaN', 'null', 'undefined', 'true',
  '12.345678901234567', '10*3/uL', '37 °C', 'µmol', 'see note', '<b>bold</b>', '&lt;', '"quoted"', "it's", '  two  spaces  ',
  'line one\nline two', 'ٱلْعَرَبِيَّة', 'é e\u0301', '2026-11-05', '$&', '\\n', '{{value}}', '-', '*', '?', '\u200b', '∞',
]; // oxfmt-ignore

function observation(part: Partial<Observation>): Observation {
  return {
    id: 'obs_1',
    code: 'K',
    code_system: null,
    loinc: null,
    name: 'Potassium',
    original_text: null,
    alternate_code: null,
    role: 'result',
    value_type: 'text',
    value_text: '4.1',
    value_number: null,
    comparator: null,
    value_code: null,
    value_original_text: null,
    value_alternate_codes: [],
    unit: 'mmol/L',
    ucum: null,
    reference_range: null,
    interpretation: null,
    flags: [],
    interpretation_source: null,
    severity: 'unknown',
    status: 'final',
    observed_at: null,
    observed_at_precision: null,
    method: null,
    device: null,
    performing_lab: null,
    sub_id: null,
    notes: [],
    previous: null,
    ...part,
  };
}

const correction = (version: number, from: string): Correction => ({
  version,
  at: `2026-11-0${version}T10:00:00Z`,
  reason: null,
  changes: [{ observation_id: 'obs_1', field: 'value_text', from, to: 'later' }],
});

/** Each reported two hours before it was received; the third has no reported time. */
const VERSIONS = [1, 2, 3].map((version) => ({
  version,
  status: 'corrected' as const,
  issued_at: `2026-11-0${version}T10:00:00.000Z`,
  reported_at: version === 3 ? null : `2026-11-0${version}T08:00:00.000Z`,
  reported_at_precision: 'minute' as const,
}));

const rendered = (
  line: Observation,
  corrections: Correction[] = [],
  versions: typeof VERSIONS | undefined = VERSIONS,
): string => render(createElement(ObservationRow, { observation: line, corrections, versions }));

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const texts = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) =>
    match[1]!.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity]!),
  );

describe('report values', () => {
  it.each(TRICKY.map((value) => [value]))('show %j as received, now, before and corrected', (value) => {
    const line = observation({
      value_text: value,
      previous: { value_text: value, observed_at: null, observed_at_precision: null },
    });
    const html = rendered(line, [correction(2, value)]);
    const bytes = Buffer.from(value);
    const shown = [
      texts(html, /<span class="text-value [^"]*">([^<]*)<\/span>/g),
      texts(html, /<span class="mr-1 [^"]*">([^<]*)<\/span>/g),
      texts(html, /<del[^>]*>([^<]*)<\/del>/g),
    ];
    for (const found of shown) expect(found.map((text) => Buffer.from(text))).toEqual([bytes]);
  });

  it('show blanks and line breaks, and break no number over two lines', () => {
    for (const value of TRICKY) expect(valueSpacing(value)).toMatch(/^whitespace-pre/);
    expect(valueSpacing('-12.345678901234567')).toBe('whitespace-pre');
    expect(valueSpacing('Growth of Escherichia coli, see below')).toBe('whitespace-pre-wrap');
    expect(rendered(observation({ value_text: '6.90' }))).toContain('whitespace-pre ');
  });

  it('show a missing value as text, and an empty one as empty', () => {
    expect(rendered(observation({ value_text: null }))).toContain('No value');
    const file = rendered(observation({ value_type: 'attachment', value_text: null }));
    expect(file).toContain('Sent as a file');
    expect(rendered(observation({ value_text: '' }))).not.toContain('No value');
  });

  it('show the original text and second codes once, with the code of the line', () => {
    const html = rendered(
      observation({
        name: 'Glucose',
        original_text: 'GLUCOSE FASTING',
        role: 'not_asked',
        alternate_code: { system: 'L', code: 'GLU', display: 'Glucose' },
        value_text: 'Plasmodium',
        value_original_text: 'Plasmodium sp.',
        value_alternate_codes: [
          { system: 'L', code: 'LOC1', display: 'P. sp.' },
          { system: 'L', code: 'LOC2', display: 'Plasmodium' },
          { system: 'L', code: 'LOC3', display: null },
        ],
      }),
    );
    const small = texts(html, /<span class="block text-sm font-normal [^"]*">([^<]*)<\/span>/g);
    expect(small).toEqual([
      'Not ordered',
      'Original text: GLUCOSE FASTING',
      'Original text: Plasmodium sp.',
      'Also coded as: P. sp. (LOC1, L)',
    ]);
    expect(rendered(observation({}))).not.toMatch(/Original text|Also coded/);
  });

  it('show the repetitions of a long text as lines, with every character', () => {
    const long = `${'Macroscopy: one piece of skin '.repeat(3)}~~Diagnosis:~benign`;
    const html = rendered(observation({ value_text: long }));
    expect(html.replace(/<[^>]+>/g, '')).toContain(long);
    expect(html.match(/<span class="block">/g)).toHaveLength(4);
    expect(rendered(observation({ value_text: 'pH ~7.2 ~ normal' }))).not.toContain('<span class="block">');
  });

  it('strike a withdrawn value through without a rail', () => {
    const range = { low: 3, high: 5, text: null, applies_to: null };
    const wrong = rendered(observation({ status: 'wrong', value_number: 9, reference_range: range }));
    expect(wrong).toContain('line-through');
    expect(wrong).not.toContain('viewBox="0 0 128 16"');
    expect(rendered(observation({ value_number: 9, reference_range: range }))).toContain(
      'viewBox="0 0 128 16"',
    );
  });
});

describe('report flags', () => {
  it('show every received flag, including unknown ones', () => {
    const html = rendered(
      observation({ interpretation: 'N', interpretation_source: 'lab', flags: ['N', 'TOX', 'D'] }),
    );
    expect(html).toContain('Also flagged: TOX, Significant change down');
    expect(rendered(observation({ interpretation: 'H', flags: ['H'] }))).not.toContain('Also flagged');
  });
});

describe('the status of a partial report', () => {
  it('counts a partial panel as pending', () => {
    expect(statusWords('partial', ['CBC'], ['CBC'])).toBe('Partial (0 of 1 panel), CBC pending');
    expect(statusWords('partial', ['CBC', 'BMP'], ['BMP', 'TSH'])).toBe(
      'Partial (1 of 3 panels), BMP · TSH pending',
    );
  });
});

describe('corrections', () => {
  it('name panel and report as the page does', () => {
    const changes = ['panels.24323-8.status', 'panels.GONE.status', 'status'].map((field) => ({
      observation_id: null,
      field,
      from: 'partial',
      to: 'corrected',
    }));
    const html = render(
      createElement(CorrectionList, {
        report: {
          corrections: [{ ...correction(2, ''), changes }],
          panels: [{ code: '24323-8', name: 'Metabolic panel', observations: [] }],
        } as unknown as LabResult,
        versions: VERSIONS,
      }),
    );
    expect(texts(html, /<li[^>]*>([^<]*) changed from/g)).toEqual([
      'Metabolic panel: status',
      'Panel GONE: status',
      'Report: status',
    ]);
  });

  it('show when each value was reported, as its line does', () => {
    const corrections = [correction(2, '6.9'), correction(3, '7.1')];
    const report = { corrections, panels: [] } as unknown as LabResult;
    const html = render(createElement(CorrectionList, { report, versions: VERSIONS }));
    expect(texts(html, /from <del>([^/]*)<\/del>/g)).toEqual(['7.1', '6.9']);
    expect(texts(html, /\(reported ([^)]*)\) to/g)).toEqual(['02-Nov-2026 08:00', '01-Nov-2026 08:00']);
  });
});

describe('the changed value of a result', () => {
  const words = (part: Partial<Observation>, ...corrections: Correction[]) =>
    render(
      createElement(CorrectionList, {
        // Only what the list of changes reads.
        report: {
          corrections,
          panels: [{ code: 'BMP', name: 'Metabolic', observations: [observation(part)] }],
        } as unknown as LabResult,
        versions: VERSIONS,
      }),
    )
      .replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]+>/g, '');
  const now = {
    value_text: '5.9',
    interpretation: 'H',
    severity: 'abnormal',
    interpretation_source: 'lab',
    reference_range: { low: 3.5, high: 5, text: null, applies_to: null },
  } as const;
  const from = (version: number, before: string, to: string): Correction => ({
    ...correction(version, ''),
    changes: [{ observation_id: 'obs_1', field: 'value_text', from: before, to }],
  });

  it('has the unit, flag and range of its row', () => {
    expect(words(now, from(2, '4.3', '5.9'))).toMatch(
      /Potassium: 5\.9 mmol\/L\S* HHigh, range 3\.5 – 5, was 4\.3, reported 01-Nov-2026 08:00/,
    );
  });

  it('is called added if the result is new', () => {
    const added = { ...correction(2, ''), changes: [{ ...from(2, '', '5.9').changes[0]!, from: null }] };
    expect(words(now, added)).toMatch(/Potassium: 5\.9 mmol\/L\S* HHigh added, range 3\.5 – 5$/);
  });

  it('has none of them if a later version changed the result', () => {
    const html = words(now, from(2, '4.3', '5.9'), from(3, '5.9', '5.9'));
    expect(html).toContain('Potassium: value changed from 4.3 (reported 01-Nov-2026 08:00) to 5.9');
  });
});

describe('changes of a version', () => {
  const at = (version: number, ...changes: Correction['changes']): Correction => ({
    ...correction(version, ''),
    changes,
  });
  const of = (id: string | null, field: string, from: string | null, to: string | null) => ({
    observation_id: id,
    field,
    from,
    to,
  });
  const said = (status: LabResult['status'], ...corrections: Correction[]) =>
    texts(
      render(
        createElement(CorrectionList, {
          report: {
            corrections,
            status,
            collected_at_precision: 'minute',
            panels: [{ code: 'BMP', name: 'Metabolic', observations: [observation({})] }],
          } as unknown as LabResult,
          versions: undefined,
        }),
        'Europe/Berlin',
      ).replace(/<\/?(?:del|ins|span)[^>]*>/g, ''),
      /<(?:p|li)(?: class="(?:font-semibold|whitespace-pre-line)")>([^<]*)/g,
    );

  it('show added notes only, when all earlier ones remain', () => {
    const notes = (...texts: string[]) => JSON.stringify(texts.map((text) => ({ text, source: null })));
    const [file, missing] = ['It is kept with the message.', 'Not in the latest report.'];
    expect(
      said(
        'corrected',
        at(
          2,
          of('obs_1', 'notes', notes(file), notes(file, missing)),
          of(null, 'notes', notes(file, missing), notes(missing)),
        ),
      ).slice(1),
    ).toEqual([`Potassium: comment added: ${missing}`, `Report: comment removed: ${file}`]);
  });

  it('are sentences, whether something was added, removed or changed', () => {
    const notes = (...texts: string[]) => JSON.stringify(texts.map((text) => ({ text, source: null })));
    expect(
      said(
        'corrected',
        at(
          2,
          of('obs_1', 'interpretation', null, 'H'),
          of('obs_1', 'unit', 'mmol/L', null),
          of('obs_1', 'value_text', '6.9', null),
          of('obs_1', 'notes', null, notes('Hemolyzed.', 'Repeat.')),
        ),
        at(3, of('obs_1', 'interpretation', 'H', null), of('obs_1', 'notes', notes('Old.'), notes('New.'))),
        at(
          4,
          of('obs_2', 'value_text', null, null),
          of(null, 'panels.LIPID', null, 'Lipid panel'),
          of(null, 'panels.BMP.is_reflex', 'false', 'true'),
          of(null, 'panels.GONE.is_reflex', 'true', 'false'),
          of(null, 'accession_number', null, 'ACC17'),
        ),
      ).filter((text) => !/2026/.test(text)),
    ).toEqual([
      'Removed result added without a value',
      'Panel LIPID added',
      'Panel Metabolic marked as added by the laboratory',
      'Panel GONE no longer marked as added by the laboratory',
      'Report: accession number ACC17 added',
      'Potassium: flag H (High) removed',
      'Potassium: comment changed from “Old.” to “New.”',
      'Potassium: value 6.9 (in version 1) removed',
      'Potassium: flag H (High) added',
      'Potassium: unit mmol/L removed',
      'Potassium: comments added: Hemolyzed.\nRepeat.',
    ]);
  });

  it('are described in times of the organization, value first, without repetition', () => {
    const [from, to] = ['2026-11-01T08:00:00.000Z', '2026-11-01T07:30:00.000Z'];
    expect(
      said(
        'corrected',
        at(
          2,
          of('obs_1', 'interpretation', 'HH', 'N'),
          of('obs_1', 'flags', '["HH"]', '["N"]'),
          of('obs_1', 'severity', 'critical', 'normal'),
          of('obs_1', 'status', 'final', 'corrected'),
          of('obs_1', 'reference_range', '{"low":3,"high":5,"text":null}', null),
          of('obs_1', 'value_text', '6.9', '[4]'),
          of('obs_1', 'observed_at', from, to),
          of('obs_2', 'value_text', null, '2.31'),
          of(null, 'collected_at', from, to),
          of(null, 'specimens', '[{"type":null}]', '[{"type":"Serum","condition":"Haemolysed"}]'),
          of(null, 'order_id', '019a', null),
          of(null, 'panels.BMP.status', 'final', 'corrected'),
          of(null, 'status', 'final', 'corrected'),
        ),
      ),
    ).toEqual([
      'Corrected 02-Nov-2026 11:00',
      'Potassium: value changed from 6.9 (in version 1) to [4]',
      'Potassium: flag changed from HH (Critical high) to N (Normal)',
      'Potassium: reference range 3 – 5 removed',
      'Removed result: value 2.31 added',
      'Report: collection time changed from 01-Nov-2026 09:00 to 01-Nov-2026 08:30',
      'Report: specimen changed from unnamed to Serum, Haemolysed',
    ]);
  });

  it('show the seconds of times that differ only by them', () => {
    const [from, to] = ['2026-11-01T08:00:00.000Z', '2026-11-01T08:00:41.000Z'];
    expect(said('corrected', at(2, of(null, 'collected_at', from, to)))).toContain(
      'Report: collection time changed from 01-Nov-2026 09:00:00 to 01-Nov-2026 09:00:41',
    );
  });

  it('are called a correction only after a final report', () => {
    const words = said(
      'entered_in_error',
      at(2, of(null, 'status', 'preliminary', 'final')),
      at(3, of(null, 'status', 'final', 'corrected')),
      at(4, of(null, 'status', 'corrected', 'entered_in_error'), of(null, 'moved_to', null, 'res_1')),
    ).filter((text) => /2026/.test(text));
    expect(words.map((text) => text.split(' ')[0])).toEqual(['Entered', 'Corrected', 'Updated']);
  });
});

describe('comparison next to a value', () => {
  const compared = (
    text: string,
    number: number | null,
    before: string | null,
    comparator: '<' | null = null,
  ) =>
    difference({
      value_text: text,
      value_number: number,
      comparator,
      previous: { value_text: before, observed_at: null, observed_at_precision: null },
    });

  it('compares plain numbers only', () => {
    expect(compared('6.90', 6.9, '4.6')).toBe('+2.30');
    expect(compared('135', 135, '138')).toBe('−3');
    expect(compared('4.0', 4, '4')).toBe('no change');
    expect(compared('207.84548130062646', 207.84548130062646, '165.3986242875926')).toBe('+42.4469');
    for (const before of ['<0.5', '1:80', '5,4', 'POS', '', null])
      expect(compared('1', 1, before)).toBeNull();
    expect(compared('<0.5', 0.5, '0.7', '<')).toBeNull();
    expect(compared('POS', null, '1')).toBeNull();
  });

  it('prints the range as received, else its limits, else that it is missing', () => {
    const range = (low: number | null, high: number | null, text: string | null) =>
      rangeText(observation({ reference_range: { low, high, text, applies_to: null } }));
    expect(range(7, 20, '7 - 20')).toBe('7 - 20');
    expect(range(70, 115, null)).toBe('70 – 115');
    expect(range(40, null, null)).toBe('≥ 40');
    expect(range(null, 200, null)).toBe('≤ 200');
    expect(range(null, null, null)).toBeNull();
    expect(rendered(observation({}))).toContain('No reference range');
  });

  it('does not deny an earlier value in another unit, or an omitted one', () => {
    const before = (line: Partial<Observation>) =>
      /data-label="Previous"[^>]*>(.*?)<\/td>/.exec(rendered(observation(line)))![1]!.replace(/<[^>]*>/g, '');
    expect(before({ unit: 'mmol/L', previous: null })).toBe('—No previous value in mmol/L');
    expect(before({ unit: null, previous: null })).toBe('—No previous value');
    const at = { observed_at: '2026-11-01T08:00:00.000Z', observed_at_precision: 'minute' as const };
    expect(before({ previous: { value_text: null, ...at } })).toBe('No value 01-Nov-2026 08:00');
    expect(before({ previous: { value_text: '', ...at } })).toBe(' 01-Nov-2026 08:00');
  });

  it('has the time of day on a phone only if both values are of one day', () => {
    const timeAt = (previous: string) => {
      const at = { observed_at: previous, observed_at_precision: 'minute' as const };
      const html = rendered(
        observation({
          observed_at: '2026-11-05T14:00:00.000Z',
          observed_at_precision: 'minute',
          previous: { value_text: '4', ...at },
        }),
      );
      return /<span(?: class="([^"]*)")?>\d\d:\d\d<\/span>/.exec(html)![1] ?? 'shown';
    };
    expect(timeAt('2026-11-05T08:00:00.000Z')).toBe('shown');
    expect(timeAt('2026-11-04T08:00:00.000Z')).toContain('hidden');
  });

  it('shows the value replaced by the latest correction, with its report time', () => {
    const [second, third, fourth] = [correction(2, '6.9'), correction(3, '7.1'), correction(4, '7.3')];
    expect(replacedValue('obs_1', [second, third])).toEqual({ from: '7.1', version: 2 });
    expect(replacedValue('obs_2', [second])).toBeNull();
    expect(rendered(observation({}), [second])).toContain('<del>6.9</del>, reported 01-Nov-2026 08:00<');
    // A version in between that did not change the value is not its source.
    const note = { ...third, changes: [{ ...third.changes[0]!, field: 'notes' }] };
    expect(rendered(observation({}), [second, note, fourth])).toContain(
      '<del>7.3</del>, reported 02-Nov-2026 08:00<',
    );
    expect(rendered(observation({}), [second, third, fourth])).toContain(
      '<del>7.3</del>, received 03-Nov-2026 10:00<',
    );
    expect(rendered(observation({}), [second], [])).toContain('<del>6.9</del>, in version 1<');
  });
});

describe('long report', () => {
  const SAYS_MORE: Partial<Observation>[] = [
    { severity: 'critical' },
    { interpretation: 'H', flags: ['H'], severity: 'abnormal' },
    { interpretation: 'POS', flags: ['POS'] },
    { flags: ['N', 'OWN'] },
    { status: 'preliminary' },
    { status: 'corrected' },
    { status: 'wrong' },
    { notes: [{ text: 'Hemolyzed.', source: 'lab' }] },
    { id: 'obs_1' },
  ];
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      observation({ id: `obs_plain_${at}`, interpretation: 'N', flags: ['N'] }),
    );
  const panels = (observations: Observation[]) => [{ observations }] as LabResult['panels'];
  const idsOf = (shown: ReturnType<typeof shownLines>) =>
    shown.panels.flatMap(({ observations }) => observations.map(({ id }) => id));

  it('shows its first 500 lines and each line that is not a plain final value', () => {
    const more = SAYS_MORE.map((part, at) => observation({ id: `obs_more_${at}`, ...part }));
    const sent = [...lines(800), ...more, ...lines(800)];
    const shown = shownLines({ panels: panels(sent), corrections: [correction(2, '6.9')] });
    expect(idsOf(shown)).toEqual([...lines(500), ...more].map(({ id }) => id));
    expect(shown).toMatchObject({ total: sent.length, hidden: 1_100, panels: [{ hidden: 1_100 }] });
  });

  it('of at most 1,000 lines is shown completely', () => {
    const shown = shownLines({ panels: panels(lines(1_000)), corrections: [] });
    expect(shown).toMatchObject({ total: 1_000, hidden: 0 });
    expect(idsOf(shown)).toHaveLength(1_000);
  });
});

describe('head of a report', () => {
  it.each([
    ['corrected', 'Corrected 02-Nov-2026 10:00 · Signed by Dr. Kim, 03-Nov-2026 09:00'],
    ['final', 'Final · Changed 02-Nov-2026 10:00 · Signed by Dr. Kim, 03-Nov-2026 09:00'],
  ])('has the time of a change next to the status: %s', (status, words) => {
    const report = {
      status,
      panels: [],
      pending_tests: [],
      corrections: [correction(2, '4.1')],
      specimens: [],
      review: { status: 'signed' },
    } as unknown as LabResult;
    const html = render(
      createElement(ReportHead, { report, signed: { name: 'Dr. Kim', at: '2026-11-03T09:00:00Z' } }),
    );
    const [line] = texts(html, /<p class="report-status[^>]*>(.*?)<\/p>/g);
    expect(line!.replaceAll(/[\u2066-\u2069]/g, '')).toBe(words);
  });
});

describe('the heading of the only panel', () => {
  it.each([
    ['corrected', 'corrected', 'sr-only'],
    ['final', 'final', 'sr-only'],
    // The head of the report does not show the status of the panel.
    ['corrected', 'partial', 'text-section font-semibold'],
  ])('is hidden below the title if it adds nothing: %s in a report that is %s', (panel, status, look) => {
    const report = {
      status,
      panels: [{ id: 'pan_1', name: 'Lipids', status: panel, is_reflex: false, observations: [], notes: [] }],
      pending_tests: [],
      corrections: [],
      specimens: [],
      notes: [],
      review: { status: 'unreviewed' },
    } as unknown as LabResult;
    const html = render(createElement(Report, { report, versions: undefined }));
    expect(texts(html, /<h2 id="panel-pan_1" class="([^"]*)"/g)).toEqual([look]);
  });
});

describe('name of a report', () => {
  const named = (lines: Partial<Observation>[], collected_at: string | null = '2026-11-05T08:00:00Z') =>
    reportName(
      {
        // Only what the name is made of.
        panels: [{ name: 'BMP', observations: lines.map(observation) }] as unknown as LabResult['panels'],
        collected_at,
        collected_at_precision: 'minute',
      },
      formatIn('UTC'),
    );

  it('contains the critical value, otherwise the time of collection', () => {
    const critical = { name: 'Glucose', severity: 'critical', value_text: '38' } as const;
    expect(named([{}, critical])).toBe('BMP (Glucose 38)');
    expect(named([{ ...critical, value_text: 'A text that is too long for a title' }])).toBe('BMP (Glucose)');
    expect(named([{ ...critical, status: 'wrong' }])).toBe('BMP (05-Nov-2026 08:00)');
    expect(named([{}], null)).toBe('BMP');
  });
});
