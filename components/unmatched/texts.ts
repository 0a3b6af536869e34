/** How unmatched reports and their patients are described, in lists and on their pages. */
import type { Candidate, UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import type {
  PatientUpdate,
  PatientUpdateDetail,
  UpdateCandidate,
} from '@/server/domain/patient-updates/contract';
import {
  UNMATCHED_REASON_WORDS,
  type CheckedField,
  type FoundBy,
} from '@/server/domain/inbound-reports/rules';
import { UPDATE_PROBLEM_WORDS } from '@/server/domain/patient-updates/rules';
import { SEX_OF_CODE, SEX_WORDS } from '@/server/domain/patients/rules';
import { formatDate, monthText } from '../format/dates';
import { isolate } from '../format/isolate';
import { list } from '../format/lists';
import { formatShortName } from '../format/names';
import { knownValue, wordOf } from '../format/words';
import type { MatchedPatient } from './match-here';
import type { SentPatient } from './sent-patient';

export const NOT_SENT = 'Not sent';

interface SentBirthDate {
  birth_date: string | null;
  /** As received, if it is not a valid date. */
  birth_date_unread: string | null;
}

type Reason = Pick<UnmatchedReport, 'problem' | 'found_by' | 'differs'> & SentBirthDate;

/** The number by which a patient was found, and of what it must be the only one. */
const NUMBERS: Readonly<Record<Exclude<FoundBy, 'report'>, readonly [number: string, of: string]>> = {
  placer_number: ['The order number', 'order'],
  placer_number_without_zeros: ['The order number', 'order'],
  sample_number: ['The specimen number', 'patient'],
  mrn: ['The MRN', 'patient'],
  person: ['The number', 'patient'],
};

const DIFFERING: readonly (readonly [CheckedField, string])[] = [
  ['mrn', 'MRN'],
  ['family', 'name'],
  ['given', 'name'],
  ['birth_date', 'birth date'],
  ['sex', 'sex'],
];

/** Why a report is unmatched, in every list and on its page. */
export function unmatchedReason(report: Reason): string {
  const { problem } = report;
  if (problem === 'no_match' && report.birth_date === null) return `No match. ${birthDateProblem(report)}`;
  if (problem === 'birth_date_missing' && report.birth_date_unread)
    return 'The MRN matches, but the birth date is not a valid date.';
  const known = knownValue(UNMATCHED_REASON_WORDS, problem);
  if (known) return UNMATCHED_REASON_WORDS[known];
  return numberProblem(report, 'report') ?? 'It could not be filed automatically.';
}

/** What is wrong with the match by a number. Null if the problem is another one. */
export function numberProblem(
  { problem, found_by: foundBy, differs }: Pick<Reason, 'problem' | 'found_by' | 'differs'>,
  what: 'report' | 'document',
): string | null {
  const [number, of] = foundBy === 'report' ? [`The ${what} number`, what] : NUMBERS[foundBy ?? 'person'];
  if (problem === 'several_matches') return `${number} matches more than one ${of}.`;
  if (problem !== 'patient_differs' && problem !== 'name_differs' && problem !== 'sex_differs') return null;
  const words = [...new Set(DIFFERING.flatMap(([field, word]) => (differs.includes(field) ? word : [])))];
  return words.length === 0
    ? `${number} matches a patient, but the other data match only in part.`
    : `${number} matches a patient with a different ${list(words)}.`;
}

/** Why data of a patient was not applied, or not in full. */
export const problemWords = ({
  problem,
  differs,
}: Pick<PatientUpdate, 'differs'> & { problem: string }): string =>
  differs.length > 1
    ? `The MRN matches a patient with a different ${list(differs.map((field) => field.replaceAll('_', ' ')))}.`
    : wordOf(UPDATE_PROBLEM_WORDS, problem);

/** `1950-04` → `Apr-1950`. A year alone stays unchanged. */
export function sentDate(date: string | null): string | null {
  const month = /^(\d{4})-(\d{2})$/.exec(date ?? '');
  if (month) return `${monthText(Number(month[2]))}-${month[1]}`;
  return date?.length === 10 ? formatDate(date) : date;
}

export const birthDateProblem = ({ birth_date_unread: unread }: SentBirthDate): string =>
  unread ? 'The birth date is not a valid date.' : 'No birth date was sent.';

/** `Born 03-Apr-1950` */
export const bornWords = ({ birth_date, birth_date_unread: unread }: SentBirthDate): string =>
  birth_date ? `Born ${sentDate(birth_date)}` : unread ? 'Birth date not valid' : 'No birth date';

/** `Born 03-Apr-1950, female` */
export const bornAndSex = ({ sex, ...born }: SentBirthDate & { sex: string | null }): string =>
  `${bornWords(born)}, ${sexInLine(sex)}`;

export function sexInLine(code: string | null): string {
  if (code === null) return 'sex not sent';
  const word = sentSex(code);
  return word === SEX_WORDS.unknown ? 'sex not known' : word.toLowerCase();
}

/** Also an invalid one, as received. */
export const sentBirthDate = ({ birth_date, sent }: SentPatient): string | null =>
  sentDate(birth_date) ?? sent?.birth_date_unread ?? null;

export const isNameOnly = (sent: SentPatient): boolean => !sent.mrn && !sentBirthDate(sent);

/** `FAMILY, Given` */
export const patientName = ({ family, given }: { family: string; given: string }): string =>
  formatShortName({ family, given: given ? [given] : [] });

/** `SMITH, Mary, born 04-Mar-1952, MRN 20417` */
export function sentLine(sent: Omit<SentPatient, 'sex'>): string {
  const born = bornWords({ ...sent, birth_date_unread: sent.sent?.birth_date_unread ?? null });
  return [
    isolate(sentName(sent)),
    born[0]!.toLowerCase() + born.slice(1),
    sent.mrn ? `MRN ${sent.mrn}` : 'no MRN',
  ].join(', ');
}

/** As the question before filing shows it. */
export const matchedPatient = (sent: SentPatient, { patient }: Candidate): MatchedPatient => ({
  sent: sentLine(sent),
  id: patient.id,
  name: patientName(patient),
  birth_date: patient.birth_date,
  mrn: patient.mrn,
});

export const sentName = ({ family, given }: { family: string | null; given: string | null }): string =>
  family ? patientName({ family, given: given ?? '' }) : given || 'No name';

interface SentSubject {
  family: string | null;
  given: string | null;
  mrn: string | null;
}

/** `FAMILY, Given (MRN 20417)`, or only the MRN, if no name was sent. */
export const sentSubject = ({ mrn, ...name }: SentSubject): string =>
  mrn === null ? sentName(name) : name.family || name.given ? `${sentName(name)} (MRN ${mrn})` : `MRN ${mrn}`;

/** The patient of MRG. */
export const priorSubject = ({ prior_mrn: mrn, sent }: PatientUpdateDetail): string =>
  sentSubject({ family: null, given: null, ...sent.prior_names[0], mrn });

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
  A18: 'Merge',
  A24: 'Link',
  A28: 'New person',
  A29: 'Deletion',
  A30: 'Merge',
  A31: 'Update',
  A34: 'Merge',
  A35: 'Merge of accounts',
  A36: 'Merge',
  A37: 'Removal of a link',
  A39: 'Merge',
  A40: 'Merge',
  A41: 'Merge of accounts',
  A42: 'Merge of visits',
  A43: 'Move of identifiers',
  A44: 'Move of an account',
  A45: 'Move of a visit',
  A46: 'Change of identifier',
  A47: 'Change of identifier',
  A48: 'Change of identifier',
  A49: 'Change of account number',
  A50: 'Change of visit number',
  A51: 'Change of visit number',
  T02: 'New document',
  T04: 'Change of status',
  T06: 'Addendum',
  T08: 'Corrected document',
  T10: 'Replacement',
  T11: 'Cancellation',
};

export const eventWords = (event: string): string =>
  Object.hasOwn(EVENT_WORDS, event) ? `${EVENT_WORDS[event]} (${event})` : `Event ${event}`;

type Request = Pick<PatientUpdate, 'event' | 'mrn' | 'prior_mrn'>;

interface RequestWords {
  /** In the title, before the name of the patient (PID). */
  title: string;
  /** Without MRNs. */
  what: string;
  /** With that of MRG and that of PID. */
  withMrns: (prior: string, mrn: string) => string;
}

/** What a hospital asks for, by event (HL7 v2.8.2, 3.3). PID is the surviving record, or the one that something moves to. */
const REQUESTS: Readonly<Record<string, RequestWords>> = {
  Merge: {
    title: 'merge records of',
    what: 'merge records',
    withMrns: (prior, mrn) => `merge MRN ${prior} into MRN ${mrn}`,
  },
  Link: {
    title: 'link records of',
    what: 'link records',
    withMrns: (prior, mrn) => `link MRN ${prior} and MRN ${mrn}`,
  },
  'Removal of a link': {
    title: 'unlink records of',
    what: 'remove the link between records',
    withMrns: (prior, mrn) => `remove the link between MRN ${prior} and MRN ${mrn}`,
  },
  'Move of identifiers': {
    title: 'move identifiers to',
    what: 'move identifiers to another record',
    withMrns: (prior, mrn) => `move identifiers from MRN ${prior} to MRN ${mrn}`,
  },
  'Change of identifier': {
    title: 'change an identifier of',
    what: 'change an identifier',
    withMrns: (prior, mrn) => `change MRN ${prior} to ${mrn}`,
  },
  'Merge of accounts': {
    title: 'merge accounts of',
    what: 'merge accounts',
    withMrns: (prior, mrn) => `merge an account of MRN ${prior} into one of MRN ${mrn}`,
  },
  'Merge of visits': {
    title: 'merge visits of',
    what: 'merge visits',
    withMrns: (prior, mrn) => `merge a visit of MRN ${prior} into one of MRN ${mrn}`,
  },
  'Move of an account': {
    title: 'move an account to',
    what: 'move an account to another record',
    withMrns: (prior, mrn) => `move an account from MRN ${prior} to MRN ${mrn}`,
  },
  'Move of a visit': {
    title: 'move a visit to',
    what: 'move a visit to another record',
    withMrns: (prior, mrn) => `move a visit from MRN ${prior} to MRN ${mrn}`,
  },
  'Change of account number': {
    title: 'change an account number of',
    what: 'change an account number',
    withMrns: (prior, mrn) => `change an account number of MRN ${prior} to one of MRN ${mrn}`,
  },
  'Change of visit number': {
    title: 'change a visit number of',
    what: 'change a visit number',
    withMrns: (prior, mrn) => `change a visit number of MRN ${prior} to one of MRN ${mrn}`,
  },
};

/** Title of the page of patient data, or of a request: `Request to move a visit to FAMILY, Given`. */
export function updateTitle(update: Request & Pick<PatientUpdate, 'family' | 'given'>): string {
  const { event, family, given, mrn, prior_mrn } = update;
  const name = isolate(mrn && !family && !given ? `MRN ${mrn}` : sentName(update));
  const word = EVENT_WORDS[event] ?? '';
  if (word === 'Deletion') return `Request to delete ${name}`;
  if (word === 'Change of identifier' && mrn && prior_mrn) return `Request to change the MRN of ${name}`;
  const request = REQUESTS[word];
  return request ? `Request to ${request.title} ${name}` : `Patient data: ${name}`;
}

export const isMerge = ({ event }: Pick<PatientUpdate, 'event'>): boolean => EVENT_WORDS[event] === 'Merge';

const wordOfRequest = (event: string): string | null =>
  EVENT_WORDS[event] !== undefined && EVENT_WORDS[event] in REQUESTS ? EVENT_WORDS[event] : null;

/** The message has a second MRN of another record, instead of one that is replaced. */
export const isOfOtherRecord = ({ event }: Pick<PatientUpdate, 'event'>): boolean =>
  !['Merge', 'Change of identifier', null].includes(wordOfRequest(event));

/** For the record with the MRN of MRG. */
export const priorMrnNote =
  (update: Pick<PatientUpdate, 'event'>) =>
  ({ has_prior_mrn }: Pick<UpdateCandidate, 'has_prior_mrn'>): string | null =>
    !has_prior_mrn
      ? null
      : isOfOtherRecord(update)
        ? 'same as the MRN of the other record'
        : 'same as the replaced MRN';

/** How a user handles a request that is not applied. */
export function requestAdvice({ event }: Pick<PatientUpdate, 'event'>): string {
  const word = wordOfRequest(event) ?? '';
  if (word === 'Merge')
    return 'To merge records, open one of them and choose “Merge with another record” under Details. Then close the request.';
  if (/link/i.test(word))
    return 'Links between records are not kept here. The records stay separate. Close the request.';
  if (/account|visit/.test(word)) return 'Accounts and visits are not kept here. Close the request.';
  return 'If the request is right, an administrator can change the MRN under Details. Then close the request.';
}

/** A request about more than one record. */
export function requestSentence({ event, mrn, prior_mrn: prior }: Request): string {
  const request = REQUESTS[EVENT_WORDS[event] ?? ''];
  if (!request)
    return prior && mrn
      ? `The message is about two records, MRN ${prior} and MRN ${mrn}.`
      : 'The message is about more than one record.';
  return `The hospital asks to ${prior && mrn ? request.withMrns(prior, mrn) : request.what}.`;
}
