import type { Role } from './role-codes';

/** Why a single sign-on failed. Each has a page for the user and an explanation for administrators. */
export const SIGN_ON_REASONS = [
  'unavailable',
  'expired',
  'wrong_state',
  'unreachable',
  'wrong_discovery',
  'wrong_issuer',
  'cancelled',
  'provider_error',
  'wrong_client',
  'code_rejected',
  'wrong_token',
  'wrong_signature',
  'wrong_audience',
  'wrong_nonce',
  'clock_skew',
  'missing_subject',
  'missing_email',
  'not_linked',
  'already_linked',
  'not_member',
  'no_role',
  'too_many_groups',
  'second_factor_missing',
  'other_account',
  'logout_token',
] as const;
export type SignOnReason = (typeof SIGN_ON_REASONS)[number];

/** A value of the groups claim, and the role that it gives. */
export interface RoleRule {
  value: string;
  role: Role;
}

/** Result of the last test of an identity provider, shown to administrators. */
export interface SignOnTest {
  at: string;
  /** Null: the whole flow succeeded. */
  reason: SignOnReason | null;
  /** For administrators: what was expected, and what was received. */
  detail: string | null;
  /** As sent by the provider. */
  error: string | null;
  error_description: string | null;
  /** What the provider sent about the administrator who tested. */
  received: {
    subject: string;
    email: string | null;
    email_verified: boolean | null;
    groups: string[];
    second_factor: boolean;
    role: RoleRule['role'] | null;
    /** Whether a refresh token was sent, with which sessions can be checked. */
    refresh_token: boolean;
  } | null;
}
