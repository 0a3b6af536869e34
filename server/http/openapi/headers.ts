import { EXAMPLE_CURSOR, EXAMPLE_SERVER } from './examples/example-parts';
import type { Json } from './json';

const string = { type: 'string' };

export const REQUEST_HEADERS: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: '9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.',
    schema: { type: 'string', pattern: '^(\\*|"\\d{1,9}")$' },
    example: '"3"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'Entity tags of your copies. The response is 304 without a body if one of them is current.',
    schema: string,
    example: '"3"',
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One byte range (RFC 9110). A request for several ranges returns the whole document.',
    schema: string,
    example: 'bytes=0-65535',
  },
};

const header = (description: string, example: unknown, more: Json = {}) => ({
  description,
  schema: string,
  example,
  ...more,
});

export const ANSWER_HEADERS: Record<string, Json> = {
  'X-Request-Id': header(
    'ID of this request; include it in support requests',
    'req_01m6dptj78f8dss0pnzmfgk6j8',
    {
      required: true,
    },
  ),
  'RateLimit-Policy': header('Quota `q` per window of `w` seconds', '"default";q=600;w=60'),
  RateLimit: header(
    'Remaining requests `r`, and seconds `t` until the quota is restored',
    '"default";r=587;t=42',
  ),
  'Retry-After': header('Seconds to wait before a retry', 17, {
    schema: { type: 'integer', minimum: 0 },
  }),
  ETag: header('Strong entity tag', '"3"', { required: true }),
  Location: header(
    'URL of the created resource',
    'https://clinic.example.org/v1/patients/pat_01m6dp2bt0evft7q5ey2n1pq6c',
    {
      required: true,
      schema: { type: 'string', format: 'uri' },
    },
  ),
  Link: header(
    'URL of the next page, if there is one',
    `<${EXAMPLE_SERVER}/v1/patients?cursor=${EXAMPLE_CURSOR}>; rel="next"`,
  ),
  'Idempotency-Replayed': header('`true` if this repeats the first response to the same key', 'true', {
    schema: { type: 'string', enum: ['true'] },
  }),
  'Content-Location': header(
    'Path of the result, if it was requested by order ID',
    '/v1/labs/results/res_01m6dp7ygrebx90cqtv4fyp33d',
  ),
  'WWW-Authenticate': header('Challenge (RFC 6750)', 'Bearer error="invalid_token"', { required: true }),
  'Content-Disposition': header(
    '`inline` for PDF, PNG, JPEG, GIF, WEBP and plain text, otherwise `attachment`; with the file name',
    'inline; filename="letter.txt"',
    { required: true },
  ),
  'Accept-Ranges': header('Byte ranges are supported', 'bytes', { required: true }),
  'Content-Range': header('The returned bytes and the total size', 'bytes 0-65535/1048576', {
    required: true,
  }),
};

export const answerHeaders = (...names: (keyof typeof ANSWER_HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** On every response to a valid credential. */
export const ALWAYS = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'] as const;
