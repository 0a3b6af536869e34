import { sql } from 'drizzle-orm';
import { bigint, boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { addressedConstraints } from './addressed';
import { addressedPatientId, eraserPolicy, instant, orgId, tenantPolicies, workerPolicy } from './columns';
import { documents } from './documents';
import { patients } from './patients';

/**
 * Files uploaded to a patient's chart and not yet filed. Filing moves the bytes to a
 * document; the remaining rows are deleted after a day.
 */
export const uploads = pgTable(
  'uploads',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    addressedPatientId: addressedPatientId(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    declaredContentType: text('declared_content_type'),
    encrypted: boolean('encrypted').notNull(),
    lacksEnd: boolean('lacks_end').notNull().default(false),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Null once the document owns the bytes. */
    storageKey: text('storage_key'),
    documentId: uuid('document_id'),
  },
  (table) => [
    primaryKey({ name: 'uploads_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'uploads_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    foreignKey({
      name: 'uploads_document',
      columns: [table.orgId, table.documentId],
      foreignColumns: [documents.orgId, documents.id],
    }),
    index('uploads_person').on(table.orgId, table.userId, table.id),
    index('uploads_storage_key')
      .on(table.orgId, table.storageKey)
      .where(sql`storage_key is not null`),
    index('uploads_expiry').on(table.expiresAt),
    ...addressedConstraints('uploads', table),
    ...tenantPolicies('uploads'),
    eraserPolicy('uploads'),
    workerPolicy('uploads'),
  ],
);
