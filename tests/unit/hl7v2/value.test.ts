import { describe, expect, it } from 'vitest';
import { normalize, type NormalizeOptions } from '../../../server/hl7v2/normalize';
import { readMessage } from '../../../server/hl7v2/read-message';
import { er7, MSH, OBR, PID } from '../../support/hl7';

/** Parses one OBX from OBX-2 and OBX-5 to 8. */
function line(type: string, value: string, rest = '', options: Partial<NormalizeOptions> = {}) {
  const bytes = er7(MSH, PID, OBR, `OBX|1|${type}|X^Test||${value}|${rest || '|||||F'}`);
  const { reports, warnings } = normalize(readMessage(bytes).message, {
    timeZone: 'Europe/Berlin',
    ...options,
  });
  const observation = reports[0]!.panels[0]!.observations[0]!;
  const { type: kind, text, number, comparator } = observation.value;
  return { kind, text, number, comparator, observation, warnings: warnings.map(({ code }) => code) };
}
const MG = 'mg/L|||||F';

describe('HL7 values', () => {
  it.each([
    ['NM', '5.1', '', 'quantity', '5.1', 5.1, null],
    ['NM', ' 007.50 ', '', 'quantity', ' 007.50 ', 7.5, null],
    ['NM', '-3', '', 'quantity', '-3', -3, null],
    ['NM', '<0.5', '', 'quantity', '<0.5', 0.5, '<'],
    ['SN', '<^0.5', '', 'quantity', '<0.5', 0.5, '<'],
    ['SN', '^10', '', 'quantity', '10', 10, null],
    ['SN', '=^10', '', 'quantity', '=10', 10, null],
    ['SN', '>=^6.1', '', 'quantity', '>=6.1', 6.1, '>='],
    ['SN', '^1^:^128', '', 'ratio', '1:128', null, null],
    ['SN', '^1^/^2', '', 'ratio', '1/2', null, null],
    ['SN', '^10^-^20', '', 'text', '10-20', null, null],
    ['SN', '^2^+', '', 'text', '2+', null, null],
    ['SN', '<>^5', '', 'text', '<>5', null, null],
    ['SN', '>^1^:^128', '', 'text', '>1:128', null, null],
    ['ST', '<0.5', MG, 'quantity', '<0.5', 0.5, '<'],
    ['ST', '<0.5', '', 'text', '<0.5', null, null],
    ['ST', '5.1', MG, 'quantity', '5.1', 5.1, null],
    ['ST', '1', '', 'text', '1', null, null],
    ['ST', 'A-0042', MG, 'text', 'A-0042', null, null],
    ['ST', '1,5', MG, 'text', '1,5', null, null],
    ['ST', '1^2 \\T\\ 3', '', 'text', '1^2 & 3', null, null],
    ['TX', 'one~two\\.br\\three', '', 'text', 'one~two\nthree', null, null],
    ['TX', 'pH ~7.2\\.sp2\\end', '', 'text', 'pH ~7.2\n\nend', null, null],
    ['FT', '\\.in2\\a\\X0D0A\\b', '', 'text', 'a\nb', null, null],
    ['CE', '260385009^Negative^SCT', '', 'coded', 'Negative', null, null],
    ['CWE', '1^^L', '', 'coded', '1', null, null],
    ['CWE', '^^^^^^^^Free words', '', 'coded', 'Free words', null, null],
    ['CWE', '^^^B^Other^L', '', 'coded', 'Other', null, null],
    ['CWE^^HL70125', 'A^One~B^Two', '', 'coded', 'One; Two', null, null],
    ['CNE', 'B', '', 'coded', 'B', null, null],
    ['DT', '20260105', '', 'datetime', '20260105', null, null],
    ['TS', '20260105143000+0100^S', '', 'datetime', '20260105143000+0100^S', null, null],
    ['TM', '1430', '', 'datetime', '1430', null, null],
  ])('%s %j %s', (type, value, rest, kind, text, number, comparator) => {
    expect(line(type, value, rest)).toMatchObject({ kind, text, number, comparator, warnings: [] });
  });

  it.each([
    ['NM', 'UNABLE TO CALCULATE', 'text', 'UNABLE TO CALCULATE', ['value_not_numeric']],
    ['NM', '1,5', 'text', '1,5', ['value_not_numeric']],
    ['NM', '5~6', 'text', '5~6', ['value_not_numeric']],
    ['NM', '1\\X00\\0', 'text', '1\uFFFD0', ['value_not_numeric']],
    ['NM', '0x10', 'text', '0x10', ['value_not_numeric']],
    ['NM', 'NaN', 'text', 'NaN', ['value_not_numeric']],
    ['NM', '1e999', 'text', '1e999', ['value_not_numeric']],
    ['SN', '^abc', 'text', 'abc', ['value_not_numeric']],
    ['', '5.1', 'text', '5.1', ['value_type_unknown']],
    ['XAD', '1 Main^^Town', 'text', '1 Main^^Town', ['value_type_unknown']],
    ['CX', 'A1^^^X&1&ISO', 'text', 'A1^^^X&1&ISO', ['value_type_unknown']],
  ])('%s %j of invalid form stay text', (type, value, kind, text, warnings) => {
    expect(line(type, value)).toMatchObject({ kind, text, number: null, comparator: null, warnings });
  });

  it('below a limit are never 0 and never the limit, in any type', () => {
    for (const [type, value] of [
      ['NM', '<0.5'],
      ['SN', '<^0.5'],
      ['SN', '^<0.5'],
      ['ST', '<0.5'],
      ['TX', '<0.5'],
      ['CWE', '<0.5'],
      ['', '<0.5'],
    ])
      for (const unit of ['', MG]) {
        const { text, number, comparator } = line(type!, value!, unit);
        expect(text).toBe('<0.5');
        expect([null, '<']).toContain(comparator);
        expect(comparator === null ? number : 'a number with its comparator').toBe(
          comparator === null ? null : 'a number with its comparator',
        );
      }
  });

  it('have a decimal comma where the connection is set so', () => {
    const options = { decimalComma: true };
    expect(line('NM', '1,5', '', options)).toMatchObject({ text: '1,5', number: 1.5 });
    expect(line('SN', '<^0,5', '', options)).toMatchObject({ text: '<0,5', number: 0.5, comparator: '<' });
    expect(line('NM', '1.234,5', '', options)).toMatchObject({ kind: 'text', number: null });
    expect(line('NM', '1,234,5', '', options)).toMatchObject({ kind: 'text', number: null });
  });

  it('that are empty or deleted are missing, and keep the received text', () => {
    expect(line('NM', '').observation.value).toMatchObject({
      type: 'none',
      text: null,
      raw: '',
      deleted: false,
    });
    expect(line('NM', '""').observation.value).toMatchObject({
      type: 'none',
      text: null,
      raw: '""',
      deleted: true,
    });
    expect(line('SN', '<^0.5').observation.value.raw).toBe('<^0.5');
    expect(line('NM', '').warnings).toEqual(['value_missing']);
  });

  it('with codes keep the code next to the text', () => {
    expect(line('CE', '260385009^Negative^SCT').observation.value.code).toEqual({
      code: '260385009',
      display: 'Negative',
      system: 'SCT',
    });
    expect(line('CE', '^Negative').observation.value.code).toBeNull();
  });
});

describe('units', () => {
  it.each([
    ['mg/dL', 'mg/dL', 'mg/dL'],
    ['ug/mL^microgram per milliliter^UCUM', 'ug/mL', 'ug/mL'],
    ['mm^MilliMeter', 'mm', 'mm'],
    ['CD:289^mg/dL', 'mg/dL', 'mg/dL'],
    ['beats/min^^ISO', 'beats/min', null],
    ['^per field', 'per field', null],
    ['', null, null],
    ['""', null, null],
  ])('%j', (sent, unit, ucum) => {
    const { observation, warnings } = line('NM', '5', `${sent}|||||F`);
    expect([observation.unit, observation.ucum, warnings]).toEqual([unit, ucum, []]);
  });

  it('with a separator inside are joined', () => {
    for (const unit of ['10^9/L', 'x10^3/uL', '10^-6']) {
      const { observation, warnings } = line('NM', '5', `${unit}|||||F`);
      expect([observation.unit, warnings]).toEqual([unit, ['unit_repaired']]);
    }
  });
});

describe('ranges', () => {
  it.each([
    ['3.5-5.1', 3.5, 5.1],
    ['3.5 - 5.1', 3.5, 5.1],
    ['-2 - -1', -2, -1],
    ['0 to 5', 0, 5],
    ['>=2.079', 2.079, null],
    ['<=5', null, 5],
    // The bound itself is outside the range.
    ['<5', null, null],
    ['>40', null, null],
    ['Not Detected', null, null],
    ['3,5-5,1', null, null],
    ['1-2-3', null, null],
    ['<1 = Susceptible, >= 1 = Resistant', null, null],
  ])('%j', (sent, low, high) => {
    expect(line('NM', '5', `|${sent}||||F`).observation.reference_range).toEqual({
      low,
      high,
      text: sent,
      applies_to: null,
    });
  });

  it('are read in components', () => {
    expect(line('NM', '5', '|90-200^90^200||||F').observation.reference_range).toMatchObject({
      text: '90-200',
      low: 90,
      high: 200,
    });
    expect(line('NM', '5', '|>40^>40||||F').observation.reference_range).toMatchObject({
      text: '>40',
      low: null,
    });
    expect(line('NM', '5', '|||||F').observation.reference_range).toBeNull();
  });
});

it('reads flags as the codes of all repetitions', () => {
  const flags = (sent: string) => line('NM', '5', `||${sent}|||F`).observation.flags;
  expect(flags('H')).toEqual(['H']);
  expect(flags('H^High^HL70078~U')).toEqual(['H', 'U']);
  expect(flags('""')).toEqual([]);
  expect(flags('^^HL70078')).toEqual([]);
});
