import { describe, expect, it } from 'vitest';
import { findDiagnoses, startsCode } from '@/components/orders/diagnoses-field';

const KNOWN = [
  { code: 'E11.9', system: 'icd-10-cm' as const, description: 'Type 2 diabetes' },
  { code: 'I10', system: 'icd-10-cm' as const, description: 'Essential hypertension' },
  { code: 'Z79.4', system: 'icd-10-cm' as const, description: null },
];
const codes = (text: string) => findDiagnoses(KNOWN, text).map(({ code }) => code);

describe('known diagnoses', () => {
  it.each([
    ['hypertens', ['I10']],
    ['Diabetes 2', ['E11.9']],
    ['e119', ['E11.9']],
    ['E11.', ['E11.9']],
    ['z79', ['Z79.4']],
    ['diabetes 1', []],
    ['1', []],
    [' ', []],
  ])('of “%s” are %j', (text, found) => expect(codes(text)).toEqual(found));
});

describe('the start of a code', () => {
  it.each(['e1', 'e11', 'E11.', 'e119', 'E11.9', 'S72.001A', 's72001a'])('is “%s”', (typed) =>
    expect(startsCode(typed)).toBe(true),
  );
  it.each(['e1-', 'E11..', 'E11.00000', 'I 10', 'e1.1', '11', 'hypertension'])('is not “%s”', (typed) =>
    expect(startsCode(typed)).toBe(false),
  );
});
