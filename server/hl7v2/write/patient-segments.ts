import { threeLetterCode } from '../../data-types/country-codes';
import type {
  Address,
  ContactPoint,
  EmailAddress,
  HumanName,
  PatientIdentifier,
} from '../../data-types/patient';
import type { OrderMessage, OrderPatient } from './content';
import { authority, codes, compact } from './data-types';
import { components, escaped, repetitions, segment, type WrittenSegment } from './segments';

export function patientSegments({ patient, accountNumber, version }: OrderMessage): WrittenSegment[] {
  const unformatted = version === '2.5.1';
  const contacts = (isWork: boolean): string =>
    repetitions([
      ...patient.phones
        .filter(({ use }) => (use === 'work') === isWork)
        .map((phone) => phoneText(phone, unformatted)),
      ...patient.emails.filter(({ use }) => (use === 'work') === isWork).map(emailText),
    ]);
  return [
    segment('PID', {
      1: '1',
      3: repetitions([mrnText(patient), ...patient.identifiers.map(identifierText)]),
      5: repetitions([patient.name, ...patient.otherNames].map(nameText)),
      7: compact(patient.birthDate),
      8: SEXES[patient.sex],
      11: repetitions(patient.addresses.map(addressText)),
      13: contacts(false),
      14: contacts(true),
      18: escaped(accountNumber),
    }),
    segment('PV1', { 1: '1', 2: 'O' }),
  ];
}

/** HL7 table 0001. */
const SEXES = { female: 'F', male: 'M', other: 'O', unknown: 'U' } as const;

const mrnText = ({ mrn, mrnAuthority }: OrderPatient): string =>
  components(escaped(mrn), '', '', authority(mrnAuthority), 'MR');

/** HL7 table 0203. Other types are ambiguous there without the `type_code` of the identifier. */
const IDENTIFIER_TYPES: Readonly<Partial<Record<PatientIdentifier['type'], string>>> = {
  mrn: 'MR',
  national_id: 'NI',
  passport: 'PPN',
};

const identifierText = ({ system, value, type, type_code, assigner }: PatientIdentifier): string =>
  components(
    escaped(value),
    '',
    '',
    authority(system),
    escaped(type_code) || (IDENTIFIER_TYPES[type] ?? ''),
    escaped(assigner),
  );

/** HL7 table 0200: legal, display and maiden name. */
const NAME_TYPES = { official: 'L', usual: 'D', maiden: 'M' } as const;

function nameText({ family, given, prefix, suffix, use }: HumanName): string {
  const [first = null, ...others] = given;
  return codes(family, first, others.join(' '), suffix, prefix, null, use && NAME_TYPES[use]);
}

/** HL7 table 0190: home, business, temporary. Countries have three letters (table 0399). */
const ADDRESS_TYPES = { home: 'H', work: 'B', temporary: 'C' } as const;

function addressText({ lines, city, state, postal_code, country, use }: Address): string {
  const [street = null, ...others] = lines;
  return codes(
    street,
    others.join(', '),
    city,
    state,
    postal_code,
    country && threeLetterCode(country),
    use && ADDRESS_TYPES[use],
  );
}

/** HL7 tables 0201 and 0202. Since 2.5 the unparsed number is the twelfth component; older readers use the first. */
function phoneText({ value, use }: ContactPoint, unformatted: boolean): string {
  const where = use === 'home' ? 'PRN' : use === 'work' ? 'WPN' : '';
  const number = escaped(value);
  const equipment = use === 'mobile' ? 'CP' : 'PH';
  return components(number, where, equipment, '', '', '', '', '', '', '', '', unformatted ? number : '');
}

const emailText = ({ value }: EmailAddress): string => codes(null, 'NET', 'Internet', value);
