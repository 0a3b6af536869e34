import type { IncomingMessage, ServerResponse } from 'node:http';
import { asDomainError } from '../../errors/from-thrown';
import {
  assertUpload,
  findUpload,
  uploadDocument,
  type UploadTicket,
} from '../../domain/documents/upload-document';
import { DomainError } from '../../errors/domain-error';
import { notFound } from '../../shared/ids';
import { uploads } from '../../rate-limits/policies';
import { storage, type Staged } from '../../storage/index';
import { countRequest } from '../rate-limit';
import { auditingDenials, unknownCaller } from '../audit-denials';
import { noteCaller, type RequestInfo } from '../request-info';
import { assertUnencoded, ClientGone } from '../rest/read-body';

/**
 * `PUT /uploads/<token>`: raw bytes of an announced document (form C). The token is the only credential. It is checked
 * before the body is read, and no transaction is open meanwhile.
 */
export async function handleUpload(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  if (req.method !== 'PUT')
    throw await unknownCaller(
      info,
      'v1',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: ['PUT'] }),
    );
  const { requestId, ip } = info;
  const ticket = await findUpload(info.url.pathname.slice('/uploads/'.length), { requestId, ip });
  if (!ticket) throw await unknownCaller(info, 'v1', notFound());
  noteCaller(info, ticket.ctx.actor);
  // Counted for uploads only: the holder of an upload URL must not use up the requests of its creator.
  await countRequest(res, ticket.ctx, [uploads(ticket.ctx.actor)]);
  await auditingDenials(ticket.ctx, 'upload_document', 'write', () => receive(req, info, ticket));
  res.writeHead(204, { 'X-Request-Id': info.requestId }).end();
}

async function receive(req: IncomingMessage, info: RequestInfo, ticket: UploadTicket): Promise<void> {
  if (info.url.search !== '') throw new DomainError('unknown_parameter', 'A query parameter does not exist.');
  assertUnencoded(req);
  const { size } = await assertUpload(ticket);
  assertLength(req, size);
  await uploadDocument(ticket, await stageBody(req, size));
}

/** Checks the announced length before the body is read. */
function assertLength(req: IncomingMessage, size: number): void {
  const length = req.headers['content-length'];
  if (length === undefined || Number(length) === size) return;
  if (Number(length) > size) throw tooLarge(size);
  throw new DomainError(
    'validation_failed',
    `The document was announced with ${size} bytes, but the request has ${length}.`,
    { errors: [{ header: 'Content-Length', code: 'too_short', message: `must be ${size}` }] },
  );
}

async function stageBody(req: IncomingMessage, size: number): Promise<Staged> {
  try {
    // An error must leave the connection open, or the response could not be sent.
    const bytes = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    return await storage().stage(bytes, { maxBytes: size });
  } catch (error) {
    if (req.destroyed && !req.complete) throw new ClientGone();
    const domainError = asDomainError(error);
    throw domainError.code === 'payload_too_large' ? tooLarge(size) : error;
  }
}

const tooLarge = (size: number) =>
  new DomainError('payload_too_large', `The document was announced with ${size} bytes, but more were sent.`, {
    max_bytes: size,
  });
