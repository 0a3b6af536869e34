import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { generateOpenApiDocument } from 'trpc-openapi';
import { appRouter } from '../../api/root';
import { SCOPES } from '../../auth/scopes';
import { env } from '../../env';
import type { RequestInfo } from '../request-info';
import { isNotModified } from './conditional';
import { CONTENT_OPERATION, MULTIPART_BODY, PROBLEM_SCHEMA } from './openapi-parts';
import { ROUTES } from './routes';

/**
 * The OpenAPI 3.1 document of `/v1`, generated from the procedures; status codes, problem bodies, scopes and the
 * streaming operations are added here, because the generator does not know them.
 */

type Json = Record<string, unknown>;
interface Operation extends Json {
  responses: Record<string, Json>;
}

const ERRORS: Record<string, string> = {
  '400': 'A query parameter or the JSON is not acceptable',
  '401': 'No, a wrong, an expired or a revoked credential',
  '403': 'The credential lacks the scope or role',
  '404': 'There is no such resource here',
  '409': 'State or uniqueness forbids it',
  '412': '`If-Match` names another version',
  '413': 'The body is too large',
  '415': 'The media type is not accepted',
  '422': 'One or more fields are not valid',
  '429': 'Too many requests',
  '500': 'Our fault',
  '503': 'Temporarily unavailable',
};

function errorsOf(method: string, path: string): string[] {
  const codes = ['400', '401', '403', '429', '500', '503'];
  if (path.includes('{')) codes.push('404');
  if (method === 'post' || method === 'patch') codes.push('409', '413', '415', '422');
  if (method === 'patch' || method === 'delete') codes.push('412');
  if (method === 'delete' || path === '/v1/labs/results/{id}') codes.push('409');
  return [...new Set(codes)].sort();
}

export function openApiDocument(): Json {
  const document = generateOpenApiDocument(appRouter as never, {
    title: 'Clinical Data Service',
    version: '1.0.0',
    openApiVersion: '3.1.0',
    description:
      'Patients, lab orders and results, documents and webhooks. Every request carries a Bearer credential.',
    baseUrl: env.PUBLIC_URL,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: `API key. Scopes: ${SCOPES.join(', ')}` },
    },
  }) as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas?: Json } & Json;
  };

  for (const route of ROUTES) {
    const method = route.method.toLowerCase();
    const path = (document.paths[route.path] ??= {});
    const operation = (path[method] ??= structuredClone(CONTENT_OPERATION) as unknown as Operation);
    const success = operation.responses['200'];
    operation.responses =
      route.procedure === null
        ? { ...operation.responses }
        : {
            [String(route.meta.success ?? 200)]:
              route.meta.success === 204 ? { description: 'Done' } : success!,
          };
    for (const code of errorsOf(method, route.path)) {
      operation.responses[code] = {
        description: ERRORS[code],
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      };
    }
    const scopes = [route.meta.scope ?? []].flat();
    operation['x-required-scopes'] = scopes;
    operation.security = [{ bearer: [] }];
  }
  const create = document.paths['/v1/documents']?.post as { requestBody?: { content: Json } } | undefined;
  if (create?.requestBody) create.requestBody.content['multipart/form-data'] = MULTIPART_BODY;
  delete (document.components as Json).responses;
  document.components.schemas = { ...document.components.schemas, ...PROBLEM_SCHEMA };
  for (const name of Object.keys(document.components.schemas))
    if (/^error\./.test(name)) delete document.components.schemas[name];
  return document as unknown as Json;
}

let made: { text: string; etag: string } | undefined;

/** Public: everybody may read what the interface is. */
export function openApiJson(req: IncomingMessage, res: ServerResponse, info: RequestInfo): void {
  if (!made) {
    const text = JSON.stringify(openApiDocument());
    made = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }
  const headers = {
    ETag: made.etag,
    'Cache-Control': 'private, no-cache',
    'X-Request-Id': info.requestId,
    'X-Content-Type-Options': 'nosniff',
  };
  if (isNotModified(req, made.etag)) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  res.writeHead(200, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(made.text),
  });
  res.end(made.text);
}
