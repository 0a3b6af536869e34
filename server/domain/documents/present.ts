import type { SourceStatus } from '../../data-types/document-codes';
import type { Context } from '../../shared/context';
import { readId, showId, showIdOrNull } from '../../shared/ids';
import type { DocumentRow } from './access';
import { contentUrl } from './content-address';
import type { Document } from './contract';
import { bareType } from '../../media-types';
import { uploadExpiry } from './upload-address';

/** Without the signed URL, which is created for each response, including replayed ones. */
export function presentDocument(row: DocumentRow): Document {
  return {
    id: showId('document', row.id),
    object: 'document',
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    created_by: row.createdBy,
    patient_id: showId('patient', row.patientId),
    title: row.title,
    category: row.category as Document['category'],
    type: row.type ?? null,
    document_date: row.documentDate,
    description: row.description,
    author: row.author,
    order_id: showIdOrNull('lab_order', row.orderId),
    result_id: showIdOrNull('lab_result', row.resultId),
    file_name: row.fileName,
    content_type: bareType(row.contentType),
    declared_content_type: row.declaredContentType,
    size: row.size,
    sha256: row.sha256,
    page_count: row.pageCount,
    encrypted: row.encrypted,
    lacks_end: row.lacksEnd,
    rotation: row.rotation,
    duplicate_of: showIdOrNull('document', row.duplicateOf),
    status: row.status,
    signed_off_by: row.signedOffBy,
    signed_off_at: row.signedOffAt?.toISOString() ?? null,
    scan_status: row.scanStatus,
    content_url: null,
    upload: row.status === 'pending_upload' ? awaited(row) : null,
    source: presentSource(row),
    replaces: showIdOrNull('document', row.replaces),
    replaced_by: showIdOrNull('document', row.replacedBy),
    addendum_to: showIdOrNull('document', row.addendumTo),
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
    file_removed_at: row.fileRemovedAt?.toISOString() ?? null,
    metadata: row.metadata,
  };
}

/** HL7 table 0271 */
const STATUSES: Readonly<Record<string, SourceStatus>> = {
  DI: 'preliminary',
  IP: 'preliminary',
  IN: 'preliminary',
  DO: 'unauthenticated',
  PA: 'unauthenticated',
  AU: 'authenticated',
  LA: 'authenticated',
};

function presentSource(row: DocumentRow): Document['source'] {
  const { source, sourceConnectionId, sourceRelation } = row;
  if (!source || !sourceConnectionId) return null;
  const { completion } = source;
  return {
    connection_id: showId('lab_connection', sourceConnectionId),
    connection_name: source.connection,
    number: row.sourceNumber,
    parent_number: row.sourceParent,
    relation: sourceRelation ?? 'original',
    status: completion !== null && Object.hasOwn(STATUSES, completion) ? STATUSES[completion]! : null,
    completion_code: completion,
    confidentiality_code: source.confidentiality,
    availability_code: source.availability,
    originated_at: source.originatedAt,
    originated_at_precision: source.originatedAtPrecision ?? null,
    sent_at: source.sentAt,
    newer: source.newer,
    parent_unknown: source.parentUnknown,
    unread_files: source.unreadFiles,
  };
}

/** Without the URL, which only the creator of the document receives. */
const awaited = (row: DocumentRow): Document['upload'] => ({
  url: null,
  method: 'PUT',
  headers: { 'Content-Type': row.declaredContentType ?? 'application/octet-stream' },
  expires_at: uploadExpiry(row.createdAt).toISOString(),
});

export function withContentUrl(ctx: Context, document: Document): Document {
  const id = document.status === 'available' ? readId('document', document.id) : null;
  return { ...document, content_url: id ? contentUrl(ctx, id) : null };
}
