import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { patients, uploads } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notFound, pathId, showId } from '../../shared/ids';
import type { Upload } from './upload-contract';
import { DOCUMENT_FILERS } from '../../shared/scopes';

export type UploadRow = typeof uploads.$inferSelect;

export const OWN = { scope: 'documents:write', role: DOCUMENT_FILERS, peopleOnly: true } as const;

export const ownUpload = (ctx: Context, id: string) =>
  and(
    eq(uploads.orgId, ctx.actor.orgId),
    eq(uploads.userId, ctx.actor.id!),
    eq(uploads.id, pathId('upload', id)),
  );

export const waiting = (now = new Date()) => and(isNull(uploads.documentId), gt(uploads.expiresAt, now));

/** Like documents, uploads are hidden together with their patient. */
export const ofVisiblePatient = sql`exists (select 1 from ${patients} where ${patients.orgId} = ${uploads.orgId} and ${patients.id} = ${uploads.patientId} and ${isNull(patients.deletedAt)})`;

/** Locks the row, so that a second concurrent operation sees the first. @throws DomainError `not_found` */
export async function lockUpload(tx: Tx, ctx: Context, id: string): Promise<UploadRow> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(ownUpload(ctx, id), ofVisiblePatient))
    .for('update');
  if (!row) throw notFound();
  return row;
}

export const presentUpload = (row: UploadRow): Upload => ({
  id: showId('upload', row.id),
  object: 'upload',
  patient_id: showId('patient', row.patientId),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  file_name: row.fileName,
  content_type: row.contentType,
  size: row.size,
  sha256: row.sha256,
});
