import type { Json } from './json';

/** Headers of requests and answers, and to which answers they belong. */

const string = { type: 'string' };

export const REQUEST_HEADERS: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a repeat safe: for 24 hours the same key with the same body gets the first answer again, with `Idempotency-Replayed: true`. The same key with another body is refused. Use a new UUID per intended change.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: '9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'Entity tag of the version you have read. When somebody has changed the resource since, the request is refused with 412 and nothing happens. `*` asks for any version.',
    schema: { type: 'string', pattern: '^(\\*|"\\d{1,9}")$' },
    example: '"3"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'Entity tags that you hold; answered with 304 and no body when one is still right.',
    schema: string,
    example: '"3"',
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One range of bytes (RFC 9110). Several ranges are answered with the whole.',
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
    'Id of this request; name it when you ask us something',
    'req_01m6dptj78f8dss0pnzmfgk6j8',
    {
      required: true,
    },
  ),
  'RateLimit-Policy': header('Quota `q` per window of `w` seconds', '"default";q=600;w=60'),
  RateLimit: header(
    'Requests that are left, and seconds until the quota is full again',
    '"default";r=587;t=42',
  ),
  'Retry-After': header('Seconds to wait before the next try', 17, {
    schema: { type: 'integer', minimum: 0 },
  }),
  ETag: header('Strong entity tag', '"3"', { required: true }),
  Location: header(
    'Address of what was created',
    'https://clinic.example.org/v1/patients/pat_01m6dp2bt0evft7q5ey2n1pq6c',
    {
      required: true,
      schema: { type: 'string', format: 'uri' },
    },
  ),
  Link: header(
    'Address of the next page, while there is one',
    '<https://clinic.example.org/v1/patients?cursor=eyJ2IjoxfQ>; rel="next"',
  ),
  'Idempotency-Replayed': header('`true` when this is the first answer to the same key again', 'true', {
    schema: { type: 'string', enum: ['true'] },
  }),
  'Content-Location': header(
    'Path of the result, when it was asked for by the id of its order',
    '/v1/labs/results/res_01m6dp7ygrebx90cqtv4fyp33d',
  ),
  'WWW-Authenticate': header('Challenge by RFC 6750', 'Bearer error="invalid_token"', { required: true }),
  'Content-Disposition': header(
    '`inline` for PDF, PNG, JPEG, GIF, WEBP and plain text, else `attachment`; with the file name',
    'inline; filename="letter.txt"',
    { required: true },
  ),
  'Accept-Ranges': header('Ranges of bytes are answered', 'bytes', { required: true }),
  'Content-Range': header('Which bytes of how many', 'bytes 0-65535/1048576', { required: true }),
};

export const answerHeaders = (...names: (keyof typeof ANSWER_HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** On every answer to a known credential. */
export const ALWAYS = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'] as const;
