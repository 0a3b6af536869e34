import type { IncomingMessage, ServerResponse } from 'node:http';
import { asDomainError } from '../errors/from-thrown';
import { authenticateIngestKey } from '../auth/authenticate-ingest-key';
import { reserved } from '../db/connection-share';
import { recordSecurityEvent } from '../shared/audit';
import type { Actor, Context } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { notFound } from '../shared/ids';
import { MAX_FRAME_BYTES } from '../hl7v2/mllp-frames';
import type { Received } from '../intake/receive/receive';
import { receiveSent } from '../intake/receive/receive-batch';
import { INGEST } from '../rate-limits/policies';
import { countRequest } from './rate-limit';
import { auditingDenials } from './audit-denials';
import { noteCaller, type RequestInfo } from './request-info';
import { reserveLargeBody } from './rest/large-bodies';
import { announcedLength, assertUnencoded, mediaTypeOf, readBody, tooLarge } from './rest/read-body';
import { recheckedAfter } from './slow-body';

/**
 * `POST /ingest/hl7v2`: one message or batch in the body, its acknowledgment in the response. Errors of the request are
 * reported in a problem document, errors of the message in the acknowledgment. Order: credential → limit → path →
 * method → headers → body.
 */
const PATH = '/ingest/hl7v2';
// `application/hl7-v2` is the type of HAPI's HL7 over HTTP, `x-application/…` that of senders before its registration.
const MEDIA_TYPES = [
  'application/hl7-v2+er7',
  'application/hl7-v2',
  'x-application/hl7-v2+er7',
  'text/plain',
];
const LINGER = { bytes: 128 * 1024 * 1024, ms: 20_000 };
/** MSH-18 and the connection define the character set; a different one in the header would be silently ignored. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii', 'iso-8859-1', 'windows-1252'];

export async function handleIngest(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  const actor = await authenticate(req, info);
  const ctx: Context = { actor, transport: 'intake', requestId: info.requestId, ip: info.ip };
  noteCaller(info, actor);
  await countRequest(res, ctx, [INGEST]);
  const received = await auditingDenials(ctx, 'receive_message', 'write', () => take(req, res, info, ctx));
  sendAcknowledgment(res, received, mediaTypeOf(req));
}

type Outcome = Pick<Received, 'answers' | 'problem'>;

async function authenticate(req: IncomingMessage, info: RequestInfo): Promise<Actor> {
  try {
    return await checkKey(req, info);
  } catch (error) {
    const { code } = asDomainError(error);
    if (code !== 'unavailable')
      await recordSecurityEvent({ ip: info.ip, code, transport: 'intake', requestId: info.requestId });
    throw error;
  }
}

async function checkKey(req: IncomingMessage, info: RequestInfo): Promise<Actor> {
  const header = req.headers.authorization;
  if (!header)
    throw new DomainError(
      'missing_credentials',
      'Send the key of the connection as `Authorization: Bearer <key>`.',
    );
  const key = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(header)?.[1];
  if (!key) throw new DomainError('invalid_credentials', 'The credential is not valid.');
  const caller = {
    requestId: info.requestId,
    ip: info.ip,
    userAgent: req.headers['user-agent'] ?? null,
  };
  return (await authenticateIngestKey(key, caller)).actor;
}

async function take(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  ctx: Context,
): Promise<Outcome> {
  if (info.url.pathname !== PATH) throw notFound();
  info.route = PATH;
  // A client that sends the whole message before it reads must still receive the error.
  info.linger = LINGER;
  if (req.method !== 'POST')
    throw new DomainError('method_not_allowed', 'The path does not support this method.', {
      allow: ['POST'],
    });
  if (info.url.search !== '') throw new DomainError('unknown_parameter', 'A query parameter does not exist.');
  assertHeaders(req);
  const { orgId } = ctx.actor;
  const reservation = reserveLargeBody(orgId);
  res.once('close', reservation.release);
  const bytes = await recheckedAfter(
    () => readBody(req, MAX_FRAME_BYTES, reservation.grow),
    async () => {
      ctx.actor = await checkKey(req, info);
    },
  );
  const source = {
    orgId,
    connectionId: ctx.actor.id!,
    remoteAddress: info.ip,
    requestId: info.requestId,
  };
  // The key is valid, so other requests cannot delay this result.
  return reserved(() => receiveSent(source, { kind: 'whole', bytes }));
}

function assertHeaders(req: IncomingMessage): void {
  assertUnencoded(req);
  if (!MEDIA_TYPES.includes(mediaTypeOf(req)))
    throw new DomainError('unsupported_media_type', `The body must be sent as ${MEDIA_TYPES.join(' or ')}.`);
  const charset = /;\s*charset="?([^";]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  if (charset && !CHARSETS.includes(charset.trim().toLowerCase()))
    throw new DomainError('unsupported_media_type', 'Set the character set of the message in MSH-18.');
  if (announcedLength(req) > MAX_FRAME_BYTES) throw tooLarge(MAX_FRAME_BYTES);
}

/** 200: accepted. 422: rejected, for the reason in the acknowledgment. Without a body if the sender wants none. */
function sendAcknowledgment(res: ServerResponse, { answers, problem }: Outcome, type: string): void {
  // The application acknowledgment reports acceptance, the accept acknowledgment only receipt.
  const bytes = (answers.application ?? answers.accept)?.bytes ?? Buffer.alloc(0);
  const status = problem ? 422 : bytes.length > 0 ? 200 : 204;
  const headers = status === 204 ? {} : { 'Content-Type': type, 'Content-Length': bytes.length };
  res.writeHead(status, headers).end(status === 204 ? undefined : bytes);
}
