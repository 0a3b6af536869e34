import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SIGN_ON_REASONS, type RoleRule, type SignOnTest } from '../../data-types/sign-on-codes';
import { bytes, clinicalApp, instant, orgId, resourceColumns, tenantPolicies, workerPolicy } from './columns';
import { DEFAULT_ROLES } from '../../data-types/role-codes';

/**
 * The identity provider of an organization (OpenID Connect), at most one. Whether single sign-on is enforced is a column
 * of `organizations`, because every session is checked against it.
 */
export const identityProviders = pgTable(
  'identity_providers',
  {
    orgId: orgId(),
    ...resourceColumns,
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Encrypted. */
    clientSecret: text('client_secret').notNull(),
    enabled: boolean('enabled').notNull().default(false),
    /** Links members and creates accounts at their first sign-in, by an address of a verified domain. */
    automatic: boolean('automatic').notNull().default(false),
    /** Claim with groups or roles; null: roles are managed here. */
    groupsClaim: text('groups_claim'),
    roleRules: jsonb('role_rules').$type<RoleRule[]>().notNull().default([]),
    /** Role without a matching group; null: no access. */
    defaultRole: text('default_role', { enum: DEFAULT_ROLES }),
    /** Values of `acr` or `amr` that count as a second factor. */
    secondFactorValues: text('second_factor_values').array().notNull().default([]),
    /** Encrypted: the keys to which the provider may encrypt tokens, the newest first. */
    tokenKeys: text('token_keys'),
    /** Ask the provider for a refresh token, and check open sessions with it. */
    checksSessions: boolean('checks_sessions').notNull().default(true),
    lastTest: jsonb('last_test').$type<SignOnTest>(),
  },
  (table) => [
    primaryKey({ name: 'identity_providers_pkey', columns: [table.orgId] }),
    ...tenantPolicies('identity_providers'),
  ],
);

/** Email domains. Only a verified one routes sign-ins, and it belongs to one organization. */
export const identityDomains = pgTable(
  'identity_domains',
  {
    orgId: orgId(),
    domain: text('domain').notNull(),
    /** SHA-256 of the domain, by which it is looked up before the organization is known. */
    domainHash: bytes('domain_hash').notNull(),
    /** Value of the DNS record. */
    token: text('token').notNull(),
    verifiedAt: instant('verified_at'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ name: 'identity_domains_pkey', columns: [table.orgId, table.domain] }),
    uniqueIndex('identity_domains_verified')
      .on(table.domainHash)
      .where(sql`verified_at is not null`),
    ...tenantPolicies('identity_domains'),
    pgPolicy('identity_domains_routing', {
      for: 'select',
      to: clinicalApp,
      using: sql`verified_at is not null and domain_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex')`,
    }),
  ],
);

/** A member's account at the identity provider. Identified by issuer and subject, never by the email address. */
export const userIdentities = pgTable(
  'user_identities',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: instant('created_at').notNull(),
    /** How it was linked. */
    linkedBy: text('linked_by', { enum: ['member', 'invitation', 'address', 'created'] }).notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    primaryKey({ name: 'user_identities_pkey', columns: [table.orgId, table.id] }),
    unique('user_identities_subject').on(table.orgId, table.issuer, table.subject),
    unique('user_identities_user').on(table.orgId, table.userId, table.issuer),
    ...tenantPolicies('user_identities'),
  ],
);

/** Failed single sign-ons, with what the provider sent. A limited number per organization. */
export const signOnFailures = pgTable(
  'sign_on_failures',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    reason: text('reason', { enum: SIGN_ON_REASONS }).notNull(),
    detail: text('detail'),
    error: text('error'),
    errorDescription: text('error_description'),
    ip: text('ip').notNull(),
    requestId: text('request_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'sign_on_failures_pkey', columns: [table.orgId, table.id] }),
    index('sign_on_failures_age').on(table.expiresAt),
    ...tenantPolicies('sign_on_failures'),
    workerPolicy('sign_on_failures'),
  ],
);

/** Logout tokens that were accepted, so that none is accepted twice. */
export const logoutTokens = pgTable(
  'logout_tokens',
  {
    orgId: orgId(),
    /** SHA-256 of issuer and `jti`. */
    tokenHash: bytes('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'logout_tokens_pkey', columns: [table.orgId, table.tokenHash] }),
    index('logout_tokens_age').on(table.expiresAt),
    ...tenantPolicies('logout_tokens'),
    workerPolicy('logout_tokens'),
  ],
);
