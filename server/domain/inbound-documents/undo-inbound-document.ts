import { and, eq, inArray, ne } from 'drizzle-orm';
import { lockThing } from '../../db/locks';
import { documentCorrections, inboundDocuments } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { DocumentRow } from '../documents/access';
import { lockForCorrection, withdraw, writeCorrection } from '../documents/correct-document';
import { relatedDocuments } from '../documents/feed-documents';
import { storedMessage } from '../inbound-messages/access';
import { withoutMerges } from '../patients/access';
import { UNDO_LIMIT_SECONDS, UNDO_REASONS } from '../reviews/rules';
import { DECIDE, findInboundDocument, lockDecidable, type InboundDocumentRow } from './access';
import type { ReturnedInboundDocument, ReturnInboundDocumentInput } from './contract';
import { refreshMessageOf } from './refresh-message';
import { LISTED_STATES } from './rules';

/** Kept in `why` of a document that a user filed, to return it. */
export interface Held extends Pick<InboundDocumentRow, 'state' | 'problem' | 'why'> {
  /** Those of its files. `uuid` */
  documents: string[];
}

/**
 * Returns a document that was just filed to the state it had before, and marks it as entered in error in the chart, unless
 * it has changed since.
 * @throws DomainError `not_found`, `invalid_state`
 */
export function undoInboundDocument(
  ctx: Context,
  input: ReturnInboundDocumentInput,
): Promise<ReturnedInboundDocument> {
  return perform(ctx, { action: 'undo_inbound_document', kind: 'write', ...DECIDE }, async (tx) => {
    await withoutMerges(tx, ctx);
    const { connectionId } = (await findInboundDocument(tx, ctx, input.id)).row;
    await lockThing(tx, 'inbound_document', ctx.actor.orgId, connectionId);
    const row = await lockDecidable(tx, ctx, input.id, ['filed']);
    const held = heldBefore(row);
    const state = LISTED_STATES.find((one) => one === held.state) ?? 'unmatched';
    // Without its content it could not be filed again.
    await storedMessage(tx, ctx, row.messageId);
    const filed = [];
    for (const id of held.documents) filed.push(await lockForCorrection(tx, ctx, showId('document', id)));
    if (await isChanged(tx, ctx, row, filed)) throw new DomainError('invalid_state', CHANGED);
    for (const document of filed) {
      await withdraw(tx, ctx, document);
      await writeCorrection(tx, ctx, {
        documentId: document.id,
        act: 'entered_in_error',
        reason: UNDO_REASONS.filing,
      });
    }
    await tx
      .update(inboundDocuments)
      .set({ ...UNDECIDED, state, problem: held.problem, why: held.why })
      .where(and(eq(inboundDocuments.orgId, ctx.actor.orgId), eq(inboundDocuments.id, row.id)));
    await refreshMessageOf(tx, ctx, row);
    return {
      output: { id: showId('inbound_document', row.id), state },
      audit: {
        objectKind: 'inbound_document',
        objectId: row.id,
        patientIds: [...new Set(filed.map(({ patientId }) => patientId))],
        detail: {
          state,
          before: row.state,
          document_id: showId('document', filed[0]!.id),
        },
      },
    };
  });
}

const CHANGED = 'This cannot be undone. The document was signed off or changed since.';
const NOT_FILED = 'This cannot be undone. The document was not filed in the last minute.';

const UNDECIDED = {
  outcome: null,
  patientId: null,
  addressedPatientId: null,
  documentId: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
} satisfies Partial<InboundDocumentRow>;

/** @throws DomainError `invalid_state` */
function heldBefore({ why, decidedAt }: InboundDocumentRow): Held {
  // `why` has any form in the database; `fileInboundDocument` writes this part.
  const held = why['held'] as Held | undefined;
  const isFresh = decidedAt && Date.now() - decidedAt.getTime() <= UNDO_LIMIT_SECONDS * 1_000;
  if (!held || !isFresh) throw new DomainError('invalid_state', NOT_FILED);
  return held;
}

/** By a user, or by another message about the same document. */
async function isChanged(
  tx: Tx,
  ctx: Context,
  row: InboundDocumentRow,
  filed: readonly DocumentRow[],
): Promise<boolean> {
  const { orgId } = ctx.actor;
  const ids = filed.map(({ id }) => id);
  const corrected = await tx
    .select({ id: documentCorrections.id })
    .from(documentCorrections)
    .where(and(eq(documentCorrections.orgId, orgId), inArray(documentCorrections.documentId, ids)))
    .limit(1);
  const otherMessages = await tx
    .select({ id: inboundDocuments.id })
    .from(inboundDocuments)
    .where(
      and(
        eq(inboundDocuments.orgId, orgId),
        inArray(inboundDocuments.documentId, ids),
        ne(inboundDocuments.id, row.id),
      ),
    )
    .limit(1);
  const related = await relatedDocuments(tx, ctx, filed[0]!);
  return corrected.length > 0 || otherMessages.length > 0 || related.some(({ id }) => !ids.includes(id));
}
