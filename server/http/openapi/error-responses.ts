import { problemOf, titleOf } from '../../errors/problem-document';
import { exampleOf, GUIDE } from '../../errors/error-guide';
import { STATUS, type ErrorCode } from '../../errors/domain-error';
import { ROUTES, type Route } from '../rest/routes';
import { ANSWER_IDS } from '../../shared/example-ids';
import { EXAMPLE_SERVER } from './examples/example-parts';
import { ALWAYS, answerHeaders } from './headers';
import { schemaRef, type Json } from './json';

/**
 * The errors an operation can return: those of its method and path, and those its procedure lists in `meta`.
 * `tests/support/server.ts` fails a test that receives an error outside this list.
 */

const WORDS: Record<number, string> = {
  400: 'The query, a header or the JSON is malformed',
  401: 'The credential is missing, invalid or expired',
  403: 'The credential does not permit this operation',
  404: 'The resource does not exist or is not visible to the credential',
  406: 'The response is available as JSON only',
  409: 'The request conflicts with the current state',
  411: 'The request has neither a length nor a body',
  412: 'The resource has changed since the version in `If-Match`',
  413: 'The body is too large; `max_bytes` is the limit',
  415: 'The type of the body, or of the file in it, is not supported',
  422: 'The request is well-formed but invalid; `errors` lists every invalid field',
  429: 'Too many requests; retry after `Retry-After` seconds',
  500: 'The server failed; nothing was changed',
  503: 'Temporarily unavailable; retry later',
  507: 'The service has no space for the file',
};

/** Responses that are the same in all operations. */
const SHARED: Record<string, readonly ErrorCode[]> = {
  Unauthenticated: ['missing_credentials', 'invalid_credentials', 'token_expired'],
  NotPermitted: ['insufficient_scope', 'ip_not_allowed'],
  NotFound: ['not_found'],
  NotAcceptable: ['not_acceptable'],
  LengthRequired: ['length_required'],
  VersionMismatch: ['version_mismatch'],
  TooLarge: ['payload_too_large'],
  RateLimited: ['rate_limited'],
  InternalError: ['internal_error'],
  Unavailable: ['unavailable'],
};

function errorCodesOf(route: Route): ErrorCode[] {
  const own = route.meta.errors ?? [];
  const body = route.method === 'POST' || route.method === 'PATCH';
  const isRepeatable = route.method === 'POST' && route.kind === 'write';
  return [
    'unknown_parameter',
    'invalid_parameter',
    ...(route.kind === 'list' ? (['invalid_cursor'] as const) : []),
    ...(body ? (['invalid_json'] as const) : []),
    ...SHARED.Unauthenticated!,
    ...(route.meta.scope === undefined ? (['ip_not_allowed'] as const) : SHARED.NotPermitted!),
    // A repeated POST returns 404 if the record it created is no longer visible.
    ...(route.path.includes('{') || isRepeatable ? (['not_found'] as const) : []),
    ...(route.procedure === null ? [] : (['not_acceptable'] as const)),
    ...(isRepeatable ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    ...(body
      ? (['length_required', 'payload_too_large', 'unsupported_media_type', 'validation_failed'] as const)
      : []),
    'rate_limited',
    'internal_error',
    'unavailable',
    ...own,
  ];
}

export function problemAnswers(route: Route): Record<string, Json> {
  const codes = [...new Set(errorCodesOf(route))];
  const statuses = [...new Set(codes.map((code) => STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => STATUS[code] === status);
      const shared = Object.entries(SHARED).find(([, same]) => String(same) === String(ofStatus));
      return [
        String(status),
        shared ? { $ref: `#/components/responses/${shared[0]}` } : problemAnswer(ofStatus),
      ];
    }),
  );
}

export const sharedAnswers = (): Record<string, Json> =>
  Object.fromEntries(Object.entries(SHARED).map(([name, codes]) => [name, problemAnswer(codes)]));

function problemAnswer(codes: readonly ErrorCode[]): Json {
  const status = STATUS[codes[0]!];
  const waits = codes.some((code) => GUIDE[code].extras?.retry_after !== undefined);
  return {
    description: `${WORDS[status]}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    'x-error-codes': codes,
    headers: answerHeaders(
      ...(status === 401 ? (['X-Request-Id'] as const) : ALWAYS),
      ...(status === 401 || status === 403 ? (['WWW-Authenticate'] as const) : []),
      ...(waits ? (['Retry-After'] as const) : []),
    ),
    content: {
      'application/problem+json': {
        schema: schemaRef('Problem'),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Codes that at least one operation can return, in the order of the guide. */
function codesOfV1(): ErrorCode[] {
  const used = new Set(ROUTES.flatMap(errorCodesOf));
  return (Object.keys(GUIDE) as ErrorCode[]).filter((code) => used.has(code));
}

const CODES = codesOfV1();

/** `components.examples`: one problem document per code, the same as in `/docs/errors/<code>`. */
export const problemExamples = (): Record<string, Json> =>
  Object.fromEntries(
    CODES.map((code) => [
      code,
      { summary: titleOf(code), value: problemOf(exampleOf(code), ANSWER_IDS.request, EXAMPLE_SERVER) },
    ]),
  );

const text = (description: string) => ({ type: 'string', description });

export const PROBLEM_SCHEMAS: Record<string, Json> = {
  Problem: {
    type: 'object',
    description: 'Problem document (RFC 9457). Members may be added; ignore unknown ones.',
    required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri', description: 'URL of a page that explains the code' },
      title: text('Short title of the code'),
      status: { type: 'integer', description: 'The HTTP status' },
      code: {
        type: 'string',
        description: 'Stable and machine-readable. Open list: handle an unknown code by its status.',
        'x-extensible-enum': CODES,
      },
      detail: text(
        'Explanation of this occurrence, without patient data. The wording may change; do not parse it.',
      ),
      instance: text('URI of this occurrence'),
      request_id: text('Same as `X-Request-Id`'),
      errors: {
        type: 'array',
        description: 'All errors of the request',
        items: schemaRef('FieldError'),
      },
      required_scopes: {
        type: 'array',
        items: { type: 'string' },
        description: 'One of these scopes is required',
      },
      retry_after: { type: 'integer', description: 'Seconds, same as `Retry-After`' },
      max_bytes: { type: 'integer', description: 'Maximum size of the body or file' },
      current_version: { type: 'integer', description: 'Current version of the resource' },
      survivor_id: text('The patient into which the record was merged'),
      result_ids: { type: 'array', items: { type: 'string' }, description: 'Results to choose from' },
      order_status: text('Status of the order whose result was requested'),
    },
  },
  FieldError: {
    type: 'object',
    description: 'One invalid field, parameter or header.',
    required: ['code', 'message'],
    properties: {
      pointer: text('JSON pointer into the body (RFC 6901)'),
      parameter: text('Name of the query parameter'),
      header: text('Name of the header'),
      code: {
        type: 'string',
        enum: [
          'required',
          'invalid_type',
          'invalid_format',
          'too_long',
          'too_short',
          'out_of_range',
          'unknown_field',
          'not_unique',
          'not_allowed',
          'read_only',
        ],
        description: 'What is wrong, for programs',
      },
      message: text('Completes a sentence that starts with the name of the field'),
    },
  },
};
