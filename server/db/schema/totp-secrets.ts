import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, personPolicies } from './columns';

/** Authenticator apps (TOTP, RFC 6238), one of each person; the secret is encrypted with `ENCRYPTION_KEYS`. */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    userId: uuid('user_id').primaryKey(),
    secret: text('secret').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null until a valid code was given; it counts for nothing before. */
    confirmedAt: instant('confirmed_at'),
    /** The last time step that was accepted: a code is good once. */
    lastStep: bigint('last_step', { mode: 'number' }),
  },
  () => personPolicies('totp_secrets'),
);
