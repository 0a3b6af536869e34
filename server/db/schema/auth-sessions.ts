import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';

/** One row per portal sign-in. The cookie carries the secret; only its SHA-256 is stored. */
export const authSessions = pgTable(
  'auth_sessions',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    idleMinutes: integer('idle_minutes').notNull().default(15),
    expiresAt: instant('expires_at').notNull(),
    /** Any of `password`, `totp`, `passkey`, `recovery_code`, `single_sign_on`, `provider_factor`. */
    methods: text('methods').array().notNull(),
    /** Last proof of identity; sensitive operations require a recent one (step-up). */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    /** The account at the identity provider; null unless it was opened by single sign-on. Bound to this organization. */
    identityId: uuid('identity_id'),
    /** The provider's `sid`, for its logout. */
    providerSession: text('provider_session'),
    /** Encrypted address that ends the session at the provider. */
    logoutUrl: text('logout_url'),
    /** Encrypted; with it the provider is asked whether the user still has access. */
    refreshToken: text('refresh_token'),
    checkDueAt: instant('check_due_at'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (table) => [
    primaryKey({ name: 'auth_sessions_pkey', columns: [table.orgId, table.id] }),
    unique('auth_sessions_secret_hash').on(table.secretHash),
    index('auth_sessions_identity')
      .on(table.orgId, table.identityId)
      .where(sql`identity_id is not null`),
    index('auth_sessions_check_due')
      .on(table.checkDueAt)
      .where(sql`check_due_at is not null and revoked_at is null`),
    ...tenantPolicies('auth_sessions'),
    credentialPolicy('auth_sessions'),
    workerPolicy('auth_sessions'),
  ],
);
