import type { Candidate } from './contract';
import type { ComparedField } from './rules';
import type { NormalPatient } from '../../hl7v2/normal-message';
import { checkPatient, type Compared, type KnownPatient } from './filing/check-patient';
import { compareAddresses, type KnownAddress } from './compare-addresses';
import { isSameName } from './filing/same-name';
import { isSameIdentifier } from './filing/same-identifier';
import { comparableFacts, type PatientFacts } from './filing/patient-facts';
import { spellingsOf } from '../../shared/near-words';
import { wordKey } from '../patients/search-terms';
import { similarBirthDates } from '../patients/similar-birth-dates';

/** Most likely first. Matches add to the score, contradictions subtract; numbers weigh more than names. Pure. */

export interface KnownPerson extends KnownPatient {
  id: string;
  identifiers: readonly { value: string }[];
  phones: readonly { value: string; raw: string }[];
  addresses: readonly KnownAddress[];
}

export interface Ranked<Patient> {
  patient: Patient;
  fits: boolean;
  close: boolean;
  compared: Candidate['compared'];
}

const WEIGHT: Record<ComparedField, Record<Exclude<Compared, 'not_sent' | 'invalid'>, number>> = {
  mrn: { same: 40, partly_same: 40, similar: 0, different: -10 },
  identifier: { same: 30, partly_same: 30, similar: 0, different: 0 },
  birth_date: { same: 20, partly_same: 10, similar: 0, different: -10 },
  family: { same: 15, partly_same: 15, similar: 10, different: -8 },
  given: { same: 10, partly_same: 10, similar: 6, different: -5 },
  phone: { same: 8, partly_same: 8, similar: 0, different: 0 },
  address: { same: 8, partly_same: 2, similar: 6, different: 0 },
  sex: { same: 2, partly_same: 2, similar: 0, different: -8 },
};
/** Added if a typing error explains a difference. It still differs: filing requires a reason. */
const TYPING_ERROR = { birth_date: 18, given: 9 } as const;
/** If name or sex contradict an MRN, the number is more likely wrong than the name. */
const CONTRADICTED = -30;

/**
 * @param named patients that the report's numbers identify (`uuid`); they win ties
 * @param created the patient that was created from the message (`uuid`)
 */
export function rankCandidates<Patient extends KnownPerson>(
  sent: NormalPatient,
  facts: PatientFacts,
  patients: readonly Patient[],
  named: string | null,
  created: string | null = null,
): Ranked<Patient>[] {
  const weighed = patients.map((patient) => {
    const one = comparePerson(sent, facts, patient, created);
    const weight = Object.entries(one.compared).reduce(
      (sum, [field, how]) =>
        sum + (how === 'not_sent' || how === 'invalid' ? 0 : WEIGHT[field as ComparedField][how]),
      (patient.id === named ? 1 : 0) + (one.contradicted ? CONTRADICTED : 0),
    );
    return { ...one, weight: one.mistyped.reduce((sum, field) => sum + TYPING_ERROR[field], weight) };
  });
  const counting = weighed.filter(({ patient, weight }) => weight > 0 || patient.id === named);
  return counting
    .sort((left, right) => right.weight - left.weight || (left.patient.id < right.patient.id ? -1 : 1))
    .map(({ patient, fits, close, compared }) => ({
      patient,
      fits,
      close: close || patient.id === named,
      compared,
    }));
}

export function comparePerson<Patient extends KnownPerson>(
  sent: NormalPatient,
  facts: PatientFacts,
  patient: Patient,
  created: string | null = null,
): Ranked<Patient> & { contradicted: boolean; mistyped: (keyof typeof TYPING_ERROR)[] } {
  const { fits, rule, mrn, birth_date, family, given, sex } = checkPatient(
    comparableFacts(facts, patient.id, created),
    patient,
  );
  const compared = {
    mrn,
    birth_date,
    family,
    given: given === 'same' && !isWholeGiven(facts, patient) ? ('partly_same' as const) : given,
    sex,
    identifier: sameIdentifier(sent, facts, patient),
    phone: samePhone(sent, patient),
    address: compareAddresses(sent.addresses, patient.addresses),
  };
  const mistyped = [
    ...(birth_date === 'different' && isMistypedDate(facts, patient) ? ['birth_date' as const] : []),
    ...(given === 'different' && isMistypedGiven(facts, patient) ? ['given' as const] : []),
  ];
  return {
    patient,
    fits,
    close: fits || isClose(compared, mistyped.length),
    compared,
    mistyped,
    contradicted: rule === 'name_differs' || rule === 'sex_differs',
  };
}

const AGREES: ReadonlySet<Compared> = new Set(['same', 'partly_same', 'similar']);

function isClose(
  { mrn, identifier, phone, family, given, birth_date }: Candidate['compared'],
  mistyped: number,
): boolean {
  const hasNumber = [mrn, identifier, phone].includes('same');
  return hasNumber || [family, given, birth_date].filter((how) => AGREES.has(how)).length + mistyped >= 2;
}

const isMistypedDate = ({ birthDate }: PatientFacts, patient: KnownPatient): boolean =>
  birthDate?.length === 10 && similarBirthDates(birthDate).includes(patient.birthDate);

const isMistypedGiven = ({ names }: PatientFacts, patient: KnownPatient): boolean =>
  names.some(({ given }) => {
    const near = spellingsOf(wordKey(given ?? ''));
    return [patient.name, ...patient.otherNames].some(({ given: [first = ''] }) =>
      [...(near?.beginnings ?? []), ...(near?.whole ?? [])].includes(wordKey(first)),
    );
  });

/** The first given name suffices for filing, but a user must see that other names of the record were not sent. */
const isWholeGiven = ({ names }: PatientFacts, patient: KnownPatient): boolean =>
  names.some(({ given, middle }) =>
    [patient.name, ...patient.otherNames].some(
      (known) =>
        given === null || isSameName([given, middle].filter(Boolean).join(' '), known.given.join(' ')),
    ),
  );

function sameIdentifier(sent: NormalPatient, facts: PatientFacts, patient: KnownPerson): Compared {
  const numbers = [...sent.identifiers, ...sent.other_identifiers]
    .map(({ number }) => number)
    .filter((number) => !facts.mrns.includes(number.trim()));
  // The record's MRN may be sent with another type, or after a national number.
  const known = [...patient.identifiers.map(({ value }) => value), patient.mrn];
  if (numbers.some((number) => known.some((value) => isSameIdentifier(plain(number), plain(value)))))
    return 'same';
  return numbers.length === 0 || patient.identifiers.length === 0 ? 'not_sent' : 'different';
}

/** National numbers are written with or without spaces and hyphens. */
const plain = (number: string): string => number.replace(/[\s-]/g, '').toUpperCase();

const SHORTEST = 7;
const digits = (text: string) => text.replace(/\D+/g, '').replace(/^0+/, '');

/** Compares the last digits, which do not depend on the country prefix. */
function samePhone(sent: NormalPatient, patient: KnownPerson): Compared {
  const numbers = sent.contacts.map(digits).filter((number) => number.length >= SHORTEST);
  const known = patient.phones.flatMap(({ value, raw }) => [digits(value), digits(raw)]);
  if (numbers.length === 0 || known.length === 0) return 'not_sent';
  const isSame = (left: string, right: string) =>
    right.length >= SHORTEST && (left.endsWith(right) || right.endsWith(left));
  return numbers.some((number) => known.some((other) => isSame(number, other))) ? 'same' : 'different';
}
