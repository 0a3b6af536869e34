import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FeedField } from '../../data-types/lab-connection-codes';
import {
  address,
  emailAddress,
  humanName,
  patientIdentifier,
  type PatientIdentifier,
} from '../../data-types/patient';
import { TURNS_DIRECTION } from '../../data-types/contract-parts';
import type { FedField } from '../../db/schema/patient-feeds';
import type { NormalIdentifier } from '../../hl7v2/normal-message';
import type { Demographics, SentPhone } from '../../hl7v2/read-adt';
import { isSameIdentifier, isSameWithoutZeros } from '../inbound-reports/filing/same-identifier';
import { normalizePhones } from '../patients/check-fields';
import { createPatientInput, type CreatePatientInput } from '../patients/contract';
import type { PatientRow } from '../patients/access';
import type { ChangedColumns } from '../patients/fields';

/**
 * The fields of a record that a message sends, and which of them count. Each has its own time: a message that arrives
 * late still fills what no newer message has sent, so the order of arrival does not matter (decision 0049). Pure.
 */

export type Register = Readonly<Record<string, FedField>>;

/** The lists of a record in which a message replaces only a part. */
type Lists = Pick<PatientRow, 'identifiers' | 'phones' | 'addresses'>;

/** What a message sends for one field. */
export interface SentField {
  /** In the register: the field, or a separately sent part of it. */
  key: string;
  field: FeedField;
  value: unknown;
  /** The PID field. */
  place: number;
  /** Null if the record has no room for the value. */
  change(chart: Lists & Partial<Pick<PatientRow, 'name'>>): ChangedColumns | null;
  /** Applies only if the feed sent the field before. */
  onlyIfFed?: boolean;
}

const MOST = 10;
const MOST_IDENTIFIERS = 20;

/** Valid values only: the record's contract is stricter than HL7. `invalid`: PID fields that are not stored. */
export function sentFields(
  demographics: Demographics,
  identifiers: readonly PatientIdentifier[],
): { fields: SentField[]; invalid: number[]; notDeletable: number[] } {
  const fields: SentField[] = [];
  const invalid: number[] = [];
  const notDeletable: number[] = [];
  const { name, birth_date, sex, addresses, home_phones, work_phones, emails, deceased_at } = demographics;

  if (name === null) notDeletable.push(5);
  else if (name !== undefined) {
    const read = humanName.safeParse(name);
    const texts = [name.family, ...name.given, name.prefix, name.suffix];
    if (read.success && !texts.some((text) => text !== null && TURNS_DIRECTION.test(text)))
      fields.push({
        key: 'name',
        field: 'name',
        place: 5,
        value: read.data,
        // The type alone, which a hospital states of each name, is no change of a name.
        change: ({ name }) =>
          name?.use === null && isDeepStrictEqual(name, { ...read.data, use: null })
            ? {}
            : { name: read.data },
      });
    else invalid.push(5);
  }
  if (birth_date === null) notDeletable.push(7);
  else if (birth_date !== undefined) {
    if (createPatientInput.shape.birth_date.safeParse(birth_date).success)
      fields.push({
        key: 'birth_date',
        field: 'birth_date',
        place: 7,
        value: birth_date,
        change: () => ({ birthDate: birth_date, birthDateEstimated: false }),
      });
    else invalid.push(7);
  }
  if (sex !== undefined)
    fields.push({
      key: 'sex',
      field: 'sex',
      place: 8,
      value: sex,
      change: () => ({ sex: sex ?? 'unknown' }),
    });
  if (addresses !== undefined) {
    const all = addresses ?? [];
    const valid = all.flatMap((one) => address.safeParse(one).data ?? []).slice(0, MOST);
    if (valid.length < all.length) invalid.push(11);
    if (valid.length > 0 || all.length === 0)
      fields.push({
        key: 'address',
        field: 'address',
        place: 11,
        value: valid,
        change: () => ({ addresses: valid }),
      });
  }
  addPhones(fields, invalid, 'phone_home', 13, home_phones);
  addPhones(fields, invalid, 'phone_work', 14, work_phones);
  if (emails !== undefined) {
    const valid = emails.flatMap((one) => emailAddress.safeParse(one).data ?? []).slice(0, MOST);
    if (valid.length < emails.length) invalid.push(13);
    if (valid.length > 0)
      fields.push({
        key: 'email',
        field: 'email',
        place: 13,
        value: valid,
        change: () => ({ emails: valid }),
      });
  }
  if (deceased_at !== undefined)
    fields.push({
      key: 'deceased',
      field: 'deceased',
      place: 29,
      value: deceased_at,
      onlyIfFed: deceased_at === null,
      change: () => ({ deceasedAt: deceased_at }),
    });
  for (const [system, own] of bySystem(identifiers))
    fields.push({
      key: `identifiers:${system}`,
      field: 'identifiers',
      place: 3,
      value: own,
      change: (chart) => {
        const others = chart.identifiers.filter(
          // An MRN that a user linked to the record stays until the feed sends another.
          (known) =>
            known.system !== system ||
            (known.type === 'mrn' && !own.some(({ type, value }) => type === 'mrn' || value === known.value)),
        );
        const identifiers = [...others, ...own];
        return identifiers.length > MOST_IDENTIFIERS ? null : { identifiers };
      },
    });
  return { fields, invalid: [...new Set(invalid)], notDeletable };
}

function addPhones(
  fields: SentField[],
  invalid: number[],
  key: 'phone_home' | 'phone_work',
  field: 13 | 14,
  sent: SentPhone[] | null | undefined,
): void {
  if (sent === undefined) return;
  const all = sent ?? [];
  const phone = createPatientInput.shape.phones.unwrap().element;
  const valid = all.flatMap((one) => phone.safeParse(one).data ?? []).slice(0, MOST);
  if (valid.length < all.length) invalid.push(field);
  if (valid.length === 0 && all.length > 0) return;
  const isWork = key === 'phone_work';
  fields.push({
    key,
    field: 'phone',
    place: field,
    value: valid,
    change: (chart) => {
      const own = normalizePhones(valid, chart.addresses);
      const rest = chart.phones.filter(({ use }) => (use === 'work') !== isWork);
      const phones = isWork ? [...rest, ...own] : [...own, ...rest];
      return phones.length > MOST ? null : { phones };
    },
  });
}

function bySystem(identifiers: readonly PatientIdentifier[]): Map<string, PatientIdentifier[]> {
  const found = new Map<string, PatientIdentifier[]>();
  for (const one of identifiers) found.set(one.system, [...(found.get(one.system) ?? []), one]);
  return found;
}

export interface Planned {
  /** PID fields for which the record has no room; they count as not sent. */
  noRoom: number[];
  /** Empty: nothing of the message is newer. */
  newer: SentField[];
  register: Register;
  /** What the chart has afterwards. */
  change: ChangedColumns;
}

/**
 * @param register what this feed sent before; a repetition of the same value does not undo a user's edit
 * @param allowed the fields that the connection may change
 */
export function planChange(
  chart: PatientRow,
  fields: readonly SentField[],
  register: Register,
  allowed: ReadonlySet<FeedField>,
  sentAt: Date,
): Planned {
  const at = sentAt.toISOString();
  const next: Record<string, FedField> = { ...register };
  const newer = fields.filter(
    ({ key, field }) => allowed.has(field) && !(register[key] && register[key].at > at),
  );
  let after = chart;
  let change: ChangedColumns = {};
  const noRoom: number[] = [];
  for (const { key, value, place, onlyIfFed, change: changeOf } of newer) {
    const before = register[key];
    const hash = hashOf(value);
    const own = (before ? before.hash === hash : onlyIfFed) ? {} : changeOf(after);
    if (!own) {
      noRoom.push(place);
      continue;
    }
    next[key] = { at, hash };
    after = { ...after, ...own } as PatientRow;
    change = { ...change, ...own };
  }
  // A number without country code is read with the country of the address, whichever came first.
  if (change.phones || change.addresses)
    change.phones = normalizePhones(
      after.phones.map(({ raw, use }) => ({ value: raw, use })),
      after.addresses,
    );
  return { noRoom, newer, register: next, change };
}

/** The later entry of each field. */
export function newestFields(before: Register, sent: Register): Record<string, FedField> {
  const kept = Object.entries(before).filter(([key, { at }]) => !(sent[key] && sent[key].at >= at));
  return { ...sent, ...Object.fromEntries(kept) };
}

/** The MRN of a message, if it has exactly one that is valid; otherwise the service assigns one. */
export function mrnIfCreated({ mrns: [mrn, ...others] }: { mrns: readonly string[] }): string | null {
  return others.length > 0 ? null : (createPatientInput.shape.mrn.safeParse(mrn).data ?? null);
}

/** Everything a message sends, for a new record. */
export function createdRegister(fields: readonly SentField[], sentAt: Date): Register {
  return Object.fromEntries(
    fields.map(({ key, value }) => [key, { at: sentAt.toISOString(), hash: hashOf(value) }]),
  );
}

type FedColumns = Lists &
  Pick<PatientRow, 'emails' | 'sex' | 'deceasedAt'> &
  Partial<Pick<PatientRow, 'name' | 'birthDate'>>;

/** What a message sends, for a new record. */
function columnsOf(fields: readonly SentField[]): FedColumns {
  let row: FedColumns = {
    identifiers: [],
    phones: [],
    emails: [],
    addresses: [],
    sex: 'unknown',
    deceasedAt: null,
  };
  for (const { change, onlyIfFed } of fields) if (!onlyIfFed) row = { ...row, ...(change(row) ?? {}) };
  return row;
}

const typedPhones = ({ phones }: FedColumns) => phones.map(({ raw, use }) => ({ value: raw, use }));

type FormAddress = NonNullable<CreatePatientInput['addresses']>[number];

/** Null if a required field is missing or invalid. */
export function newPatient(fields: readonly SentField[], mrn: string): CreatePatientInput | null {
  const row = columnsOf(fields);
  const sent = (key: string) => fields.some((one) => one.key === key);
  const read = createPatientInput.safeParse({
    mrn,
    identifiers: row.identifiers,
    ...(sent('name') ? { name: row.name } : {}),
    ...(sent('birth_date') ? { birth_date: row.birthDate } : {}),
    sex: row.sex,
    phones: typedPhones(row),
    emails: row.emails,
    addresses: row.addresses,
    deceased_at: row.deceasedAt,
  });
  return read.success ? read.data : null;
}

/**
 * The patient as a user entered it, completed by the message: fields outside the form, the rest of an unchanged name, phone
 * number, email or address, and several addresses, of which the form shows none. A field that the user cleared stays empty.
 * Null if it cannot be stored.
 */
export function completedPatient(
  fields: readonly SentField[],
  typed: CreatePatientInput,
): CreatePatientInput | null {
  const row = columnsOf(fields);
  const { name } = typed;
  const isSentName = row.name?.family === name.family && row.name.given.join(' ') === name.given.join(' ');
  const [phone] = typed.phones ?? [];
  const isSentPhone = row.phones.some(({ raw }) => digits(raw) === digits(phone?.value ?? ''));
  const [email] = typed.emails ?? [];
  const isSentEmail = row.emails.some(({ value }) => value === email?.value);
  const [address] = typed.addresses ?? [];
  const [sentAddress, ...more] = row.addresses;
  const isSentAddress = address && sentAddress && inOneLine(address) === inOneLine(sentAddress);
  const read = createPatientInput.safeParse({
    ...typed,
    name: isSentName ? { ...row.name, prefix: name.prefix ?? row.name?.prefix } : name,
    identifiers: [...row.identifiers, ...(typed.identifiers ?? [])],
    phones: isSentPhone ? typedPhones(row) : typed.phones,
    emails: isSentEmail ? row.emails : typed.emails,
    addresses: isSentAddress || (!address && more.length > 0) ? row.addresses : typed.addresses,
    deceased_at: typed.deceased_at ?? row.deceasedAt,
  });
  return read.success ? read.data : null;
}

/** As the form shows it. */
const inOneLine = ({ lines, city, state, postal_code, country }: FormAddress): string =>
  [lines.join(', '), city, state, postal_code, country].map((part) => part ?? '').join('|');

const digits = (text: string): string => text.replace(/\D+/g, '');

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** Table 0203. */
const IDENTIFIER_TYPES: Readonly<Record<string, PatientIdentifier['type']>> = {
  MR: 'mrn',
  MRN: 'mrn',
  SS: 'national_id',
  SSN: 'national_id',
  NI: 'national_id',
  NH: 'national_id',
  NHS: 'national_id',
  PPN: 'passport',
  HC: 'insurance',
  MA: 'insurance',
  MB: 'insurance',
  MC: 'insurance',
  PN: 'insurance',
};
/** Accounts and visits. */
const NOT_OF_PERSON = /^(AN.*|VN|BR|FI|XX)$/i;

/**
 * Identifiers with an assigning authority, other than the MRN. Without an authority a number identifies no one.
 * @param mrns the sender's copies of our MRN
 */
export function identifiersOf(
  sent: readonly NormalIdentifier[],
  mrns: readonly string[],
): PatientIdentifier[] {
  const all = sent.flatMap(({ number, authority, type }): PatientIdentifier[] => {
    if (authority === null || mrns.includes(number.trim()) || NOT_OF_PERSON.test(type ?? '')) return [];
    const code = (type ?? '').toUpperCase();
    const read = patientIdentifier.safeParse({
      system: authority,
      value: number,
      type: Object.hasOwn(IDENTIFIER_TYPES, code) ? IDENTIFIER_TYPES[code] : 'other',
      type_code: /^[A-Z]{1,20}$/.test(code) ? code : null,
    });
    return read.success ? [read.data] : [];
  });
  const seen = new Set<string>();
  return all.filter(({ system, value }) => {
    const key = `${system}|${value}`;
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}

/** Adds an MRN by which later messages find the record. Null if it cannot be stored. */
export function withLinkedMrn(
  known: readonly PatientIdentifier[],
  mrn: string,
  system: string,
): PatientIdentifier[] | null {
  const linked = patientIdentifier.safeParse({ system, value: mrn, type: 'mrn', type_code: 'MR' });
  if (!linked.success) return null;
  // The same number may be stored as another type.
  const others = known.filter((one) => one.system !== system || one.value !== linked.data.value);
  return others.length >= MOST_IDENTIFIERS ? null : [...others, linked.data];
}

export const hasMrn = (
  { mrn, identifiers }: Pick<PatientRow, 'mrn' | 'identifiers'>,
  sent: string,
): boolean =>
  isSameIdentifier(mrn, sent) ||
  isSameWithoutZeros(mrn, sent) ||
  identifiers.some(({ type, value }) => type === 'mrn' && isSameIdentifier(value, sent));

/** Without those that a merged record keeps: no two records have the same. */
export const notHeldBy = (
  records: readonly Pick<PatientRow, 'identifiers'>[],
  sent: readonly PatientIdentifier[],
): PatientIdentifier[] => {
  const held = new Set(
    records.flatMap(({ identifiers }) => identifiers.map(({ system, value }) => `${system}|${value}`)),
  );
  return sent.filter(({ system, value }) => !held.has(`${system}|${value}`));
};
