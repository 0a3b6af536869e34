import { and, eq, isNull } from 'drizzle-orm';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js';
import { memberships } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { TURNED, TURNS_DIRECTION } from '../../data-types/contract-parts';
import { DomainError, fieldError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import { readId } from '../../shared/ids';
import type { UpdatePatientInput } from './contract';
import type { Address, ContactPoint } from '../../data-types/patient';

/**
 * Formats phone numbers as E.164 if they parse; numbers without a country code use the country of the first address.
 */
export function normalizePhones(
  phones: { value: string; use: ContactPoint['use'] }[],
  addresses: Address[],
): ContactPoint[] {
  const country = addresses.find((address) => address.country)?.country as CountryCode | undefined;
  return phones.map(({ value, use }) => {
    const parsed = parsePhoneNumber(value, country);
    return { value: parsed?.isValid() ? parsed.number : value, raw: value, use };
  });
}

/** Reports two equal identifiers in one record, at the second one. */
export function assertDistinctIdentifiers(identifiers: { system: string; value: string }[]): void {
  const seen = new Set<string>();
  identifiers.forEach(({ system, value }, index) => {
    const key = `${system}|${value}`;
    if (seen.has(key))
      throw fieldError(`/identifiers/${index}`, 'not_unique', 'repeats another identifier of the patient');
    seen.add(key);
  });
}

/**
 * Validates names on input only, because the response uses the same schema for stored names.
 * @throws DomainError `validation_failed`, listing all invalid parts
 */
export function assertReadableNames({ name, other_names = [] }: NamesInput): void {
  const named: [string, NamesInput['name']][] = [
    ['/name', name],
    ...other_names.map((other, index): [string, NamesInput['name']] => [`/other_names/${index}`, other]),
  ];
  const errors = named.flatMap(([pointer, parts]) =>
    textsOf(parts)
      .filter(([, text]) => TURNS_DIRECTION.test(text))
      .map(([place]): FieldError => ({ pointer: pointer + place, code: 'invalid_format', message: TURNED })),
  );
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
}

type NamesInput = Pick<UpdatePatientInput, 'name' | 'other_names'>;

const textsOf = (parts: NamesInput['name']): [string, string][] => [
  ...(['family', 'prefix', 'suffix'] as const).map((part): [string, string] => [
    `/${part}`,
    parts?.[part] ?? '',
  ]),
  ...(parts?.given ?? []).map((text, index): [string, string] => [`/given/${index}`, text]),
];

/** The primary clinician must belong to the organization. */
export async function readClinician(
  tx: Tx,
  ctx: Context,
  id: string | null | undefined,
): Promise<string | null> {
  if (!id) return null;
  const userId = readId('user', id);
  const [member] = userId
    ? await tx
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(
          and(
            eq(memberships.orgId, ctx.actor.orgId),
            eq(memberships.userId, userId),
            isNull(memberships.endedAt),
          ),
        )
    : [];
  if (!member)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', {
      errors: [
        {
          pointer: '/primary_clinician_id',
          code: 'not_allowed',
          message: 'must be a user of this organization',
        },
      ],
    });
  return member.userId;
}
