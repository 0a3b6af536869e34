import { bigint, boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, personPolicies } from './columns';

/** WebAuthn credentials of a user; public keys only. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    credentialId: bytes('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /**
     * Signature counter. One that does not increase indicates a cloned authenticator (WebAuthn 6.1.1), unless it stays
     * 0.
     */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    backedUp: boolean('backed_up').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    unique('passkeys_credential_id').on(table.credentialId),
    index('passkeys_person').on(table.userId),
    ...personPolicies('passkeys'),
  ],
);
