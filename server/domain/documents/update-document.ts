import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import type { StoredDetailChange } from '../../db/schema/types';
import { CORRECTABLE } from '../../data-types/document-codes';
import { fieldError } from '../../errors/domain-error';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { bareType } from '../../media-types';
import { assertVersion } from '../patients/access';
import type { Document } from './contract';
import { CORRECT, lockForCorrection, writeCorrection } from './correct-document';
import type { UpdateDocumentInput } from './correction-contract';
import { documentEvent } from './document-event';
import { presentDocument, withContentUrl } from './present';
import { SHOWN_IMAGES } from './rules';

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

/**
 * Corrects title, category, date and rotation of a filed document. The former values stay in the list of corrections. An empty
 * change creates no version, event or correction.
 * @throws DomainError `not_found`, `version_mismatch`, `invalid_state` (entered in error), `validation_failed` (rotation of
 * a file that is not an image)
 */
export async function updateDocument(ctx: Context, input: UpdateDocumentInput): Promise<Document> {
  const document = await perform(
    ctx,
    { action: 'update_document', kind: 'write', ...CORRECT },
    async (tx) => {
      const before = await lockForCorrection(tx, ctx, input.id);
      assertVersion(ctx, before);
      if (input.rotation !== undefined && !SHOWN_IMAGES.includes(bareType(before.contentType)))
        throw fieldError('/rotation', 'not_allowed', 'can be set only for images');
      const stored = {
        title: before.title,
        category: before.category,
        document_date: before.documentDate,
        rotation: before.rotation,
      };
      const changes = CORRECTABLE.flatMap((field): StoredDetailChange[] => {
        const to = input[field];
        const from = stored[field];
        return to === undefined || to === from ? [] : [{ field, from: textOf(from), to: textOf(to) }];
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
          rotation: input.rotation ?? before.rotation,
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
