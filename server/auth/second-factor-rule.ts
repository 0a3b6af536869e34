import type { SecondFactorRule } from '../data-types/organization-codes';
import type { Role } from '../data-types/role-codes';

/** What a session has proven, and what an organization requires. */

export type Method =
  | 'password'
  | 'totp'
  | 'passkey'
  | 'recovery_code'
  | 'single_sign_on'
  /** Reported by the identity provider, if the organization trusts its report. */
  | 'provider_factor';

export const SECOND_METHODS: readonly string[] = [
  'totp',
  'passkey',
  'recovery_code',
  'provider_factor',
] satisfies Method[];

/** Stored in a session that a new rule ended. */
export const FACTOR_REQUIRED = 'second_factor_required';

export const asksSecondFactor = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'everyone' || (rule === 'admins' && role === 'admin');

/** A passkey alone is two factors: the device, and the biometric or PIN that unlocks it. */
export const provesSecondFactor = (methods: readonly string[]): boolean =>
  methods.some((method) => SECOND_METHODS.includes(method));

/** Whether a session meets an organization's rule, must prove an existing factor, or must add one. */
export const FACTOR_STATES = ['enough', 'to_show', 'to_add'] as const;
export type FactorState = (typeof FACTOR_STATES)[number];
