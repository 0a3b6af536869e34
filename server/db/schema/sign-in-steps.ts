import { sql } from 'drizzle-orm';
import { index, integer, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, clinicalApp, credentialHash, currentUser, instant, workerPolicy } from './columns';

/**
 * Sign-ins, step-ups and second-factor enrollments in progress; a cookie holds the secret. The user is null during a
 * sign-in with a passkey alone, until the authenticator responds.
 */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    id: uuid('id').primaryKey(),
    secretHash: bytes('secret_hash').notNull(),
    purpose: text('purpose', {
      enum: [
        'sign_in',
        'passkey_sign_in',
        'step_up',
        'enrol_passkey',
        'replace_totp',
        'link_identity',
        'test_identity',
        'confirm_identity',
      ],
    }).notNull(),
    userId: uuid('user_id'),
    /** The session of a step-up or enrollment. */
    sessionId: uuid('session_id'),
    /** Methods already proven: `password`. */
    methods: text('methods').array().notNull(),
    /** WebAuthn challenge, base64url; the encrypted new secret of an app that replaces one. */
    challenge: text('challenge'),
    tries: integer('tries').notNull().default(0),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => {
    const visible = sql`secret_hash = ${credentialHash} or user_id = ${currentUser}`;
    return [
      unique('sign_in_steps_secret_hash').on(table.secretHash),
      index('sign_in_steps_age').on(table.expiresAt),
      pgPolicy('sign_in_steps_select', { for: 'select', to: clinicalApp, using: visible }),
      pgPolicy('sign_in_steps_insert', {
        for: 'insert',
        to: clinicalApp,
        withCheck: sql`user_id is null or user_id = ${currentUser}`,
      }),
      pgPolicy('sign_in_steps_update', {
        for: 'update',
        to: clinicalApp,
        using: visible,
        withCheck: visible,
      }),
      workerPolicy('sign_in_steps'),
    ];
  },
);
