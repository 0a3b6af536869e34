import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { storage, type Staged } from '../../storage/index';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { actorName, type Context, type Idempotency } from '../../shared/context';
import { hasAnswered } from '../../shared/idempotency';
import { idTime, newId } from '../../shared/ids';
import { requireFiling, type DocumentFacts, type DocumentRow } from './access';
import type { Document } from './contract';
import type { DetectedType } from './detect-content-type';
import { documentEvent } from './document-event';
import { earlierCopy } from './earlier-copy';
import { cleanFileName } from './file-name';
import { checkBytes, type Claims } from './check-bytes';
import { placeBytes } from './place-bytes';
import { presentDocument, withContentUrl } from './present';
import { receivedState } from './received-state';
import { DOCUMENT_FILERS } from '../../shared/scopes';

export const CREATE: Operation<Document> = {
  action: 'create_document',
  kind: 'write',
  scope: 'documents:write',
  role: DOCUMENT_FILERS,
};

export interface NewDocument extends Claims {
  facts: DocumentFacts;
}

/**
 * Checks that the document may be filed before any byte is read.
 * @throws DomainError as `requireFiling`, `insufficient_scope`, `forbidden`
 */
export async function assertFiling(
  ctx: Context,
  facts: DocumentFacts,
  idempotency: Idempotency | undefined = ctx.idempotency,
): Promise<void> {
  assertAllowed(ctx, CREATE);
  await withTenant(ctx.actor.orgId, async (tx) => {
    // A replayed request gets the first response, even if nothing new may be filed there since.
    if (idempotency && (await hasAnswered(tx, ctx, idempotency))) return;
    await requireFiling(tx, ctx, facts);
  });
}

/**
 * Files staged bytes. The staged file is removed in every case.
 * @throws DomainError `file_empty`, `checksum_mismatch`, `unsupported_file_type`, `storage_full`, and those of
 * `assertFiling`
 */
export async function storeDocument(ctx: Context, staged: Staged, upload: NewDocument): Promise<Document> {
  try {
    const detected = await checkBytes(staged, upload);
    const id = newId();
    const { size, sha256 } = staged;
    const { facts, fileName, declaredType } = upload;
    const given = { facts, fileName, declaredType };
    const document = await placeBytes(staged, { orgId: ctx.actor.orgId, id }, (key, named) =>
      perform(ctx, CREATE, async (tx) => {
        const row = await insertDocument(tx, ctx, { id, key, ...given, size, sha256, detected });
        named();
        const audit = {
          objectKind: 'document' as const,
          objectId: row.id,
          patientIds: [row.patientId],
          detail: { size: row.size },
        };
        return { output: presentDocument(row), audit };
      }),
    );
    return withContentUrl(ctx, document);
  } finally {
    await storage().discard(staged);
  }
}

export interface Insert {
  id: string;
  key: string;
  size: number;
  sha256: string;
  fileName: string;
  declaredType: string | null;
  detected: Pick<DetectedType, 'contentType' | 'encrypted' | 'lacksEnd'>;
  facts: DocumentFacts;
}

export async function insertDocument(
  tx: Tx,
  ctx: Context,
  { id, key, size, sha256, fileName, declaredType, detected, facts: said }: Insert,
): Promise<DocumentRow> {
  const { orgId } = ctx.actor;
  const facts = await factColumns(tx, ctx, { id, facts: said, fileName });
  const state = receivedState(facts.createdAt);
  const readable = state.status === 'available';
  const [row] = await tx
    .insert(documents)
    .values({
      ...facts,
      contentType: detected.contentType,
      declaredContentType: declaredType,
      size,
      sha256,
      encrypted: detected.encrypted,
      lacksEnd: detected.lacksEnd,
      duplicateOf: await earlierCopy(tx, { orgId, patientId: facts.patientId, sha256 }),
      ...state,
      storageKey: key,
      sequence: readable ? 2 : 1,
    })
    .returning();
  await emit(tx, ctx, documentEvent(row!, { type: 'document.created', sequence: 1 }));
  if (readable) await emit(tx, ctx, documentEvent(row!, { type: 'document.available', sequence: 2 }));
  return row!;
}

export async function factColumns(
  tx: Tx,
  ctx: Context,
  { id, facts, fileName }: { id: string; facts: DocumentFacts; fileName: string },
) {
  const filing = await requireFiling(tx, ctx, facts);
  const cleaned = cleanFileName(fileName);
  const now = idTime(id);
  return {
    orgId: ctx.actor.orgId,
    id,
    createdAt: now,
    updatedAt: databaseTime,
    createdBy: actorName(ctx.actor),
    ...filing,
    title: facts.title ?? cleaned.slice(0, 200),
    category: facts.category,
    type: facts.type ?? null,
    documentDate: facts.document_date ?? null,
    description: facts.description ?? null,
    author: facts.author ?? null,
    fileName: cleaned,
    metadata: facts.metadata ?? {},
  };
}
