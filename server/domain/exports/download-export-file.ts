import { and, eq } from 'drizzle-orm';
import { exportFiles } from '../../db/schema/index';
import { DomainError, isDomainError } from '../../errors/domain-error';
import { logger } from '../../logger';
import { codeAndReason } from '../../safe-error';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { storage, type StoredFile } from '../../storage/index';
import { assertMayRead, nameOf, findExport, statusAt, USE, type FileRow } from './access';

/** The caller must stream or close `file`. */
export interface ExportDownload {
  row: Pick<FileRow, 'exportId' | 'sha256' | 'size'>;
  name: string;
  file: StoredFile;
}

/**
 * Opens a file of a completed export. The audit rows of its content name the patients (`write_export_file`); that of the
 * download names the file.
 * @throws DomainError `not_found`, `insufficient_scope`, `invalid_state`, `content_unavailable`
 */
export async function downloadExportFile(
  ctx: Context,
  input: { id: string; name: string },
): Promise<ExportDownload> {
  let file: StoredFile | undefined;
  try {
    return await perform(ctx, { action: 'download_export_file', kind: 'download', ...USE }, async (tx) => {
      const row = await findExport(tx, ctx, input.id);
      const status = statusAt(row);
      if (status !== 'completed')
        throw new DomainError('invalid_state', `An export that is ${status} has no files.`);
      const files = await tx
        .select()
        .from(exportFiles)
        .where(and(eq(exportFiles.orgId, row.orgId), eq(exportFiles.exportId, row.id)));
      const found = files.find((one) => nameOf(one) === input.name);
      if (!found) throw notFound();
      assertMayRead(ctx, [found.resource]);
      file = await storage()
        .open(found.storageKey)
        .catch((error: unknown) => {
          throw unavailable(ctx, found, error);
        });
      if (file.size !== found.size) throw unavailable(ctx, found);
      return {
        output: { row: found, name: input.name, file },
        audit: {
          objectKind: 'export',
          objectId: row.id,
          detail: { file: input.name, count: found.rowCount },
        },
      };
    });
  } catch (error) {
    await file?.close();
    throw error;
  }
}

function unavailable(ctx: Context, row: FileRow, cause?: unknown): DomainError {
  if (isDomainError(cause)) return cause as DomainError;
  noteLostFile(ctx, row, cause);
  return new DomainError(
    'content_unavailable',
    'This file cannot be read. Request a new export.',
    {},
    { cause },
  );
}

export const noteLostFile = (
  { requestId }: Pick<Context, 'requestId'>,
  { exportId }: Pick<FileRow, 'exportId'>,
  cause?: unknown,
): void =>
  logger.error(
    { request_id: requestId, export: showId('export', exportId), ...(cause ? codeAndReason(cause) : {}) },
    'a file of an export cannot be read',
  );
