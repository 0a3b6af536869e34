import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** Keys of `ENCRYPTION_KEYS` that encrypt values of this database, by fingerprint, so that a wrong key stops the start. */
export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  /** Hex, derived from the key (HKDF-SHA-256); the key cannot be computed from it. */
  fingerprint: text('fingerprint').notNull(),
  createdAt: instant('created_at').notNull(),
});
