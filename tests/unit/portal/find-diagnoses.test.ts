import { describe, expect, it } from 'vitest';
import { startsCode } from '@/components/orders/diagnoses-field';
import { DIAGNOSIS_CODE } from '@/server/data-types/lab-order-codes';
import { findDiagnoses, MAX_DIAGNOSIS_DESCRIPTION } from '@/server/domain/lab-orders/rules';
import { USUAL_DIAGNOSES } from '@/server/domain/lab-orders/usual-diagnoses';

const KNOWN = [
  { code: 'E11.9', system: 'icd-10-cm' as const, description: 'Type 2 diabetes' },
  { code: 'I10', system: 'icd-10-cm' as const, description: 'Essential hypertension' },
  { code: 'Z79.4', system: 'icd-10-cm' as const, description: null },
];
const codes = (text: string) => findDiagnoses(KNOWN, [], text).map(({ diagnosis }) => diagnosis.code);
const usual = (text: string) => findDiagnoses([], USUAL_DIAGNOSES, text);

describe('known diagnoses', () => {
  it.each([
    ['hypertens', ['I10']],
    ['Diabetes 2', ['E11.9']],
    ['e119', ['E11.9']],
    ['E11.', ['E11.9']],
    ['z79', ['Z79.4']],
    ['diabetes 1', []],
    ['1', []],
    ['tension', []],
    [' ', []],
    ['-', []],
  ])('of “%s” are %j', (text, found) => expect(codes(text)).toEqual(found));
});

describe('usual diagnoses', () => {
  it('have codes that an order accepts, each once, with a title', () => {
    const all = USUAL_DIAGNOSES.map(({ code }) => code);
    expect(all.filter((code) => !DIAGNOSIS_CODE.test(code))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    for (const { code, description, words } of USUAL_DIAGNOSES) {
      expect(description.length, code).toBeLessThanOrEqual(MAX_DIAGNOSIS_DESCRIPTION);
      expect(new Set([description, ...words]).size, code).toBe(words.length + 1);
    }
  });

  it('are codes that can be billed, not the categories above them', () => {
    const all = USUAL_DIAGNOSES.map(({ code }) => code.replace('.', ''));
    expect(all.filter((code) => all.some((other) => other !== code && other.startsWith(code)))).toEqual([]);
    for (const category of ['N18.3', 'M54.5', 'R05', 'E66.81', 'F32', 'E87.2', 'I1', 'E11'])
      expect(USUAL_DIAGNOSES.map(({ code }) => code)).not.toContain(category);
  });

  it.each([
    ['high blood pressure', 'I10'],
    ['high blood', 'I10'],
    ['high blood sugar', 'E11.65'],
    ['hypertension', 'I10'],
    ['diabetes', 'E11.9'],
    ['diabet', 'E11.9'],
    ['dm', 'E11.9'],
    ['prediabetes', 'R73.03'],
    ['pre diabetes', 'R73.03'],
    ['pre-diabetes', 'R73.03'],
    ['gestational diabetes', 'O24.419'],
    ['anemia', 'D64.9'],
    ['cholesterol', 'E78.5'],
    ['UTI', 'N39.0'],
    ['low thyroid', 'E03.9'],
    ['thyroid', 'E03.9'],
    ['kidney', 'N18.9'],
    ['CKD', 'N18.9'],
    ['fatigue', 'R53.83'],
    ['back pain', 'M54.50'],
    ['checkup', 'Z00.00'],
    ['pregnancy', 'Z32.00'],
    ['b12', 'E53.8'],
    ['a1c', 'R73.09'],
    ['prostate cancer', 'C61'],
    ['diabetis', 'E11.9'],
    ['hypertenson', 'I10'],
    ['fatigeu', 'R53.83'],
    ['high blod pressure', 'I10'],
    ['N18.3', 'N18.30'],
    ['z0000', 'Z00.00'],
  ])('of “%s”: %s is first', (text, code) => expect(usual(text)[0]?.diagnosis.code).toBe(code));

  it('of a corrected word are similar, so that none is chosen by Enter', () => {
    expect(usual('hypertenson').every(({ similar }) => similar)).toBe(true);
    expect(usual('hypertension').some(({ similar }) => similar)).toBe(false);
  });

  it('of pregnancy are after equal ones, even if earlier orders had them', () => {
    const earlier = [{ code: 'O24.419', system: 'icd-10-cm' as const, description: null }];
    const first = (text: string) => findDiagnoses(earlier, USUAL_DIAGNOSES, text)[0]!.diagnosis.code;
    expect(['diabetes', 'pre diabetes', 'gdm'].map(first)).toEqual(['E11.9', 'R73.03', 'O24.419']);
  });

  it('are found by words that start with the typed ones only', () =>
    expect(usual('uti').map(({ diagnosis }) => diagnosis.code)).toEqual(['N39.0']));

  it('have the name that matches, unless it is the description', () => {
    expect(usual('high blood pressure')[0]).toEqual({
      diagnosis: { code: 'I10', system: 'icd-10-cm', description: 'Essential (primary) hypertension' },
      matched: 'high blood pressure',
    });
    expect(usual('primary hypertension')[0]).not.toHaveProperty('matched');
    expect(usual('i10')[0]).not.toHaveProperty('matched');
  });

  it('are after those of earlier orders, which they describe and name, whatever was typed there', () => {
    const earlier = [
      { code: 'R73.03', system: 'icd-10-cm' as const, description: 'Banana' },
      { code: 'I10', system: 'icd-10-cm' as const, description: null },
    ];
    const found = (text: string) => findDiagnoses(earlier, USUAL_DIAGNOSES, text);
    const inOrder = found('diabetes').map(({ diagnosis }) => diagnosis.code);
    expect(inOrder.slice(0, 2)).toEqual(['R73.03', 'E11.9']);
    expect(inOrder.filter((code) => code === 'R73.03')).toHaveLength(1);
    expect(found('banana')).toEqual([]);
    expect(found('borderline')[0]).toEqual({
      diagnosis: { ...earlier[0], description: 'Prediabetes' },
      matched: 'borderline diabetes',
    });
    expect(found('high blood pressure')[0]!.diagnosis.description).toBe('Essential (primary) hypertension');
  });
});

describe('the start of a code', () => {
  it.each(['e1', 'e11', 'E11.', 'e119', 'E11.9', 'S72.001A', 's72001a'])('is “%s”', (typed) =>
    expect(startsCode(typed)).toBe(true),
  );
  it.each(['e1-', 'E11..', 'E11.00000', 'I 10', 'e1.1', '11', 'hypertension'])('is not “%s”', (typed) =>
    expect(startsCode(typed)).toBe(false),
  );
});
