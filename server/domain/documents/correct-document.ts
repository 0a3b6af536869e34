import { and, eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { lockThing } from '../../db/locks';
import { documentCorrections, documents } from '../../db/schema/index';
import type { StoredDetailChange } from '../../db/schema/types';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, notFound, pathId } from '../../shared/ids';
import { findDocument, ofVisiblePatient, type DocumentRow } from './access';
import { documentEvent } from './document-event';
import type { CORRECTIONS } from '../../data-types/document-codes';
import { DOCUMENT_FILERS } from '../../shared/scopes';

export const CORRECT = { scope: 'documents:write', role: DOCUMENT_FILERS, peopleOnly: true } as const;

/**
 * Locks the row, so that a second concurrent correction sees the first.
 * @throws DomainError `not_found`, `invalid_state`
 */
export async function lockForCorrection(
  tx: Tx,
  ctx: Context,
  id: string,
  { isInError = false } = {},
): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orgId, ctx.actor.orgId),
        eq(documents.id, pathId('document', id)),
        ofVisiblePatient(ctx),
      ),
    )
    .for('update');
  if (!row) throw notFound();
  if (row.status === 'entered_in_error' && !isInError)
    throw new DomainError('invalid_state', 'The document is already marked as entered in error.');
  return row;
}

export async function withdraw(tx: Tx, ctx: Context, before: DocumentRow): Promise<DocumentRow> {
  const [row] = await tx
    .update(documents)
    .set({
      status: 'entered_in_error',
      scanDueAt: null,
      updatedAt: databaseTime,
      version: before.version + 1,
      sequence: before.sequence + 1,
    })
    .where(and(eq(documents.orgId, before.orgId), eq(documents.id, before.id)))
    .returning();
  const change = { changedFields: ['status'], previous: { status: before.status } };
  await emit(tx, ctx, documentEvent(row!, { type: 'document.removed', sequence: row!.sequence, ...change }));
  return row!;
}

export const SECOND_EVENTS = new Map<DocumentRow['status'], 'document.available' | 'document.quarantined'>([
  ['available', 'document.available'],
  ['quarantined', 'document.quarantined'],
]);

/** Makes a document that was entered in error valid again. @param state with the result of its malware scan */
export async function restore(
  tx: Tx,
  ctx: Context,
  before: DocumentRow,
  { status, scanStatus, scanDueAt, scanAttempts }: ScanState,
): Promise<DocumentRow> {
  const [row] = await tx
    .update(documents)
    .set({
      status,
      scanStatus,
      scanDueAt,
      scanAttempts,
      updatedAt: databaseTime,
      version: before.version + 1,
      sequence: before.sequence + 1,
    })
    .where(and(eq(documents.orgId, before.orgId), eq(documents.id, before.id)))
    .returning();
  const type = SECOND_EVENTS.get(status) ?? 'document.updated';
  const change = { changedFields: ['status'], previous: { status: before.status } };
  await emit(tx, ctx, documentEvent(row!, { type, sequence: row!.sequence, ...change }));
  return row!;
}

type ScanState = Pick<DocumentRow, 'status' | 'scanStatus' | 'scanDueAt' | 'scanAttempts'>;

/** A version that is filed at the same time would otherwise not find the document, and stay in the wrong chart. */
export async function lockSender(tx: Tx, ctx: Context, id: string): Promise<void> {
  const { sourceConnectionId } = await findDocument(tx, ctx, id);
  if (sourceConnectionId) await lockThing(tx, 'inbound_document', ctx.actor.orgId, sourceConnectionId);
}

/** Sets or removes the sign-off of a locked document. */
export async function writeSignOff(
  tx: Tx,
  ctx: Context,
  before: DocumentRow,
  signOff: Pick<DocumentRow, 'signedOffBy' | 'signedOffAt'>,
  reason: string | null,
): Promise<DocumentRow> {
  const [row] = await tx
    .update(documents)
    .set({
      ...signOff,
      updatedAt: databaseTime,
      version: before.version + 1,
      sequence: before.sequence + 1,
    })
    .where(and(eq(documents.orgId, before.orgId), eq(documents.id, before.id)))
    .returning();
  const act = signOff.signedOffBy === null ? 'sign_off_withdrawn' : 'signed_off';
  await writeCorrection(tx, ctx, { documentId: before.id, act, reason });
  const event = { type: 'document.updated' as const, sequence: row!.sequence };
  await emit(tx, ctx, documentEvent(row!, { ...event, changedFields: ['signed_off_by', 'signed_off_at'] }));
  return row!;
}

export async function writeCorrection(
  tx: Tx,
  ctx: Context,
  correction: {
    documentId: string;
    act: (typeof CORRECTIONS)[number];
    reason: string | null;
    otherId?: string;
    changes?: StoredDetailChange[];
  },
): Promise<void> {
  const entry = { orgId: ctx.actor.orgId, id: newId(), by: actorName(ctx.actor), at: new Date() };
  await tx.insert(documentCorrections).values({ ...entry, ...correction });
}
