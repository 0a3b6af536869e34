import { expect, it } from 'vitest';
import { testRank } from '@/components/orders/test-rank';

const test = (name: string, code: string, synonyms: string[] = [], short_name: string | null = null) => ({
  name,
  code,
  synonyms,
  short_name,
});
const POTASSIUM = test('Potassium', 'K');
const ALKALINE = test('Alkaline phosphatase', 'ALP', ['Alk phos']);
const PTH = test('PTH, intact', 'PTH', ['Parathyroid hormone']);
const TSH = test('Thyroid stimulating hormone', 'TSH');
const all = [ALKALINE, POTASSIUM, PTH, TSH];

it.each([
  ['k', 'K'],
  ['K', 'K'],
  ['thyr', 'TSH'],
  ['pth', 'PTH'],
  ['hormone', 'PTH'],
  ['alk', 'ALP'],
])('a search for %s has the test %s first', (typed, code) => {
  const found = all.filter(({ name, code: own, synonyms }) =>
    [name, own, ...synonyms].join(' ').toLowerCase().includes(typed.toLowerCase()),
  );
  const ranked = found.toSorted((a, b) => testRank(b, typed, false) - testRank(a, typed, false));
  expect(ranked[0]!.code).toBe(code);
});

it('puts a favorite before other names that match, and after a whole code', () => {
  expect(testRank(ALKALINE, 'al', true)).toBeGreaterThan(testRank(test('Albumin', 'ALB'), 'al', false));
  expect(testRank(ALKALINE, 'k', true)).toBeLessThan(testRank(POTASSIUM, 'k', false));
});
