import type { IncomingMessage, ServerResponse } from 'node:http';
import { patientsNamed } from '../../api/patients-named';
import { BUSY } from '../../errors/constraints';
import { assertAllowed } from '../../shared/perform';
import type { Actor, Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { batches, requests, uploads, type Policy } from '../../rate-limits/policies';
import { contentHandler } from '../files/content';
import { exportFileHandler } from '../files/export-file';
import { receiveMultipart } from '../files/upload';
import { countRequest } from '../rate-limit';
import { auditingDenials } from '../audit-denials';
import { noteCaller, type RequestInfo } from '../request-info';
import { sendAnswer } from './answer';
import { callProcedure } from './call-procedure';
import { ifMatchOf, idempotencyOf } from './conditional';
import { authenticate, checkCredential } from './credential';
import { isRejectedEarly } from './early-rejection';
import { parseJsonBody } from './json-body';
import { reserveLargeBody } from './large-bodies';
import { openApiJson } from '../openapi/serve';
import {
  assertBodyHeaders,
  hasNoBody,
  INLINE_DOCUMENT_LIMIT,
  JSON_LIMIT,
  mediaTypeOf,
  readBody,
  WEBHOOK_LIMIT,
} from './read-body';
import { recheckedAfter } from '../slow-body';
import { matchRoute, routeMethod, type Route } from './routes';

const OPENAPI_PATH = '/v1/openapi.json';

/**
 * The `/v1` handler. The order is part of the contract: credential → limit → path → method → scope → headers → body →
 * procedure.
 */
export async function handleRest(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  if (info.url.pathname === OPENAPI_PATH && routeMethod(req.method) === 'GET')
    return openApiJson(req, res, info);
  if (isRejectedEarly(req)) throw BUSY;
  const ctx: Context = {
    ...(await authenticate(req, info)),
    transport: 'v1',
    requestId: info.requestId,
    ip: info.ip,
  };
  noteCaller(info, ctx.actor);
  try {
    const { actor } = ctx;
    await countRequest(res, ctx, [requests(actor), ...furtherLimits(req, info, actor)]);
    await dispatch(req, res, info, ctx);
  } finally {
    await ctx.begun?.drop();
  }
}

async function dispatch(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  ctx: Context,
): Promise<void> {
  const found = matchRoute(req.method, info.url.pathname);
  const { route } = found;
  if (info.url.pathname === OPENAPI_PATH) found.allow.push('GET', 'HEAD');
  if (route) info.route = route.path;
  // Denials before the procedure is called are recorded here, later ones by the middleware of the procedure.
  const call = await auditingDenials(
    ctx,
    route?.action ?? 'unknown_path',
    route?.kind ?? 'read',
    () => prepare(req, res, info, ctx, found),
    patientsNamed({ ...Object.fromEntries(info.url.searchParams), ...found.parameters }),
  );
  if (!call) return;
  const output = await callProcedure(ctx, call.procedure, call.input);
  sendAnswer(req, res, info, call.route, ctx, output);
}

interface Call {
  route: Route;
  procedure: string;
  input: Record<string, unknown>;
}

/** @returns the call to make; null if bytes were streamed without a procedure and the response is sent */
async function prepare(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  ctx: Context,
  { route, parameters, allow }: ReturnType<typeof matchRoute>,
): Promise<Call | null> {
  if (!route)
    throw allow.length > 0
      ? new DomainError('method_not_allowed', 'The path does not support this method.', { allow })
      : new DomainError('not_found', 'The path does not exist.');
  assertAllowed(ctx, route.meta.scope === undefined ? {} : { scope: route.meta.scope });
  assertAccepts(req, route);
  const { procedure } = route;
  if (procedure === null) {
    const { id = '', name } = parameters;
    await (name === undefined
      ? contentHandler(req, res, ctx, id)
      : exportFileHandler(req, res, ctx, { id, name }));
    return null;
  }
  // The caller is known: a denial is recorded in its audit and not counted as that of an unknown caller.
  const recheck = async () => {
    ctx.actor = (await checkCredential(req, info)).actor;
  };
  const ifMatch = ifMatchOf(req);
  if (ifMatch !== undefined) ctx.ifMatch = ifMatch;
  if (procedure === 'documents.createDocument' && mediaTypeOf(req) === 'multipart/form-data') {
    const document = await receiveMultipart(req, ctx, recheck);
    sendAnswer(req, res, info, route, ctx, document);
    return null;
  }
  if (route.method === 'GET' || route.method === 'DELETE')
    return { route, procedure, input: { ...readQuery(info.url), ...parameters } };
  const reservation = reserveLargeBody(ctx.actor.orgId);
  res.once('close', reservation.release);
  const body = await recheckedAfter(() => readJson(req, info, route, parameters, reservation.grow), recheck);
  if (route.method === 'POST' && route.kind === 'write') {
    const idempotency = idempotencyOf(req, info.url.pathname, body);
    if (idempotency) ctx.idempotency = idempotency;
  }
  return { route, procedure, input: { ...body, ...parameters } };
}

/** Independent of the route: requests are counted before the path is checked. */
function furtherLimits(req: IncomingMessage, info: RequestInfo, actor: Actor): Policy[] {
  if (req.method !== 'POST') return [];
  if (info.url.pathname === '/v1/documents') return [uploads(actor)];
  return info.url.pathname === '/v1/patients/batch' ? [batches(actor)] : [];
}

function assertAccepts(req: IncomingMessage, route: Route): void {
  const accept = req.headers.accept;
  if (!accept || route.procedure === null) return;
  const types = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter((pieces) => !pieces.some((piece) => /^q=0(\.0*)?$/.test(piece)));
  if (
    !types.some(([type = '']) =>
      ['*/*', 'application/*', 'application/json', 'application/problem+json'].includes(type),
    )
  ) {
    throw new DomainError('not_acceptable', 'The response is only available as application/json.');
  }
}

/** A repeated parameter becomes an array, which no contract accepts. */
function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    // An object would set its prototype instead of a member.
    if (name === '__proto__') throw unknownParameter(name);
    const values = url.searchParams.getAll(name);
    // Text in Postgres cannot contain NUL, which `%00` would pass on.
    if (values.some((value) => value.includes('\0')))
      throw new DomainError('invalid_parameter', 'A query parameter is not valid.', {
        errors: [{ parameter: name, code: 'invalid_format', message: 'cannot contain NUL' }],
      });
    query[name] = values.length > 1 ? values : values[0]!;
  }
  return query;
}

const unknownParameter = (parameter: string) =>
  new DomainError('unknown_parameter', 'A query parameter does not exist.', {
    errors: [{ parameter, code: 'unknown_field', message: 'is unknown' }],
  });

async function readJson(
  req: IncomingMessage,
  info: RequestInfo,
  route: Route,
  parameters: Record<string, string>,
  onGrowth: (received: number) => void,
): Promise<Record<string, unknown>> {
  const [unknown] = info.url.searchParams.keys();
  if (unknown !== undefined) throw unknownParameter(unknown);
  const limit =
    route.path === '/v1/documents'
      ? INLINE_DOCUMENT_LIMIT
      : route.path.startsWith('/v1/webhooks')
        ? WEBHOOK_LIMIT
        : JSON_LIMIT;
  if (route.meta.body === 'optional' && hasNoBody(req)) return {};
  assertBodyHeaders(req, acceptedTypes(route), limit);
  const body = parseJsonBody(await readBody(req, limit, onGrowth));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DomainError('validation_failed', 'The body must be a JSON object.', {
      errors: [{ pointer: '', code: 'invalid_type', message: 'must be an object' }],
    });
  }
  // Otherwise the path would silently replace a member of the body with the same name.
  const hidden = Object.keys(parameters).find((name) => name in body);
  if (hidden)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', {
      errors: [{ pointer: `/${hidden}`, code: 'read_only', message: 'is read-only' }],
    });
  return body as Record<string, unknown>;
}

function acceptedTypes(route: Route): string[] {
  if (route.method === 'PATCH') return ['application/json', 'application/merge-patch+json'];
  return route.path === '/v1/documents' ? ['application/json', 'multipart/form-data'] : ['application/json'];
}
