import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * ES256 keys of access tokens; of the whole service, because every process signs and verifies with them. The private
 * half is encrypted with `ENCRYPTION_KEYS`. The id is the `kid`.
 */
export const signingKeys = pgTable('signing_keys', {
  id: uuid('id').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>().notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Verifies until then; null while it is the one that signs. */
  expiresAt: instant('expires_at'),
});
