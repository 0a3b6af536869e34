/** P-12: four hundred values that are easily altered between the laboratory and a page. */

const NUMBERS = [
  '6.90',
  '6.9',
  '06.90',
  '0',
  '-0',
  '.5',
  '5.',
  '1e3',
  '1E-05',
  '12345678.10',
  '0.00',
  '-1.20',
];
const AROUND = ['', '<', '>', '<=', '>=', '≤', '≥', '< ', '> ', '~', '+', '±', '=', '@', "'", '1:'];
const AFTER = [' ', '%', ' mg', '*'];
const ODD = [
  '', '+', '++', '+++', '+/-', '1:80', '1:128', '5,4', '1,234', '1 000', 'POS', 'neg', 'NaN', 'null', 'undefined', 'true',
  '37 °C', 'µmol', 'see note', '<b>bold</b>', '&lt;', '&amp;amp;', '"quoted"', '""', "it's", '  two  spaces  ', 'a,b', 'a;b',
  'line one\nline two', 'tab\there', 'ٱلْعَرَبِيَّة', 'é e\u0301', '2026-11-05', '$&', '\\n', '{{value}}', '-', '*', '?', '\u200b',
  '∞', '=1+1', '@SUM(A1)', '10*3/uL', '</span>', '<!--', ']]>', '\u00a0', '١٢٣', '𝟙𝟚', '０．５', '<0.5 ', 'x'.repeat(300),
]; // oxfmt-ignore

export const VALUES = [
  ...ODD,
  ...NUMBERS.flatMap((number) => AROUND.map((sign) => sign + number)),
  ...NUMBERS.flatMap((number) => AFTER.map((unit) => number + unit)),
  ...NUMBERS.flatMap((number) => AROUND.map((sign) => `${sign}${number} - ${number}`)),
].slice(0, 400);
