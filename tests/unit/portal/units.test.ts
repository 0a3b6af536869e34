import { expect, it } from 'vitest';
import { unitText, unitWords } from '../../../server/data-types/unit-text';
import { catalogEntries } from '@/server/demo/catalog-data';

/** Units as clinicians read them. */

const SHOWN: Readonly<Record<string, string>> = {
  // The catalog of the demo.
  'mg/dL': 'mg/dL',
  'U/L': 'U/L',
  'ng/mL': 'ng/mL',
  '/[HPF]': '/HPF',
  'mmol/L': 'mmol/L',
  'g/dL': 'g/dL',
  '%': '%',
  'pg/mL': 'pg/mL',
  'ug/dL': 'µg/dL',
  '10*3/uL': '×10³/µL',
  'mosm/kg': 'mOsm/kg',
  '{ratio}': 'ratio',
  'm[IU]/L': 'mIU/L',
  'm[IU]/mL': 'mIU/mL',
  'mg/L': 'mg/L',
  'ng/dL': 'ng/dL',
  '10*6/uL': '×10⁶/µL',
  fL: 'fL',
  pg: 'pg',
  'mm/h': 'mm/h',
  s: 's',
  '{INR}': 'INR',
  '[pH]': 'pH',
  '/[LPF]': '/LPF',
  // Other laboratories.
  'umol/L': 'µmol/L',
  'nmol/L': 'nmol/L',
  'ug/mL': 'µg/mL',
  'ug/L': 'µg/L',
  '10*9/L': '×10⁹/L',
  '10*12/L': '×10¹²/L',
  '10^9/L': '×10⁹/L',
  'u[IU]/mL': 'µIU/mL',
  'k[IU]/L': 'kIU/L',
  '[IU]/mL': 'IU/mL',
  'meq/L': 'mEq/L',
  'mmol/l': 'mmol/L',
  '{cells}/uL': 'cells/µL',
  'pg/{cell}': 'pg/cell',
  'mL/min/{1.73_m2}': 'mL/min/1.73 m²',
  'mL/min/1.73.m2': 'mL/min/1.73 m²',
  'mg/(24.h)': 'mg/24 h',
  'g/mol': 'g/mol',
  'mmol/mol': 'mmol/mol',
  'mm[Hg]': 'mmHg',
  'kg/m2': 'kg/m²',
  'ng/mL{FEU}': 'ng/mL FEU',
  '/min': '/min',
  Cel: '°C',
  '{copies}/mL': 'copies/mL',
};

it('shows units as clinicians read them', () => {
  expect(Object.fromEntries(Object.keys(SHOWN).map((unit) => [unit, unitText(unit)]))).toEqual(SHOWN);
});

it('knows each unit of the catalog', async () => {
  const units = (await catalogEntries()).flatMap(({ unit }) => unit ?? []);
  expect(units.length).toBeGreaterThan(50);
  expect(units.filter((unit) => !Object.hasOwn(SHOWN, unit))).toEqual([]);
});

it.each([
  'K/uL',
  'x10E3/uL',
  'MG/DL',
  'mcg/L',
  'u/l',
  'giga.l-1',
  'Einh/wk',
  '[foo]/L',
  '10*/uL',
  'mg//dL',
  'mg/',
  '.L',
  '(mg)',
  'mg dL',
  '45.000 - 150.000',
  '{a}{b}',
  'constructor',
  '__proto__',
  '',
])('shows %o as received', (unit) => {
  expect(unitText(unit)).toBe(unit);
  expect(unitWords(unit)).toBe(unit);
});

it('reads superscripts as words, and any other unit as shown', () => {
  expect(
    ['10*3/uL', '10*6/uL', '10*9/L', '10*5/L', 'mL/min/{1.73_m2}', 'kg/m2', 'mmol/L', 'm[IU]/L'].map(
      unitWords,
    ),
  ).toEqual([
    'thousand per µL',
    'million per µL',
    'billion per L',
    '10 to the power of 5 per L',
    'mL per min per 1.73 square meters',
    'kg per square m',
    'mmol/L',
    'mIU/L',
  ]);
});
