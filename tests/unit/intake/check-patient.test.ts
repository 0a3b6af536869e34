import { describe, expect, it } from 'vitest';
import {
  checkPatient,
  needsReason,
  type KnownPatient,
  type PatientCheck,
} from '../../../server/domain/inbound-reports/filing/check-patient';
import { patientFacts, type PatientFacts } from '../../../server/domain/inbound-reports/filing/patient-facts';
import type { NormalIdentifier, NormalPatient } from '../../../server/hl7v2/normal-message';

/** The truth table for matching: one row, one test. */

const name = (family: string, ...given: string[]) => ({
  family,
  given,
  prefix: null,
  suffix: null,
  use: 'official' as const,
});
const JANE: KnownPatient = {
  mrn: '00123-A',
  name: name('Müller-Lopez', 'Jane', 'Mary'),
  otherNames: [name('Weiß', 'Jane')],
  birthDate: '1945-07-14',
  sex: 'female',
};
const facts = (extra: Partial<PatientFacts> = {}): PatientFacts => ({
  mrns: [],
  names: [{ family: 'Müller-Lopez', given: 'Jane', middle: null }],
  birthDate: '1945-07-14',
  sex: 'female',
  ...extra,
});
const named = (family: string | null, given: string | null, middle: string | null = null) => ({
  names: [{ family, given, middle }],
});

describe('checkPatient', () => {
  it.each<[string, Partial<PatientFacts>, boolean, PatientCheck['rule']]>([
    // MRN present and different: conflict, whatever else matches.
    ['another MRN, all else equal', { mrns: ['00124-A'] }, false, 'mrn_differs'],
    ['an MRN without the letter', { mrns: ['00123'] }, false, 'mrn_differs'],
    // MRN equal and birth date or family name equal: file.
    ['MRN and all else', { mrns: ['00123-A'] }, true, 'mrn_and_birth_date'],
    ['MRN and birth date', { mrns: ['00123-A'], names: [] }, true, 'mrn_and_birth_date'],
    [
      'MRN, birth date, another name',
      { mrns: ['00123-A'], ...named('Other', 'Name') },
      false,
      'name_differs',
    ],
    ['MRN, birth date, another sex', { mrns: ['00123-A'], sex: 'male' }, false, 'sex_differs'],
    [
      'MRN and family name, another given name',
      { mrns: ['00123-A'], birthDate: null, ...named('Weiss', 'June') },
      false,
      'name_differs',
    ],
    ['MRN and family name', { mrns: ['00123-A'], birthDate: '1945-07-15' }, true, 'mrn_and_family_name'],
    [
      'MRN and family name, no birth date',
      { mrns: ['00123-A'], birthDate: null },
      true,
      'mrn_and_family_name',
    ],
    [
      'MRN and an earlier family name',
      { mrns: ['00123-A'], birthDate: null, ...named('Weiss', 'Jane') },
      true,
      'mrn_and_family_name',
    ],
    // MRN equal and nothing else.
    ['MRN alone', { mrns: ['00123-A'], birthDate: null, names: [] }, false, 'only_the_mrn_fits'],
    [
      'MRN, given name and sex, but not family name or birth date',
      { mrns: ['00123-A'], birthDate: '1950-01-01', ...named('Other', 'Jane') },
      false,
      'name_differs',
    ],
    // No MRN: birth date, family and given name equal, sex not contradicting.
    ['no MRN, all else equal', {}, true, 'name_and_birth_date'],
    ['no MRN, sex not sent', { sex: null }, true, 'name_and_birth_date'],
    ['no MRN, another sex', { sex: 'male' }, false, 'too_little_fits'],
    ['no MRN, another birth date', { birthDate: '1945-07-15' }, false, 'too_little_fits'],
    ['no MRN, no birth date', { birthDate: null }, false, 'too_little_fits'],
    ['no MRN, another family name', named('Lopez', 'Jane'), false, 'too_little_fits'],
    ['no MRN, another given name', named('Müller-Lopez', 'June'), false, 'too_little_fits'],
    ['no MRN, no given name', named('Müller-Lopez', null), false, 'too_little_fits'],
    ['nothing at all', { names: [], birthDate: null, sex: null }, false, 'too_little_fits'],
    [
      'family of one name and given name of another',
      {
        names: [
          { family: 'Müller-Lopez', given: 'Ann', middle: null },
          { family: 'Other', given: 'Jane', middle: null },
        ],
      },
      false,
      'too_little_fits',
    ],
  ])('%s', (_words, extra, fits, rule) => {
    expect(checkPatient(facts(extra), JANE)).toMatchObject({ fits, rule });
  });

  it.each([
    ['0123', '123'],
    ['123', '000123'],
  ])('accepts MRN %s for %s: without leading zeros in a second attempt', (sent, mrn) => {
    expect(checkPatient(facts({ mrns: [sent] }), { ...JANE, mrn })).toMatchObject({
      fits: true,
      mrn: 'same',
    });
  });

  it.each(['MÜLLER LOPEZ', 'Lopez-Müller', 'Lopez Muller', 'mullerlopez', 'Mueller-Lopez', 'Müller–López'])(
    'recognizes the double name %s',
    (family) => {
      expect(checkPatient(facts(named(family, 'JANE')), JANE)).toMatchObject({ fits: true, family: 'same' });
    },
  );

  it.each(['Müller', 'Lopez', 'Müller-Lopes', ''])('does not match %j with it', (family) => {
    expect(checkPatient(facts(named(family || null, 'Jane')), JANE).family).not.toBe('same');
  });

  it.each([
    ['Jane', null],
    ['jane mary', null],
    ['Jane-Mary', null],
    ['Jane', 'Mary'],
  ])('recognizes the given names %s %s', (given, middle) => {
    expect(checkPatient(facts(named('Müller-Lopez', given, middle)), JANE).given).toBe('same');
  });

  it.each([
    ['J', 'similar'],
    ['Mary', 'similar'],
    ['Janet', 'different'],
  ])('does not match %s with them: %s', (given, how) => {
    expect(checkPatient(facts(named('Müller-Lopez', given)), JANE).given).toBe(how);
  });

  it.each([
    ['1945', 'partly_same', false],
    ['1945-07', 'partly_same', false],
    ['1945-07-14', 'same', false],
    ['1946', 'different', true],
    ['1945-08', 'different', true],
    ['1945-07-15', 'different', true],
  ])('compares a birth date sent as %s: %s', (birthDate, how, reason) => {
    const check = checkPatient(facts({ mrns: ['00123-A'], birthDate }), JANE);
    expect({ how: check.birth_date, reason: needsReason(check) }).toEqual({ how, reason });
  });

  it.each(['1945', '1945-07'])('never files by a name and %s', (birthDate) => {
    expect(checkPatient(facts({ birthDate }), JANE)).toMatchObject({ fits: false, rule: 'too_little_fits' });
    expect(checkPatient(facts({ mrns: ['00123-A'], birthDate, names: [] }), JANE).fits).toBe(false);
  });

  it('requires a reason for an invalid birth date, though MRN and name match', () => {
    const invalid = { birthDate: null, isBirthDateInvalid: true };
    const check = checkPatient(facts({ mrns: ['00123-A'], ...invalid }), JANE);
    expect(check).toMatchObject({ fits: true, birth_date: 'invalid' });
    expect(needsReason(check)).toBe(true);
    expect(needsReason(checkPatient(facts(invalid), JANE))).toBe(true);
  });

  it('requires a reason for another month of birth', () => {
    expect(needsReason(checkPatient(facts({ birthDate: '1945-08' }), JANE))).toBe(true);
    expect(needsReason(checkPatient(facts({ birthDate: '1945-07' }), JANE))).toBe(false);
  });

  it('reports the comparison of each field', () => {
    expect(
      checkPatient(facts({ mrns: ['9'], birthDate: null, sex: 'male', ...named('Other', 'Jane') }), JANE),
    ).toEqual({
      fits: false,
      rule: 'mrn_differs',
      mrn: 'different',
      birth_date: 'not_sent',
      family: 'different',
      given: 'same',
      sex: 'different',
    });
  });
});

describe('patientFacts', () => {
  const patient = (identifiers: NormalIdentifier[], extra: Partial<NormalPatient> = {}): NormalPatient => ({
    identifiers,
    other_identifiers: [],
    names: [],
    birth_date: null,
    sex: null,
    addresses: [],
    contacts: [],
    account_number: null,
    deleted_fields: [],
    ...extra,
  });
  const id = (number: string, type: string | null = null, authority: string | null = null) => ({
    number,
    type,
    authority,
  });

  it.each<[string, NormalIdentifier[], string | null, string[]]>([
    ['the one of type MR', [id('1', 'SS'), id('2', 'MR', 'A'), id('3', 'PI')], null, ['2']],
    ['all of type MR, where nothing says which', [id('1', 'MR', 'A'), id('2', 'MR', 'B')], null, ['1', '2']],
    ['the only one', [id('007')], null, ['007']],
    ['the only one, whatever it is called', [id('7', 'PI')], null, ['7']],
    ['no national number, though it is the only one', [id('7', 'NI')], null, []],
    ['none of several without a type', [id('1'), id('2')], null, []],
    ['the one of our authority', [id('1', 'MR', 'A'), id('2', 'MR', 'CLINIC')], 'Clinic', ['2']],
    ['of our authority the one of type MR', [id('1', 'AN', 'C'), id('2', 'MR', 'C')], 'C', ['2']],
    ['none where our authority gave none', [id('1', 'MR', 'A')], 'C', []],
  ])('reads %s', (_words, identifiers, authority, mrns) => {
    expect(patientFacts(patient(identifiers), authority).mrns).toEqual(mrns);
  });

  it.each([
    ['F', 'female'],
    ['M', 'male'],
    ['U', null],
    ['O', null],
    ['A', null],
    [null, null],
  ])('sex %s is compared as %s', (sent, sex) => {
    expect(patientFacts(patient([], { sex: sent }), null).sex).toBe(sex);
  });
});
