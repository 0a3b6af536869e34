import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DocumentType } from '../../data-types/document';
import { DOCUMENT_RELATIONS, type DocumentRotation } from '../../data-types/document-codes';
import { addressedConstraints } from './addressed';
import {
  addressedPatientId,
  eraserPolicy,
  instant,
  orgId,
  resourceColumns,
  sequence,
  tenantPolicies,
  workerPolicy,
} from './columns';
import { patients } from './patients';
import type { StoredDocumentSource } from './types';

/** Document metadata; the bytes are in `server/storage` under `storage_key`. */
export const documents = pgTable(
  'documents',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    ...resourceColumns,
    patientId: uuid('patient_id').notNull(),
    addressedPatientId: addressedPatientId(),
    title: text('title').notNull(),
    category: text('category').notNull(),
    type: jsonb('type').$type<DocumentType | null>(),
    // Separate columns, because under row-level security an index serves only plain comparisons.
    typeCode: text('type_code').generatedAlwaysAs(sql`type->>'code'`),
    documentDate: date('document_date', { mode: 'string' }),
    description: text('description'),
    author: text('author'),
    orderId: uuid('order_id'),
    resultId: uuid('result_id'),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Without parameters. */
    mediaType: text('media_type').generatedAlwaysAs(sql`split_part(content_type, ';', 1)`),
    declaredContentType: text('declared_content_type'),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    pageCount: integer('page_count'),
    encrypted: boolean('encrypted').notNull().default(false),
    /** A PDF file that is cut off; false if it was stored before this was checked. */
    lacksEnd: boolean('lacks_end').notNull().default(false),
    /** Degrees clockwise by which the portal rotates an image; the bytes stay as received. */
    rotation: integer('rotation').$type<DocumentRotation>().notNull().default(0),
    duplicateOf: uuid('duplicate_of'),
    status: text('status', {
      enum: ['pending_upload', 'processing', 'available', 'quarantined', 'failed', 'entered_in_error'],
    }).notNull(),
    scanStatus: text('scan_status', { enum: ['skipped', 'pending', 'clean', 'infected', 'error'] }).notNull(),
    /** `usr_…`; null without a sign-off in effect. */
    signedOffBy: text('signed_off_by'),
    signedOffAt: instant('signed_off_at'),
    /** Null until the bytes arrive. */
    storageKey: text('storage_key'),
    /** When the next malware scan is due; null if none is. */
    scanDueAt: instant('scan_due_at'),
    /** Checks without a result. */
    scanAttempts: integer('scan_attempts').notNull().default(0),
    /** Of a document received as a message (MDM); null for others. */
    source: jsonb('source').$type<StoredDocumentSource | null>(),
    sourceConnectionId: uuid('source_connection_id'),
    /** TXA-12 and TXA-13 */
    sourceNumber: text('source_number'),
    sourceParent: text('source_parent'),
    sourceRelation: text('source_relation', { enum: DOCUMENT_RELATIONS }),
    /** The newer version. */
    replacedBy: uuid('replaced_by'),
    replaces: uuid('replaces'),
    addendumTo: uuid('addendum_to'),
    /** The sender withdrew the document; its content stays readable. */
    withdrawnAt: instant('withdrawn_at'),
    /** When the file was removed, because it contained malware. */
    fileRemovedAt: instant('file_removed_at'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    sequence: sequence(),
  },
  (table) => [
    primaryKey({ name: 'documents_pkey', columns: [table.orgId, table.id] }),
    foreignKey({
      name: 'documents_patient',
      columns: [table.orgId, table.patientId],
      foreignColumns: [patients.orgId, patients.id],
    }),
    index('documents_list').on(table.orgId, table.id),
    index('documents_patient_list').on(table.orgId, table.patientId, table.id),
    index('documents_updated').on(table.orgId, table.updatedAt, table.id),
    index('documents_order')
      .on(table.orgId, table.orderId, table.id)
      .where(sql`order_id is not null`),
    index('documents_result')
      .on(table.orgId, table.resultId, table.id)
      .where(sql`result_id is not null`),
    index('documents_category').on(table.orgId, table.category, table.id),
    index('documents_type')
      .on(table.orgId, table.typeCode, table.id)
      .where(sql`type_code is not null`),
    index('documents_media_type').on(table.orgId, table.mediaType, table.id),
    index('documents_date')
      .on(table.orgId, table.documentDate)
      .where(sql`document_date is not null`),
    index('documents_status')
      .on(table.orgId, table.status, table.id)
      .where(sql`status <> 'available'`),
    index('documents_unsigned')
      .on(table.orgId, table.id)
      .where(
        sql`status = 'available' and signed_off_at is null and replaced_by is null and withdrawn_at is null`,
      ),
    index('documents_signed')
      .on(table.orgId, table.id)
      .where(sql`signed_off_at is not null`),
    index('documents_same_file').on(table.orgId, table.sha256, table.patientId),
    // A message refers to documents of its connection by their number.
    index('documents_source_number')
      .on(table.orgId, table.sourceConnectionId, table.sourceNumber)
      .where(sql`source_number is not null`),
    index('documents_source_parent')
      .on(table.orgId, table.sourceConnectionId, table.sourceParent)
      .where(sql`source_parent is not null`),
    index('documents_pending')
      .on(table.createdAt)
      .where(sql`status = 'pending_upload'`),
    index('documents_scan')
      .on(table.scanDueAt)
      .where(sql`scan_due_at is not null`),
    ...addressedConstraints('documents', table),
    ...tenantPolicies('documents'),
    eraserPolicy('documents'),
    workerPolicy('documents'),
  ],
);
