import type { HumanName } from '../../domain/patients/contract';
import { isSameGiven, isSameName } from './names';
import { isSameNumber, isSameWithoutZeros } from './numbers';
import type { PatientFacts } from './patient-facts';

/**
 * Whether a report may be filed at a patient whom its numbers name. A wrong number is the likeliest way to a wrong
 * chart, so the person is always compared, and a report that does not fit is held for people.
 */

export interface KnownPatient {
  mrn: string;
  name: HumanName;
  otherNames: readonly HumanName[];
  birthDate: string;
  sex: 'female' | 'male' | 'other' | 'unknown';
}

export type Compared = 'same' | 'different' | 'not_sent';

export interface PatientCheck {
  fits: boolean;
  rule:
    | 'mrn_and_birth_date'
    | 'mrn_and_family_name'
    | 'name_and_birth_date'
    | 'mrn_differs'
    | 'only_the_mrn_fits'
    | 'too_little_fits';
  mrn: Compared;
  birth_date: Compared;
  family: Compared;
  given: Compared;
  sex: Compared;
}

const compared = (sent: boolean, same: boolean): Compared =>
  !sent ? 'not_sent' : same ? 'same' : 'different';

export function checkPatient(facts: PatientFacts, patient: KnownPatient): PatientCheck {
  const known = [patient.name, ...patient.otherNames];
  const families = facts.names.filter(({ family }) => family !== null);
  const sameFamily = (sent: { family: string | null }, name: HumanName) =>
    sent.family !== null && isSameName(sent.family, name.family);
  const pairs = facts.names.flatMap((sent) => known.map((name) => ({ sent, name })));
  const fields = {
    mrn: compared(facts.mrns.length > 0, facts.mrns.some(isNumberOf(patient.mrn))),
    birth_date: compared(facts.birthDate !== null, facts.birthDate === patient.birthDate),
    family: compared(
      families.length > 0,
      pairs.some(({ sent, name }) => sameFamily(sent, name)),
    ),
    given: compared(
      facts.names.some(({ given }) => given !== null),
      pairs.some(({ sent, name }) => isSameGiven(sent, name.given)),
    ),
    sex: compared(
      facts.sex !== null && (patient.sex === 'female' || patient.sex === 'male'),
      facts.sex === patient.sex,
    ),
  };
  // Family and given name of one name, not of two.
  const wholeName = pairs.some(({ sent, name }) => sameFamily(sent, name) && isSameGiven(sent, name.given));
  return { ...judge(fields, wholeName), ...fields };
}

const isNumberOf = (mrn: string) => (sent: string) =>
  isSameNumber(sent, mrn) || isSameWithoutZeros(sent, mrn);

type Fields = Pick<PatientCheck, 'mrn' | 'birth_date' | 'family' | 'sex'>;

function judge(fields: Fields, wholeName: boolean): Pick<PatientCheck, 'fits' | 'rule'> {
  if (fields.mrn === 'different') return { fits: false, rule: 'mrn_differs' };
  if (fields.mrn === 'same') {
    if (fields.birth_date === 'same') return { fits: true, rule: 'mrn_and_birth_date' };
    if (fields.family === 'same') return { fits: true, rule: 'mrn_and_family_name' };
    return { fits: false, rule: 'only_the_mrn_fits' };
  }
  if (fields.birth_date === 'same' && wholeName && fields.sex !== 'different')
    return { fits: true, rule: 'name_and_birth_date' };
  return { fits: false, rule: 'too_little_fits' };
}
