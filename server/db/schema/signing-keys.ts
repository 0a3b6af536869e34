import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * ES256 keys that sign access tokens, shared by all organizations and processes. The private key is encrypted with
 * `ENCRYPTION_KEYS`. The ID is the `kid`.
 */
export const signingKeys = pgTable('signing_keys', {
  id: uuid('id').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>().notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Verifies tokens until then; null for the current signing key. */
  expiresAt: instant('expires_at'),
});
