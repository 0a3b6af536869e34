import { generateOpenApiDocument } from 'trpc-openapi';
import { PROCEDURES } from '../../api/procedures';
import { appRouter } from '../../api/root';
import { SCOPES, SCOPE_WORDS } from '../../shared/scopes';
import { EVENT_PATTERNS } from '../../events/catalog';
import { ROUTES, type Route } from '../rest/routes';
import { EXAMPLES } from './examples/all-examples';
import { ALWAYS, ANSWER_HEADERS, answerHeaders, REQUEST_HEADERS } from './headers';
import { schemaRef, type Json, type OpenApiDocument, type Operation } from './json';
import { describeFilters, finishParameters } from './parameters';
import { PROBLEM_SCHEMAS, problemAnswers, problemExamples, sharedAnswers } from './error-responses';
import { bodyExamples, multipartBody, RAW_OPERATIONS, shapeOf } from './raw-operations';
import { tidySchemas } from './tidy';
import { WEBHOOK_HEADERS, webhooks } from './webhooks';

/**
 * The OpenAPI 3.1 document of `/v1`. Paths and schemas are generated from the procedures. Status codes, headers, errors,
 * scopes, examples, streaming operations and webhooks are added here.
 */

const DESCRIPTION = `Patients, lab orders and results, documents and webhooks of one organization.

Every request carries \`Authorization: Bearer <credential>\`: an API key, or an access token of OAuth 2.0 (authorization code with PKCE; \`/.well-known/oauth-authorization-server\`). \`HEAD\` of each path with \`GET\` returns the same status and headers without a body. Checks run in a fixed order: credential, rate limit, path, method, scope, headers, body. Errors are problem documents (RFC 9457) with a stable \`code\`. In addition to the errors of each operation, any request can return 404 \`not_found\` for an unknown path, 405 \`method_not_allowed\` with \`Allow\`, 414 \`uri_too_long\` or 431 \`headers_too_large\`.

Version 1 can gain operations, optional request fields, response fields, events, and values in lists marked as open. Ignore what you do not know. Nothing is removed, renamed or narrowed.

All IDs and people in the examples are fictitious.`;

const TAGS = [
  ['Patients', 'Patient records: identity and contact data'],
  ['Labs', 'Lab orders, results exactly as received, and the test catalog'],
  ['Documents', 'Clinical documents: metadata and content'],
  ['Exports', 'All records of the organization as files'],
  ['Webhooks', 'Endpoints that receive events'],
  ['Events', 'Notifications of changes, with IDs and without patient data'],
  ['Credential', 'The API key or access token of the request'],
  ['Sandbox', 'Simulated results and example data, only with credentials of a sandbox'],
  ['Audit', 'Who read and changed what, for a system that monitors access'],
].map(([name, description]) => ({ name, description }));

/** @param serverUrl address of the service; the rest of the document does not depend on it */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const origin = serverUrl.replace(/\/$/, '');
  const document = generateOpenApiDocument(appRouter as never, {
    title: 'Clinical Data Service',
    version: '1.0.0',
    openApiVersion: '3.1.0',
    description: DESCRIPTION,
    baseUrl: serverUrl,
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: `An API key, for servers only (never put it in a browser or a repository), or an access token, with which an application acts on behalf of a user who consented. Scopes:\n\n${SCOPES.map((scope) => `- \`${scope}\`: ${SCOPE_WORDS[scope]}`).join('\n')}`,
      },
    },
  }) as unknown as OpenApiDocument;
  document.info = {
    ...document.info,
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    contact: { name: 'Guides and reference', url: `${origin}/docs` },
  };
  const { components } = document;
  components.securitySchemes!.oauth2 = {
    type: 'oauth2',
    description:
      'An access token for an application that acts on behalf of a user: authorization code with PKCE (S256).',
    flows: {
      authorizationCode: {
        authorizationUrl: `${origin}/oauth/authorize`,
        tokenUrl: `${origin}/oauth/token`,
        refreshUrl: `${origin}/oauth/token`,
        scopes: SCOPE_WORDS,
      },
    },
  };
  components.schemas = { ...components.schemas, ...PROBLEM_SCHEMAS };
  for (const name of Object.keys(components.schemas))
    if (/^error\./.test(name)) delete components.schemas[name];
  components.responses = sharedAnswers();
  components.parameters = { ...REQUEST_HEADERS, ...WEBHOOK_HEADERS };
  components.headers = ANSWER_HEADERS;
  components.examples = problemExamples();

  for (const route of ROUTES) {
    const path = (document.paths[route.path] ??= {});
    const method = route.method.toLowerCase();
    const operation = (path[method] ??= RAW_OPERATIONS[route.path]!());
    const own = (operation.parameters ?? []).filter((parameter) => !('$ref' in parameter));
    const shared = (operation.parameters ?? []).filter((parameter) => '$ref' in parameter);
    operation.parameters = own;
    finishParameters(route.path, operation, shapeOf(PROCEDURES.get(route.procedure ?? '')));
    addRequestHeaders(route, operation, shared);
    nameBody(route, operation, components);
    operation.responses = {
      ...(route.procedure === null ? operation.responses : success(route, operation)),
      ...(isConditional(route) ? { '304': notModified(route) } : {}),
      ...problemAnswers(route),
    };
    addScopes(route, operation);
  }
  addForms(document);
  tidySchemas(document);
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas!).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return {
    openapi: document.openapi,
    info: document.info,
    servers: document.servers,
    tags: TAGS,
    paths: document.paths,
    webhooks: webhooks(),
    components,
  };
}

const isRepeatable = ({ method, kind }: Route) => method === 'POST' && kind === 'write';

const isConditional = ({ method, meta, procedure }: Route) =>
  method === 'GET' && (meta.etag !== undefined || procedure === null);

function addRequestHeaders(route: Route, operation: Operation, shared: Operation['parameters'] = []): void {
  const names = [
    ...(isRepeatable(route) ? ['IdempotencyKey'] : []),
    ...(route.meta.errors?.includes('version_mismatch') ? ['IfMatch'] : []),
    ...(isConditional(route) ? ['IfNoneMatch'] : []),
  ];
  const headers = [...names.map((name) => ({ $ref: `#/components/parameters/${name}` })), ...shared];
  if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers];
}

/** Generated clients need a name for the body. */
function nameBody(route: Route, operation: Operation, components: OpenApiDocument['components']): void {
  const { operationId, requestBody } = operation;
  const json = requestBody?.content['application/json'];
  if (!requestBody || !json) return;
  if (Object.keys((json.schema as { properties?: object }).properties ?? {}).length === 0) {
    delete operation.requestBody;
    return;
  }
  if (route.meta.body === 'optional') requestBody.required = false;
  if (route.kind === 'list') describeFilters(json.schema as Json);
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
  components.schemas![name] = json.schema as Json;
  const media = { schema: schemaRef(name), examples: bodyExamples(operationId, 'application/json') };
  requestBody.content = {
    'application/json': media,
    ...(operationId.startsWith('update') ? { 'application/merge-patch+json': media } : {}),
  };
}

function success(route: Route, operation: Operation): Record<string, Json> {
  const headers = [
    ...ALWAYS,
    ...(route.meta.etag ? (['ETag'] as const) : []),
    ...(route.meta.success === 201 ? (['Location'] as const) : []),
    ...(isRepeatable(route) ? (['Idempotency-Replayed'] as const) : []),
    ...(route.action.startsWith('list_') ? (['Link'] as const) : []),
    ...(operation.operationId === 'getLabResult' ? (['Content-Location'] as const) : []),
  ];
  if (route.meta.success === 204)
    return { '204': { description: 'Success, without a body', headers: answerHeaders(...headers) } };
  const { content } = operation.responses['200'] as { content: Record<string, Json> };
  const examples = responseExamples(operation.operationId);
  return {
    [String(route.meta.success ?? 200)]: {
      description: route.meta.success === 201 ? 'Created' : 'Success',
      headers: answerHeaders(...headers),
      content: {
        'application/json': {
          schema: content['application/json']?.schema,
          ...(examples ? { examples } : {}),
        },
      },
    },
  };
}

function responseExamples(operationId: string): Json | null {
  const { response, responses } = EXAMPLES[operationId] ?? {};
  if (responses) return { ...responses };
  return response === undefined ? null : { example: { value: response } };
}

const notModified = (route: Route): Json => ({
  description: 'Not modified, without a body',
  headers: answerHeaders(...ALWAYS, 'ETag', ...(route.action.startsWith('list_') ? (['Link'] as const) : [])),
});

function addScopes(route: Route, operation: Operation): void {
  const scopes = [route.meta.scope ?? []].flat();
  operation['x-required-scopes'] = scopes;
  // One of several scopes is enough. Only schemes of OAuth name scopes.
  operation.security = [
    { bearer: [] },
    ...(scopes.length > 0 ? scopes : [null]).map((scope) => ({ oauth2: scope ? [scope] : [] })),
  ];
  const words = scopes.map((scope) => `\`${scope}\``).join(' or ');
  operation.description = [operation.description, words ? `Scope: ${words}.` : 'Requires no scope.']
    .filter(Boolean)
    .join('\n\n');
}

/** Bodies that the generator cannot describe. */
function addForms(document: OpenApiDocument): void {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const { media, schemas: parts } = multipartBody();
  document.components.schemas = { ...parts, ...schemas };
  document.paths['/v1/documents']!.post!.requestBody!.content['multipart/form-data'] = media;
  const webhook = schemas.CreateWebhookRequest as { properties: { events: Json } };
  webhook.properties.events.items = { type: 'string', enum: EVENT_PATTERNS };
  // Stated in its description: generators with a default for a list of enums do not compile (orval with zod).
  delete webhook.properties.events.default;
}
