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
import { newId, notFound, showId } from '../../shared/ids';
import { chartIdOf, withoutMerges } from '../patients/access';
import { lockUpload, OWN, type UploadRow } from './upload-access';
import type { FileUploadInput } from './upload-contract';

/**
 * Files an upload to the patient it was uploaded for. A retry returns the existing document.
 * @throws DomainError `not_found` (also once expired), `validation_failed` (another patient), `patient_not_active`
 */
export async function fileUpload(ctx: Context, input: FileUploadInput): Promise<Document> {
  const { orgId } = ctx.actor;
  const document = await perform(ctx, { action: 'file_upload', kind: 'write', ...OWN }, async (tx) => {
    await withoutMerges(tx, ctx);
    const upload = await lockUpload(tx, ctx, input.id);
    if ((await chartIdOf(tx, ctx, input.patient_id)) !== upload.patientId)
      throw fieldError('/patient_id', 'not_allowed', 'must be the patient for whom the file was uploaded');
    const row = upload.documentId
      ? await documentOf(tx, upload)
      : await insertDocument(tx, ctx, { id: newId(), ...bytesOf(upload), facts: factsOf(input, upload) });
    // The document now owns the bytes, so the removal of old uploads must not find them.
    if (!upload.documentId)
      await tx
        .update(uploads)
        .set({ documentId: row.id, storageKey: null })
        .where(and(eq(uploads.orgId, orgId), eq(uploads.id, upload.id)));
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

function bytesOf(upload: UploadRow) {
  // Expiry is final: the bytes may be gone at any moment.
  if (!upload.storageKey || upload.expiresAt <= new Date()) throw notFound();
  return {
    key: upload.storageKey,
    size: upload.size,
    sha256: upload.sha256,
    fileName: upload.fileName,
    declaredType: upload.declaredContentType,
    detected: { contentType: upload.contentType, encrypted: upload.encrypted, lacksEnd: upload.lacksEnd },
  };
}

const factsOf = (
  { title, category, document_date }: FileUploadInput,
  { patientId, addressedPatientId }: UploadRow,
) => ({
  patient_id: showId('patient', addressedPatientId ?? patientId),
  title,
  category,
  document_date,
});

async function documentOf(tx: Tx, upload: UploadRow): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.orgId, upload.orgId), eq(documents.id, upload.documentId!)));
  if (!row) throw notFound();
  if (row.patientId !== upload.patientId)
    throw new DomainError('invalid_state', 'The document was moved to another patient in the meantime.');
  return row;
}
