/** The fields of a new patient, and their conversion to the API input without empty ones. */
import type { CreatePatientInput } from '@/server/domain/patients/contract';
import { SEX_WORDS } from '@/server/domain/patients/rules';
import { defineFields } from '../client/form-fields';
import { isFutureDay } from '../format/dates';
import { parseDate } from '../format/parse-date';
import { knownValue } from '../format/words';
import type { Problem } from '../ui/error-message';
import { EMAIL_ADDRESS, FUTURE_BIRTH, INVALID_EMAIL, INVALID_PHONE, isPhoneNumber } from './typed-details';

export type NewPatient = Pick<CreatePatientInput, 'name' | 'birth_date' | 'sex'> &
  Partial<CreatePatientInput>;

const IDENTIFIER_SYSTEMS = {
  national_id: 'urn:clinical-data:national-id',
  passport: 'urn:clinical-data:passport',
  insurance: 'urn:clinical-data:insurance',
  other: 'urn:clinical-data:other',
} as const;
type IdentifierKind = keyof typeof IDENTIFIER_SYSTEMS;

/** The default system of an identifier. */
export const systemOf = (kind: string): string => `urn:clinical-data:${kind.replaceAll('_', '-')}`;

export function givenNames(typed: string): string[] {
  return typed.split(/\s+/).filter(Boolean);
}

const autoComplete = 'off';

export const patientFields = defineFields({
  family: { pointer: '/name/family', label: 'Family name', required: true, maxLength: 100, autoComplete },
  given: {
    pointer: '/name/given',
    label: 'Given names',
    required: true,
    maxLength: 100,
    autoComplete,
  },
  prefix: {
    pointer: '/name/prefix',
    label: 'Title',
    optional: true,
    maxLength: 100,
    className: 'max-w-48',
  },
  birth_date: {
    pointer: '/birth_date',
    label: 'Birth date',
    hint: 'Example: 14-Jul-1945',
    required: true,
    maxLength: 20,
    autoComplete,
    className: 'max-w-64',
  },
  sex: { pointer: '/sex', label: 'Sex' },
  mrn: {
    pointer: '/mrn',
    label: 'MRN',
    hint: 'Leave blank to assign automatically',
    optional: true,
    maxLength: 64,
    className: 'max-w-64',
  },
  phone: { pointer: '/phones', label: 'Phone', type: 'tel', optional: true, maxLength: 50, autoComplete },
  email: { pointer: '/emails', label: 'Email', type: 'email', optional: true, maxLength: 254, autoComplete },
  identifier_type: { pointer: '/identifiers/0/type', label: 'Identifier type' },
  identifier: { pointer: '/identifiers', label: 'Identifier', optional: true, maxLength: 100, autoComplete },
  country: {
    pointer: '/addresses/0/country',
    label: 'Country code',
    optional: true,
    hint: 'Two letters, e.g. US',
    pattern: '[A-Za-z]{2}',
    title: 'Two letters, e.g. US',
    maxLength: 2,
    autoComplete,
  },
  state: {
    pointer: '/addresses/0/state',
    label: 'State or county',
    optional: true,
    maxLength: 100,
    autoComplete,
  },
  city: { pointer: '/addresses/0/city', label: 'City', optional: true, maxLength: 100, autoComplete },
  postal_code: {
    pointer: '/addresses/0/postal_code',
    label: 'Postal code',
    optional: true,
    maxLength: 20,
    autoComplete,
  },
  // Last of the address fields: it gets the errors of the whole address.
  address_line: {
    pointer: '/addresses',
    label: 'Street and number',
    optional: true,
    maxLength: 200,
    autoComplete,
  },
  duplicate_reason: {
    pointer: '/duplicate_reason',
    label: 'Reason for a second record',
    hint: 'Recorded in the audit log',
  },
});
type Typed = ReturnType<typeof patientFields.read>;

export function newPatientInput(form: FormData): NewPatient {
  const typed = patientFields.read(form);
  const { mrn, phone, email, identifier } = typed;
  const family = typed.family ?? '';
  const given = givenNames(typed.given ?? '');
  const birthDate = parseDate(typed.birth_date ?? '');
  const sex = knownValue(SEX_WORDS, typed.sex);
  const errors: NonNullable<Problem['errors']> = [];
  if (!family) errors.push({ pointer: '/name/family', code: 'required', message: 'Enter a family name.' });
  if (given.length === 0)
    errors.push({ pointer: '/name/given', code: 'required', message: 'Enter at least one given name.' });
  if (!birthDate) {
    errors.push({
      pointer: '/birth_date',
      code: 'invalid_format',
      message: /^\d{4}$/.test(typed.birth_date ?? '')
        ? `Enter a day and month as well. If only the year is known: 01-Jan-${typed.birth_date}, and “Estimated birth date”`
        : 'Enter a valid birth date. Example: 14-Jul-1945',
    });
  } else if (isFutureDay(birthDate))
    errors.push({ pointer: '/birth_date', code: 'out_of_range', message: FUTURE_BIRTH });
  if (phone && !isPhoneNumber(phone))
    errors.push({ pointer: '/phones/0/value', code: 'invalid_format', message: INVALID_PHONE });
  if (email && !EMAIL_ADDRESS.test(email))
    errors.push({ pointer: '/emails/0/value', code: 'invalid_format', message: INVALID_EMAIL });
  if (!sex) errors.push({ pointer: '/sex', code: 'required', message: 'Select a sex.' });
  if (errors.length > 0 || !birthDate || !sex) {
    throw { code: 'validation_failed', errors } satisfies Problem;
  }
  const input: NewPatient = {
    name: { family, given, prefix: typed.prefix, suffix: null, use: null },
    birth_date: birthDate,
    sex,
  };
  if (form.get('birth_date_estimated') === 'yes') input.birth_date_estimated = true;
  if (mrn) input.mrn = mrn;
  if (phone) input.phones = [{ value: phone, use: null }];
  if (email) input.emails = [{ value: email, use: null }];
  const address = addressOf(typed);
  if (address) input.addresses = [address];
  const kind = (typed.identifier_type ?? 'other') as IdentifierKind;
  if (identifier) {
    input.identifiers = [
      { system: IDENTIFIER_SYSTEMS[kind], value: identifier, type: kind, type_code: null, assigner: null },
    ];
  }
  return input;
}

function addressOf({
  address_line: line,
  city,
  state,
  postal_code: postalCode,
  country,
}: Typed): NonNullable<NewPatient['addresses']>[number] | null {
  if (!line && !city && !state && !postalCode && !country) return null;
  return {
    lines: line ? [line] : [],
    city,
    state,
    postal_code: postalCode,
    country: country ? country.toUpperCase() : null,
    use: null,
  };
}
