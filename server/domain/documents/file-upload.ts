import { and, eq } from 'drizzle-orm';
import { documents, uploads } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { DocumentRow } from './access';
import type { Document } from './contract';
import { presentDocument, withContentUrl } from './present';
import { insertDocument } from './store-document';
import { fieldError, DomainError } from '../../errors/domain-error';
import { newId, notFound, readId } from '../../shared/ids';
import { lockUpload, OWN, type UploadRow } from './upload-access';
import type { FileUploadInput } from './upload-contract';

/**
 * Files an upload to the patient it was uploaded for. A retry returns the existing document.
 * @throws DomainError `not_found` (also once expired), `validation_failed` (another patient), `patient_not_active`
 */
export async function fileUpload(ctx: Context, input: FileUploadInput): Promise<Document> {
  const { orgId } = ctx.actor;
  const document = await perform(ctx, { action: 'file_upload', kind: 'write', ...OWN }, async (tx) => {
    const held = await lockUpload(tx, ctx, input.id);
    if (readId('patient', input.patient_id) !== held.patientId)
      throw fieldError('/patient_id', 'not_allowed', 'must be the patient whose page sent the file');
    const row = held.documentId
      ? await documentOf(tx, held)
      : await insertDocument(tx, ctx, { id: newId(), ...bytesOf(held), facts: factsOf(input) });
    // The document now owns the bytes, so the removal of old uploads must not find them.
    if (!held.documentId)
      await tx
        .update(uploads)
        .set({ documentId: row.id, storageKey: null })
        .where(and(eq(uploads.orgId, orgId), eq(uploads.id, held.id)));
    return {
      output: presentDocument(row),
      audit: {
        objectKind: 'document',
        objectId: row.id,
        patientIds: [row.patientId],
        detail: { size: row.size },
      },
    };
  });
  return withContentUrl(ctx, document);
}

function bytesOf(held: UploadRow) {
  // Expiry is final: the bytes may be gone at any moment.
  if (!held.storageKey || held.expiresAt <= new Date()) throw notFound();
  return {
    key: held.storageKey,
    size: held.size,
    sha256: held.sha256,
    fileName: held.fileName,
    declaredType: held.declaredContentType,
    detected: { contentType: held.contentType, encrypted: held.encrypted },
  };
}

const factsOf = ({ patient_id, title, category, document_date }: FileUploadInput) => ({
  patient_id,
  title,
  category,
  document_date,
});

async function documentOf(tx: Tx, held: UploadRow): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.orgId, held.orgId), eq(documents.id, held.documentId!)));
  if (!row) throw notFound();
  if (row.patientId !== held.patientId)
    throw new DomainError('invalid_state', 'The document was moved to another patient in the meantime.');
  return row;
}
