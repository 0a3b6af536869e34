import { and, eq, ne, sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import { idTime, newId } from '../../shared/ids';
import { documentEvent } from './document-event';

/**
 * Moves the files of a report that was filed to the wrong patient, like `moveDocument`.
 * @returns UUIDs of the new documents by those of the old ones; `file` writes the rows once their report exists
 */
export async function moveReportDocuments(
  tx: Tx,
  ctx: Context,
  from: { resultId: string },
): Promise<{ ids: Map<string, string>; file: (to: Destination) => Promise<void> }> {
  const { orgId } = ctx.actor;
  const rows = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.resultId, from.resultId),
        ne(documents.status, 'entered_in_error'),
      ),
    )
    .for('update');
  const ids = new Map(rows.map((row) => [row.id, newId()]));
  const file = async (to: Destination) => {
    for (const before of rows) {
      const { typeCode: _typeCode, mediaType: _mediaType, ...columns } = before;
      const id = ids.get(before.id)!;
      const readable = before.status === 'available';
      const [gone] = await tx
        .update(documents)
        .set({
          status: 'entered_in_error',
          scanDueAt: null,
          version: sql`${documents.version} + 1`,
          sequence: sql`${documents.sequence} + 1`,
          updatedAt: databaseTime,
        })
        .where(and(eq(documents.orgId, orgId), eq(documents.id, before.id)))
        .returning();
      const change = { changedFields: ['status'], previous: { status: before.status } };
      await emit(
        tx,
        ctx,
        documentEvent(gone!, { type: 'document.removed', sequence: gone!.sequence, ...change }),
      );
      const [made] = await tx
        .insert(documents)
        .values({
          ...columns,
          id,
          createdAt: idTime(id),
          updatedAt: databaseTime,
          createdBy: actorName(ctx.actor),
          ...to,
          signedOffBy: null,
          signedOffAt: null,
          version: 1,
          sequence: readable ? 2 : 1,
          duplicateOf: null,
        })
        .returning();
      await emit(tx, ctx, documentEvent(made!, { type: 'document.created', sequence: 1 }));
      if (readable) await emit(tx, ctx, documentEvent(made!, { type: 'document.available', sequence: 2 }));
    }
  };
  return { ids, file };
}

interface Destination {
  /** UUIDs */
  patientId: string;
  addressedPatientId: string | null;
  resultId: string;
  orderId: string | null;
}
