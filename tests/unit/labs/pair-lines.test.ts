import { describe, expect, it } from 'vitest';
import { mergeLine } from '../../../server/domain/lab-results/merge-line';
import { pairLines } from '../../../server/domain/lab-results/pair-lines';
import { pairPanels } from '../../../server/domain/lab-results/pair-panels';
import {
  readPanels,
  type LabReport,
  type ObservationRow,
  type ReportPanel,
} from '../../../server/domain/lab-results/report';

/** Lines are written as `value@hour status unit`; without an hour a line has no time. */
const STATUS = { P: 'preliminary', F: 'final', C: 'corrected', D: 'deleted' } as const;

function panelOf(text: string, extra: Partial<ReportPanel> = {}): ReportPanel {
  const observations = text.split(', ').map((line) => {
    const [value = '', status = 'F', unit = 'mmol/L'] = line.split(' ');
    const [shown = '', hour] = value.split('@');
    const isText = /[a-z]/.test(shown);
    return {
      code: 'GLU',
      name: 'Glucose',
      unit,
      sub_id: null,
      value_type: isText ? ('text' as const) : ('quantity' as const),
      value_text: shown || null,
      status: STATUS[status as keyof typeof STATUS],
      observed_at: `2026-11-20T${(hour ?? '8').padStart(2, '0')}:00:00.000Z`,
      timed: hour !== undefined,
    };
  });
  return { code: 'GTT', name: 'GTT', observations, ...extra };
}

const read = (...panels: ReportPanel[]) => {
  const report: LabReport = {
    patient_id: 'pat_1',
    lab: { id: 'lab', name: 'Lab', accreditation_number: null, director: null },
    filler_order_number: 'F',
    collected_at: null,
    collected_at_precision: null,
    status: 'final',
    historical: false,
    source: { kind: 'import', reference: null } as never,
    panels,
  };
  return readPanels(report, { orgId: 'o', resultId: 'r', patientId: 'p' });
};
const linesOf = (text: string) => read(panelOf(text))[0]!.lines;
const shown = ({ valueText, observedAt }: ObservationRow) =>
  `${valueText ?? ''}@${observedAt!.getUTCHours()}`;

describe('pairLines', () => {
  it.each([
    [
      'a series of which a part comes again',
      '5.0@8, 9.0@9, 7.0@10',
      '9.0@9, 7.5@10 C',
      '9.0@9>9.0, 7.0@10>7.5',
    ],
    ['a series in another order', '5.0@8, 9.0@9', '9.1@9 C, 5.0@8', '9.0@9>9.1, 5.0@8>5.0'],
    ['a series that grows', '5.0@8', '5.0@8, 9.0@9', '5.0@8>5.0, +9.0'],
    ['the next value alone', '5.0@8, 9.0@9', '7.0@10', '+7.0'],
    ['one value and then the next', '5.0@8', '9.0@9', '+9.0'],
    ['one value that comes again at another time', '5.0@8', '5.0@9', '5.0@8>5.0'],
    ['one value that comes again without a time', '5.0@9', '9.0', '5.0@9>9.0'],
    ['one text that changes', 'a@8', 'b@9', 'a@8>b'],
    ['one line whose time is corrected', '5.0@8', '5.1@9 C', '5.0@8>5.1'],
    ['one line that becomes final later', '5.0@8 P', '5.0@9', '5.0@8>5.0'],
    ['the one time that is corrected', '5.0@8, 9.0@9', '5.0@8, 9.0@10 C', '5.0@8>5.0, 9.0@9>9.0'],
    ['a correction at a time that nothing has', '5.0@8, 9.0@9', '7.0@10 C', '?7.0'],
    ['two corrections at other times', '5.0@8, 9.0@9', '5.1@11 C, 9.1@12 C', '?5.1, ?9.1'],
    ['a withdrawn line without a time', '5.0@8, 9.0@9', ' D', '?'],
    ['a line without a time that comes again', '5.0, 9.0@9', '5.0, 9.0@9', '5.0@8>5.0, 9.0@9>9.0'],
    ['two of one time, exchanged', '5.0@8, 9.0@8', '9.0@8, 5.0@8', '9.0@8>9.0, 5.0@8>5.0'],
    ['two of one time, one corrected', '5.0@8, 9.0@8', '9.0@8, 5.5@8 C', '9.0@8>9.0, 5.0@8>5.5'],
    ['one of two of one time', '5.0@8, 9.0@8', '7.0@8 C', '?7.0'],
    ['two units', '90@8 F mg/dL, 5@8', '5.1@8 C, 91@8 C mg/dL', '5@8>5.1, 90@8>91'],
    ['a text of lines that changes', 'a@8, b@8, c@8', 'a@9, x@9, c@9, d@9', 'a@8>a, b@8>x, c@8>c, +d'],
    ['as often at one other time', '5.0@8, 9.0@8', '5.0@9, 9.0@9', '5.0@8>5.0, 9.0@8>9.0'],
    ['more often at another time', '5.0@8', '5.0@9, 9.0@9', '+5.0, +9.0'],
  ])('%s', (_words, stored, sent, expected) => {
    const lines = linesOf(sent);
    const { before, unclear } = pairLines(
      linesOf(stored).map(({ row }) => row),
      lines,
    );
    const pairs = lines.map((line) => {
      const row = before.get(line);
      const value = line.row.valueText ?? '';
      return row ? `${shown(row)}>${value}` : `${unclear.has(line) ? '?' : '+'}${value}`;
    });
    expect(pairs.join(', ')).toBe(expected);
  });

  it('separates sub IDs and roles', () => {
    const [one, other] = ['5.0@8', '9.0@8'].map((text) => linesOf(text)[0]!);
    expect(pairLines([{ ...one!.row, subId: '1' }], [other!]).before.size).toBe(0);
    expect(pairLines([{ ...one!.row, role: 'not_asked' }], [other!]).before.size).toBe(0);
  });

  it('is fast for a text of 200,000 lines', () => {
    const [line] = linesOf('text@8');
    const many = Array.from({ length: 200_000 }, () => ({ ...line!, row: { ...line!.row } }));
    expect(
      pairLines(
        many.map(({ row }) => row),
        many,
      ).before.size,
    ).toBe(200_000);
  });

  it('does not use the ID or value of another time', () => {
    const stored = linesOf('5.0@8, 9.0@9').map(({ row }) => row);
    const lines = linesOf('9.5@9 C');
    const row = pairLines(stored, lines).before.get(lines[0]!)!;
    expect(mergeLine(row, lines[0]!)).toMatchObject({ id: stored[1]!.id, valueText: '9.5' });
  });
});

describe('pairPanels', () => {
  const stored = (...panels: ReportPanel[]) =>
    read(...panels).map(({ head, lines }) => ({ head, lines: lines.map(({ row }) => row) }));
  const pairsOf = (known: ReportPanel[], sent: ReportPanel[]) =>
    [...pairPanels(stored(...known), read(...sent))].map(
      ([before, next]) => `${shown(before.lines[0]!)}>${next.lines[0]!.row.valueText}`,
    );

  it.each([
    ['a part of a curve', ['5.0@8', '9.0@9', '7.0@10'], ['9.1@9', '7.1@10'], ['9.0@9>9.1', '7.0@10>7.1']],
    ['another part of a curve', ['5.0@8', '9.0@9'], ['7.0@10'], []],
    ['one panel at another time', ['5.0@8'], ['5.1@9'], ['5.0@8>5.1']],
    ['two of one time', ['5.0@8', '9.0@8'], ['5.1@9', '9.1@9'], ['5.0@8>5.1', '9.0@8>9.1']],
  ])('%s under one number', (_words, known, sent, expected) => {
    const panels = (texts: string[]) => texts.map((text) => panelOf(text, { filler_number: 'F' }));
    expect(pairsOf(panels(known), panels(sent))).toEqual(expected);
  });
});
