import { and, eq, gt, inArray } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { documentCorrections, documents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { idTime, newId, showId } from '../../shared/ids';
import { chartColumns, requireActiveChart, withoutMerges, type ChartColumns } from '../patients/access';
import { UNDO_LIMIT_SECONDS } from '../reviews/rules';
import type { DocumentRow } from './access';
import {
  CORRECT,
  lockForCorrection,
  lockSender,
  restore,
  SECOND_EVENTS,
  withdraw,
  writeCorrection,
} from './correct-document';
import type { MovedDocument, MoveDocumentInput } from './correction-contract';
import { documentEvent } from './document-event';
import { earlierCopy } from './earlier-copy';
import { relatedDocuments } from './feed-documents';
import { presentDocument, withContentUrl } from './present';
import { MOVED_TOGETHER } from './rules';

/**
 * Moves a document to the right patient: marks it as entered in error and files a new document with the same file. Its
 * versions and addenda of the same sender move with it. Both patients' access logs record it. Shortly after, the user can
 * undo it: the documents are valid again where they were, with their history and their sign-off.
 * @returns the new document; after an undo the one that was moved
 * @throws DomainError `not_found`, `invalid_state`, `validation_failed`, `patient_not_found`, `patient_not_active`
 */
export async function moveDocument(ctx: Context, input: MoveDocumentInput): Promise<MovedDocument> {
  const moved = await perform(ctx, { action: 'move_document', kind: 'write', ...CORRECT }, async (tx) => {
    await withoutMerges(tx, ctx);
    await lockSender(tx, ctx, input.id);
    const before = await lockForCorrection(tx, ctx, input.id);
    assertMovable(before);
    const chart = chartColumns(await requireActiveChart(tx, ctx, input.patient_id));
    const { patientId } = chart;
    if (patientId === before.patientId)
      throw fieldError('/patient_id', 'not_allowed', 'must be another patient');
    const { reason } = input;
    const all = await withVersions(tx, ctx, before);
    const ids = new Map(all.map(({ id }) => [id, newId()]));
    const origins = input.undo ? await originsOf(tx, ctx, all, patientId) : null;
    let made: DocumentRow | undefined;
    for (const row of all) {
      await withdraw(tx, ctx, row);
      const origin = origins?.get(row.id);
      const there = origin ? await restore(tx, ctx, origin, row) : await fileAgain(tx, ctx, row, chart, ids);
      if (row.id === before.id) made = there;
      const [away, here] = origin ? UNDONE : MOVED;
      const [documentId, otherId] = [row.id, there.id];
      await writeCorrection(tx, ctx, { documentId, act: away, reason, otherId });
      await writeCorrection(tx, ctx, { documentId: otherId, act: here, reason, otherId: documentId });
    }
    return {
      output: { ...presentDocument(made!), moved_count: all.length },
      audit: {
        objectKind: 'document',
        objectId: made!.id,
        patientIds: [before.patientId, patientId],
        detail: {
          from: showId('document', before.id),
          ...(all.length > 1 ? { documents: all.length } : {}),
          ...(origins ? { undone: true } : {}),
        },
      },
    };
  });
  return { ...moved, ...withContentUrl(ctx, moved) };
}

const CHANGED = 'This cannot be undone. A document was signed off or changed since.';
const NOT_MOVED = 'This cannot be undone. You did not move the document in the last minute.';

/** Act in the chart that the document leaves, and in the one where it is valid. */
const MOVED = ['moved_away', 'moved_here'] as const;
const UNDONE = ['move_undone', 'move_undone'] as const;

/**
 * The documents that the actor has just moved from the patient, by UUID of the moved one.
 * @throws DomainError `invalid_state`
 */
async function originsOf(
  tx: Tx,
  ctx: Context,
  moved: readonly DocumentRow[],
  patientId: string,
): Promise<Map<string, DocumentRow>> {
  const { orgId } = ctx.actor;
  const rows = await tx
    .select({ id: documentCorrections.documentId, origin: documents })
    .from(documentCorrections)
    .innerJoin(documents, and(eq(documents.orgId, orgId), eq(documents.id, documentCorrections.otherId)))
    .where(
      and(
        eq(documentCorrections.orgId, orgId),
        inArray(
          documentCorrections.documentId,
          moved.map(({ id }) => id),
        ),
        eq(documentCorrections.act, 'moved_here'),
        eq(documentCorrections.by, actorName(ctx.actor)),
        gt(documentCorrections.at, new Date(Date.now() - UNDO_LIMIT_SECONDS * 1_000)),
        eq(documents.patientId, patientId),
      ),
    )
    .for('update', { of: documents });
  const origins = new Map(rows.map(({ id, origin }) => [id, origin]));
  if (origins.size === 0) throw new DomainError('invalid_state', NOT_MOVED);
  // One that is not among them was filed since.
  if (moved.some(({ id, version, signedOffAt }) => !origins.has(id) || version > 1 || signedOffAt))
    throw new DomainError('invalid_state', CHANGED);
  return origins;
}

function assertMovable({ status, resultId }: DocumentRow): void {
  if (resultId)
    throw new DomainError('invalid_state', 'The document belongs to a report. Move the report instead.');
  if (status !== 'available' && status !== 'processing')
    throw new DomainError('invalid_state', 'The document has no file to move.');
}

/** Versions and addenda that the sender sent for the same document would otherwise stay in the wrong chart. */
async function withVersions(tx: Tx, ctx: Context, before: DocumentRow): Promise<DocumentRow[]> {
  const rows = await relatedDocuments(tx, ctx, before);
  const movable = [];
  for (const { id } of rows)
    movable.push(id === before.id ? before : await lockForCorrection(tx, ctx, showId('document', id)));
  return movable.filter(({ status }) => MOVED_TOGETHER.includes(status));
}

async function fileAgain(
  tx: Tx,
  ctx: Context,
  before: DocumentRow,
  chart: ChartColumns,
  ids: ReadonlyMap<string, string>,
): Promise<DocumentRow> {
  const { patientId } = chart;
  const { typeCode: _typeCode, mediaType: _mediaType, ...columns } = before;
  const { orgId, sha256 } = before;
  const id = ids.get(before.id)!;
  const linked = (other: string | null) => (other === null ? null : (ids.get(other) ?? null));
  const second = SECOND_EVENTS.get(before.status);
  const [row] = await tx
    .insert(documents)
    .values({
      ...columns,
      id,
      ...chart,
      // It belongs to one patient.
      orderId: null,
      createdAt: idTime(id),
      updatedAt: databaseTime,
      createdBy: actorName(ctx.actor),
      replaces: linked(before.replaces),
      replacedBy: linked(before.replacedBy),
      addendumTo: linked(before.addendumTo),
      // Of the other patient.
      signedOffBy: null,
      signedOffAt: null,
      version: 1,
      sequence: second ? 2 : 1,
      duplicateOf: await earlierCopy(tx, { orgId, patientId, sha256 }),
    })
    .returning();
  await emit(tx, ctx, documentEvent(row!, { type: 'document.created', sequence: 1 }));
  if (second) await emit(tx, ctx, documentEvent(row!, { type: second, sequence: 2 }));
  return row!;
}
