/** From the form to the call: what was left empty is left out. */
import type { CreatePatientInput } from '@/server/domain/patients/contract';
import { valueOf } from '../api/form-values';
import { parseDate } from '../format/parse-date';
import type { Problem } from '../ui/error-message';

export type NewPatient = Pick<CreatePatientInput, 'name' | 'birth_date' | 'sex'> &
  Partial<CreatePatientInput>;

const SEXES = ['female', 'male', 'other', 'unknown'] as const;
const IDENTIFIER_SYSTEMS = {
  national_id: 'urn:clinical-data:national-id',
  passport: 'urn:clinical-data:passport',
  insurance: 'urn:clinical-data:insurance',
  other: 'urn:clinical-data:other',
} as const;
export type IdentifierKind = keyof typeof IDENTIFIER_SYSTEMS;

/** The system of an identifier whose own is not known. */
export const systemOf = (kind: string): string => `urn:clinical-data:${kind.replaceAll('_', '-')}`;

export function givenNames(typed: string): string[] {
  return typed.split(/\s+/).filter(Boolean);
}

export function newPatientInput(form: FormData): NewPatient {
  const family = valueOf(form, 'family') ?? '';
  const given = givenNames(valueOf(form, 'given') ?? '');
  const birthDate = parseDate(valueOf(form, 'birth_date') ?? '');
  const sex = SEXES.find((candidate) => candidate === form.get('sex'));
  const errors: NonNullable<Problem['errors']> = [];
  if (!family) errors.push({ pointer: '/name/family', code: 'required', message: 'Enter the family name.' });
  if (given.length === 0)
    errors.push({ pointer: '/name/given', code: 'required', message: 'Enter at least one given name.' });
  if (!birthDate) {
    errors.push({
      pointer: '/birth_date',
      code: 'invalid_format',
      message: 'Enter the birth date like 14-Jul-1945.',
    });
  }
  if (!sex) errors.push({ pointer: '/sex', code: 'required', message: 'Choose the sex, or Not known.' });
  if (errors.length > 0 || !birthDate || !sex) {
    throw { code: 'validation_failed', errors } satisfies Problem;
  }
  const input: NewPatient = {
    name: { family, given, prefix: valueOf(form, 'prefix'), suffix: null, use: null },
    birth_date: birthDate,
    sex,
  };
  if (form.get('birth_date_estimated') === 'yes') input.birth_date_estimated = true;
  const mrn = valueOf(form, 'mrn');
  if (mrn) input.mrn = mrn;
  const phone = valueOf(form, 'phone');
  if (phone) input.phones = [{ value: phone, use: null }];
  const email = valueOf(form, 'email');
  if (email) input.emails = [{ value: email, use: null }];
  const address = addressOf(form);
  if (address) input.addresses = [address];
  const identifier = valueOf(form, 'identifier');
  const kind = (valueOf(form, 'identifier_type') ?? 'other') as IdentifierKind;
  if (identifier) {
    input.identifiers = [
      { system: IDENTIFIER_SYSTEMS[kind], value: identifier, type: kind, type_code: null, assigner: null },
    ];
  }
  return input;
}

function addressOf(form: FormData): NonNullable<NewPatient['addresses']>[number] | null {
  const line = valueOf(form, 'address_line');
  const city = valueOf(form, 'city');
  const postalCode = valueOf(form, 'postal_code');
  const country = valueOf(form, 'country');
  if (!line && !city && !postalCode && !country) return null;
  return {
    lines: line ? [line] : [],
    city,
    state: null,
    postal_code: postalCode,
    country: country ? country.toUpperCase() : null,
    use: null,
  };
}
