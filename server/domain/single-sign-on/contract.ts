import { z } from 'zod';
import { inputInstant, instant, list, pathParameter, ref, text } from '../../data-types/contract-parts';
import { SIGN_ON_REASONS } from '../../data-types/sign-on-codes';
import { DEFAULT_ROLES, ROLES } from '../../data-types/role-codes';
import { BREAK_GLASS_COUNT } from './rules';

/** Single sign-on by OpenID Connect. Portal only. */

export const noInput = z.strictObject({});

const roleRule = z.strictObject({ value: text(200), role: z.enum(ROLES) });
const settings = {
  issuer: text(500),
  client_id: text(300),
  /** Links members and creates accounts by addresses of verified domains. */
  automatic: z.boolean(),
  /** Claim with groups or roles; null: roles are managed here. */
  groups_claim: text(100).nullable(),
  role_rules: z.array(roleRule).max(50),
  /** Role without a matching group; null: no access. */
  default_role: z.enum(DEFAULT_ROLES).nullable(),
  /** Asks the provider for a refresh token, with which open sessions are checked. */
  checks_sessions: z.boolean(),
  /** Values of `acr` or `amr` that count as a second factor. */
  second_factor_values: z.array(text(100)).max(10),
};

export const saveIdentityProviderInput = z.strictObject({
  ...settings,
  /** Absent: unchanged. Never shown again. */
  client_secret: text(1_000).optional(),
});

export const setSingleSignOnInput = z.strictObject({
  enabled: z.boolean(),
  /** No password, reset or passkey opens the organization, except for the break-glass administrators with a passkey. */
  enforced: z.boolean(),
  break_glass_ids: z.array(ref('usr')).max(BREAK_GLASS_COUNT),
});

/** Without signing in. */
export const findSingleSignOnInput = z.strictObject({ email: z.string().min(1).max(254) });

export const domainInput = z.strictObject({ domain: text(190) });
export const unlinkIdentityInput = z.strictObject({ id: pathParameter });

const reason = z.enum(SIGN_ON_REASONS);
const sent = { error: z.string().nullable(), error_description: z.string().nullable() };

const test = z.strictObject({
  at: instant,
  /** Null: the sign-in would succeed. */
  reason: reason.nullable(),
  detail: z.string().nullable(),
  ...sent,
  received: z
    .strictObject({
      subject: z.string(),
      email: z.string().nullable(),
      email_verified: z.boolean().nullable(),
      groups: z.array(z.string()),
      second_factor: z.boolean(),
      role: z.enum(ROLES).nullable(),
      refresh_token: z.boolean(),
    })
    .nullable(),
});

const domain = z.strictObject({
  domain: z.string(),
  record_name: z.string(),
  record_value: z.string(),
  verified_at: instant.nullable(),
});

export const singleSignOn = z.strictObject({
  object: z.literal('single_sign_on'),
  /** To enter at the provider. */
  addresses: z.strictObject({
    redirect: z.string(),
    post_logout: z.string(),
    back_channel_logout: z.string(),
    sign_in: z.string(),
    key_set: z.string(),
  }),
  provider: z
    .strictObject({
      ...settings,
      /** Keys to which tokens may be encrypted, the newest first. */
      token_keys: z.array(z.strictObject({ id: z.string(), created_at: instant })),
      version: z.number().int(),
      enabled: z.boolean(),
      last_test: test.nullable(),
    })
    .nullable(),
  enforced: z.boolean(),
  domains: z.array(domain),
  administrators: z.array(
    z.strictObject({ id: ref('usr'), name: z.string(), passkey: z.boolean(), break_glass: z.boolean() }),
  ),
  members: z.number().int(),
  linked: z.number().int(),
});

/** The flow continues at the provider. */
export const begunSignOn = z.strictObject({
  object: z.literal('begun_sign_on'),
  organization: z.string(),
});

/** Without times, all stored failures. */
export const listSignOnFailuresInput = z.strictObject({
  since: inputInstant.optional(),
  until: inputInstant.optional(),
});
export const signOnFailureList = list(
  z.strictObject({
    at: instant,
    reason,
    detail: z.string().nullable(),
    ...sent,
    ip: z.string(),
    request_id: z.string(),
  }),
);

export const ownIdentity = z.strictObject({
  object: z.literal('own_identity'),
  /** Whether the organization has single sign-on. */
  available: z.boolean(),
  enforced: z.boolean(),
  linked_at: instant.nullable(),
  /** The session was opened by single sign-on. */
  in_use: z.boolean(),
});

export type SaveIdentityProviderInput = z.output<typeof saveIdentityProviderInput>;
export type SetSingleSignOnInput = z.output<typeof setSingleSignOnInput>;
export type SingleSignOn = z.output<typeof singleSignOn>;
export type BegunSignOn = z.output<typeof begunSignOn>;
export type ListSignOnFailuresInput = z.output<typeof listSignOnFailuresInput>;
export type SignOnFailureList = z.output<typeof signOnFailureList>;
export type OwnIdentity = z.output<typeof ownIdentity>;
