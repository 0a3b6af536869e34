import type { SecondFactorRule } from '../domain/organisations/rules';
import type { Role } from './scopes';

/** What a session shows to have been proven, and what an organisation asks for. */

export type Method = 'password' | 'totp' | 'passkey' | 'recovery_code';

const SECOND: readonly string[] = ['totp', 'passkey', 'recovery_code'] satisfies Method[];

export const asksSecondFactor = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'everyone' || (rule === 'admins' && role === 'admin');

/** A passkey alone is two factors: the device, and the finger or code that unlocks it. */
export const provesSecondFactor = (methods: readonly string[]): boolean =>
  methods.some((method) => SECOND.includes(method));

/** What a session lacks for an organisation: nothing, a proof of the factor that the person has, or any factor at all. */
export const FACTOR_STATES = ['enough', 'to_show', 'to_add'] as const;
export type FactorState = (typeof FACTOR_STATES)[number];
