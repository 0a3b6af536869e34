import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { CORRECTIONS } from '../../data-types/document-codes';
import type { StoredDetailChange } from './types';
import { eraserPolicy, instant, orgId, tenantPolicies } from './columns';
import { documents } from './documents';

/**
 * Why a document was marked as entered in error or moved to the right patient, changes of its details, and sign-offs. Rows
 * are never updated or deleted.
 */
export const documentCorrections = pgTable(
  'document_corrections',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    act: text('act', { enum: CORRECTIONS }).notNull(),
    /** Optional for `details_changed` and `sign_off_withdrawn`, never of `signed_off`. */
    reason: text('reason'),
    /** For `details_changed` only. */
    changes: jsonb('changes').$type<StoredDetailChange[]>(),
    /** `usr_…` */
    by: text('by').notNull(),
    at: instant('at').notNull(),
    /** In the other patient's chart. */
    otherId: uuid('other_id'),
  },
  (table) => [
    primaryKey({ name: 'document_corrections_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'document_corrections_document',
      columns: [table.orgId, table.documentId],
      foreignColumns: [documents.orgId, documents.id],
    }),
    foreignKey({
      name: 'document_corrections_other',
      columns: [table.orgId, table.otherId],
      foreignColumns: [documents.orgId, documents.id],
    }),
    index('document_corrections_document_idx').on(table.orgId, table.documentId, table.id),
    ...tenantPolicies('document_corrections'),
    eraserPolicy('document_corrections'),
  ],
);
