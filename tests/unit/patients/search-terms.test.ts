import { describe, expect, it } from 'vitest';
import { fold, patientTokens, readSearch, wordKey } from '../../../server/domain/patients/search-terms';

/** Parsing of search terms. `tests/integration/domain/patients-search.test.ts` tests the database search. */

describe('fold', () => {
  it.each([
    ['Łukasz', 'lukasz'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['GROẞ', 'gross'],
    ['İpek', 'ipek'],
    ['Işıl', 'isil'],
    ['Nguyễn Đức', 'nguyen duc'],
    ['Nguye\u0302\u0303n', 'nguyen'],
    ['Ægir Øst', 'aegir ost'],
    ['Þór', 'thor'],
    ['Παπαδόπουλος', 'παπαδοπουλοσ'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλοσ'],
    ['Фёдоров', 'федоров'],
    ['أحمد', 'احمد'],
    ['مُحَمَّد', 'محمد'],
    ['محـمد', 'محمد'],
    ['فاطمة', 'فاطمه'],
    ['علی', 'علي'],
    ['שָׁלוֹם', 'שלום'],
    ['Nuʻuanu', 'nuuanu'],
    ['Ａｄａ', 'ada'],
    ['ｶﾞ', 'ガ'.normalize('NFD')],
  ])('%s → %s', (given, folded) => expect(fold(given)).toBe(folded));

  it('keeps vowel signs and voicing marks, which distinguish names', () => {
    expect(fold('कमला')).not.toBe(fold('कमल'));
    expect(fold('かな')).not.toBe(fold('がな'));
    expect(fold('สมชาย')).not.toBe(fold('สมชย'));
  });
});

describe('readSearch', () => {
  it.each([
    ['1945-07-14', ['1945-07-14']],
    ['1945-7-4', ['1945-07-04']],
    ['14-jul-1945', ['1945-07-14']],
    ['14July1945', ['1945-07-14']],
    ['14.07.1945', ['1945-07-14']],
    ['07/14/1945', ['1945-07-14']],
    ['03/04/1980', ['1980-04-03', '1980-03-04']],
    ['29-02-2024', ['2024-02-29']],
    ['14 Jul 1945', ['1945-07-14']],
    ['July 14, 1945', ['1945-07-14']],
    ['1945/07/14', ['1945-07-14']],
    ['29-02-2023', undefined],
    ['31/13/1980', undefined],
    ['1700-01-01', undefined],
    ['19450714', undefined],
  ])('reads %s as birth dates', (word, birthDates) =>
    expect(readSearch(word)[0]?.birthDates).toEqual(birthDates),
  );

  it.each([
    ['smith, jane', ['smith', 'jane']],
    ["  O'Brien-Smith\tJané ", ['obriensmith', 'jane']],
    ['smith smith SMITH', ['smith']],
    ['smith - jane', ['smith', 'jane']],
    ["' -- …", []],
    ['李 明', ['李', '明']],
  ])('reads %s as words', (q, names) => expect(readSearch(q).map(({ name }) => name)).toEqual(names));

  it.each([
    ['555 419 3488', ['8843914555']],
    ['+1 555 419 3488 jane', ['88439145551', undefined]],
    ['(555) 419-3488', ['8843914555']],
    ['0049 30 901820', ['0281090394']],
    ['030901820', ['02810903']],
    ['1234 5678', ['4321', '8765']],
    ['0123', ['3210']],
    ['123', [undefined]],
    ['a1234', [undefined]],
  ])('reads %s as ends of phone numbers', (q, phones) =>
    expect(readSearch(q).map(({ phone }) => phone)).toEqual(phones),
  );

  it('reads a date in three words next to names', () =>
    expect(readSearch('okafor 14 Jul 1945 may')).toMatchObject([
      { name: 'okafor' },
      { birthDates: ['1945-07-14'] },
      { name: 'may' },
    ]));

  it('splits between letters, not inside one', () => {
    expect([...wordKey('𠮷'.repeat(70))]).toHaveLength(64);
  });
});

describe('patientTokens', () => {
  const names = (family: string, ...given: string[]) =>
    patientTokens({
      mrn: 'X',
      name: { family, given, prefix: null, suffix: null, use: null },
      otherNames: [],
      identifiers: [],
      phones: [],
      emails: [],
    })
      .filter(({ kind }) => kind === 'name')
      .map(({ token }) => token);

  it.each([
    [
      ["O'Brien-Smith", 'Jo'],
      ['o', 'brien', 'smith', 'obriensmith', 'briensmith', 'jo'],
    ],
    [
      ['de la Cruz', 'Ana'],
      ['de', 'la', 'cruz', 'delacruz', 'lacruz', 'ana'],
    ],
    [
      ['Dupont', 'Jean', 'Luc'],
      ['dupont', 'jean', 'luc', 'jeanluc'],
    ],
    [
      ['李', '明'],
      ['李', '明', '李明'],
    ],
  ])('reads %s', ([family, ...given], wanted) =>
    expect(names(family!, ...given).sort()).toEqual([...wanted].sort()),
  );
});
