import { z } from 'zod';
import { createSchema } from 'zod-openapi';
import type { DeclaredProcedure } from '../../api/procedures';
import { documentMetadata } from '../../domain/documents/contract';
import { EXAMPLES } from './examples/all-examples';
import { answerHeaders, ALWAYS } from './headers';
import { schemaRef, type Json, type Operation } from './json';

/** Operations that stream bytes are Node handlers, so their part of the document is written by hand. */

const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
const named = ['ETag', 'Accept-Ranges', 'Content-Disposition'] as const;

const downloadDocument = (): Operation => ({
  operationId: 'downloadDocument',
  summary: 'Download a document',
  description:
    'The media type is detected from the bytes, whatever the sender declared. Browsers display only PDF, PNG, JPEG, GIF, WEBP and plain text; all other files are attachments. The strong entity tag is the SHA-256 of the bytes.',
  tags: ['Documents'],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 100 } },
    {
      name: 'download',
      in: 'query',
      required: false,
      description: '`1` always returns an attachment',
      schema: { type: 'string', enum: ['1'] },
    },
    { $ref: '#/components/parameters/Range' },
  ],
  responses: {
    '200': {
      description: 'The whole document',
      headers: answerHeaders(...ALWAYS, ...named),
      content: { '*/*': { schema: bytes } },
    },
    '206': {
      description: 'The bytes requested by `Range`',
      headers: answerHeaders(...ALWAYS, ...named, 'Content-Range'),
      content: { '*/*': { schema: bytes } },
    },
    '416': {
      description: 'The range is outside the document',
      headers: answerHeaders(...ALWAYS, 'Content-Range'),
    },
  },
});

const downloadExportFile = (): Operation => ({
  operationId: 'downloadExportFile',
  summary: 'Download a file of an export',
  description:
    'Newline-delimited JSON, compressed with gzip: each line is what the list of the resource returns, without signed URLs. Requires the read scope of the resource in the file. The strong entity tag is the SHA-256 of the compressed bytes: continue an interrupted download with `Range` and `If-Range`. Each download is in the audit log.',
  tags: ['Exports'],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 100 } },
    { name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 100 } },
    { $ref: '#/components/parameters/Range' },
  ],
  responses: {
    '200': {
      description: 'The whole file',
      headers: answerHeaders(...ALWAYS, ...named),
      content: { 'application/gzip': { schema: bytes } },
    },
    '206': {
      description: 'The bytes requested by `Range`',
      headers: answerHeaders(...ALWAYS, ...named, 'Content-Range'),
      content: { 'application/gzip': { schema: bytes } },
    },
    '416': {
      description: 'The range is outside the file',
      headers: answerHeaders(...ALWAYS, 'Content-Range'),
    },
  },
});

/** By path. */
export const RAW_OPERATIONS: Readonly<Record<string, () => Operation>> = {
  '/v1/documents/{id}/content': downloadDocument,
  '/v1/exports/{id}/files/{name}': downloadExportFile,
};

/** The multipart form of createDocument. */
export function multipartBody(): { media: Json; schemas: Record<string, Json> } {
  const { schema, components } = createSchema(documentMetadata, { io: 'input' });
  return {
    media: {
      schema: schemaRef('DocumentUpload'),
      encoding: { metadata: { contentType: 'application/json' } },
      examples: bodyExamples('createDocument', 'multipart/form-data'),
    },
    schemas: {
      ...(components as Record<string, Json>),
      DocumentMetadata: schema as Json,
      DocumentUpload: {
        type: 'object',
        description: 'Exactly these two parts, in this order.',
        required: ['metadata', 'file'],
        properties: {
          metadata: { ...schemaRef('DocumentMetadata'), description: 'Facts about the document, as JSON' },
          file: { ...bytes, description: 'The file, as raw bytes' },
        },
        additionalProperties: false,
      },
    },
  };
}

export function bodyExamples(operationId: string, mediaType: string): Json {
  const { requests = {} } = EXAMPLES[operationId] ?? {};
  return Object.fromEntries(
    Object.entries(requests)
      .filter(([, request]) => (request.mediaType ?? 'application/json') === mediaType)
      .map(([name, { summary, value }]) => [name, { summary, value }]),
  );
}

/** Members of a procedure's input, for descriptions that the generator loses. */
export function shapeOf(procedure: DeclaredProcedure | undefined): Record<string, z.ZodType> {
  const [input] = procedure?.inputs ?? [];
  return input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
}
