import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticateScim } from '../../auth/authenticate-scim';
import { matches, parseFilter, type Json } from '../../domain/provisioning/filter';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  updateScimGroup,
} from '../../domain/provisioning/groups';
import { ScimError, unknownResource } from '../../domain/provisioning/scim-error';
import { BASE } from '../../domain/provisioning/user-resource';
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  updateScimUser,
} from '../../domain/provisioning/users';
import { asDomainError, errorFromThrown } from '../../errors/from-thrown';
import { DomainError } from '../../errors/domain-error';
import { recordDenial, recordSecurityEvent } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { SCIM } from '../../rate-limits/policies';
import { countRequest } from '../rate-limit';
import { noteCaller, type RequestInfo } from '../request-info';
import { parseJsonBody } from '../rest/json-body';
import { assertBodyHeaders, JSON_LIMIT, readBody } from '../rest/read-body';
import { MOST_RESULTS, resourceTypes, schemas, serviceProviderConfig } from './discovery';

/** `/scim/v2`: the identity provider of an organization manages its users and groups (RFC 7643, 7644). */

const TYPE = 'application/scim+json';

interface Resources {
  list(ctx: Context): Promise<Json[]>;
  get(ctx: Context, id: string): Promise<Json>;
  create(ctx: Context, body: Json): Promise<Json>;
  update(
    ctx: Context,
    id: string,
    change: { replace: Json } | { patch: unknown },
    version: string | null,
  ): Promise<Json>;
  remove(ctx: Context, id: string, version: string | null): Promise<void>;
}

const RESOURCES: Record<string, Resources> = {
  Users: {
    list: listScimUsers,
    get: getScimUser,
    create: createScimUser,
    update: updateScimUser,
    remove: deleteScimUser,
  },
  Groups: {
    list: listScimGroups,
    get: getScimGroup,
    create: createScimGroup,
    update: updateScimGroup,
    remove: deleteScimGroup,
  },
};

interface Answer {
  status: number;
  body?: unknown;
}

export async function handleScim(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  let ctx: Context | null = null;
  try {
    ctx = await authenticate(req, info);
    noteCaller(info, ctx.actor);
    await countRequest(res, ctx, [SCIM]);
    send(req, res, await answer(req, info, ctx));
  } catch (error) {
    await reject(res, info, ctx, error);
  }
}

async function authenticate(req: IncomingMessage, info: RequestInfo): Promise<Context> {
  const token = /^Bearer ([^\s]+)$/i.exec(req.headers.authorization ?? '')?.[1];
  try {
    if (!token) throw new DomainError('missing_credentials', 'Send the token as Authorization: Bearer.');
    return await authenticateScim(token, info);
  } catch (error) {
    const { code } = asDomainError(error);
    if (code !== 'unavailable')
      await recordSecurityEvent({ ip: info.ip, code, transport: 'system', requestId: info.requestId });
    throw error;
  }
}

async function answer(req: IncomingMessage, info: RequestInfo, ctx: Context): Promise<Answer> {
  const { pathname, searchParams } = info.url;
  const [kind = '', id, more] = pathname.slice(BASE.length + 1).split('/');
  const discovery = discover(kind, id);
  info.route = `${BASE}/${discovery || Object.hasOwn(RESOURCES, kind) ? kind : '*'}${id ? '/{id}' : ''}`;
  if (more !== undefined) throw unknownResource();
  if (discovery) {
    if (req.method !== 'GET') throw notAllowed();
    return { status: 200, body: discovery };
  }
  if (!Object.hasOwn(RESOURCES, kind)) throw unknownResource();
  const resources = RESOURCES[kind]!;
  const version = req.headers['if-match'] ?? null;
  if (id === undefined || id === '') {
    if (req.method === 'GET') return { status: 200, body: page(await resources.list(ctx), searchParams) };
    if (req.method === 'POST')
      return { status: 201, body: selected(await resources.create(ctx, await readJson(req)), searchParams) };
    throw notAllowed();
  }
  switch (req.method) {
    case 'GET':
      return { status: 200, body: selected(await resources.get(ctx, id), searchParams) };
    case 'PUT':
      return {
        status: 200,
        body: selected(
          await resources.update(ctx, id, { replace: await readJson(req) }, version),
          searchParams,
        ),
      };
    case 'PATCH':
      return {
        // Entra ID expects no body for a group, which could list thousands of members.
        status: kind === 'Groups' && !searchParams.has('attributes') ? 204 : 200,
        body: selected(
          await resources.update(ctx, id, { patch: await readJson(req) }, version),
          searchParams,
        ),
      };
    case 'DELETE':
      await resources.remove(ctx, id, version);
      return { status: 204 };
    default:
      throw notAllowed();
  }
}

const notAllowed = () => new ScimError(405, null, 'The path does not support this method.');

function discover(kind: string, id: string | undefined): object | null {
  if (kind === 'ServiceProviderConfig' && id === undefined) return serviceProviderConfig();
  const all: { id: string }[] | null =
    kind === 'ResourceTypes' ? resourceTypes() : kind === 'Schemas' ? schemas() : null;
  if (!all) return null;
  if (id === undefined) return listOf(all, 1, all.length);
  const one = all.find((candidate) => candidate.id === id.replaceAll(/%3a/gi, ':'));
  if (!one) throw unknownResource();
  return one;
}

function page(resources: Json[], query: URLSearchParams): object {
  const filter = query.get('filter');
  const comparisons = filter ? parseFilter(filter) : [];
  const found = resources.filter((one) => matches(one, comparisons));
  const start = Math.max(1, wholeNumber(query.get('startIndex'), 1));
  const count = Math.min(MOST_RESULTS, Math.max(0, wholeNumber(query.get('count'), 100)));
  const items = found.slice(start - 1, start - 1 + count).map((one) => selected(one, query));
  return listOf(items, start, found.length);
}

/** Always returned; `meta` for the ETag. */
const FIXED = ['schemas', 'id', 'meta'];

/** The attributes that `attributes` or `excludedAttributes` asks for, whole (RFC 7644, 3.9). */
function selected(resource: Json, query: URLSearchParams): Json {
  const [only, omitted] = ['attributes', 'excludedAttributes'].map((parameter) =>
    (query.get(parameter) ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ) as [string[], string[]];
  const isNamed = (name: string) =>
    only.some((one) => one === name || one.startsWith(`${name}.`) || one.startsWith(`${name}:`));
  const isShown = (name: string) =>
    FIXED.includes(name) || (only.length > 0 ? isNamed(name) : !omitted.includes(name));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name.toLowerCase())));
}

function wholeNumber(text: string | null, otherwise: number): number {
  if (text === null) return otherwise;
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError(400, 'invalidValue', 'startIndex and count must be numbers.');
  return Number(text);
}

const listOf = (items: object[], startIndex: number, totalResults: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: items.length,
  Resources: items,
});

async function readJson(req: IncomingMessage): Promise<Json> {
  assertBodyHeaders(req, [TYPE, 'application/json'], JSON_LIMIT);
  const body = parseJsonBody(await readBody(req, JSON_LIMIT));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ScimError(400, 'invalidSyntax', 'The body must be an object.');
  return body as Json;
}

function send(req: IncomingMessage, res: ServerResponse, { status, body }: Answer): void {
  const meta = (body as { meta?: { version?: string; location?: string } } | undefined)?.meta;
  if (meta?.version) {
    res.setHeader('ETag', meta.version);
    if (req.method === 'GET' && req.headers['if-none-match'] === meta.version)
      return void res.writeHead(304).end();
  }
  if (status === 201 && meta?.location) res.setHeader('Location', meta.location);
  if (body === undefined || status === 204) return void res.writeHead(status).end();
  res.writeHead(status, { 'Content-Type': TYPE });
  res.end(JSON.stringify(body));
}

async function reject(
  res: ServerResponse,
  info: RequestInfo,
  ctx: Context | null,
  error: unknown,
): Promise<void> {
  const known = error instanceof ScimError ? error : null;
  const domainError = known ? null : errorFromThrown(error, { request_id: info.requestId, endpoint: 'scim' });
  const status = known?.status ?? domainError!.status;
  if (ctx)
    await recordDenial(ctx, 'scim_request', 'write', domainError?.code ?? codeOf(status), {
      by: 'scim',
      path: info.route ?? BASE,
    });
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (domainError?.extras.retry_after !== undefined)
    res.setHeader('Retry-After', domainError.extras.retry_after);
  res.writeHead(status, { 'Content-Type': TYPE });
  res.end(
    JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(known?.scimType ? { scimType: known.scimType } : {}),
      detail: known?.message ?? domainError!.message,
    }),
  );
}

const codeOf = (status: number) =>
  status === 404
    ? 'not_found'
    : status === 405
      ? 'method_not_allowed'
      : status === 409
        ? 'invalid_state'
        : 'invalid_request';
