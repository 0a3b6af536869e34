import { problemOf, titleOf } from '../../api/problem-document';
import { exampleOf, GUIDE } from '../../errors/error-guide';
import { STATUS, type ErrorCode } from '../../errors/domain-error';
import { ROUTES, type Route } from '../rest/routes';
import { ANSWER_IDS } from '../../shared/example-ids';
import { EXAMPLE_SERVER } from './examples/example-parts';
import { ALWAYS, answerHeaders } from './headers';
import { schemaRef, type Json } from './json';

/**
 * Which refusals an operation can give. Those that come with its method and path stand here; those of its own verb
 * stand in its procedure (`refusals`). `tests/support/server.ts` holds every refusal that any test sees to this list.
 */

const WORDS: Record<number, string> = {
  400: 'The request cannot be understood: query, header or JSON',
  401: 'No credential, or one that does not hold',
  403: 'The credential may not do this',
  404: 'There is nothing here that the credential may see',
  406: 'The answer is JSON and nothing else',
  409: 'The state of things forbids it',
  411: 'The request has no length and no body',
  412: 'The resource has changed since the version that `If-Match` names',
  413: 'The body is too large; `max_bytes` says what is allowed',
  415: 'The body, or the file in it, has a type that is not taken',
  422: 'The request was understood, but something in it is not valid; all wrong fields are in `errors`',
  429: 'Too many requests; `Retry-After` says when to go on',
  500: 'Our fault; nothing was changed',
  503: 'For a moment not possible; try again',
  507: 'The service has no room for the file',
};

/** Answers that are the same wherever they occur. */
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

function refusalsOf(route: Route): ErrorCode[] {
  const own = route.meta.refusals ?? [];
  const body = route.method === 'POST' || route.method === 'PATCH';
  return [
    'unknown_parameter',
    'invalid_parameter',
    ...(route.action.startsWith('list_') ? (['invalid_cursor'] as const) : []),
    ...(body ? (['invalid_json'] as const) : []),
    ...SHARED.Unauthenticated!,
    ...SHARED.NotPermitted!,
    // Of a POST: a repeat of what was created and is not to be seen any more.
    ...(route.path.includes('{') || route.method === 'POST' ? (['not_found'] as const) : []),
    ...(route.procedure === null ? [] : (['not_acceptable'] as const)),
    ...(route.method === 'POST' ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    ...(body
      ? (['length_required', 'payload_too_large', 'unsupported_media_type', 'validation_failed'] as const)
      : []),
    'rate_limited',
    'internal_error',
    'unavailable',
    ...own,
  ];
}

/** The problem answers of an operation, by status. */
export function problemAnswers(route: Route): Record<string, Json> {
  const codes = [...new Set(refusalsOf(route))];
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

/** Every code that some operation can answer with, in the order of the list of codes. */
function codesOfV1(): ErrorCode[] {
  const used = new Set(ROUTES.flatMap(refusalsOf));
  return (Object.keys(GUIDE) as ErrorCode[]).filter((code) => used.has(code));
}

const CODES = codesOfV1();

/** `components.examples`: one problem document per code, the one that `/docs/errors/<code>` shows. */
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
    description: 'Problem document (RFC 9457). Further members may be added; ignore what you do not know.',
    required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri', description: 'Address of a page that explains the code' },
      title: text('The code in words'),
      status: { type: 'integer', description: 'The HTTP status again' },
      code: {
        type: 'string',
        description: 'Stable machine word. Open list: treat an unknown code by its status.',
        'x-extensible-enum': CODES,
      },
      detail: text('This case in words, without patient data; may change, do not parse it'),
      instance: text('Name of this occurrence'),
      request_id: text('The same as `X-Request-Id`'),
      errors: {
        type: 'array',
        description: 'Everything that is wrong, in one answer',
        items: schemaRef('FieldError'),
      },
      required_scopes: { type: 'array', items: { type: 'string' }, description: 'One of these is needed' },
      retry_after: { type: 'integer', description: 'Seconds; the same as `Retry-After`' },
      max_bytes: { type: 'integer', description: 'Largest body or file that is taken' },
      current_version: { type: 'integer', description: 'Version that the resource has now' },
      result_ids: { type: 'array', items: { type: 'string' }, description: 'Results to choose from' },
      order_status: text('Status of the order whose result was asked for'),
    },
  },
  FieldError: {
    type: 'object',
    description: 'One wrong field, parameter or header.',
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
      },
      message: text('In words, to follow the name of the field'),
    },
  },
};
