import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { CORRECTIONS } from '../../domain/documents/rules';
import { instant, orgId, tenantPolicies } from './columns';
import { documents } from './documents';

/** Why a document was marked as a mistake, or filed again at the right patient. Written once, never changed and never removed. */
export const documentCorrections = pgTable(
  'document_corrections',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    act: text('act', { enum: CORRECTIONS }).notNull(),
    reason: text('reason').notNull(),
    /** `usr_…` */
    by: text('by').notNull(),
    at: instant('at').notNull(),
    /** The row of the same file at the other patient. */
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
  ],
);
