import { describe, expect, it } from 'vitest';
import { normalize, type NormalizeOptions } from '../../../server/hl7v2/normalize';
import { readMessage } from '../../../server/hl7v2/read-message';
import { codeKey, NO_MAPPINGS } from '../../../server/domain/inbound-reports/filing/connection-mappings';
import {
  isSameWithoutZeros,
  zeroSpellings,
} from '../../../server/domain/inbound-reports/filing/same-identifier';
import { panelStatusOf } from '../../../server/domain/inbound-reports/filing/panel-status';
import { reportKey } from '../../../server/domain/inbound-reports/filing/report-key';
import { latestOf, writtenDate } from '../../../server/domain/inbound-reports/filing/time-precision';
import { toReport, type ReportSource } from '../../../server/domain/inbound-reports/filing/to-report';
import { NOT_ASKED, UNREADABLE_FILE } from '../../../server/domain/inbound-reports/filing/service-notes';
import { readTime } from '../../../server/hl7v2/time';
import { er7, MSH, PID } from '../../support/hl7';

const SOURCE: ReportSource = {
  messageId: 'msg_1',
  isTest: false,
  arrival: 7,
  lab: { id: 'lab_1', name: 'Lab', accreditation_number: null, director: null },
  updateMode: 'replace_panel',
  mappings: NO_MAPPINGS,
  sentAt: null,
  doubts: [],
};
const normal = (lines: string[], options: Partial<NormalizeOptions> = {}) =>
  normalize(readMessage(er7(MSH, PID, ...lines)).message, { timeZone: 'Europe/Berlin', ...options });
const read = (
  lines: string[],
  extra: Partial<ReportSource> = {},
  options: Partial<NormalizeOptions> = {},
) => {
  const message = normal(lines, options);
  return toReport(message.reports[0]!, { ...SOURCE, sentAt: message.sent_at, ...extra });
};
/** OBR with fields by number. */
const obr = (fields: Record<number, string> = {}) => {
  const given: Record<number, string> = { 2: 'P1', 3: 'F1', 4: 'CMP^Metabolic panel^L', 25: 'F', ...fields };
  return ['OBR', ...Array.from({ length: 32 }, (_, index) => given[index + 1] ?? '')].join('|');
};
const obx = (value: string, extra: { type?: string; code?: string; unit?: string; status?: string } = {}) =>
  `OBX|1|${extra.type ?? 'NM'}|${extra.code ?? 'GLU^Glucose^L'}||${value}|${extra.unit ?? ''}|||||${extra.status ?? 'F'}`;
const first = (lines: string[], extra: Partial<ReportSource> = {}, options: Partial<NormalizeOptions> = {}) =>
  read(lines, extra, options).panels[0]!.observations[0]!;

describe('report times', () => {
  it('keep their precision: of the report, of its receipt, and of each line', () => {
    const days = { 7: '20260105', 14: '20260106', 22: '20260107' };
    const sent = read([obr(days), obx('5'), `${obx('6', { code: 'NA^Sodium^L' })}|||20260105083015`]);
    expect(sent).toMatchObject({
      collected_at: '2026-01-05T00:00:00.000Z',
      collected_at_precision: 'day',
      received_at: '2026-01-06T00:00:00.000Z',
      received_at_precision: 'day',
      reported_at: '2026-01-07T00:00:00.000Z',
      reported_at_precision: 'day',
    });
    expect(sent.panels[0]!.observations).toMatchObject([
      { observed_at: '2026-01-05T00:00:00.000Z', observed_at_precision: 'day' },
      { observed_at: '2026-01-05T07:30:15.000Z', observed_at_precision: 'second' },
    ]);
  });
});

describe('document date', () => {
  it.each([
    ['20260105003000', 'Europe/Berlin', '2026-01-05'],
    ['20260105003000+0100', 'America/New_York', '2026-01-05'],
    ['202601052330-0500', 'UTC', '2026-01-05'],
    ['20260105', 'Pacific/Kiritimati', '2026-01-05'],
    ['202601', 'UTC', null],
    ['2026', 'UTC', null],
  ])('of %s, read in %s, is the written day: %s', (sent, zone, date) => {
    expect(writtenDate(readTime(sent, zone))).toBe(date);
  });

  it('is missing when no time was sent', () => expect(writtenDate(null)).toBeNull());
});

describe('line status (table 0085)', () => {
  it.each([
    ['P', 'preliminary'],
    ['R', 'preliminary'],
    ['I', 'preliminary'],
    ['S', 'partial'],
    ['F', 'final'],
    ['U', 'final'],
    ['B', 'final'],
    ['V', 'final'],
    ['C', 'corrected'],
    ['A', 'corrected'],
    ['D', 'deleted'],
    ['W', 'wrong'],
    ['X', 'cancelled'],
  ])('%s is %s', (code, status) => {
    expect(first([obr(), obx('5', { status: code })]).status).toBe(status);
  });

  it.each([
    ['N', 'not_asked', 'preliminary', [NOT_ASKED]],
    ['O', 'order_detail', 'final', []],
  ])('%s with a value is %s and does not count for its panel', (code, role, status, notes) => {
    const [panel] = read([obr(), obx('5', { status: code }), obx('6'), obx('', { status: code })]).panels;
    expect(panel).toMatchObject({
      status: 'final',
      observations: [
        { value_text: '6', role: 'result' },
        { value_text: '5', role, status, notes },
      ],
    });
  });

  it('of an open line about the patient does not keep the report open', () => {
    const head = MSH.replace('|2.5', '|2.7');
    const message = normalize(
      readMessage(er7(head, PID, obx('O neg', { type: 'ST', status: '' }), obr(), obx('5'))).message,
      { timeZone: 'UTC' },
    );
    expect(toReport(message.reports[0]!, SOURCE).panels).toMatchObject([
      { code: 'CMP', status: 'final' },
      { code: 'patient', status: 'final', observations: [{ status: 'preliminary', role: 'patient' }] },
    ]);
  });

  it('N with a value is shown where the panel has no results, O is not', () => {
    const open = (code: string) => read([obr({ 25: 'I' }), obx('5', { status: code })]).panels.length;
    expect([open('N'), open('O')]).toEqual([1, 0]);
  });

  it('U keeps the earlier value, and B continues the earlier text', () => {
    expect(first([obr(), obx('', { status: 'U' })]).keeps).toBe('value');
    expect(first([obr(), obx('5', { status: 'U' })]).keeps).toBeUndefined();
    expect(first([obr(), obx('""', { status: 'U' })]).keeps).toBeUndefined();
    expect(first([obr(), obx('more', { type: 'TX', status: 'B' })]).keeps).toBe('text');
    expect(first([obr(), obx('5', { status: 'B' })]).keeps).toBeUndefined();
  });
});

describe('panel status (table 0123)', () => {
  it.each([
    ['P', 'preliminary'],
    ['R', 'preliminary'],
    ['M', 'preliminary'],
    ['A', 'partial'],
    ['F', 'final'],
    ['C', 'corrected'],
    // Canceled but with a value.
    ['X', 'final'],
    ['I', 'preliminary'],
    ['', 'final'],
    ['?', 'final'],
  ])('%j is %s with a final line', (code, status) => {
    expect(read([obr({ 25: code }), obx('5')]).panels[0]!.status).toBe(status);
  });

  it.each(['O', 'I', 'S', 'N', 'Y', 'Z'])('%s without a line is in progress', (code) => {
    expect(read([obr({ 25: code })])).toMatchObject({
      panels: [],
      waiting: [{ code: 'CMP', name: 'Metabolic panel' }],
    });
  });

  it.each([
    ['final', ['preliminary'], 'preliminary'],
    ['final', ['final', 'preliminary'], 'partial'],
    ['final', ['corrected', 'partial'], 'partial'],
    ['final', ['final', 'corrected'], 'corrected'],
    ['final', ['cancelled', 'cancelled'], 'cancelled'],
    ['final', ['cancelled', 'final'], 'final'],
    ['corrected', ['final'], 'corrected'],
    ['preliminary', ['final'], 'preliminary'],
    ['partial', ['final'], 'partial'],
    ['cancelled', [], 'cancelled'],
    ['final', [], 'final'],
    [null, [], 'preliminary'],
    [null, ['preliminary', 'final'], 'partial'],
  ] as const)('%s with lines %j is %s', (stated, lines, status) => {
    expect(panelStatusOf(stated, lines)).toBe(status);
  });
});

describe('report lines', () => {
  it.each([
    ['NM', '6.90', 'quantity', '6.90', 6.9, null],
    ['NM', '<0.5', 'quantity', '<0.5', 0.5, '<'],
    ['SN', '<^0.5', 'quantity', '<0.5', 0.5, '<'],
    ['SN', '^1^:^128', 'ratio', '1:128', null, null],
    ['NM', 'pending', 'text', 'pending', null, null],
    ['ST', 'NEGATIVE', 'text', 'NEGATIVE', null, null],
    ['CE', '260385009^Negative^SCT', 'coded', 'Negative', null, null],
    ['CWE', 'POS', 'coded', 'POS', null, null],
  ])('%s %s', (type, value, valueType, text, number, comparator) => {
    expect(first([obr(), obx(value, { type })])).toMatchObject({
      value_type: valueType,
      value_text: text,
      value_number: number,
      comparator,
    });
  });

  it('have a decimal comma only where the connection is set so, and show the received text', () => {
    expect(first([obr(), obx('3,5')])).toMatchObject({ value_type: 'text', value_text: '3,5' });
    expect(first([obr(), obx('3,5')], {}, { decimalComma: true })).toMatchObject({
      value_type: 'quantity',
      value_text: '3,5',
      value_number: 3.5,
    });
  });

  it('use LOINC from the laboratory, else from the code map of the connection', () => {
    const mappings = {
      codes: new Map([
        [codeKey('GLU', 'L'), '2345-7'],
        [codeKey('CMP', 'L'), '24323-8'],
      ]),
      units: new Map([['MMOLL', 'mmol/L']]),
    };
    const mapped = read([obr(), obx('5', { unit: 'MMOLL' })], { mappings });
    expect(mapped.panels[0]).toMatchObject({ code: 'CMP', loinc: '24323-8' });
    expect(mapped.panels[0]!.observations[0]).toMatchObject({
      code: 'GLU',
      code_system: 'L',
      loinc: '2345-7',
      unit: 'MMOLL',
      ucum: 'mmol/L',
    });
    expect(first([obr(), obx('5', { code: 'GLU^Glucose^OTHER' })], { mappings }).loinc).toBeNull();
    expect(first([obr(), obx('5', { code: '1-8^X^LN^GLU^Glucose^L' })], { mappings }).loinc).toBe('1-8');
    expect(first([obr(), obx('5', { unit: 'MMOLL' })])).toMatchObject({ loinc: null, ucum: null });
  });

  it('report an unreadable file, and show the target of a reference', () => {
    expect(first([obr(), obx('^application^pdf^Base64^', { type: 'ED' })])).toMatchObject({
      value_type: 'attachment',
      value_text: null,
      notes: [UNREADABLE_FILE],
    });
    expect(first([obr(), obx('https://lab.example/1.pdf^X^application^pdf', { type: 'RP' })])).toMatchObject({
      value_text: 'https://lab.example/1.pdf',
      notes: [],
    });
  });

  it('have their own observation time, else the collection time', () => {
    const at = (time: string) => `${obx('5')}|||${time}`;
    const taken = obr({ 7: '202601050800' });
    expect(first([taken, at('20260105091500')]).observed_at).toBe('2026-01-05T08:15:00.000Z');
    expect(first([taken, at('')]).observed_at).toBe('2026-01-05T07:00:00.000Z');
    // A date is less precise than a time.
    expect(first([taken, at('20260105')]).observed_at).toBe('2026-01-05T07:00:00.000Z');
  });
});

describe('report panels', () => {
  it('have notes, numbers, times, and the line that triggered them', () => {
    const report = read([
      obr({ 22: '20260105140000', 4: '24323-8^Metabolic panel^LN^CMP^Metab^L' }),
      'NTE|1|L|panel note',
      obx('5'),
      'NTE|1|L|line note',
      obr({ 3: 'F2', 4: 'SUS^Susceptibility^L', 26: 'ORG^1^E. coli', 22: '' }),
      obx('S', { type: 'ST' }),
    ]);
    expect(report.panels).toMatchObject([
      {
        code: '24323-8',
        other_code: 'CMP',
        loinc: '24323-8',
        filler_number: 'F1',
        is_reflex: false,
        reported_at: '2026-01-05T13:00:00.000Z',
        notes: [{ text: 'panel note', source: 'L' }],
        observations: [{ notes: [{ text: 'line note', source: 'L' }] }],
      },
      {
        code: 'SUS',
        filler_number: 'F2',
        is_reflex: true,
        parent: { code: 'ORG', sub_id: '1' },
        // MSH-7 if OBR-22 is empty.
        reported_at: null,
        sent_at: '2026-01-05T13:30:00.000Z',
      },
    ]);
    expect(report).toMatchObject({
      arrival: 7,
      update_mode: 'replace_panel',
      source: { message_id: 'msg_1' },
    });
  });

  it('list specimens once, with their problems', () => {
    const spm =
      'SPM|1|S-1^L-9||SER^Serum^HL70487|||||||||||||20260105080000|20260105090000|||QS^Too little|||HEM^Hemolyzed';
    expect(read([obr(), obx('5'), spm, obr({ 3: 'F2', 4: 'B' }), obx('6'), spm]).specimens).toEqual([
      {
        id: 'L-9',
        type: 'Serum',
        type_code: 'SER',
        condition: 'Hemolyzed',
        rejected_reason: 'Too little',
        collected_at: '2026-01-05T07:00:00.000Z',
        received_at: '2026-01-05T08:00:00.000Z',
      },
    ]);
    expect('specimens' in read([obr(), obx('5')])).toBe(false);
  });
});

describe('latestOf', () => {
  it.each([
    ['20260105140000+0000', '2026-01-05T14:00:00.000Z'],
    ['202601051400+0000', '2026-01-05T14:00:59.999Z'],
    ['20260105', '2026-01-06T13:59:59.999Z'],
  ])('%s may mean %s', (sent, latest) => {
    expect(latestOf(readTime(sent, 'UTC')!)).toBe(latest);
  });
});

describe('reportKey', () => {
  const key = (lines: string[], options: Partial<NormalizeOptions> = {}) =>
    reportKey(normal(lines, options).reports[0]!);

  it.each([
    ['the placer number with its letters, hyphens and zeros', obr({ 2: '00-A17/b^CDS' }), 'placer:00-A17/b'],
    ['else the filler number of the first OBR', obr({ 2: '' }), 'filler:F1'],
    ['else the accession number', obr({ 2: '', 3: '', 18: 'ACC-1' }), 'accession:ACC-1'],
  ])('is %s', (_words, line, expected) => {
    expect(key([line, obx('5'), obr({ 2: '', 3: 'F9', 4: 'B' })], { accessionField: 'OBR-18' })).toBe(
      expected,
    );
  });

  it('is our order number where the placer number matches it', () => {
    expect(reportKey(normal([obr({ 2: '42' })]).reports[0]!, '0042')).toBe('placer:0042');
  });

  it('is the content without a number', () => {
    const bare = obr({ 2: '', 3: '' });
    expect(key([bare, obx('5')])).toMatch(/^content:[0-9a-f]{64}$/);
    expect(key([bare, obx('5')])).toBe(key([bare, obx('5')]));
    expect(key([bare, obx('5')])).not.toBe(key([bare, obx('6')]));
  });
});

describe('leading zeros', () => {
  it('are removed only from numbers of digits', () => {
    expect(isSameWithoutZeros('0042', '42')).toBe(true);
    expect(isSameWithoutZeros('00A42', 'A42')).toBe(false);
    expect(isSameWithoutZeros('0', '000')).toBe(true);
    expect(zeroSpellings('0042')).toContain('42');
    expect(zeroSpellings('42')).toContain('00042');
    expect(zeroSpellings('0042')).not.toContain('0042');
    expect(zeroSpellings('A-42')).toEqual([]);
  });
});
