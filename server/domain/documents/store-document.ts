import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { emit, type EventInput } from '../../events/emit';
import { storage, type Staged } from '../../storage/index';
import { assertAllowed, perform, type Act } from '../act';
import { actorName, type Context } from '../context';
import { DomainError, isDomainError } from '../errors';
import { idTime, newId, showId } from '../ids';
import { requireFiling, type DocumentFacts, type DocumentRow } from './access';
import type { Document } from './contract';
import { detectContentType, type DetectedType } from './detect-content-type';
import { cleanFileName } from './file-name';
import { ACCEPTED_NAMES, contradicts } from './media-types';
import { presentDocument, withContentUrl } from './present';

/**
 * What all forms of upload share, from staged bytes to the filed document. How the bytes arrive is the form's business.
 */
const CREATE: Act<Document> = {
  action: 'create_document',
  kind: 'write',
  scope: 'documents:write',
  role: 'clinician',
};

export interface NewDocument {
  facts: DocumentFacts;
  fileName: string;
  declaredType: string | null;
  /** Hex, as the caller knows it. */
  sha256: string | null;
  /** Where the caller put the bytes, for refusals. */
  pointer: string;
}

/**
 * Patient first: whether the document could be filed, before a byte of it is taken.
 * @throws DomainError as `requireFiling`, `insufficient_scope`, `forbidden`
 */
export async function assertFiling(ctx: Context, facts: DocumentFacts): Promise<void> {
  assertAllowed(ctx, CREATE);
  await withTenant(ctx.actor.orgId, (tx) => requireFiling(tx, ctx, facts));
}

/**
 * Files staged bytes. The staged file is gone afterwards, whatever happened.
 *
 * Order: the file gets its place (with a claim), then the row is committed, then the claim goes. A crash after the
 * first step leaves a file with a claim and no row: the sweep removes both. A crash after the second leaves a row, its
 * file and a claim: the sweep removes the claim. The other order, row first, would leave a row without bytes, which
 * nothing can repair.
 * @throws DomainError `file_empty`, `checksum_mismatch`, `unsupported_file_type`, `storage_full`, and those of `assertFiling`
 */
export async function storeDocument(ctx: Context, staged: Staged, upload: NewDocument): Promise<Document> {
  const store = storage();
  try {
    const detected = await judgeBytes(staged, upload);
    const id = newId();
    const key = await store.commit(staged, ctx.actor.orgId, id);
    let written = false;
    try {
      const document = await perform(ctx, CREATE, async (tx) => {
        const row = await insertDocument(tx, ctx, { id, key, staged, upload, detected });
        written = true;
        const audit = {
          objectKind: 'document' as const,
          objectId: row.id,
          patientIds: [row.patientId],
          detail: { size: row.size },
        };
        return { output: presentDocument(row), audit };
      });
      // A repeated Idempotency-Key answers with the first document; these bytes belong to none.
      await (written ? store.confirm(key) : store.remove(key));
      return withContentUrl(ctx, document);
    } catch (error) {
      // When the answer to COMMIT was lost the row may exist: the claim stays, and the sweep asks later.
      if (!written || isCertainRollback(error)) await store.remove(key);
      throw error;
    }
  } finally {
    await store.discard(staged);
  }
}

async function judgeBytes(staged: Staged, upload: NewDocument): Promise<DetectedType> {
  const { pointer } = upload;
  if (staged.size === 0) {
    throw new DomainError('file_empty', 'The file is empty.', {
      errors: [{ pointer, code: 'too_short', message: 'must hold at least one byte' }],
    });
  }
  if (upload.sha256 && upload.sha256 !== staged.sha256) {
    throw new DomainError('checksum_mismatch', 'The bytes received do not have the SHA-256 that was given.');
  }
  const detected = await detectContentType(staged);
  if (!detected) {
    throw new DomainError(
      'unsupported_file_type',
      `Files of this type are not taken. Taken are: ${ACCEPTED_NAMES}.`,
      {
        errors: [
          { pointer, code: 'not_allowed', message: `must be one of ${ACCEPTED_NAMES}, judged by the bytes` },
        ],
      },
    );
  }
  if (contradicts(upload.declaredType, detected.type)) {
    throw new DomainError(
      'unsupported_file_type',
      `The bytes are ${detected.type}; another type was declared.`,
      {
        errors: [
          { pointer, code: 'not_allowed', message: `must be declared as ${detected.type}, or not at all` },
        ],
      },
    );
  }
  return detected;
}

interface Insert {
  id: string;
  key: string;
  staged: Staged;
  upload: NewDocument;
  detected: DetectedType;
}

async function insertDocument(
  tx: Tx,
  ctx: Context,
  { id, key, staged, upload, detected }: Insert,
): Promise<DocumentRow> {
  const { orgId } = ctx.actor;
  const { facts } = upload;
  const filing = await requireFiling(tx, ctx, facts);
  const fileName = cleanFileName(upload.fileName);
  const now = idTime(id);
  const [row] = await tx
    .insert(documents)
    .values({
      orgId,
      id,
      createdAt: now,
      updatedAt: now,
      createdBy: actorName(ctx.actor),
      ...filing,
      title: facts.title ?? fileName.slice(0, 200),
      category: facts.category,
      type: facts.type ?? null,
      documentDate: facts.document_date ?? null,
      description: facts.description ?? null,
      author: facts.author ?? null,
      fileName,
      contentType: detected.contentType,
      declaredContentType: upload.declaredType,
      size: staged.size,
      sha256: staged.sha256,
      pageCount: null,
      encrypted: detected.encrypted,
      duplicateOf: await earlierCopy(tx, orgId, filing.patientId, staged.sha256),
      status: 'available',
      scanStatus: 'skipped',
      storageKey: key,
      metadata: facts.metadata ?? {},
      // Two events at once, see below.
      sequence: 2,
    })
    .returning();
  await emit(tx, ctx, documentEvent(row!, { type: 'document.created', sequence: 1 }));
  await emit(tx, ctx, documentEvent(row!, { type: 'document.available', sequence: 2 }));
  return row!;
}

/** First document of the patient with the same bytes. Locked per file, so that of two at once one sees the other. */
async function earlierCopy(tx: Tx, orgId: string, patientId: string, sha256: string): Promise<string | null> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`document ${orgId} ${patientId} ${sha256}`}, 0))`,
  );
  const [earlier] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.patientId, patientId),
        eq(documents.sha256, sha256),
        notInArray(documents.status, ['failed', 'entered_in_error']),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(1);
  return earlier?.id ?? null;
}

function documentEvent(row: DocumentRow, event: Pick<EventInput, 'type' | 'sequence'>): EventInput {
  const href = `/v1/documents/${showId('document', row.id)}`;
  return {
    ...event,
    object: {
      kind: 'document',
      id: row.id,
      version: row.version,
      status: row.status,
      href,
      patientId: row.patientId,
    },
  };
}

/** True when the database said no in words; a lost connection (classes 08 and 57P, no code at all) leaves it open. */
function isCertainRollback(error: unknown): boolean {
  if (isDomainError(error)) return true;
  for (
    let current = error, depth = 0;
    current && depth < 4;
    current = (current as { cause?: unknown }).cause, depth++
  ) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return !/^(08|57P|40003|XX)/.test(code);
  }
  return false;
}
