/** How unmatched reports and their patients are described, in lists and on their pages. */
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { UNMATCHED_REASON_WORDS } from '@/server/domain/inbound-reports/rules';
import { SEX_OF_CODE, SEX_WORDS } from '@/server/domain/patients/rules';
import { formatDate, monthText } from '../format/dates';
import { formatShortName } from '../format/names';
import { knownValue } from '../format/words';
import type { MatchedPatient } from './match-here';

export const NOT_SENT = 'Not sent';

export function unmatchedReason(problem: string | null): string {
  const known = knownValue(UNMATCHED_REASON_WORDS, problem);
  return known ? UNMATCHED_REASON_WORDS[known] : 'It could not be filed automatically.';
}

/** On the page of a report, which has its candidates. Without an MRN only an order files a report automatically. */
export function reportReason({
  problem,
  mrn,
  candidates,
}: {
  problem: string | null;
  mrn: string | null;
  candidates: readonly Pick<Candidate, 'fits'>[];
}): string {
  return problem === 'no_match' && mrn === null && candidates.some(({ fits }) => fits)
    ? 'Name and birth date match a patient, but no MRN was sent.'
    : unmatchedReason(problem);
}

/** `1950-04` → `Apr-1950`. A year alone stays unchanged. */
export function sentDate(date: string | null): string | null {
  const month = /^(\d{4})-(\d{2})$/.exec(date ?? '');
  if (month) return `${monthText(Number(month[2]))}-${month[1]}`;
  return date?.length === 10 ? formatDate(date) : date;
}

/** `FAMILY, Given` */
export const patientName = ({ family, given }: { family: string; given: string }): string =>
  formatShortName({ family, given: given ? [given] : [] });

/** As the question before filing shows it. */
export const matchedPatient = ({ patient }: Candidate): MatchedPatient => ({
  id: patient.id,
  name: patientName(patient),
  birth_date: patient.birth_date,
  mrn: patient.mrn,
});

export const sentName = ({ family, given }: { family: string | null; given: string | null }): string =>
  family ? patientName({ family, given: given ?? '' }) : given || 'No name';

export const sentSex = (code: string | null): string =>
  code === null ? NOT_SENT : Object.hasOwn(SEX_OF_CODE, code) ? SEX_WORDS[SEX_OF_CODE[code]!] : code;

/** The common types of identifiers (HL7 table 0203). */
const IDENTIFIER_WORDS: Readonly<Record<string, string>> = {
  AN: 'Account number',
  DL: 'Driver’s license',
  HC: 'Health card number',
  MA: 'Medicaid number',
  MC: 'Medicare number',
  MR: 'MRN',
  NH: 'National health ID',
  NI: 'National ID',
  PI: 'Internal patient ID',
  PN: 'Person number',
  PPN: 'Passport',
  PT: 'External patient ID',
  SS: 'Social security number',
  VN: 'Visit number',
};

interface SentIdentifier {
  number: string | null;
  type: string | null;
  authority: string | null;
}

/** `X-20417 (MRN, assigned by CDS)`. An unknown type stays as sent. */
export function identifierWords({ number, type, authority }: SentIdentifier): string {
  const known = knownValue(IDENTIFIER_WORDS, type);
  const origin = [known ? IDENTIFIER_WORDS[known] : type, authority ? `assigned by ${authority}` : null]
    .filter(Boolean)
    .join(', ');
  return [number, origin ? `(${origin})` : null].filter(Boolean).join(' ');
}

/** The common events of ADT and MDM messages (HL7 table 0003). */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  A01: 'Admission',
  A02: 'Transfer',
  A03: 'Discharge',
  A04: 'Registration',
  A05: 'Pre-admission',
  A08: 'Update',
  A28: 'New person',
  A29: 'Deletion',
  A31: 'Update',
  A40: 'Merge',
  T02: 'New document',
  T04: 'Change of status',
  T06: 'Addendum',
  T08: 'Edit',
  T10: 'Replacement',
  T11: 'Cancellation',
};

export const eventWords = (event: string): string =>
  Object.hasOwn(EVENT_WORDS, event) ? `${EVENT_WORDS[event]} (${event})` : `Event ${event}`;
