import { pgTable, primaryKey, text, integer, unique, uuid } from 'drizzle-orm/pg-core';
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
    /** Any of `password`, `totp`, `passkey`, `recovery_code`. */
    methods: text('methods').array().notNull(),
    /** Last proof of identity; sensitive operations require a recent one (step-up). */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (table) => [
    primaryKey({ name: 'auth_sessions_pkey', columns: [table.orgId, table.id] }),
    unique('auth_sessions_secret_hash').on(table.secretHash),
    ...tenantPolicies('auth_sessions'),
    credentialPolicy('auth_sessions'),
    workerPolicy('auth_sessions'),
  ],
);
