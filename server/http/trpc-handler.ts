import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { PROCEDURES } from '../api/procedures';
import { appRouter } from '../api/root';
import { errorFromThrown } from '../errors/from-thrown';
import { actionOf, domainErrorOf, isRepeatable, kindOf, trpcError } from '../api/trpc';
import { markBackground, portalContext } from '../auth/portal-session';
import { assertSessionValid } from '../auth/assert-session';
import { recordDenial, recordSecurityEvent } from '../shared/audit';
import type { Context, Idempotency } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { env } from '../env';
import { requests } from '../rate-limits/policies';
import { otherOrganization } from './page-organization';
import { countRequest } from './rate-limit';
import { unknownCaller } from './audit-denials';
import { noteCaller, type RequestInfo } from './request-info';
import { headerError, idempotencyOf, ifMatchOf } from './rest/conditional';
import { parseJsonBody } from './rest/json-body';
import { assertBodyHeaders, ClientGone, readBody } from './rest/read-body';
import { recheckedAfter } from './slow-body';

/** `/api/trpc`: for signed-in users on pages of the portal only. */
const MAX_BODY = 1024 * 1024;

export async function handleTrpc(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('X-Request-Id', info.requestId);
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (!isSameOrigin(req))
    throw await unknownCaller(
      info,
      'portal',
      new DomainError('forbidden', 'Only pages of this service can send this request.'),
    );
  const path = info.url.pathname.replace(/^\/api\/trpc\/?/, '');
  const isStream = typeOf(path) === 'subscription';
  if (isStream) markBackground(req);
  const ctx = await portalContext(req, info, res);
  if (typeOf(path)) info.procedure = path;
  if (ctx) noteCaller(info, ctx.actor);
  if (!ctx)
    await recordSecurityEvent({
      ip: info.ip,
      code: 'missing_credentials',
      transport: 'portal',
      requestId: info.requestId,
    });
  let denial = ctx && (await limitError(res, ctx));
  if (ctx && !denial) {
    denial = otherOrganization(req, ctx.actor, info.url.searchParams) ?? adapterError(req, info, path);
    if (denial) await recordInputDenial(ctx, path, denial);
  }
  let body: string | undefined;
  try {
    if (ctx && !denial) {
      body = await recheckedAfter(
        () => readInput(req, info),
        () => assertSessionValid(ctx),
      );
      // A change based on an older version must not count as one of the newest.
      const version = ifMatchOf(req);
      if (version !== undefined) ctx.ifMatch = version;
      const idempotency = readIdempotency(req, info, path, body);
      if (idempotency) ctx.idempotency = idempotency;
    }
  } catch (error) {
    if (error instanceof ClientGone) return void res.destroy();
    denial = errorFromThrown(error, { request_id: info.requestId, endpoint: 'trpc' });
    await recordInputDenial(ctx!, path, denial);
  }
  let failed: DomainError | undefined;
  await nodeHTTPRequestHandler({
    router: appRouter,
    path,
    // With `body` set, the adapter does not read the request.
    req: Object.assign(req, { body }),
    res,
    maxBodySize: MAX_BODY,
    // One call, one audit row, one status.
    allowBatching: false,
    onError: ({ error }) => (failed = domainErrorOf(error)),
    responseMeta: () => {
      info.isStream = isStream && !failed;
      const seconds = failed?.extras.retry_after;
      return {
        // tRPC would report the error of a subscription inside a successful response.
        ...(isStream && failed ? { status: failed.status } : {}),
        headers: {
          ...(isStream ? { 'Cache-Control': 'private, no-store, no-transform' } : {}),
          ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
          ...(ctx?.idempotency?.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
        },
      };
    },
    createContext: async (): Promise<Context> => {
      if (!ctx)
        throw trpcError(new DomainError('missing_credentials', 'Your session has ended. Sign in again.'));
      if (denial) throw trpcError(denial);
      return ctx;
    },
  });
}

/**
 * The adapter would parse the input inside the procedure, where invalid JSON becomes a server error and duplicate keys
 * are accepted. Here it is checked as in `/v1`. @returns the body, which the adapter parses again
 */
async function readInput(req: IncomingMessage, info: RequestInfo): Promise<string | undefined> {
  for (const input of info.url.searchParams.getAll('input')) parseJsonBody(Buffer.from(input));
  if (req.method !== 'POST') return undefined;
  assertBodyHeaders(req, ['application/json'], MAX_BODY);
  const bytes = await readBody(req, MAX_BODY);
  parseJsonBody(bytes);
  return bytes.toString();
}

/** A key that is not observed would be worse than none: the page relies on it. */
function readIdempotency(
  req: IncomingMessage,
  info: RequestInfo,
  path: string,
  body: string | undefined,
): Idempotency | undefined {
  if (req.headers['idempotency-key'] === undefined) return undefined;
  if (!isRepeatable(PROCEDURES.get(path)?.meta) || body === undefined)
    throw headerError('Idempotency-Key', 'is not supported here');
  return idempotencyOf(req, info.url.pathname, JSON.parse(body));
}

const typeOf = (path: string) => PROCEDURES.get(path)?.type ?? null;

/** Requests that the adapter would reject before a procedure is reached, without a record. */
function adapterError({ method }: IncomingMessage, { url }: RequestInfo, path: string): DomainError | null {
  const type = typeOf(path);
  if (url.searchParams.get('batch') === '1')
    return new DomainError('invalid_json', 'The input is not valid JSON.');
  if (!type) return new DomainError('not_found', 'The procedure does not exist.');
  return (method === 'GET') === (type !== 'mutation')
    ? null
    : new DomainError('method_not_allowed', 'The procedure does not support this method.');
}

async function recordInputDenial(ctx: Context, path: string, { code }: DomainError): Promise<void> {
  const known = typeOf(path);
  await recordDenial(
    ctx,
    known ? actionOf(path) : 'unknown_path',
    known ? kindOf(path, known) : 'read',
    code,
  );
}

/** Thrown inside the adapter, so that the error has the format that pages expect. */
async function limitError(res: ServerResponse, ctx: Context): Promise<DomainError | null> {
  try {
    await countRequest(res, ctx, [requests(ctx.actor)]);
    return null;
  } catch (error) {
    return errorFromThrown(error, { request_id: ctx.requestId, endpoint: 'trpc' });
  }
}

/**
 * next-auth's CSRF token protects its own routes only; here the browser's origin headers do. A request without these
 * headers does not come from a current browser and cannot use a user's cookie.
 */
export function isSameOrigin(req: IncomingMessage): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = req.headers;
  if (origin === undefined) return req.method === 'GET';
  return [env.PUBLIC_URL, `http://localhost:${env.PORT}`, `http://127.0.0.1:${env.PORT}`].includes(origin);
}
