import type { DemoPatient } from './demo-patients';
import type { DemoReport } from './demo-reports';
import { fraction, pick } from '../domain/sandboxes/simulator/fraction';

/** Invented patients with years of results. The same index always gives the same person and the same values. */

const FAMILIES = [
  'Abara', 'Andersson', 'Arslan', 'Baker', 'Bianchi', 'Brennan', 'Castillo', 'Chen', 'Cohen', 'Costa', 'Dang',
  'Delgado', 'Dubois', 'Edwards', 'Eriksen', 'Farah', 'Ferreira', 'Fischer', 'Foster', 'Gupta', 'Hansen', 'Hughes',
  'Ibrahim', 'Ivanova', 'Jansen', 'Johnson', 'Kaplan', 'Kelly', 'Khan', 'Kim', 'Lambert', 'Le', 'Lopez', 'Marino',
  'Mbeki', 'Moreau', 'Murphy', 'Nakamura', 'Nielsen', 'Novak', 'Nowak', 'Okonkwo', 'Ortiz', 'Park', 'Patel', 'Petrov',
  'Quinn', 'Ramos', 'Rossi', 'Sato', 'Schmidt', 'Singh', 'Suzuki', 'Taylor', 'Tran', 'Usman', 'Vargas', 'Weber',
  'Williams', 'Zhang',
] as const; // oxfmt-ignore
const FEMALE = [
  'Amina', 'Beatriz', 'Chloe', 'Daniela', 'Emma', 'Fatima', 'Grace', 'Hannah', 'Ines', 'Julia', 'Karin', 'Laura',
  'Mei', 'Nadia', 'Olivia', 'Priya', 'Rosa', 'Sofia', 'Thuy', 'Yara',
] as const; // oxfmt-ignore
const MALE = [
  'Ahmed', 'Bruno', 'Carlos', 'David', 'Emeka', 'Felix', 'Goran', 'Hiro', 'Ivan', 'Jorge', 'Kofi', 'Liam', 'Marco',
  'Noah', 'Omar', 'Pavel', 'Rahul', 'Samuel', 'Tomas', 'Wei',
] as const; // oxfmt-ignore
const CITIES = ['Springfield', 'Riverton', 'Fairview', 'Georgetown', 'Ashland', 'Clinton'] as const;

/** Mean and half the spread of each component, in the order of the catalog, and its decimals. */
type Analyte = readonly [mean: number, spread: number, decimals: number, flag?: string];
const ANALYTES = {
  BMP: [[95, 16, 0], [14, 5, 0], [0.9, 0.2, 1], [9.4, 0.5, 1], [140, 3, 0], [4.2, 0.5, 1], [101, 3, 0], [27, 2, 0]],
  LIPID: [[186, 45, 0], [125, 60, 0], [52, 14, 0], [108, 38, 0]],
  // No reference range is published for the erythrocytes, so the laboratory's flag is stated.
  CBC: [[6.8, 2, 1], [4.6, 0.4, 1, 'N'], [14, 1.6, 1], [42, 4, 1], [89, 5, 0], [29.8, 2, 1], [33.4, 0.9, 1], [250, 70, 0]],
  A1C: [[5.5, 0.5, 1]],
  TSH: [[2.1, 1.4, 1]],
} as const satisfies Record<string, readonly Analyte[]>; // oxfmt-ignore

type Test = keyof typeof ANALYTES;

/** Shifts of the means, by component, for the chronic conditions that some patients have. */
const CONDITIONS: readonly Partial<Record<Test, readonly number[]>>[] = [
  { A1C: [2.1], BMP: [58, 0, 0.1] },
  { BMP: [6, 18, 1.1, -0.4, -1, 0.7, 2, -4] },
  { CBC: [0, -0.6, -3.2, -8, -11, -4, -1.6, 60] },
  { LIPID: [52, 70, -9, 44] },
];

export interface GeneratedPatient extends DemoPatient {
  reports: DemoReport[];
}

export function generatedPatient(index: number): GeneratedPatient {
  const key = `demo-${1000 + index}`;
  const sex = fraction(key, 'sex') < 0.54 ? 'female' : 'male';
  const born = new Date(Date.UTC(1931, 0, 1) + Math.floor(fraction(key, 'birth') * 27_000) * DAY_MS);
  return {
    key,
    family: pick(FAMILIES, key, 'family'),
    given: [pick(sex === 'female' ? FEMALE : MALE, key, 'given')],
    birth_date: born.toISOString().slice(0, 10),
    sex,
    phone: `+1 202-555-${String(1000 + index).slice(-4)}`,
    city: pick(CITIES, key, 'city'),
    reports: reports(key, index),
  };
}

const DAY_MS = 86_400_000;
/** Every twentieth patient has a report that awaits review. */
const UNSIGNED_EVERY = 20;

function reports(key: string, index: number): DemoReport[] {
  const condition = fraction(key, 'condition') < 0.4 ? pick(CONDITIONS, key, 'which') : {};
  const tests = testsOf(key, condition);
  const count = 1 + Math.floor(fraction(key, 'count') * 5);
  const awaitsReview = index % UNSIGNED_EVERY === 0;
  const newest = awaitsReview ? index % 3 : 4 + Math.floor(fraction(key, 'newest') * 160);
  return Array.from({ length: count }, (_, visit) => {
    const test = tests[visit % tests.length]!;
    return {
      patient: key,
      number: `${key.toUpperCase()}-${visit + 1}`,
      daysAgo: newest + visit * (70 + Math.floor(fraction(key, 'interval', String(visit)) * 60)),
      test,
      values: values(key, test, visit, condition),
      ...(awaitsReview && visit === 0 ? { unsigned: true as const } : {}),
    };
  });
}

/** The tests of the condition are repeated, so that there is a trend to look at. */
function testsOf(key: string, condition: (typeof CONDITIONS)[number]): Test[] {
  const followed = Object.keys(condition) as Test[];
  return followed.length > 0 ? followed : [pick(Object.keys(ANALYTES) as Test[], key, 'test')];
}

function values(key: string, test: Test, visit: number, condition: (typeof CONDITIONS)[number]): string {
  const analytes: readonly Analyte[] = ANALYTES[test];
  return analytes
    .map(([mean, spread, decimals, flag], nth) => {
      // Two draws make values near the mean more frequent than values near the limits.
      const draw = (fraction(key, test, `${visit}-${nth}`) + fraction(key, test, `${nth}-${visit}`)) / 2;
      const value = mean + (condition[test]?.[nth] ?? 0) + (draw - 0.5) * 2 * spread;
      return `${Math.max(value, 0).toFixed(decimals)}${flag ?? ''}`;
    })
    .join(' ');
}
