import { describe, expect, it } from 'vitest';
import { checkPatient, type KnownPatient } from '../../../server/domain/inbound-reports/filing/check-patient';
import { rankCandidates } from '../../../server/domain/inbound-reports/rank-candidates';

/**
 * MRN and birth date are equal in every row: whether name and sex still contradict. A row is the record and the
 * message, both as `family^given^middle^sex`, and whether the report may be filed.
 */
const RECORD = 0;
const SENT = 1;

const parts = (text: string) => {
  const [family = '', given = '', middle = '', sex = ''] = text.split('^');
  return { family, given, middle, sex };
};

function patient(...names: string[]): KnownPatient {
  const [name, ...otherNames] = names.map((text) => {
    const { family, given } = parts(text);
    return {
      family,
      given: given === '' ? [] : given.split(' '),
      prefix: null,
      suffix: null,
      use: 'official' as const,
    };
  });
  const { sex } = parts(names[0]!);
  const sexes = { F: 'female', M: 'male', O: 'other', '': 'unknown' } as const;
  return {
    mrn: '4711',
    birthDate: '2000-01-02',
    name: name!,
    otherNames,
    sex: sexes[sex as keyof typeof sexes],
  };
}

function facts(...names: string[]) {
  const { sex } = parts(names[0]!);
  return {
    mrns: ['4711'],
    birthDate: '2000-01-02',
    sex: sex === 'F' ? ('female' as const) : sex === 'M' ? ('male' as const) : null,
    names: names.map(parts).map(({ family, given, middle }) => ({
      family: family || null,
      given: given || null,
      middle: middle || null,
    })),
  };
}

const check = (record: string, sent: string) =>
  checkPatient(facts(...sent.split('~')), patient(...record.split('~')));

const FILED: [string, string, string][] = [
  ['identical', 'Twinley^Anna^^F', 'Twinley^Anna^^F'],
  ['capitals', 'Twinley^Anna^^F', 'TWINLEY^ANNA^^F'],
  // Changed and double family names
  ['a married name', 'Smith^Jane^^F', 'Jones^Jane^^F'],
  ['a married name, sex not sent', 'Smith^Jane^^F', 'Jones^Jane^^'],
  ['an earlier name of the record', 'Jones^Jane^^F~Smith^Jane', 'Smith^Jane^^F'],
  ['an earlier name and a short form', 'Jones^Elizabeth^^F~Smith^Elizabeth', 'Smith^Liz^^F'],
  ['a maiden name in the message', 'Jones^Liz^^F', 'Smith^Elizabeth^^F~Jones^Elizabeth^^F'],
  ['half of a double name', 'Smith-Jones^Jane^^F', 'Jones^Jane^^F'],
  ['half of a double name and a short form', 'Smith-Jones^Katherine^^F', 'Smith^Kate^^F'],
  ['a second family name', 'Garcia^Luis^^M', 'Garcia Marquez^Luis^^M'],
  ['the other order of a double name', 'Smith-Jones^Jane^^F', 'Jones Smith^J^^F'],
  ['particles left out', 'de la Cruz^Maria^^F', 'Cruz^M^^F'],
  ['a cut double name', 'Leutheusser-Schnarrenberger^Sabine^^F', 'Leutheusser-Schnar^S^^F'],
  ['an apostrophe left out', "O'Brien^Pat^^F", 'OBrien^Patricia^^F'],
  // Short forms
  ['Bob', 'Twinley^Robert^^M', 'Twinley^Bob^^M'],
  ['Kate', 'Twinley^Katherine^^F', 'Twinley^Kate^^F'],
  ['Robert for a record of Bob', 'Twinley^Bob^^M', 'Twinley^Robert^^M'],
  ['Bill with a middle initial', 'Twinley^William Henry^^M', 'Twinley^Bill^H^M'],
  ['Fritz', 'Huber^Friedrich^^M', 'Huber^Fritz^^M'],
  ['Paco', 'Huber^Francisco^^M', 'Huber^Paco^^M'],
  // Initials and missing parts
  ['an initial', 'Twinley^Anna^^F', 'Twinley^A^^F'],
  ['an initial with a full stop', 'Twinley^Anna^^F', 'Twinley^A.^^F'],
  ['two initials', 'Twinley^Jean-Luc^^M', 'Twinley^J-L^^M'],
  ['an initial in the record', 'Twinley^A^^F', 'Twinley^Anna^^F'],
  ['the initial of the family name', 'Twinley^Anna^^F', 'T^Anna^^F'],
  ['no given name', 'Twinley^Anna^^F', 'Twinley^^^F'],
  ['no family name', 'Twinley^Anna^^F', '^Anna^^F'],
  ['no name', 'Twinley^Anna^^F', '^^^F'],
  ['no given name in the record', 'Twinley^^^F', 'Twinley^Anna^^F'],
  ['the middle name left out', 'Twinley^Anna Maria^^F', 'Twinley^Anna^^F'],
  ['a middle name more', 'Twinley^Anna^^F', 'Twinley^Anna^Maria^F'],
  ['the middle name as initial', 'Twinley^Anna Maria^^F', 'Twinley^Anna^M^F'],
  ['the middle name alone', 'Twinley^Johann Wolfgang^^M', 'Twinley^Wolfgang^^M'],
  ['the maiden name as middle name', 'Twinley^Anna Maria^^F', 'Twinley^Anna^Smith^F~Smith^Anna'],
  ['given names written as one', 'Twinley^Anna Lena^^F', 'Twinley^Annalena^^F'],
  ['a cut given name', 'Twinley^Maria del Carmen^^F', 'Twinley^Maria del Car^^F'],
  ['a suffix in the family name', 'Twinley^John^^M', 'Twinley Jr^John^^M'],
  ['a suffix in the given name', 'Twinley^John^^M', 'Twinley^John III^^M'],
  ['a title', 'Twinley^John^^M', 'Twinley^Dr. John^^M'],
  // Order and place
  ['family and given name exchanged', 'Twinley^Anna^^F', 'Anna^Twinley^^F'],
  ['the whole name in one field', 'Twinley^Anna^^F', 'Twinley Anna^^^F'],
  ['given names in another order', 'Twinley^Anna Maria^^F', 'Twinley^Maria^Anna^F'],
  // Placeholders
  ['BABY GIRL', 'Twinley^Anna^^F', 'Twinley^BABY GIRL^^F'],
  ['a record that still says Baby Girl', 'Twinley^Baby Girl^^F', 'Twinley^Anna^^F'],
  ['the same newborn in other words', 'Twinley^Baby Girl A^^F', 'Twinley^GIRL A^^F'],
  ['Baby of the mother', 'Twinley^Anna^^F', 'Twinley^Baby of Ruth^^F'],
  ['UNKNOWN', 'Twinley^Anna^^F', 'UNKNOWN^UNKNOWN^^U'],
  ['FNU', 'Twinley^Anna^^F', 'Twinley^FNU^^F'],
  // Other spellings and scripts
  ['Mueller', 'Müller^Jörg^^M', 'Mueller^Joerg^^M'],
  ['Muller', 'Müller^Jörg^^M', 'Muller^Jorg^^M'],
  ['Müller for a record of Mueller', 'Mueller^Joerg^^M', 'Müller^Jörg^^M'],
  ['Muller for a record of Mueller', 'Mueller^Joerg^^M', 'Muller^Jorg^^M'],
  ['accents left out', 'Núñez^José^^M', 'NUNEZ^JOSE^^M'],
  ['letters that were lost', 'Müller^Jörg^^M', 'M?ller^J?rg^^M'],
  ['question marks alone', 'Иванов^Анна^^F', '??????^????^^F'],
  ['Mohamed', 'Ali^Mohammed^^M', 'Ali^Mohamed^^M'],
  ['Cyrillic in the record', 'Иванова^Анна^^F', 'Ivanova^Anna^^F'],
  ['Chinese in the message', 'Wang^Xiaoming^^M', '王^小明^^M'],
  ['Arabic in the message', 'Ali^Hassan^^M', 'علي^حسن^^M'],
  ['the same in another script of the message', 'Wang^Xiaoming^^M', '王^小明^^M~Wang^Xiaoming'],
  // Sex
  ['sex not known', 'Twinley^Anna^^F', 'Twinley^Anna^^U'],
  ['sex ambiguous', 'Twinley^Anna^^F', 'Twinley^Anna^^A'],
  ['sex not applicable', 'Twinley^Anna^^F', 'Twinley^Anna^^N'],
  ['sex other', 'Twinley^Anna^^F', 'Twinley^Anna^^O'],
  ['sex other in the record', 'Twinley^Anna^^O', 'Twinley^Anna^^F'],
];

const UNMATCHED: [string, string, string, 'name_differs' | 'sex_differs'][] = [
  ['the other twin', 'Twinley^Anna^^F', 'Twinley^Boris^^M', 'name_differs'],
  ['the other twin of the same sex', 'Twinley^Anna^^F', 'Twinley^Berta^^F', 'name_differs'],
  ['another person', 'Twinley^Anna^^F', 'Completely^Different^^M', 'name_differs'],
  ['another sex', 'Twinley^Anna^^F', 'Twinley^Anna^^M', 'sex_differs'],
  ['another sex, no name', 'Twinley^Anna^^F', '^^^M', 'sex_differs'],
  ['Anne for Anna', 'Twinley^Anna^^F', 'Twinley^Anne^^F', 'name_differs'],
  ['Jan for Jon', 'Twinley^Jon^^M', 'Twinley^Jan^^M', 'name_differs'],
  ['Janet for Jane', 'Twinley^Jane^^F', 'Twinley^Janet^^F', 'name_differs'],
  ['Ann for Annabelle', 'Twinley^Annabelle^^F', 'Twinley^Ann^^F', 'name_differs'],
  ['Christiane for Christian', 'Twinley^Christian^^', 'Twinley^Christiane^^', 'name_differs'],
  ['Michal for Michael', 'Twinley^Michael^^', 'Twinley^Michal^^', 'name_differs'],
  ['two short forms', 'Twinley^Bob^^M', 'Twinley^Rob^^M', 'name_differs'],
  ['another initial', 'Twinley^Anna^^F', 'Twinley^B^^F', 'name_differs'],
  ['the same initial of another name', 'Twinley^Anna^^F', 'Twinley^Agnes^^F', 'name_differs'],
  ['two letters are no initial', 'Twinley^Anna^^F', 'Twinley^An^^F', 'name_differs'],
  ['the initial of the middle name alone', 'Twinley^Anna Maria^^F', 'Twinley^M^^F', 'name_differs'],
  ['D’Angelo is no initial', 'Twinley^Daniel^^M', "Twinley^D'Angelo^^M", 'name_differs'],
  ['a second given name of the other twin', 'Lopez^Maria Jose^^F', 'Lopez^Maria^Elena^F', 'name_differs'],
  ['the first given name of both', 'Ali^Mohammed Hassan^^M', 'Ali^Mohamed Hussein^^M', 'name_differs'],
  ['a shared middle name', 'Twinley^Anna Maria^^F', 'Twinley^Lena Maria^^F', 'name_differs'],
  ['another family name and a short form', 'Smith^Elizabeth^^F', 'Jones^Liz^^F', 'name_differs'],
  ['another family name and an initial', 'Smith^Jane^^F', 'Jones^J^^F', 'name_differs'],
  ['initials on both sides and another family', 'Smith^J^^F', 'Jones^J^^F', 'name_differs'],
  ['another family name, no given name', 'Smith^Jane^^F', 'Jones^^^F', 'name_differs'],
  ['another family name and another sex', 'Smith^Jane^^F', 'Jones^Jane^^M', 'name_differs'],
  ['a particle is no family name', 'de la Cruz^Maria^^F', 'de la Vega^M^^F', 'name_differs'],
  ['the other twin in one field', 'Twinley^Anna^^F', 'Twinley Boris^^^F', 'name_differs'],
  ['the other twin, exchanged', 'Twinley^Anna^^F', 'Boris^Twinley^^F', 'name_differs'],
  ['the other newborn', 'Twinley^Baby Girl A^^F', 'Twinley^GIRL B^^F', 'name_differs'],
  ['the other newborn by sex', 'Twinley^Baby Girl^^', 'Twinley^BABY BOY^^', 'name_differs'],
  [
    'a placeholder next to the other name',
    'Twinley^Anna^^F',
    'Twinley^Boris^^F~Twinley^Baby',
    'name_differs',
  ],
  ['another script next to the other name', 'Wang^Min^^F', '王^小明^^F~Wang^Xiaoming', 'name_differs'],
  ['a letter that no record has lost', 'Twinley^Anna^^F', 'Twinley^Ann?^^F', 'name_differs'],
  ['another Chinese name', '王^小明^^M', '王^小华^^M', 'name_differs'],
  ['one Chinese letter is no initial', '王^明华^^M', '王^明^^M', 'name_differs'],
  ['another Cyrillic name', 'Иванова^Анна^^F', 'Иванова^Алла^^F', 'name_differs'],
];

describe('same MRN and birth date', () => {
  it.each(FILED)('%s: no contradiction', (...row) => {
    const [, record, sent] = row;
    expect(check(record, sent)).toMatchObject({ fits: true, rule: 'mrn_and_birth_date' });
  });

  it.each(UNMATCHED)('%s: unmatched', (...row) => {
    const [, record, sent, rule] = row;
    expect(check(record, sent)).toMatchObject({ fits: false, rule });
  });

  it('does not mix up many pairs of similar names', () => {
    const pairs = 'Lisa Elsie,Maria Marie,Julia Juliane,Eva Evi,Tim Tom,Jana Jan,Leon Leo,Nina Tina,Mia Maria'
      .concat(',Emma Emily,Lena Elena,Ella Bella,Paul Paula,Eric Erik,Sara Sarah,Ali Alia,Noah Noa,Max Mark')
      .split(',')
      .map((pair) => pair.split(' '));
    const taken = pairs.filter((pair) => check(`T^${pair[RECORD]}^^`, `T^${pair[SENT]}^^`).fits);
    expect(taken).toEqual([]);
  });
});

describe('no MRN', () => {
  it.each([
    ['Twinley^Katherine^^F', 'Twinley^Kate^^F'],
    ['Smith^Jane^^F', 'Jones^Jane^^F'],
    ['Twinley^Anna^^F', 'Twinley^A^^F'],
    ['Smith-Jones^Jane^^F', 'Jones^Jane^^F'],
  ])('%s is not %s: only complete names count', (record, sent) => {
    expect(checkPatient({ ...facts(sent), mrns: [] }, patient(record)).fits).toBe(false);
  });
});

describe('candidates', () => {
  const person = (id: string, mrn: string, name: string) => ({
    ...patient(name),
    id,
    mrn,
    identifiers: [],
    phones: [],
    addresses: [],
  });
  const none = { identifiers: [], other_identifiers: [], contacts: [], addresses: [] };
  const sent = { ...none, names: [], birth_date: null, sex: 'M', account_number: null, deleted_fields: [] };

  it('list the twin by name before the one by MRN', () => {
    const anna = person('anna', '4711', 'Twinley^Anna^^F');
    const boris = person('boris', '4712', 'Twinley^Boris^^M');
    const ranked = rankCandidates(sent, facts('Twinley^Boris^^M'), [anna, boris], 'anna');
    expect(ranked.map(({ patient: { id } }) => id)).toEqual(['boris', 'anna']);
  });

  it('list the patient born in the sent month before one of the same name', () => {
    const born = (id: string, birthDate: string) => ({ ...person(id, id, 'Baker^Hannah^^F'), birthDate });
    const people = [
      born('december', '1990-12-05'),
      born('unknown', '1990-08-23'),
      born('same', '1982-08-23'),
    ];
    const partial = { ...facts('Baker^Hannah^^F'), mrns: [], birthDate: '1982-08' };
    const ranked = rankCandidates({ ...sent, sex: 'F' }, partial, people, null);
    expect(ranked.map(({ patient: { id }, compared }) => [id, compared.birth_date])).toEqual([
      ['same', 'partly_same'],
      ['december', 'different'],
      ['unknown', 'different'],
    ]);
  });

  it('list the patient whose birth date and given name differ by a typing error first, as different', () => {
    const born = (id: string, name: string, birthDate: string) => ({ ...person(id, id, name), birthDate });
    const people = [
      born('other', 'Tran^Minh^^F', '1975-05-02'),
      born('birthday', 'Rossi^Emma^^F', '1983-12-21'),
      born('laura', 'Tran^Laura^^F', '1983-12-20'),
    ];
    const typed = { ...facts('Tran^Lara^^F'), mrns: [], birthDate: '1983-12-21' };
    const ranked = rankCandidates({ ...sent, sex: 'F' }, typed, people, null);
    expect(ranked.map(({ patient: { id }, close }) => [id, close])).toEqual([
      ['laura', true],
      ['birthday', false],
      ['other', false],
    ]);
    expect(ranked[0]).toMatchObject({
      fits: false,
      compared: { birth_date: 'different', given: 'different' },
    });
  });

  it.each([
    ['the day', '1958-03-12', '1958-03-21'],
    ['the month', '1958-01-12', '1958-10-12'],
    ['the year', '1985-03-12', '1958-03-12'],
  ])('list a patient first if two digits of %s are swapped', (_part, birthDate, sentDate) => {
    const born = (id: string, name: string, date: string) => ({ ...person(id, id, name), birthDate: date });
    const people = [
      born('ada', 'Okafor^Ada^^F', sentDate.replace('195', '196')),
      born('adaeze', 'Okafor^Adaeze Ruth^^F', birthDate),
    ];
    const swapped = { ...facts('Okafor^Adaeze^^F'), mrns: ['X-20417'], birthDate: sentDate };
    const ranked = rankCandidates({ ...sent, sex: 'F' }, swapped, people, null);
    expect(ranked.map(({ patient: { id } }) => id)).toEqual(['adaeze', 'ada']);
  });

  it.each([
    ['Okafor^Adaeze Ruth^^F', 'Okafor^Adaeze^^F', 'partly_same'],
    ['Okafor^Adaeze^^F', 'Okafor^Adaeze^Ruth^F', 'partly_same'],
    ['Okafor^Adaeze Ruth^^F', 'Okafor^Adaeze^Ruth^F', 'same'],
    ['Okafor^Adaeze^^F', 'OKAFOR^ADAEZE^^F', 'same'],
    ['Okafor^Adaeze Ruth^^F', 'Okafor^Ruth^^F', 'similar'],
  ])('compare the given names of %s with %s: %s', (record, message, how) => {
    const [first] = rankCandidates(sent, facts(message), [person('one', '4711', record)], 'one');
    expect(first!.compared.given).toBe(how);
  });
});
