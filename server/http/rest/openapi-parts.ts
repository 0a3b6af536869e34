/** Hand-written parts of the OpenAPI document: problem bodies and the two operations that stream bytes. */

const string = { type: 'string' };

export const PROBLEM_SCHEMA = {
  Problem: {
    type: 'object',
    description: 'RFC 9457 problem document',
    required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: string,
      status: { type: 'integer' },
      code: { type: 'string', description: 'Stable machine word' },
      detail: { type: 'string', description: 'This case, without patient data' },
      instance: string,
      request_id: string,
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            pointer: { type: 'string', description: 'JSON pointer into the body (RFC 6901)' },
            parameter: string,
            header: string,
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
            message: string,
          },
          additionalProperties: false,
        },
      },
      required_scopes: { type: 'array', items: string },
      retry_after: { type: 'integer' },
      max_bytes: { type: 'integer' },
      current_version: { type: 'integer' },
      result_ids: { type: 'array', items: string },
      order_status: string,
    },
    additionalProperties: false,
  },
};

export const CONTENT_OPERATION = {
  operationId: 'downloadDocument',
  summary: 'Download the bytes of a document',
  description:
    'Supports Range and If-None-Match. Shown inline only for PDF, PNG, JPEG, GIF, WEBP and plain text.',
  tags: ['Documents'],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'download',
      in: 'query',
      required: false,
      description: '`1` forces a download',
      schema: { type: 'string', enum: ['1'] },
    },
  ],
  responses: {
    '200': {
      description: 'The whole document',
      content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
    },
    '206': {
      description: 'The part that Range asked for',
      content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
    },
    '304': { description: 'Not modified' },
    '416': { description: 'The range cannot be satisfied' },
  },
};

export const MULTIPART_BODY = {
  schema: {
    type: 'object',
    required: ['metadata', 'file'],
    properties: {
      metadata: {
        type: 'string',
        description:
          'JSON with the fields of the JSON form except `content`, optionally `sha256`; precedes `file`',
        contentMediaType: 'application/json',
      },
      file: { type: 'string', contentEncoding: 'binary' },
    },
  },
};
