import { sql } from 'drizzle-orm';
import { pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, clinicalApp, currentOrg, currentUser, instant } from './columns';

const visible = sql`id = ${currentUser} or email_hash = decode(nullif(current_setting('clinical.email_hash', true), ''), 'hex') or exists (select 1 from memberships m where m.user_id = users.id and m.org_id = ${currentOrg})`;

/**
 * Users of all organizations; one user can belong to several. Visible rows: the user's own, the one who is signing in
 * (by SHA-256 of the normalized email address), and members of the current organization.
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    emailHash: bytes('email_hash').notNull(),
    name: text('name').notNull(),
    /** argon2id; null until the user sets a password. */
    passwordHash: text('password_hash'),
    disabledAt: instant('disabled_at'),
    theme: text('theme', { enum: ['system', 'light', 'dark', 'high-contrast'] })
      .notNull()
      .default('system'),
    density: text('density', { enum: ['comfortable', 'compact', 'dense'] })
      .notNull()
      .default('comfortable'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('users_email_hash').on(table.emailHash),
    pgPolicy('users_select', { for: 'select', to: clinicalApp, using: visible }),
    pgPolicy('users_insert', { for: 'insert', to: clinicalApp, withCheck: sql`true` }),
    pgPolicy('users_update', { for: 'update', to: clinicalApp, using: visible, withCheck: sql`true` }),
  ],
);
