import { documents, uploadTokens } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { secretHash } from '../../auth/api-key-format';
import { perform } from '../../shared/perform';
import { credentialName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId } from '../../shared/ids';
import type { DocumentFacts, DocumentRow } from './access';
import type { AnnouncedUpload, Document } from './contract';
import { readDeclaredType } from './declared-type';
import { documentEvent } from './document-event';
import { typeNotTaken } from './check-bytes';
import { contradictsAll } from '../../media-types';
import { presentDocument } from './present';
import { CREATE, factColumns } from './store-document';
import { maxFileBytes } from './upload-limits';
import { uploadExpiry, uploadTokensOf, withUploadUrl } from './upload-address';

/**
 * Creates a document whose bytes will follow (form C, first step).
 * @throws DomainError `payload_too_large`, `unsupported_file_type`, and those of `requireFiling`
 */
export async function createPendingDocument(
  ctx: Context,
  facts: DocumentFacts,
  announced: AnnouncedUpload,
): Promise<Document> {
  const declaredType = readDeclaredType(announced.content_type, '/upload/content_type');
  // Reject before the client sends bytes that cannot be accepted.
  if (announced.size > maxFileBytes())
    throw new DomainError('payload_too_large', `Files are limited to ${maxFileBytes()} bytes.`, {
      max_bytes: maxFileBytes(),
      errors: [
        {
          pointer: '/upload/size',
          code: 'out_of_range',
          message: `must be at most ${maxFileBytes()}`,
        },
      ],
    });
  if (contradictsAll(declaredType)) throw typeNotTaken('/upload/content_type');
  const document = await perform(ctx, CREATE, async (tx) => {
    const row = await insertPending(tx, ctx, { facts, announced, declaredType });
    const audit = {
      objectKind: 'document' as const,
      objectId: row.id,
      patientIds: [row.patientId],
      detail: { size: row.size, pending: true },
    };
    return { output: presentDocument(row), audit };
  });
  return withUploadUrl(ctx, document);
}

async function insertPending(
  tx: Tx,
  ctx: Context,
  {
    facts,
    announced,
    declaredType,
  }: { facts: DocumentFacts; announced: AnnouncedUpload; declaredType: string | null },
): Promise<DocumentRow> {
  const { orgId } = ctx.actor;
  const id = newId();
  const columns = await factColumns(tx, ctx, { id, facts, fileName: announced.file_name });
  const [row] = await tx
    .insert(documents)
    .values({
      ...columns,
      contentType: declaredType ?? 'application/octet-stream',
      declaredContentType: declaredType,
      size: announced.size,
      sha256: announced.sha256,
      status: 'pending_upload',
      scanStatus: 'pending',
      sequence: 1,
    })
    .returning();
  await tx.insert(uploadTokens).values({
    orgId,
    documentId: id,
    secretHash: Buffer.from(secretHash(uploadTokensOf(orgId, id)[0]!), 'hex'),
    createdBy: credentialName(ctx.actor),
    createdAt: columns.createdAt,
    expiresAt: uploadExpiry(columns.createdAt),
  });
  await emit(tx, ctx, documentEvent(row!, { type: 'document.created', sequence: 1 }));
  return row!;
}
