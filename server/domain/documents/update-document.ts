import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import type { StoredDetailChange } from '../../db/schema/types';
import { CORRECTABLE } from '../../data-types/document-codes';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { assertVersion } from '../patients/access';
import type { Document } from './contract';
import { CORRECT, lockForCorrection, writeCorrection } from './correct-document';
import type { UpdateDocumentInput } from './correction-contract';
import { documentEvent } from './document-event';
import { presentDocument, withContentUrl } from './present';

/**
 * Corrects title, category and date of a filed document. The former values stay in the list of corrections. An empty
 * change creates no version, event or correction.
 * @throws DomainError `not_found`, `version_mismatch`, `invalid_state` (entered in error)
 */
export async function updateDocument(ctx: Context, input: UpdateDocumentInput): Promise<Document> {
  const document = await perform(
    ctx,
    { action: 'update_document', kind: 'write', ...CORRECT },
    async (tx) => {
      const before = await lockForCorrection(tx, ctx, input.id);
      assertVersion(ctx, before);
      const stored = { title: before.title, category: before.category, document_date: before.documentDate };
      const changes = CORRECTABLE.flatMap((field): StoredDetailChange[] => {
        const to = input[field];
        return to === undefined || to === stored[field] ? [] : [{ field, from: stored[field], to }];
      });
      const fields = changes.map(({ field }) => field);
      const audit = {
        objectKind: 'document' as const,
        objectId: before.id,
        patientIds: [before.patientId],
        detail: { fields },
      };
      if (changes.length === 0) return { output: presentDocument(before), audit };

      const [row] = await tx
        .update(documents)
        .set({
          title: input.title ?? before.title,
          category: input.category ?? before.category,
          documentDate: input.document_date === undefined ? before.documentDate : input.document_date,
          updatedAt: databaseTime,
          version: before.version + 1,
          sequence: before.sequence + 1,
        })
        .where(and(eq(documents.orgId, ctx.actor.orgId), eq(documents.id, before.id)))
        .returning();
      const reason = input.reason ?? null;
      await writeCorrection(tx, ctx, { documentId: before.id, act: 'details_changed', reason, changes });
      const event = { type: 'document.updated' as const, sequence: row!.sequence, changedFields: fields };
      await emit(tx, ctx, documentEvent(row!, event));
      return { output: presentDocument(row!), audit };
    },
  );
  return withContentUrl(ctx, document);
}
