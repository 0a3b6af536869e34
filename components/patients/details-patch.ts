/** The changed fields of the form as input of the API. */
import type { Patient, UpdatePatientInput } from '@/server/domain/patients/contract';
import { parseDate } from '../format/parse-date';
import { DATE_HINT, isFutureDay } from '../format/dates';
import type { Problem } from '../ui/error-message';
import { isEmptyRow, isSame, type Details, type Group, type Row } from './details';
import { givenNames, systemOf } from './new-patient-input';
import { EMAIL_ADDRESS, FUTURE_BIRTH, INVALID_EMAIL, INVALID_PHONE, isPhoneNumber } from './typed-details';

type Patch = Omit<UpdatePatientInput, 'id'>;

export interface Change {
  /** Empty when nothing was changed. */
  patch: Patch;
  /** Index in the form of each sent row; empty rows are not sent. */
  places: Partial<Record<Group, number[]>>;
}

const orNull = (text: string | undefined): string | null => (text ? text : null);

/**
 * @param stored the source of `base`: unchanged names keep their parts
 * @throws Problem with the fields that cannot be sent
 */
export function changeOf(stored: Patient, base: Details, mine: Details): Change {
  const errors: NonNullable<Problem['errors']> = [];
  const reject = (pointer: string, code: string, message: string) => errors.push({ pointer, code, message });
  const changed = (field: keyof Details) => !isSame(base, mine, field);
  const patch: Patch = {};
  const places: Change['places'] = {};

  const name: NonNullable<Patch['name']> = {};
  if (changed('family')) name.family = mine.family;
  if (changed('given')) name.given = givenNames(mine.given);
  if (changed('prefix')) name.prefix = orNull(mine.prefix);
  if (changed('suffix')) name.suffix = orNull(mine.suffix);
  if (changed('name_use')) name.use = orNull(mine.name_use) as Patient['name']['use'];
  if (name.family === '') reject('/name/family', 'required', 'Enter a family name.');
  if (name.given?.length === 0) reject('/name/given', 'required', 'Enter at least one given name.');
  if (Object.keys(name).length > 0) patch.name = name;

  if (changed('birth_date')) {
    const day = parseDate(mine.birth_date);
    if (day && isFutureDay(day)) reject('/birth_date', 'out_of_range', FUTURE_BIRTH);
    else if (day) patch.birth_date = day;
    else reject('/birth_date', 'invalid_format', 'Enter a valid birth date. Example: 14-Jul-1945');
  }
  if (changed('birth_date_estimated')) patch.birth_date_estimated = mine.birth_date_estimated === 'yes';
  if (changed('deceased_at')) {
    const day = parseDate(mine.deceased_at);
    if (day || mine.deceased_at === '') patch.deceased_at = day;
    else reject('/deceased_at', 'invalid_format', `Enter a valid date of death. ${DATE_HINT}`);
  }
  if (changed('sex')) patch.sex = mine.sex as Patient['sex'];
  if (changed('sex_at_birth')) patch.sex_at_birth = orNull(mine.sex_at_birth) as Patient['sex_at_birth'];
  if (changed('status')) patch.status = mine.status as 'active' | 'inactive';
  for (const field of ['gender_identity', 'language', 'primary_clinician_id', 'external_id'] as const)
    if (changed(field)) patch[field] = orNull(mine[field]);
  if (changed('mrn')) {
    if (mine.mrn) patch.mrn = mine.mrn;
    else reject('/mrn', 'required', 'Enter an MRN.');
  }

  const rows = (group: Group): Row[] | null => {
    if (!changed(group)) return null;
    const kept = mine[group].map((row, at) => ({ row, at })).filter(({ row }) => !isEmptyRow(group, row));
    places[group] = kept.map(({ at }) => at);
    return kept.map(({ row }) => row);
  };
  const usedFor = <Use extends string>(row: Row) => orNull(row.use) as Use | null;
  const phones = rows('phones');
  if (phones) patch.phones = phones.map((row) => ({ value: row.value!, use: usedFor(row) }));
  for (const [at, { value }] of (phones ?? []).entries())
    // A hospital may have sent another text, which stays until someone changes it.
    if (value && !isPhoneNumber(value) && !base.phones.some((before) => before.value === value))
      reject(`/phones/${at}/value`, 'invalid_format', INVALID_PHONE);
  const emails = rows('emails');
  if (emails) patch.emails = emails.map((row) => ({ value: row.value!, use: usedFor(row) }));
  for (const [at, { value }] of (emails ?? []).entries())
    if (value && !EMAIL_ADDRESS.test(value)) reject(`/emails/${at}/value`, 'invalid_format', INVALID_EMAIL);
  const addresses = rows('addresses');
  if (addresses) patch.addresses = addresses.map(addressOf);
  const identifiers = rows('identifiers');
  if (identifiers)
    patch.identifiers = identifiers.map((row) => {
      const type = (row.type || 'other') as Patient['identifiers'][number]['type'];
      return {
        type,
        system: row.system || systemOf(type),
        value: row.value!,
        type_code: orNull(row.type_code),
        assigner: orNull(row.assigner),
      };
    });
  const names = rows('other_names');
  if (names)
    patch.other_names = names.map((row, at) => {
      const given = givenOf(stored, row.given!);
      const place = `/other_names/${at}`;
      if (!row.family) reject(`${place}/family`, 'required', 'Enter a family name, or remove the name.');
      if (given.length === 0)
        reject(`${place}/given`, 'required', 'Enter at least one given name, or remove the name.');
      return {
        family: row.family!,
        given,
        use: usedFor(row),
        prefix: orNull(row.prefix),
        suffix: orNull(row.suffix),
      };
    });
  const metadata = rows('metadata');
  if (metadata) {
    metadata.forEach(({ key, value }, at) => {
      if (!key || !value) reject(`/metadata/${at}`, 'required', 'Enter both the name and the value.');
      else if (metadata.findIndex((row) => row.key === key) < at)
        reject(`/metadata/${at}`, 'not_unique', 'This name is already used.');
    });
    const kept = new Map(metadata.map(({ key, value }) => [key!, value!]));
    const removed = Object.keys(stored.metadata).filter((key) => !kept.has(key));
    patch.metadata = Object.fromEntries([...kept, ...removed.map((key) => [key, null] as const)]);
  }
  if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
  return { patch, places };
}

/** A given name may contain a space: unchanged names keep their stored parts. */
function givenOf(stored: Patient, typed: string): string[] {
  const known = stored.other_names.find(({ given }) => given.join(' ') === typed);
  return known?.given ?? givenNames(typed);
}

function addressOf(row: Row): Patient['addresses'][number] {
  return {
    lines: row
      .lines!.split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    city: orNull(row.city),
    state: orNull(row.state),
    postal_code: orNull(row.postal_code),
    country: orNull(row.country?.toUpperCase()),
    use: orNull(row.use) as Patient['addresses'][number]['use'],
  };
}
