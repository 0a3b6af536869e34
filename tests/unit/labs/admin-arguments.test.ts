import { describe, expect, it } from 'vitest';
import { readArguments, UsageError, wholeNumber, type Command } from '../../../server/cli/arguments';
import { readCsv } from '../../../server/demo/read-csv';

const command: Command = {
  name: 'thing make',
  operand: 'ID',
  flags: { name: { value: 'NAME', required: true }, org: { value: 'SLUG' } },
  run: async () => ({}),
};
const read = (line: string) => readArguments(line.split(' ').filter(Boolean), [command]);

describe('admin arguments', () => {
  it('read flags in any order, with = or without', () => {
    const { given } = read('thing make key_1 --org=demo --json --name x');
    expect([given.operand, given.get('org'), given.need('name'), given.json]).toEqual([
      'key_1',
      'demo',
      'x',
      true,
    ]);
    expect(read('thing make --name=--x k').given.need('name')).toBe('--x');
  });

  it.each([
    ['', 'No command given.'],
    ['thing eat', 'Unknown command "thing eat".'],
    ['thing make k', '--name is missing.'],
    ['thing make k --name', '--name needs a value.'],
    ['thing make k --name --org x', '--name needs a value.'],
    ['thing make k --name a --name b', '--name is given twice.'],
    ['thing make k --name a --color b', '--color is not a flag'],
    ['thing make --name a', 'ID is missing.'],
    ['thing make k l --name a', '"l" is not expected.'],
    ['thing make k --name a --json=yes', '--json takes no value.'],
  ])('%j → %s', (line, problem) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(problem);
  });

  it.each(['0', '-1', '1.5', 'x', '1e3', '9999999999'])('reject %s as a whole number', (text) => {
    expect(() => wholeNumber('limit', text)).toThrow('--limit must be a whole number above 0.');
  });
});

describe('readCsv', () => {
  it('reads quotes, doubled quotes, line breaks in cells, and any line ending', () => {
    expect(readCsv('a,b\r\n"x, ""y""",1\n"two\nlines",\n')).toEqual([
      { a: 'x, "y"', b: '1' },
      { a: 'two\nlines', b: '' },
    ]);
    expect(readCsv('')).toEqual([]);
    expect(readCsv('a\n1')).toEqual([{ a: '1' }]);
  });
});
