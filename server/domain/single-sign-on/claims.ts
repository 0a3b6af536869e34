import { domainOf } from '../../auth/single-sign-on/email-domain';
import type { SignOnProvider } from '../../auth/single-sign-on/provider';
import { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import type { Claims } from '../../auth/single-sign-on/tokens';
import { ROLES, type Role } from '../../data-types/role-codes';

/** What an ID token states about a user, by the settings of the organization. */

type Settings = SignOnProvider['row'];

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** Google has one issuer for everyone; `hd` names the organization of the account. */
const SHARED_ISSUER = 'https://accounts.google.com';

/**
 * @param domains verified by the organization
 * @throws SignOnError `not_member`: the account is of another customer of the provider, or of none
 */
export function assertOwnTenant({ iss, hd }: Claims, domains: readonly string[]): void {
  if (iss !== SHARED_ISSUER) return;
  const domain = typeof hd === 'string' ? domainOf(hd) : null;
  if (domain === null || !domains.includes(domain))
    throw new SignOnError(
      'not_member',
      'The Google account is not in a verified domain of the organization (hd).',
    );
}

/** Whether `verified` is stated: null if the provider does not say. */
export function emailOf({ email, email_verified: stated }: Claims): {
  email: string | null;
  verified: boolean | null;
} {
  const verified =
    stated === true || stated === 'true' ? true : stated === undefined || stated === null ? null : false;
  return { email: typeof email === 'string' && EMAIL.test(email) ? email : null, verified };
}

export const nameOf = ({ name, given_name: given, family_name: family }: Claims): string | null => {
  const full =
    typeof name === 'string' ? name : [given, family].filter((part) => typeof part === 'string').join(' ');
  const text = full
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, 100);
  return text === '' ? null : text;
};

/** @throws SignOnError `too_many_groups`: Entra ID then sends a link instead of the groups */
export function groupsOf(claims: Claims, { groupsClaim }: Settings): string[] {
  if (groupsClaim === null) return [];
  const elsewhere = claims._claim_names as Record<string, unknown> | null | undefined;
  if (typeof elsewhere === 'object' && elsewhere !== null && groupsClaim in elsewhere)
    throw new SignOnError('too_many_groups', `The claim ${groupsClaim} is too long for the token.`);
  const value = claims[groupsClaim];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === 'string').slice(0, 1000);
}

/** The first role of the groups, in the order of `ROLES`; the default role without one. */
export function roleOf(groups: readonly string[], { roleRules, defaultRole }: Settings): Role | null {
  const roles = roleRules.filter(({ value }) => groups.includes(value)).map(({ role }) => role);
  return ROLES.find((role) => roles.includes(role)) ?? defaultRole;
}

/** Whether the provider reports a second factor that the organization accepts. */
export function provesFactor({ acr, amr }: Claims, { secondFactorValues }: Settings): boolean {
  const stated: unknown[] = [acr, ...(Array.isArray(amr) ? (amr as unknown[]) : [amr])];
  return stated.some((value) => typeof value === 'string' && secondFactorValues.includes(value));
}
