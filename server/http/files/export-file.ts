import type { IncomingMessage, ServerResponse } from 'node:http';
import { downloadExportFile, noteLostFile } from '../../domain/exports/download-export-file';
import { contentDisposition } from '../../domain/documents/file-name';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { env } from '../../env';
import { sendFile } from './send-file';

/** `GET /v1/exports/:id/files/:name`, after credential and scope. */
export async function exportFileHandler(
  req: IncomingMessage,
  res: ServerResponse,
  ctx: Context,
  input: { id: string; name: string },
): Promise<void> {
  const [unknown] = new URL(req.url ?? '/', env.PUBLIC_URL).searchParams.keys();
  if (unknown !== undefined)
    throw new DomainError('unknown_parameter', 'A query parameter does not exist.', {
      errors: [{ parameter: unknown.slice(0, 100), code: 'unknown_field', message: 'is unknown' }],
    });
  const { row, name, file } = await downloadExportFile(ctx, input);
  await sendFile(req, res, file, {
    requestId: ctx.requestId,
    sha256: row.sha256,
    headers: {},
    // Not a content encoding: clients would decompress it, and ranges and checksum are of the stored bytes.
    contentType: 'application/gzip',
    disposition: contentDisposition('attachment', `${name}.ndjson.gz`),
    onLoss: (error) => noteLostFile(ctx, row, error),
  });
}
