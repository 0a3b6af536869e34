import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, personPolicies } from './columns';

/** Authenticator apps (TOTP, RFC 6238), one per user; the secret is encrypted with `ENCRYPTION_KEYS`. */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    userId: uuid('user_id').primaryKey(),
    secret: text('secret').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null until a valid code is entered; not a second factor before that. */
    confirmedAt: instant('confirmed_at'),
    /** The last accepted time step: a code is single use. */
    lastStep: bigint('last_step', { mode: 'number' }),
  },
  () => personPolicies('totp_secrets'),
);
