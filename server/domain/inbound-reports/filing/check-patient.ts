import type { HumanName } from '../../../data-types/patient';
import { compareNames, type Likeness, type NameLikeness } from './compare-names';
import { isSameGiven, isSameName } from './same-name';
import { isSameIdentifier, isSameWithoutZeros } from './same-identifier';
import type { PatientFacts } from './patient-facts';

/**
 * Whether a report may be filed for the patient its numbers identify. A wrong number is the most common cause of filing
 * to the wrong chart, so demographics are always compared, and a report that differs is unmatched.
 */

export interface KnownPatient {
  mrn: string;
  /** Of merged records, and those that a user linked to the record. */
  otherMrns?: readonly string[];
  name: HumanName;
  otherNames: readonly HumanName[];
  birthDate: string;
  sex: 'female' | 'male' | 'other' | 'unknown';
}

/**
 * `similar`: not identical, but explained (short form, initial, part of a double name, other spelling). `partly_same`: a
 * part was sent, and it is the same. `invalid`: the birth date sent is not a date. None of these suffices for filing.
 */
export type Compared = 'same' | 'partly_same' | 'similar' | 'different' | 'invalid' | 'not_sent';

export interface PatientCheck {
  fits: boolean;
  rule:
    | 'mrn_and_birth_date'
    | 'mrn_and_family_name'
    | 'name_and_birth_date'
    | 'mrn_differs'
    | 'name_differs'
    | 'sex_differs'
    | 'only_the_mrn_fits'
    | 'too_little_fits';
  mrn: Compared;
  birth_date: Compared;
  family: Compared;
  given: Compared;
  sex: Compared;
}

export const hasDifference = (check: PatientCheck): boolean =>
  [check.mrn, check.birth_date, check.family, check.given, check.sex].includes('different');

/** Whether a user who files there must give a reason. Family members share a name, and MRNs are mistyped. */
export const needsReason = (check: PatientCheck): boolean =>
  check.birth_date === 'invalid' ||
  (hasDifference(check) && (!check.fits || check.birth_date === 'different'));

const compared = (sent: boolean, same: boolean): Compared =>
  !sent ? 'not_sent' : same ? 'same' : 'different';

/** A birth date sent without its day, or with its year only, is compared as far as it goes. */
function compareBirthDates({ birthDate: sent, isBirthDateInvalid }: PatientFacts, known: string): Compared {
  if (isBirthDateInvalid) return 'invalid';
  if (sent === null) return 'not_sent';
  if (!known.startsWith(sent)) return 'different';
  return sent.length === known.length ? 'same' : 'partly_same';
}

export function checkPatient(facts: PatientFacts, patient: KnownPatient): PatientCheck {
  const known = [patient.name, ...patient.otherNames];
  const pairs = facts.names.flatMap((sent) => known.map((name) => ({ sent, name })));
  const likenesses = pairs.map(({ sent, name }) => compareNames(sent, name));
  const fields = {
    mrn: compared(facts.mrns.length > 0, hasNumber(facts, numbersOf(patient))),
    birth_date: compareBirthDates(facts, patient.birthDate),
    family: closest(likenesses.map(({ family }) => family)),
    given: closest(likenesses.map(({ given }) => given)),
    sex: compared(
      facts.sex !== null && (patient.sex === 'female' || patient.sex === 'male'),
      facts.sex === patient.sex,
    ),
  };
  // Family and given name must match within the same name.
  const wholeName = pairs.some(
    ({ sent, name }) =>
      sent.family !== null && isSameName(sent.family, name.family) && isSameGiven(sent, name.given),
  );
  return { ...resultOf(fields, wholeName, contradicts(likenesses, fields)), ...fields };
}

const hasNumber = ({ mrns }: Pick<PatientFacts, 'mrns'>, numbers: readonly string[]): boolean =>
  mrns.some((sent) =>
    numbers.some((known) => isSameIdentifier(sent, known) || isSameWithoutZeros(sent, known)),
  );

const numbersOf = ({ mrn, otherMrns = [] }: KnownPatient): string[] => [mrn, ...otherMrns];

interface KnownRecord extends KnownPatient {
  /** `uuid` */
  id: string;
}

export interface KnownChart extends KnownRecord {
  /** Records that were merged into it. Messages still have their MRNs, names and birth dates. */
  merged?: readonly KnownRecord[];
}

/** Like `checkPatient`, with the record of the chart that fits best. */
export function checkChart(facts: PatientFacts, chart: KnownChart): PatientCheck {
  const records = [chart, ...(chart.merged ?? [])];
  const otherMrns = records.flatMap(numbersOf);
  const checks = records.map((record) => checkPatient(facts, { ...record, otherMrns }));
  return (
    checks.find(({ rule }) => rule === 'mrn_and_birth_date') ?? checks.find(({ fits }) => fits) ?? checks[0]!
  );
}

/** The merged record (UUID) whose number the message has, unless it has one of the survivor. */
export function addressedRecord(facts: Pick<PatientFacts, 'mrns'>, chart: KnownChart): string | null {
  if (hasNumber(facts, numbersOf(chart))) return null;
  const named = (chart.merged ?? []).filter((record) => hasNumber(facts, numbersOf(record)));
  return named.length === 1 ? named[0]!.id : null;
}

function closest(all: readonly Likeness[]): Compared {
  const found = (['same', 'similar', 'different'] as const).find((likeness) => all.includes(likeness));
  return found ?? 'not_sent';
}

type Fields = Pick<PatientCheck, 'mrn' | 'birth_date' | 'family' | 'given' | 'sex'>;

/**
 * One matching name is enough. A name that cannot be compared (a placeholder, another script) never outweighs one that
 * differs. Family names change by marriage: if MRN, birth date and the full given name match, a different family name
 * is accepted.
 */
function contradicts(names: readonly NameLikeness[], { birth_date, sex }: Fields): boolean {
  const agrees = ({ family, given }: NameLikeness) =>
    (given === 'same' || given === 'similar') &&
    (family !== 'different' || (given === 'same' && birth_date === 'same' && sex !== 'different'));
  const differs = ({ family, given }: NameLikeness) => family === 'different' || given === 'different';
  return !names.some(agrees) && names.some(differs);
}

function resultOf(
  fields: Fields,
  wholeName: boolean,
  nameContradicts: boolean,
): Pick<PatientCheck, 'fits' | 'rule'> {
  if (fields.mrn === 'different') return { fits: false, rule: 'mrn_differs' };
  if (fields.mrn === 'same') {
    // MRN and birth date are easily confused between twins; name and sex distinguish them.
    if (nameContradicts) return { fits: false, rule: 'name_differs' };
    if (fields.sex === 'different') return { fits: false, rule: 'sex_differs' };
    if (fields.birth_date === 'same') return { fits: true, rule: 'mrn_and_birth_date' };
    if (fields.family === 'same') return { fits: true, rule: 'mrn_and_family_name' };
    return { fits: false, rule: 'only_the_mrn_fits' };
  }
  if (fields.birth_date === 'same' && wholeName && fields.sex !== 'different')
    return { fits: true, rule: 'name_and_birth_date' };
  return { fits: false, rule: 'too_little_fits' };
}
