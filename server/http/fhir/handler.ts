import type { IncomingMessage, ServerResponse } from 'node:http';
import { fhirJson } from '../../domain/fhir/json';
import { DomainError, isDomainError } from '../../errors/domain-error';
import { BUSY } from '../../errors/constraints';
import { requests } from '../../rate-limits/policies';
import type { AuditKind } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { assertAllowed } from '../../shared/perform';
import type { Scope } from '../../shared/scopes';
import { auditingDenials, unknownCaller } from '../audit-denials';
import { contentHandler } from '../files/content';
import { allowOtherSites } from '../oauth/client-endpoint';
import { countRequest } from '../rate-limit';
import { noteCaller, type RequestInfo } from '../request-info';
import { isNotModified } from '../rest/conditional';
import { authenticate, checkCredential } from '../rest/credential';
import { isRejectedEarly } from '../rest/early-rejection';
import { assertBodyHeaders, hasNoBody, readBody } from '../rest/read-body';
import { routeMethod } from '../rest/routes';
import { recheckedAfter } from '../slow-body';
import { BASE_PATH, MEDIA_TYPE } from './base';
import { searchset } from './bundle';
import { capabilityStatement } from './capability-statement';
import { TYPES } from './resource-types';
import { badValue, isUuid, readReference } from './search-values';
import { sendOutcome } from './send-outcome';
import { smartConfiguration } from './smart-configuration';
import type { FhirType } from './types';

/**
 * FHIR R4, read-only (decision 0057). The same order as `/v1`: credential → limit → path → method → scope → headers →
 * parameters → operation.
 */

const PUBLIC: Readonly<Record<string, { body: () => object; mediaType: string }>> = {
  [`${BASE_PATH}/metadata`]: { body: capabilityStatement, mediaType: MEDIA_TYPE },
  [`${BASE_PATH}/.well-known/smart-configuration`]: {
    body: smartConfiguration,
    mediaType: 'application/json',
  },
};

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM = 32 * 1024;

interface Route {
  /** For log and metrics. */
  path: string;
  methods: string[];
  action: string;
  kind: AuditKind;
  scope: Scope | readonly Scope[];
  run(call: Call): Promise<void>;
}

interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  info: RequestInfo;
  ctx: Context;
  /** Patients (UUID) of the request, for the audit of a denial. */
  named: string[];
}

const GET = ['GET', 'HEAD'];

export async function handleFhir(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
): Promise<void> {
  const document = Object.hasOwn(PUBLIC, info.url.pathname) ? PUBLIC[info.url.pathname]! : null;
  if (document) return sendPublic(req, res, info, document);
  if (isRejectedEarly(req)) throw BUSY;
  const ctx: Context = {
    ...(await authenticate(req, info)),
    transport: 'v1',
    requestId: info.requestId,
    ip: info.ip,
  };
  noteCaller(info, ctx.actor);
  try {
    await countRequest(res, ctx, [requests(ctx.actor)]);
    const route = routeOf(info.url.pathname);
    if (route) info.route = route.path;
    const named = patientsNamed(info.url, info.url.searchParams);
    await auditingDenials(
      ctx,
      route?.action ?? 'unknown_path',
      route?.kind ?? 'read',
      async () => {
        if (!route) throw new DomainError('not_found', 'The path does not exist.');
        if (!route.methods.includes(req.method ?? ''))
          throw new DomainError(
            'method_not_allowed',
            'The interface is read-only, and the path does not support this method.',
            {
              allow: route.methods,
            },
          );
        assertAllowed(ctx, { scope: route.scope });
        await route.run({ req, res, info, ctx, named });
      },
      named,
    );
  } finally {
    await ctx.begun?.drop();
  }
}

function routeOf(path: string): Route | null {
  const [type = '', id, ...more] = path.slice(BASE_PATH.length + 1).split('/');
  if (more.length > 0) return null;
  if (type === 'Binary') return id === undefined ? null : binaryRoute(id);
  const definition = Object.hasOwn(TYPES, type) ? TYPES[type]! : null;
  if (!definition) return null;
  const pattern = `${BASE_PATH}/${type}`;
  const search = { action: definition.actions.search, kind: 'list' as const, scope: definition.scope };
  if (id === undefined)
    return {
      ...search,
      path: pattern,
      methods: GET,
      run: (call) => sendSearch(call, type, definition, call.info.url.searchParams),
    };
  if (id === '_search')
    return {
      ...search,
      path: `${pattern}/_search`,
      methods: ['POST'],
      run: async (call) => sendSearch(call, type, definition, await readForm(call)),
    };
  return {
    path: `${pattern}/{id}`,
    methods: GET,
    action: definition.actions.read,
    kind: 'read',
    scope: definition.scope,
    run: (call) => sendResource(call, type, definition, id),
  };
}

const binaryRoute = (id: string): Route => ({
  path: `${BASE_PATH}/Binary/{id}`,
  methods: GET,
  action: 'download_document',
  kind: 'download',
  scope: 'documents:read',
  run: async ({ req, res, ctx }) => {
    if (!isUuid(id)) throw notFound();
    await contentHandler(req, res, ctx, showId('document', id), sendOutcome);
  },
});

async function sendSearch(
  { req, res, info, ctx }: Call,
  type: string,
  definition: FhirType,
  sent: URLSearchParams,
): Promise<void> {
  assertJson(req, sent);
  send(res, info, await searchset(ctx, type, definition, sent));
}

async function sendResource(
  { req, res, info, ctx }: Call,
  type: string,
  definition: FhirType,
  id: string,
): Promise<void> {
  const sent = info.url.searchParams;
  assertJson(req, sent);
  for (const name of sent.keys())
    if (name !== '_format')
      throw new DomainError('unknown_parameter', 'A parameter is not supported.', {
        errors: [
          {
            parameter: name,
            code: 'unknown_field',
            message: `Reading a resource supports only \`_format\`, not \`${name}\`.`,
          },
        ],
      });
  const { resource } = await definition.read(ctx, id);
  const { versionId, lastUpdated } = (resource.meta ?? {}) as { versionId?: string; lastUpdated?: string };
  if (versionId !== undefined) res.setHeader('ETag', `W/"${versionId}"`);
  if (lastUpdated !== undefined) res.setHeader('Last-Modified', new Date(lastUpdated).toUTCString());
  // As in `/v1`: for other types the version does not cover every member of the response.
  if (type === 'Patient' && isNotModified(req, `"${versionId}"`)) {
    res.writeHead(304, { 'X-Request-Id': info.requestId, 'Cache-Control': 'private, no-store' }).end();
    return;
  }
  send(res, info, resource);
}

function send(res: ServerResponse, info: RequestInfo, body: object): void {
  const text = fhirJson(body);
  res.writeHead(200, {
    'Content-Type': MEDIA_TYPE,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': info.requestId,
  });
  res.end(text);
}

async function sendPublic(
  req: IncomingMessage,
  res: ServerResponse,
  info: RequestInfo,
  { body, mediaType }: { body: () => object; mediaType: string },
): Promise<void> {
  info.route = info.url.pathname;
  if (routeMethod(req.method) !== 'GET')
    throw await unknownCaller(
      info,
      'v1',
      new DomainError('method_not_allowed', 'The path does not support this method.', { allow: GET }),
    );
  if (mediaType === MEDIA_TYPE) assertJson(req, info.url.searchParams);
  allowOtherSites(res);
  const text = fhirJson(body());
  res.writeHead(200, {
    'Content-Type': mediaType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'public, max-age=300',
  });
  res.end(text);
}

const JSON_TYPES = ['application/fhir+json', 'application/json', 'application/*', '*/*'];
const FORMATS = ['json', 'application/json', 'application/fhir+json'];

/** `_format` takes precedence over Accept. @throws DomainError `not_acceptable` */
function assertJson({ headers }: IncomingMessage, sent: URLSearchParams): void {
  const formats = sent.getAll('_format');
  if (formats.length > 1) throw badValue('_format', 'can be sent once only', 'not_allowed');
  const [format] = formats;
  const accepted = format?.split(';')[0]!.trim().replace('fhir json', 'fhir+json');
  const isJson =
    accepted === undefined
      ? (headers.accept ?? '*/*')
          .toLowerCase()
          .split(',')
          .map((part) => part.split(';').map((piece) => piece.trim()))
          .some(
            ([type = '', ...more]) =>
              JSON_TYPES.includes(type) && !more.some((piece) => /^q=0(\.0*)?$/.test(piece)),
          )
      : FORMATS.includes(accepted);
  if (!isJson)
    throw new DomainError('not_acceptable', 'The response is only available as application/fhir+json.');
}

/** Parameters of the address and of the form. */
async function readForm({ req, info, ctx, named }: Call): Promise<URLSearchParams> {
  const sent = new URLSearchParams(info.url.searchParams);
  if (hasNoBody(req)) return sent;
  assertBodyHeaders(req, [FORM], MAX_FORM);
  const bytes = await recheckedAfter(
    () => readBody(req, MAX_FORM),
    async () => {
      ctx.actor = (await checkCredential(req, info)).actor;
    },
  );
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new DomainError('invalid_request', 'The body is not a form in UTF-8.');
  }
  for (const [name, value] of new URLSearchParams(text)) sent.append(name, value);
  named.push(...patientsNamed(info.url, sent));
  return sent;
}

/** Whether they exist or not. */
function patientsNamed({ pathname }: URL, sent: URLSearchParams): string[] {
  const [type, id = ''] = pathname.slice(BASE_PATH.length + 1).split('/');
  const named = [
    'patient',
    'subject',
    'patient:Patient',
    'subject:Patient',
    ...(type === 'Patient' ? ['_id'] : []),
  ];
  const values = [...(type === 'Patient' ? [id] : []), ...named.flatMap((name) => sent.getAll(name))];
  return values.slice(0, 4).flatMap((value) => {
    try {
      const uuid = readReference('patient', 'Patient', value);
      return isUuid(uuid) ? [uuid] : [];
    } catch (error) {
      if (isDomainError(error)) return [];
      throw error;
    }
  });
}
