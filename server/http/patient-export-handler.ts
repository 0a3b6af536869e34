import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { portalContext } from '../auth/portal-session';
import { contentDisposition } from '../domain/documents/file-name';
import { exportPatient } from '../domain/patient-exports/export-patient';
import { DomainError, isDomainError } from '../errors/domain-error';
import { errorCode, safeError } from '../safe-error';
import { logger } from '../logger';
import { EXPORTS, requests } from '../rate-limits/policies';
import { readId } from '../shared/ids';
import { auditingDenials, unknownCaller } from './audit-denials';
import { countRequest } from './rate-limit';
import type { RequestInfo } from './request-info';
import { isSameOrigin } from './trpc-handler';

/** `GET /api/portal/patient-exports/<id>`: everything about one patient as a ZIP file, for administrators. */
const PREFIX = '/api/portal/patient-exports/';

export async function handlePatientExport(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'private, no-store');
  const reject = (error: DomainError) => unknownCaller(info, 'portal', error);
  if (req.method !== 'GET')
    throw await reject(
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: ['GET'] }),
    );
  // A link of another site would send the user's cookie.
  if (!isSameOrigin(req))
    throw await reject(new DomainError('forbidden', 'Only pages of this service can send this request.'));
  const ctx = await portalContext(req, info);
  if (!ctx)
    throw await reject(new DomainError('missing_credentials', 'Your session has ended. Sign in again.'));
  await countRequest(res, ctx, [requests(ctx.actor), EXPORTS]);
  const id = info.url.pathname.slice(PREFIX.length);
  const patientId = readId('patient', id);
  const { fileName, stream } = await auditingDenials(
    ctx,
    'export_patient',
    'download',
    () => exportPatient(ctx, { id }),
    patientId ? [patientId] : [],
  );
  res.writeHead(200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', fileName),
    'X-Request-Id': info.requestId,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  try {
    await pipeline(stream, res);
  } catch (error) {
    // The headers are sent, so the response can only be cut off.
    const code = errorCode(error) ?? '';
    if (!CLOSED.has(code))
      logger.error(
        {
          request_id: info.requestId,
          ...(isDomainError(error) ? { code: error.code } : { error: safeError(error) }),
        },
        'the export of a patient failed',
      );
  }
}

/** The client closed the connection. */
const CLOSED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);
