import { and, desc, eq } from 'drizzle-orm';
import { documentCorrections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { isUndoReason, UNDO_LIMIT_SECONDS } from '../reviews/rules';
import type { DocumentRow } from './access';
import type { Document } from './contract';
import {
  CORRECT,
  lockForCorrection,
  lockSender,
  restore,
  withdraw,
  writeCorrection,
} from './correct-document';
import type { MarkDocumentInErrorInput } from './correction-contract';
import { relatedDocuments } from './feed-documents';
import { presentDocument, withContentUrl } from './present';

/**
 * Marks a document that should never have been filed. It stays listed with the reason, but its content can no longer be
 * read. Shortly after, the user can undo it.
 * @throws DomainError `not_found`, `invalid_state`
 */
export async function markDocumentInError(ctx: Context, input: MarkDocumentInErrorInput): Promise<Document> {
  const { reason, undo = false } = input;
  const marked = await perform(
    ctx,
    { action: 'mark_document_in_error', kind: 'write', ...CORRECT },
    async (tx) => {
      await lockSender(tx, ctx, input.id);
      const before = await lockForCorrection(tx, ctx, input.id, { isInError: undo });
      const row = undo ? await unmark(tx, ctx, before) : await withdraw(tx, ctx, before);
      await writeCorrection(tx, ctx, {
        documentId: row.id,
        act: undo ? 'error_undone' : 'entered_in_error',
        reason,
      });
      return {
        output: presentDocument(row),
        audit: {
          objectKind: 'document',
          objectId: row.id,
          patientIds: [row.patientId],
          ...(undo ? { detail: { undone: true } } : {}),
        },
      };
    },
  );
  return { ...marked, ...withContentUrl(ctx, marked) };
}

const NOT_MARKED = 'This cannot be undone. You did not mark the document in the last minute.';
const CHANGED = 'This cannot be undone. Another version was received since.';

/** @throws DomainError `invalid_state` */
async function unmark(tx: Tx, ctx: Context, before: DocumentRow): Promise<DocumentRow> {
  const [last] = await tx
    .select()
    .from(documentCorrections)
    .where(and(eq(documentCorrections.orgId, before.orgId), eq(documentCorrections.documentId, before.id)))
    .orderBy(desc(documentCorrections.id))
    .limit(1);
  const isOwn =
    last?.act === 'entered_in_error' &&
    last.by === actorName(ctx.actor) &&
    Date.now() - last.at.getTime() <= UNDO_LIMIT_SECONDS * 1_000 &&
    // A filing that was undone: the document is unmatched again.
    !isUndoReason(last.reason ?? '');
  if (!isOwn || before.status !== 'entered_in_error' || before.storageKey === null)
    throw new DomainError('invalid_state', NOT_MARKED);
  const row = await restore(tx, ctx, before, stateOf(before));
  // It did not find this one, which was in error.
  const related = await relatedDocuments(tx, ctx, row);
  if (related.some(({ id, createdAt }) => id !== row.id && createdAt > last.at))
    throw new DomainError('invalid_state', CHANGED);
  return row;
}

/** As it was before it was marked, which keeps the result of its malware scan. */
function stateOf({ scanStatus, scanAttempts }: DocumentRow): Parameters<typeof restore>[3] {
  if (scanStatus === 'infected') return { status: 'quarantined', scanStatus, scanDueAt: null, scanAttempts };
  return scanStatus === 'clean' || scanStatus === 'skipped'
    ? { status: 'available', scanStatus, scanDueAt: null, scanAttempts }
    : { status: 'processing', scanStatus, scanDueAt: new Date(), scanAttempts };
}
