import { and } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { withTenant, type Tx } from '../../db/transaction';
import { env } from '../../env';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { assertAllowed, perform, type Operation } from '../../shared/perform';
import { storage, type StoredFile } from '../../storage/index';
import type { Download } from './download-document';
import { contentUnavailable, lossOf } from './lost-content';
import { assertClean } from './scan-on-opening';
import { OWN, ofVisiblePatient, ownUpload, waiting, type UploadRow } from './upload-access';

const OPEN: Operation<Download> = { action: 'open_upload', kind: 'download', ...OWN };

/**
 * Opens the bytes of an unfiled upload for the user who uploaded it. As with documents, nothing is read before the
 * malware scan, which otherwise runs after filing.
 * @throws DomainError `not_found` (also once filed or expired), `invalid_state` (malware), `unavailable`,
 * `content_unavailable`
 */
export async function openUpload(ctx: Context, { id }: { id: string }): Promise<Download> {
  assertAllowed(ctx, OPEN);
  if (env.MALWARE_COMMAND) await scanUnfiled(ctx, id);
  let file: StoredFile | undefined;
  try {
    return await perform(ctx, OPEN, async (tx) => {
      const row = await findUnfiled(tx, ctx, id);
      const stored = { id: row.id, object: 'upload' } as const;
      file = await storage()
        .open(row.storageKey)
        .catch((error: unknown) => {
          throw contentUnavailable(ctx, stored, lossOf(error), error);
        });
      if (file.size !== row.size) throw contentUnavailable(ctx, stored, 'altered');
      const { fileName, contentType, size, sha256 } = row;
      return {
        output: { document: { ...stored, fileName, contentType, size, sha256 }, file },
        audit: { objectKind: 'upload', objectId: row.id, patientIds: [row.patientId] },
      };
    });
  } catch (error) {
    await file?.close();
    throw error;
  }
}

type Unfiled = UploadRow & { storageKey: string };

async function findUnfiled(tx: Tx, ctx: Context, id: string): Promise<Unfiled> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(ownUpload(ctx, id), waiting(), ofVisiblePatient));
  if (!row?.storageKey) throw notFound();
  return row as Unfiled;
}

async function scanUnfiled(ctx: Context, id: string): Promise<void> {
  const row = await withTenant(ctx.actor.orgId, (tx) => findUnfiled(tx, ctx, id));
  await assertClean(
    (scan) =>
      storage()
        .withLocalFile(row.storageKey, scan)
        .catch((error: unknown) => {
          throw contentUnavailable(ctx, { id: row.id, object: 'upload' }, lossOf(error), error);
        }),
    { upload: showId('upload', row.id) },
  );
}
