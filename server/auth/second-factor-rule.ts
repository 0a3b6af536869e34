import type { SecondFactorRule } from '../domain/organisations/rules';
import type { Role } from './scopes';

/** What a session shows to have been proven, and what an organisation asks for. */

export const METHODS = ['password', 'totp', 'passkey', 'recovery_code'] as const;
export type Method = (typeof METHODS)[number];

const SECOND: readonly string[] = ['totp', 'passkey', 'recovery_code'] satisfies Method[];

export const asksSecondFactor = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'everyone' || (rule === 'admins' && role === 'admin');

/** A passkey alone is two factors: the device, and the finger or code that unlocks it. */
export const provesSecondFactor = (methods: readonly string[]): boolean =>
  methods.some((method) => SECOND.includes(method));
