import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testOrg, type TestOrg } from '../../support/database';
import { add, all, type Facts } from './patients-search-support';
import { searchWays } from '../../../server/domain/patients/match-patients';

/**
 * A second, slow implementation of the contract, written independently of the product: it compares letter by letter
 * and patient by patient, and shares no table and no expression with `search-terms.ts`.
 */
const SAME: [string, string][] = [
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ς', 'σ'],
];
function plain(text: string): string[] {
  const out: string[] = [];
  for (const letter of text.normalize('NFD')) {
    const code = letter.codePointAt(0)!;
    const isMark =
      (code >= 0x300 && code <= 0x36f) ||
      (code >= 0x64b && code <= 0x655) ||
      (code >= 0x5b0 && code <= 0x5c7);
    if (isMark) continue;
    const small = letter
      .toLowerCase()
      .normalize('NFD')
      .replace(/\u0307/g, '');
    out.push(SAME.find(([one]) => one === small)?.[1] ?? small);
  }
  return out;
}
const isSeparator = (letter: string) => " -‐'’.".includes(letter);
function piecesOf(part: string): string[] {
  const pieces = [''];
  for (const letter of plain(part)) {
    if (isSeparator(letter)) pieces.push('');
    else pieces[pieces.length - 1] += letter;
  }
  return pieces.filter((piece) => piece !== '');
}
function fitsName(word: string, facts: Facts): boolean {
  const wanted = piecesOf(word).join('');
  const names = [[facts.family, ...facts.given], ...(facts.other ? [facts.other] : [])];
  return names.some(([family, ...given]) =>
    [family!, given.join(' ')].some((part) => {
      const pieces = piecesOf(part);
      return pieces.some((_, at) => pieces.slice(at).join('').startsWith(wanted));
    }),
  );
}
function fits(word: string, facts: Facts): boolean {
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return facts.birth_date === word;
  if (/^\d{4,}$/.test(word))
    return facts.mrn!.startsWith(word) || facts.phone!.replace(/\D/g, '').endsWith(word);
  return fitsName(word, facts);
}

describe('patient search compared with a naive implementation over 500 people of many scripts', () => {
  const SEED = 20_261_105;
  const FAMILIES = [
    "O'Brien",
    'O’Neill',
    'D’Angelo',
    'Smith-Jones',
    'García López',
    'de la Cruz',
    'van der Berg',
    'von Straß',
    'Müller',
    'Mueller',
    'Nguyễn',
    'Trần',
    'Łuczak',
    'Øst',
    'Yıldız',
    'İnönü',
    'Đorđević',
    'Ng',
    'O',
    'Xu',
    'Иванов',
    'Фёдоров',
    'Παπαδόπουλος',
    'Σαββίδης',
    'حداد',
    'الأحمد',
    'כהן',
    'Smith',
    'Smithson',
    'Smi',
  ];
  const GIVEN = [
    'Anna',
    'Ann',
    'Anna-Lena',
    'Jean-Luc',
    'Jean',
    'Luc',
    'Zoë',
    'Zoe\u0308',
    'Đức',
    'Işıl',
    'İpek',
    'Jörg',
    'Андрей',
    'Σωκράτης',
    'أحمد',
    'سمير',
    'דוד',
    "N'Golo",
    'Mary Ann',
    'X',
  ];
  const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
  const person = (n: number): fc.Arbitrary<Facts> =>
    fc.record({
      family: pick(FAMILIES),
      given: fc.array(pick(GIVEN), { minLength: 1, maxLength: 3 }),
      birth_date: fc
        .integer({ min: 0, max: 40 })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
      mrn: fc.constant(String(700_000 + n * 7)),
      phone: fc.integer({ min: 2_000_000, max: 2_000_999 }).map((tail) => `+4930${tail}`),
      other: fc.option(fc.tuple(pick(FAMILIES), pick(GIVEN)), {
        nil: undefined,
        freq: 5,
      }) as fc.Arbitrary<never>,
    });
  const people: Facts[] = fc.sample(fc.tuple(...Array.from({ length: 500 }, (_, n) => person(n))), {
    numRuns: 1,
    seed: SEED,
  })[0]!;

  let org: TestOrg;
  const numberOf = new Map<string, number>();
  beforeAll(async () => {
    org = await testOrg();
    for (let at = 0; at < people.length; at += 10) {
      const made = await Promise.all(people.slice(at, at + 10).map((facts) => add(org, facts)));
      made.forEach(({ id }, index) => numberOf.set(id, at + index));
    }
  }, 120_000);
  let ran = 0;
  const usual = searchWays.rare;
  afterEach(() => {
    searchWays.rare = usual;
    expect(ran).toBeGreaterThan(0);
  });

  const written = fc.constantFrom<(word: string) => string>(
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word.normalize('NFD'),
    (word) => word.normalize('NFC').toLowerCase(),
    (word) => word.replace(/[-'’]/g, ''),
    (word) => word.replace(/['’]/g, "'").replace(/-/g, '‐'),
  );
  const wordOf = (facts: Facts) =>
    fc
      .tuple(
        fc.oneof(
          { weight: 6, arbitrary: pick([facts.family, ...facts.given].flatMap((part) => part.split(' '))) },
          { weight: 1, arbitrary: fc.constantFrom(facts.birth_date!, facts.mrn!, facts.phone!.slice(-4)) },
          { weight: 1, arbitrary: pick([...FAMILIES, ...GIVEN].flatMap((part) => part.split(' '))) },
        ),
        fc.integer({ min: 1, max: 12 }),
        written,
      )
      .map(([word, length, write]) =>
        /^\d/.test(word) ? word : write([...word.normalize('NFC')].slice(0, length).join('')),
      )
      .filter((word) => piecesOf(word).join('') !== '');
  const query = fc
    .integer({ min: 0, max: people.length - 1 })
    .chain((n) => fc.array(wordOf(people[n]!), { minLength: 1, maxLength: 3 }))
    .filter((words) => words.join(' ').length >= 2);

  it.each([
    ['from its rarest word', searchWays.rare, 80],
    ['when all words are common', 2, 80],
  ])(
    'finds the same people %s',
    async (_, rare, numRuns) => {
      searchWays.rare = rare;
      await fc.assert(
        fc.asyncProperty(query, async (words) => {
          ran++;
          const wanted = people.flatMap((facts, n) => (words.every((word) => fits(word, facts)) ? [n] : []));
          const found = (await all(org, { q: words.join(' ') })).map(({ id }) => numberOf.get(id)!);
          expect(found.sort((a, b) => a - b)).toEqual(wanted);
        }),
        { numRuns, seed: SEED },
      );
    },
    120_000,
  );
});
