import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, credentialPolicy, instant, personPolicies, workerPolicy } from './columns';

/** Browsers from which a user has signed in; failed attempts elsewhere do not lock them out. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('known_devices_secret_hash').on(table.secretHash),
    index('known_devices_person').on(table.userId),
    ...personPolicies('known_devices'),
    credentialPolicy('known_devices'),
    workerPolicy('known_devices'),
  ],
);
