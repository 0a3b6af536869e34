import { STATUS, type ErrorCode } from '../../domain/errors';
import type { Route } from '../rest/routes';
import { ANSWER_IDS, EXAMPLE_SERVER } from './examples/example-parts';
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

export function refusalsOf(route: Route): ErrorCode[] {
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
  const waits = codes.some((code) => PROBLEMS[code]?.retry_after !== undefined);
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

interface ProblemExample {
  detail: string;
  [member: string]: unknown;
}

const field = (error: Json) => [error];

/** How each code of `/v1` looks. A code without an example fails `tests/api/openapi.test.ts`. */
export const PROBLEMS: Partial<Record<ErrorCode, ProblemExample>> = {
  invalid_json: { detail: 'The body is not acceptable JSON: a member is named twice.' },
  invalid_parameter: {
    detail: 'A query parameter is not valid.',
    errors: field({ parameter: 'limit', code: 'out_of_range', message: 'must be at most 100' }),
  },
  unknown_parameter: {
    detail: 'A query parameter is not known here.',
    errors: field({ parameter: 'familly', code: 'unknown_field', message: 'is not known here' }),
  },
  invalid_cursor: {
    detail: 'The cursor does not belong to this list with these filters.',
    errors: field({
      parameter: 'cursor',
      code: 'invalid_format',
      message: 'must be the next_cursor of a page',
    }),
  },
  invalid_request: { detail: 'The multipart body cannot be read: it is cut off or malformed.' },
  missing_credentials: { detail: 'Send an API key as `Authorization: Bearer <key>`.' },
  invalid_credentials: { detail: 'The credential is not valid.' },
  token_expired: { detail: 'The access token has expired.' },
  insufficient_scope: {
    detail: 'This needs the scope patients:write.',
    required_scopes: ['patients:write'],
  },
  forbidden: { detail: 'This needs the role admin.' },
  ip_not_allowed: { detail: 'The key may not be used from this address.' },
  not_found: { detail: 'There is no such resource.' },
  result_not_ready: { detail: 'This order has no result yet.', order_status: 'sent' },
  not_acceptable: { detail: 'This can only be answered as application/json.' },
  duplicate_external_id: { detail: 'Another patient of this organisation has this external id.' },
  duplicate_mrn: { detail: 'Another patient of this organisation has this MRN.' },
  duplicate_identifier: { detail: 'Another patient of this organisation has this identifier.' },
  patient_has_open_orders: { detail: 'The patient has lab orders that are not finished.' },
  invalid_state: { detail: 'The document is not available.' },
  multiple_results: {
    detail: 'This order has several results. Ask for one of them.',
    result_ids: ['res_01m6dp7ygrebx90cqtv4fyp33d', 'res_01m6dp7ygsfk3vqy29a0mz5x8e'],
  },
  idempotency_in_progress: {
    detail: 'The first request with this Idempotency-Key is still under way.',
    retry_after: 1,
  },
  limit_reached: { detail: 'An organisation has at most 20 webhooks.' },
  length_required: { detail: 'The request has no body; Content-Length is required.' },
  version_mismatch: { detail: 'The record has changed since it was read.', current_version: 4 },
  payload_too_large: { detail: 'The body is larger than 1048576 bytes.', max_bytes: 1_048_576 },
  unsupported_media_type: { detail: 'The body must be sent as application/json.' },
  unsupported_file_type: { detail: 'Files of this type are not taken.' },
  validation_failed: {
    detail: 'One or more fields are not valid.',
    errors: field({ pointer: '/name/family', code: 'required', message: 'is required' }),
  },
  idempotency_key_reused: { detail: 'This Idempotency-Key was used with another body.' },
  patient_not_found: {
    detail: 'There is no such patient.',
    errors: field({ pointer: '/patient_id', code: 'not_allowed', message: 'must be a patient that exists' }),
  },
  patient_not_active: {
    detail: 'The patient record is not active.',
    errors: field({ pointer: '/patient_id', code: 'not_allowed', message: 'must be active' }),
  },
  test_not_orderable: {
    detail: 'One or more tests cannot be ordered like this.',
    errors: field({
      pointer: '/items/0/code',
      code: 'not_allowed',
      message: 'must name a test of the catalog',
    }),
  },
  file_empty: {
    detail: 'The file is empty.',
    errors: field({ pointer: '/file', code: 'too_short', message: 'must hold at least one byte' }),
  },
  checksum_mismatch: { detail: 'The bytes received do not have the SHA-256 that was given.' },
  rate_limited: { detail: 'Too many requests with this credential.', retry_after: 17 },
  internal_error: {
    detail: 'Something went wrong on our side. The request id helps us to find it.',
  },
  unavailable: { detail: 'The service cannot reach its database. Try again.', retry_after: 2 },
  storage_full: { detail: 'There is no room for the file.' },
};

/** `components.examples`: one problem document per code. */
export const problemExamples = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(PROBLEMS).map(([code, { detail, ...more }]) => {
      const words = code.replaceAll('_', ' ');
      const title = words.charAt(0).toUpperCase() + words.slice(1);
      const value = {
        type: `${EXAMPLE_SERVER}/docs/errors/${code}`,
        title,
        status: STATUS[code as ErrorCode],
        code,
        detail,
        instance: `/requests/${ANSWER_IDS.request}`,
        request_id: ANSWER_IDS.request,
        ...more,
      };
      return [code, { summary: title, value }];
    }),
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
        'x-extensible-enum': Object.keys(PROBLEMS),
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
