import { foreignKey, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  bytes,
  credentialPolicy,
  eraserPolicy,
  instant,
  orgId,
  tenantPolicies,
  workerPolicy,
} from './columns';
import { documents } from './documents';

/**
 * Upload URLs of the two-step upload: the token allows one upload of this document's bytes. Stores only its SHA-256.
 */
export const uploadTokens = pgTable(
  'upload_tokens',
  {
    orgId: orgId(),
    documentId: uuid('document_id').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** Who requested the URL (`key_…` or `usr_…`); the audit log attributes the upload to them. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ name: 'upload_tokens_pkey', columns: [table.orgId, table.documentId] }),
    unique('upload_tokens_secret_hash').on(table.secretHash),
    foreignKey({
      name: 'upload_tokens_document',
      columns: [table.orgId, table.documentId],
      foreignColumns: [documents.orgId, documents.id],
    }),
    ...tenantPolicies('upload_tokens'),
    eraserPolicy('upload_tokens'),
    credentialPolicy('upload_tokens'),
    workerPolicy('upload_tokens'),
  ],
);
