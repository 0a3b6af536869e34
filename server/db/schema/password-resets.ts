import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, personPolicies, workerPolicy } from './columns';

/** Password reset links: SHA-256 of the secret, single use. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `usr_…` of the administrator who created the link, or `system` if the user requested it. */
    createdBy: text('created_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    ip: text('ip'),
  },
  (table) => [
    unique('password_resets_secret_hash').on(table.secretHash),
    index('password_resets_person').on(table.userId),
    ...personPolicies('password_resets'),
    credentialPolicy('password_resets'),
    workerPolicy('password_resets'),
  ],
);
