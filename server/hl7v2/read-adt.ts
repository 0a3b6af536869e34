import { countryCode } from '../data-types/country-codes';
import type { Address, EmailAddress, HumanName } from '../data-types/patient';
import { adtEventOf, effectOf, linksRecords, type AdtEffect } from './adt-events';
import type { Message, Repetition, Segment } from './message';
import { messageTimes } from './message-times';
import type { NormalIdentifier, NormalName, NormalPatient, NormalTime } from './normal-message';
import { identifierOf, readEach } from './read-data-types';
import { namesOf, readPatient } from './read-patient';
import { readTime } from './time';
import { Warnings } from './warnings';

/** A parsed ADT message before interpretation: no patient look-up, no policy. */
export interface NormalAdt {
  event: string;
  effect: AdtEffect;
  /** EVN-2 and MSH-7, as far as they can be parsed: the first credible one is the time of the message. */
  times: NormalTime[];
  /** One per PID segment. */
  people: AdtPatient[];
  warnings: Warnings;
}

export interface AdtPatient {
  /** `PID[1]` */
  place: string;
  patient: NormalPatient;
  demographics: Demographics;
  /** MRG-1 and MRG-4 after this PID: the identifiers that no longer apply. Of a link, those of the other PID. */
  prior: NormalIdentifier[];
  /** MRG-7: names of the patient with these identifiers. Of a link, those of the other PID. */
  priorNames: NormalName[];
}

export interface SentPhone {
  value: string;
  use: 'mobile' | 'home' | 'work';
}

/** Fields of the record. Absent: not sent, or unreadable; null: `""`, which deletes the value. */
export interface Demographics {
  name?: HumanName | null;
  birth_date?: string | null;
  sex?: 'female' | 'male' | 'other' | null;
  addresses?: Address[] | null;
  /** PID-13 */
  home_phones?: SentPhone[] | null;
  /** PID-14 */
  work_phones?: SentPhone[] | null;
  emails?: EmailAddress[];
  /** PID-29; null: `""`, or PID-30 is N. */
  deceased_at?: string | null;
}

export function readAdt(message: Message, { timeZone }: { timeZone: string }): NormalAdt {
  const warnings = new Warnings();
  const event = adtEventOf(message);
  const times = messageTimes(message, timeZone, warnings);
  const people: AdtPatient[] = [];
  for (const segment of message.segments) {
    if (segment.name === 'PID') people.push(readPerson(segment, timeZone, warnings));
    if (segment.name !== 'MRG') continue;
    const person = people.at(-1);
    person?.prior.push(...readEach(segment, 1, identifierOf), ...readEach(segment, 4, identifierOf));
    person?.priorNames.push(...namesOf(segment, 7));
  }
  if (linksRecords(event))
    for (const person of people) {
      const others = people.filter((one) => one !== person).map(({ patient }) => patient);
      person.prior.push(...others.flatMap(({ identifiers }) => identifiers));
      person.priorNames.push(...others.flatMap(({ names }) => names));
    }
  return { event, effect: effectOf(event), times, people, warnings };
}

function readPerson(pid: Segment, timeZone: string, warnings: Warnings): AdtPatient {
  const patient = readPatient(pid, warnings);
  return {
    place: pid.place(),
    patient,
    demographics: present({
      name: nameOf(pid, patient, warnings),
      birth_date: birthDateOf(pid, patient),
      sex: sexOf(pid, warnings),
      addresses: listOf(pid, 11, addressOf),
      home_phones: phonesOf(pid, 13),
      work_phones: phonesOf(pid, 14),
      emails: emailsOf(pid),
      deceased_at: deathOf(pid, timeZone, warnings),
    }),
    prior: [],
    priorNames: [],
  };
}

function present(read: { [Key in keyof Demographics]: Demographics[Key] | undefined }): Demographics {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Demographics;
}

/** The legal name, else the first that is complete. */
function nameOf(pid: Segment, { names }: NormalPatient, warnings: Warnings): HumanName | null | undefined {
  if (pid.state(5) === 'deleted') return null;
  const whole = names.filter(({ family, given }) => family !== null && given !== null);
  const name = whole.find(({ type }) => type?.toUpperCase() === 'L') ?? whole[0];
  if (!name) {
    if (names.length > 0)
      warnings.add(
        'patient_field_unreadable',
        pid.place(5),
        'The name has no family or no given name; it is not stored.',
      );
    return undefined;
  }
  return {
    family: name.family!,
    given: [name.given!, ...(name.middle === null ? [] : [name.middle])],
    prefix: name.prefix,
    suffix: name.suffix,
    use: 'official',
  };
}

function birthDateOf(pid: Segment, { birth_date }: NormalPatient): string | null | undefined {
  if (pid.state(7) === 'deleted') return null;
  return birth_date?.length === 10 ? birth_date : undefined;
}

/** Table 0001, and its words, which some senders write. U and N say nothing about the sex. */
const SEXES: Readonly<Record<string, Demographics['sex']>> = {
  F: 'female',
  FEMALE: 'female',
  M: 'male',
  MALE: 'male',
  O: 'other',
  OTHER: 'other',
  A: 'other',
  X: 'other',
};
const SEX_NOT_KNOWN = new Set(['', 'U', 'N', 'UNKNOWN']);

function sexOf(pid: Segment, warnings: Warnings): Demographics['sex'] {
  if (pid.state(8) === 'deleted') return null;
  const sent = pid.text(8).toUpperCase();
  const sex = Object.hasOwn(SEXES, sent) ? SEXES[sent] : undefined;
  if (sex === undefined && !SEX_NOT_KNOWN.has(sent))
    warnings.add(
      'patient_field_unreadable',
      pid.place(8),
      'The sex is not a code of table 0001; it is ignored.',
    );
  return sex;
}

function listOf<Value>(
  pid: Segment,
  field: number,
  read: (sent: Repetition) => Value | null,
): Value[] | null | undefined {
  if (pid.state(field) === 'deleted') return null;
  const values = readEach(pid, field, read);
  return values.length > 0 ? values : undefined;
}

/** Table 0190. Addresses at birth and addresses known to be wrong are skipped. */
const ADDRESS_USES: Readonly<Record<string, Address['use']>> = {
  H: 'home',
  HOME: 'home',
  P: 'home',
  L: 'home',
  B: 'work',
  O: 'work',
  C: 'temporary',
  TM: 'temporary',
};
const NOT_ADDRESSES = new Set(['BA', 'N', 'BDL', 'BR', 'F']);

function addressOf(sent: Repetition): Address | null {
  const type = sent.text(7).toUpperCase();
  if (NOT_ADDRESSES.has(type)) return null;
  const part = (component: number) => sent.text(component) || null;
  const country = sent.text(6);
  const code = countryCode(country);
  const address: Address = {
    // A country without a code stays readable.
    lines: [sent.text(1, 1), sent.text(2), code === null ? country : ''].filter((line) => line !== ''),
    city: part(3),
    state: part(4),
    postal_code: part(5),
    country: code,
    use: Object.hasOwn(ADDRESS_USES, type) ? ADDRESS_USES[type]! : null,
  };
  const { lines, city, state, postal_code } = address;
  return lines.length === 0 && !city && !state && !postal_code ? null : address;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** Tables 0201 and 0202: not a telephone. */
const NOT_PHONES = new Set(['NET', 'BPN', 'FX', 'BP', 'INTERNET', 'X.400', 'MD', 'TDD', 'TTY']);
const WORDS_OF_MOBILE = new Set(['CP', 'PRS', 'CELL', 'MOBILE']);

function phonesOf(pid: Segment, field: 13 | 14): SentPhone[] | null | undefined {
  return listOf(pid, field, (sent) => {
    const [code, equipment] = [sent.text(2).toUpperCase(), sent.text(3).toUpperCase()];
    if (NOT_PHONES.has(code) || NOT_PHONES.has(equipment)) return null;
    const parts = [sent.text(5) && `+${sent.text(5).replace(/^\+/, '')}`, sent.text(6), sent.text(7)];
    const value = sent.text(1) || sent.text(12) || parts.filter(Boolean).join(' ');
    if (value === '' || EMAIL.test(value)) return null;
    const isMobile = WORDS_OF_MOBILE.has(code) || WORDS_OF_MOBILE.has(equipment);
    return { value, use: field === 14 ? 'work' : isMobile ? 'mobile' : 'home' };
  });
}

function emailsOf(pid: Segment): EmailAddress[] | undefined {
  const found = ([13, 14] as const).flatMap((field) =>
    readEach(pid, field, (sent): EmailAddress | null => {
      const value = [sent.text(4), sent.text(1)].find((text) => EMAIL.test(text));
      return value === undefined ? null : { value, use: field === 14 ? 'work' : 'home' };
    }),
  );
  return found.length > 0 ? found : undefined;
}

function deathOf(pid: Segment, timeZone: string, warnings: Warnings): string | null | undefined {
  const dead = pid.text(30).toUpperCase();
  if (pid.state(29) === 'sent') {
    const read = readTime(pid.text(29), timeZone);
    const isDay = read?.precision === 'day';
    if (read && (isDay || ['hour', 'minute', 'second'].includes(read.precision)))
      return isDay ? read.at.slice(0, 10) : read.at;
    warnings.add(
      'patient_field_unreadable',
      pid.place(29),
      'The time of death cannot be parsed; it is ignored.',
    );
    return undefined;
  }
  if (pid.state(29) === 'deleted' || dead === 'N') return null;
  if (dead === 'Y')
    warnings.add(
      'patient_field_unreadable',
      pid.place(30),
      'The patient is marked as deceased without a date (PID-29); it is not stored.',
    );
  return undefined;
}
