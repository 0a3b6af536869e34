import type { z } from 'zod';
import { createPatientInput } from '../../domain/patients/contract';
import type { PatientIdentifier } from '../../data-types/patient';
import type { SourcePatient } from './read-folder';

/** Converts a synthetic patient to the input of `createPatient`. Data without a field in the contract are dropped. */

type Name = NonNullable<SourcePatient['other_names']>[number];

/** HL7 table 0203 → types of the contract. */
const KINDS: Readonly<Record<string, PatientIdentifier['type']>> = {
  MR: 'mrn',
  SS: 'national_id',
  SB: 'national_id',
  PPN: 'passport',
};
const COUNTRIES: Readonly<Record<string, string>> = { USA: 'US' };
const SEX: Readonly<Record<string, 'female' | 'male' | 'other' | 'unknown'>> = {
  female: 'female',
  male: 'male',
  other: 'other',
};
const SEX_AT_BIRTH: Readonly<Record<string, 'female' | 'male'>> = { F: 'female', M: 'male' };
const MRN = /^[A-Za-z0-9._/-]{1,64}$/;
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

const oneOf = <T extends string>(value: string | undefined, known: readonly T[]): T | null =>
  known.find((word) => word === value) ?? null;

function name(source: Name, use: 'official' | 'usual' | 'maiden' | null): object {
  return {
    family: source.family,
    given: source.given,
    prefix: source.prefix?.join(' ') || null,
    suffix: source.suffix?.join(' ') || null,
    use,
  };
}

function country(value: string | undefined): string | null {
  const code = value === undefined ? '' : (COUNTRIES[value] ?? value);
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

export function toPatient(
  source: SourcePatient,
): ReturnType<(typeof createPatientInput)['safeParse']> & { error?: z.ZodError } {
  const identifiers = (source.identifiers ?? []).flatMap(({ type, system, value }) =>
    system && value ? [{ system, value, type: KINDS[type ?? ''] ?? 'other', type_code: type ?? null }] : [],
  );
  const mrn = identifiers.find((identifier) => identifier.type === 'mrn')?.value;
  const points = source.telecom ?? [];
  return createPatientInput.safeParse({
    external_id: source.pid,
    ...(mrn && MRN.test(mrn) ? { mrn } : {}),
    identifiers,
    name: name(source, 'official'),
    other_names: (source.other_names ?? [])
      .filter((other) => other.family && other.given?.length)
      .map((other) => name(other, oneOf(other.use, ['official', 'usual', 'maiden']))),
    birth_date: source.birth_date,
    sex: SEX[source.gender ?? ''] ?? 'unknown',
    sex_at_birth: SEX_AT_BIRTH[source.birth_sex ?? ''] ?? null,
    phones: points
      .filter(({ system, value }) => system === 'phone' && value)
      .map(({ value, use }) => ({ value, use: oneOf(use, ['mobile', 'home', 'work']) })),
    emails: points
      .filter(({ system, value }) => system === 'email' && value)
      .map(({ value, use }) => ({ value, use: oneOf(use, ['home', 'work']) })),
    addresses: (source.address ?? []).map((address) => ({
      lines: address.line ?? [],
      city: address.city || null,
      state: address.state || null,
      postal_code: address.postalCode || null,
      country: country(address.country),
      use: oneOf(address.use, ['home', 'work']),
    })),
    language: source.language?.find((tag) => LANGUAGE.test(tag)) ?? null,
    deceased_at: typeof source.deceased === 'string' ? source.deceased : null,
  });
}
