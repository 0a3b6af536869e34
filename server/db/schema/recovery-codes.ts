import { index, pgTable, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, personPolicies } from './columns';

/** Recovery codes: SHA-256 of the code and the user ID, single use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    unique('recovery_codes_secret_hash').on(table.secretHash),
    index('recovery_codes_person').on(table.userId),
    ...personPolicies('recovery_codes'),
  ],
);
