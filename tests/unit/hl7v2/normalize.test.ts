import { describe, expect, it } from 'vitest';
import { normalize, type NormalizeOptions } from '../../../server/hl7v2/normalize';
import { readMessage } from '../../../server/hl7v2/read-message';
import { er7, MSH, OBR, PID } from '../../support/hl7';

const read = (lines: string[], options: Partial<NormalizeOptions> = {}) =>
  normalize(readMessage(er7(...lines)).message, { timeZone: 'Europe/Berlin', ...options });
const codes = ({ warnings }: ReturnType<typeof read>) =>
  warnings.map(({ code, place }) => `${code} ${place}`);

/** OBR with fields by number. */
const obr = (fields: Record<number, string>) =>
  ['OBR', ...Array.from({ length: 32 }, (_, index) => fields[index + 1] ?? '')].join('|').replace(/\|+$/, '');
const obx = (code: string, value: string, status = 'F') =>
  `OBX|1|NM|${code}^${code}||${value}|mg/L|||||${status}`;
const SIMPLE = { 2: 'P1', 3: 'F1', 4: 'A^Panel', 25: 'F' };

describe('normalized reports', () => {
  it('contain the received text next to its meaning', () => {
    const { reports, warnings, ...head } = read([
      MSH,
      'PID|1|OLD1|00123-A^^^CLINIC&1.2&ISO^MR~999^^^GOV^SS||O’Neill-Smith^Mary-Jane^B^Jr^Dr^^L||19450714|F|||1 Main St^Apt 2^Town^ST^12345^US||^PRN^PH^m@example.org^1^555^1234|||||ACC-7',
      'PV1|1|O|||||55^Welby^Marcus|66^Ref^Erral|||||||||||V-1',
      'ORC|RE|X|Y|G-9|CM',
      obr({
        1: '1',
        2: 'P-0042^CDS',
        3: '007-F^LIS',
        4: '24323-8^Metabolic panel^LN^MP^Metab^L',
        7: '202601050800',
        8: '202601050805',
        13: 'fasting',
        14: '20260105090000',
        16: '77^Order^Ida^^^^^^NPI',
        18: 'A18',
        22: '20260105140000',
        24: 'CH',
        25: 'F',
        28: '88^Copy^Cat~89^Copy^Dog',
        32: '99^Reader^Rae',
      }),
      'NTE|1|L|panel note',
      'OBX|1|NM|2345-7^Glucose^LN^GLU^Glucose^L|1|5.1|mmol/L|3.5-5.1|H~U|||F|||20260105081500|LAB1^Main lab||METH^Photometry|DEV1|20260105083000||||Perf Lab^L|1 Lab St^^Town|D1^Director^Dan',
      'NTE|1||line note',
      'SPM|1|S-1&CDS^L-9&LIS||SER^Serum^HL70487|||||||||||||20260105080000|20260105090000||||||HEM^Hemolyzed',
    ]);
    expect(warnings).toEqual([]);
    expect(head).toMatchObject({
      sending_application: 'LIS',
      sending_facility: 'LAB',
      receiving_application: 'CDS',
      control_id: 'C1',
      processing_id: 'P',
      event: 'R01',
      version: '2.5.1',
      charset: 'utf-8',
      sent_at: { at: '2026-01-05T13:30:00.000Z', offset: 'sent' },
    });
    expect(reports).toHaveLength(1);
    const [report] = reports;
    expect(report).toMatchObject({
      key: { kind: 'placer', number: 'P-0042' },
      placer_number: 'P-0042',
      filler_number: '007-F',
      group_number: 'G-9',
      accession_number: 'L-9',
      collected_at: { at: '2026-01-05T07:00:00.000Z', precision: 'minute', offset: 'connection' },
      received_at: { at: '2026-01-05T08:00:00.000Z' },
      reported_at: { at: '2026-01-05T13:00:00.000Z' },
      orderer: { id: '77', family: 'Order', given: 'Ida', authority: 'NPI' },
      visit: { class: 'O', attending: { id: '55' }, referring: { id: '66' }, number: 'V-1' },
    });
    expect(report!.patient).toEqual({
      identifiers: [
        { number: '00123-A', authority: 'CLINIC', type: 'MR' },
        { number: '999', authority: 'GOV', type: 'SS' },
      ],
      other_identifiers: [{ number: 'OLD1', authority: null, type: null }],
      names: [
        { family: 'O’Neill-Smith', given: 'Mary-Jane', middle: 'B', suffix: 'Jr', prefix: 'Dr', type: 'L' },
      ],
      birth_date: '1945-07-14',
      sex: 'F',
      addresses: [
        {
          street: '1 Main St',
          other: 'Apt 2',
          city: 'Town',
          state: 'ST',
          postal_code: '12345',
          country: 'US',
        },
      ],
      contacts: ['1 555 1234', 'm@example.org'],
      account_number: 'ACC-7',
      deleted_fields: [],
    });
    const [panel] = report!.panels;
    expect(panel).toMatchObject({
      place: 'OBR[1]',
      status: 'final',
      status_code: 'F',
      clinical_information: 'fasting',
      section: 'CH',
      test: { code: '24323-8', system: 'LN', loinc: '24323-8', alternate: { code: 'MP' } },
      order_control: 'RE',
      order_status: 'CM',
      parent: null,
      fields_18_to_21: ['A18', null, null, null],
      copies_to: [{ id: '88' }, { id: '89' }],
      interpreter: { family: 'Reader' },
      notes: [{ text: 'panel note', source: 'L' }],
    });
    expect(panel!.observations).toHaveLength(1);
    expect(panel!.observations[0]).toMatchObject({
      place: 'OBX[1]',
      sub_id: '1',
      unit: 'mmol/L',
      ucum: 'mmol/L',
      flags: ['H', 'U'],
      status: 'final',
      test: { loinc: '2345-7', alternate: { code: 'GLU' } },
      value: { type: 'quantity', text: '5.1', number: 5.1, comparator: null, raw: '5.1' },
      reference_range: { low: 3.5, high: 5.1, text: '3.5-5.1' },
      observed_at: { at: '2026-01-05T07:15:00.000Z' },
      analysed_at: { at: '2026-01-05T07:30:00.000Z' },
      producer: 'Main lab',
      method: 'Photometry',
      device: 'DEV1',
      performing_lab: 'Perf Lab',
      performing_lab_address: '1 Lab St, Town',
      director: 'Dan Director',
      notes: [{ text: 'line note', source: null }],
    });
    expect(report!.specimens).toMatchObject([
      {
        placer_id: 'S-1',
        filler_id: 'L-9',
        type: { code: 'SER', text: 'Serum' },
        condition: 'Hemolyzed',
        received_at: { at: '2026-01-05T08:00:00.000Z' },
      },
    ]);
  });

  const keys = (lines: string[], options?: Partial<NormalizeOptions>) =>
    read([MSH, ...lines], options).reports.map(({ key, panels }) => [
      key && `${key.kind} ${key.number}`,
      panels.map(({ place }) => place).join(' '),
    ]);

  it('are one per placer number and per patient', () => {
    expect(keys([PID, obr({ 2: 'P1' }), obr({ 2: 'P1' }), PID, obr({ 2: 'P1' })])).toEqual([
      ['placer P1', 'OBR[1] OBR[2]'],
      ['placer P1', 'OBR[3]'],
    ]);
    expect(keys([PID, obr({ 2: 'P1' }), obr({ 2: 'P2' }), obr({ 2: 'P1' })])).toEqual([
      ['placer P1', 'OBR[1] OBR[3]'],
      ['placer P2', 'OBR[2]'],
    ]);
  });

  it('use the filler number of their first order without a placer number, else the accession number', () => {
    expect(keys([PID, obr({ 3: 'F1' }), obr({ 3: 'F2' })])).toEqual([['filler F1', 'OBR[1] OBR[2]']]);
    expect(keys([PID, obr({ 2: 'P1' }), obr({ 3: 'F2' })])).toEqual([['placer P1', 'OBR[1] OBR[2]']]);
    expect(keys([PID, 'ORC|RE|P1|F1', obr({}), obr({})])).toEqual([['placer P1', 'OBR[1] OBR[2]']]);
    const spm = 'SPM|1|S1^S2';
    expect(keys([PID, obr({ 20: 'A20', 18: 'A18' }), spm])).toEqual([['accession S2', 'OBR[1]']]);
    expect(keys([PID, obr({ 20: 'A20', 18: 'A18' }), spm], { accessionField: 'OBR-18' })).toEqual([
      ['accession A18', 'OBR[1]'],
    ]);
    expect(keys([PID, obr({})])).toEqual([[null, 'OBR[1]']]);
    expect(codes(read([MSH, PID, obr({ 4: 'A', 25: 'F' })]))).toEqual(['key_missing OBR[1]']);
  });

  it('keep numbers as text with letters, hyphens and leading zeros', () => {
    for (const number of ['0042', 'A-17/3', '12E5', '1.0', '9007199254740993'])
      expect(read([MSH, PID, obr({ 2: number })]).reports[0]!.placer_number).toBe(number);
  });

  it('keep notes at their position', () => {
    const note = (text: string, source = '') => `NTE|1|${source}|${text}`;
    const { reports } = read([
      MSH,
      note('message'),
      PID,
      note('patient'),
      'PV1|1|O',
      note('visit'),
      'ORC|RE',
      note('order'),
      obr(SIMPLE),
      note('panel'),
      obx('A', '1'),
      note('one'),
      note(''),
      note('two'),
      note('other', 'P'),
      'SPM|1',
      note('specimen'),
      obr(SIMPLE),
      obx('B', '2'),
    ]);
    const texts = (notes: { text: string }[]) => notes.map(({ text }) => text);
    expect(texts(reports[0]!.notes)).toEqual(['message', 'patient\nvisit']);
    const [one, two] = reports[0]!.panels;
    expect(texts(one!.notes)).toEqual(['order\npanel', 'specimen']);
    expect(one!.observations[0]!.notes).toEqual([
      { text: 'one\n\ntwo', source: null },
      { text: 'other', source: 'P' },
    ]);
    expect([two!.notes, two!.observations[0]!.notes]).toEqual([[], []]);
  });

  it('link reflex panels to their parents', () => {
    const { reports } = read([
      MSH,
      PID,
      obr({ ...SIMPLE, 26: '625-4&Bacteria&LN^1^value', 29: 'P1&CDS^F1&LIS' }),
    ]);
    expect(reports[0]!.panels[0]!.parent).toEqual({
      code: '625-4',
      sub_id: '1',
      placer_number: 'P1',
      filler_number: 'F1',
    });
  });

  it('read the specimen of older versions, and lines after SPM', () => {
    const { reports } = read([
      MSH,
      PID,
      obr({ ...SIMPLE, 14: '20260105', 15: 'BLD&Blood&L^^left arm' }),
      obx('A', '1'),
    ]);
    expect(reports[0]!.specimens).toMatchObject([
      { place: 'OBR[1]', type: { code: 'BLD', text: 'Blood' }, description: 'left arm' },
    ]);
    const behind = read([MSH, PID, obr(SIMPLE), obx('A', '1'), 'SPM|1', obx('B', '2')]).reports[0]!
      .panels[0]!;
    expect(behind.observations.map((line) => line.after_specimen)).toEqual([false, true]);
  });

  it('keep Z segments, deleted fields and observations about the patient', () => {
    const { reports } = read([
      MSH.replace('2.5.1', '2.8'),
      'ZMS|a',
      'PID|1||1||Doe^Jane||""|""',
      obx('AGE', '80'),
      obr(SIMPLE),
      obx('A', '1'),
      'ZPS|x\\T\\y|',
    ]);
    expect(reports[0]!.extra_segments).toEqual([
      { name: 'ZMS', raw: 'ZMS|a', after: 'MSH[1]' },
      { name: 'ZPS', raw: 'ZPS|x\\T\\y|', after: 'OBX[2]' },
    ]);
    expect(reports[0]!.patient).toMatchObject({ birth_date: null, sex: null, deleted_fields: [7, 8] });
    expect(reports[0]!.patient_observations.map(({ test }) => test.code)).toEqual(['AGE']);
    expect(reports[0]!.panels[0]!.observations.map(({ test }) => test.code)).toEqual(['A']);
  });
});

describe('status', () => {
  const panel = (code: string, ...lines: string[]) =>
    read([MSH, PID, obr({ ...SIMPLE, 25: code }), ...lines]);

  it.each([
    ...['O', 'I', 'S', 'N', 'Y', 'Z'].map((code) => [code, 'in_progress'] as const),
    ['P', 'preliminary'] as const,
    ['R', 'preliminary'] as const,
    ['M', 'preliminary'] as const,
    ['A', 'partial'] as const,
    ['F', 'final'] as const,
    ['C', 'corrected'] as const,
    ['X', 'cancelled'] as const,
    ['F^Final results^HL70123', 'final'] as const,
  ])('of a panel: %s is %s', (code, status) => {
    const { reports, warnings } = panel(code, obx('A', '1'));
    expect([reports[0]!.panels[0]!.status, warnings]).toEqual([status, []]);
  });

  it.each([
    ...['P', 'R', 'I'].map((code) => [code, 'preliminary'] as const),
    ...['F', 'U', 'B', 'V'].map((code) => [code, 'final'] as const),
    ...['C', 'A'].map((code) => [code, 'corrected'] as const),
    ['S', 'partial'] as const,
    ['D', 'deleted'] as const,
    ['W', 'wrong'] as const,
    ['X', 'cancelled'] as const,
    ['C^Partial results^HL70085', 'corrected'] as const,
  ])('of a line: %s is %s', (code, status) => {
    const { reports, warnings } = panel('P', obx('A', '1', code));
    expect([reports[0]!.panels[0]!.observations[0]!.status, warnings]).toEqual([status, []]);
  });

  it('N and O are not results', () => {
    const [found] = panel('F', obx('A', '1', 'N'), obx('B', '2', 'O'), obx('C', '3')).reports[0]!.panels;
    expect(found!.observations.map(({ test }) => test.code)).toEqual(['C']);
    expect(found!.order_details.map(({ test, status }) => [test.code, status])).toEqual([
      ['A', null],
      ['B', null],
    ]);
  });

  it.each([
    // OBR-25, OBX-11: a line is never more final than stated
    ['F', '', 'final'],
    ['C', '', 'corrected'],
    ['X', '', 'cancelled'],
    ['P', '', 'preliminary'],
    ['', '', 'preliminary'],
    ['F', 'Final', 'preliminary'],
    ['F', 'f', 'preliminary'],
    ['F', 'constructor', 'preliminary'],
  ])('missing or unknown in a panel that is %j: %j is %s', (code, line, status) => {
    const { reports, warnings } = panel(code, obx('A', '1', line));
    expect(reports[0]!.panels[0]!.observations[0]!.status).toBe(status);
    expect(warnings.map(({ place }) => place)).toContain('OBX[1]-11');
  });

  it('unknown in a panel with lines is reported', () => {
    expect(codes(panel('unknown', obx('A', '1')))).toEqual(['status_unclear OBR[1]-25']);
    expect(panel('unknown', obx('A', '1')).reports[0]!.panels[0]!.status).toBeNull();
    expect(codes(panel('unknown'))).toEqual([]);
  });
});

describe('warnings', () => {
  it('state the position and not the content', () => {
    const result = read([
      MSH,
      'PID|1||1||Secretname||SECRET',
      OBR.replace('20260105080000', 'SECRET'),
      'OBX|1|NM|||SECRET||||||SECRET|||SECRET',
      'NTE|1||\\ZSECRET\\',
    ]);
    expect(codes(result)).toEqual([
      'time_unreadable PID[1]-7',
      'code_missing OBX[1]-3',
      'value_not_numeric OBX[1]-5',
      'status_unclear OBX[1]-11',
      'time_unreadable OBX[1]-14',
      'time_unreadable OBR[1]-7',
      'escape_kept null',
    ]);
    expect(JSON.stringify(result.warnings)).not.toMatch(/secret/i);
  });

  it('are limited in number', () => {
    const lines = Array.from({ length: 2_000 }, () => obx('A', 'x'));
    expect(read([MSH, PID, OBR, ...lines]).warnings).toHaveLength(500);
  });
});
