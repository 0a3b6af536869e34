import {
  createDocumentInput,
  document,
  documentList,
  documentPath,
  listDocumentsInput,
} from '../../domain/documents/contract';
import { createDocument } from '../../domain/documents/create-document';
import { getDocument } from '../../domain/documents/get-document';
import { listDocuments } from '../../domain/documents/list-documents';
import { procedure, router } from '../trpc';

/** The multipart form of createDocument and the content of a document stream bytes: `server/http/documents`. */
export const documentsRouter = router({
  listDocuments: procedure
    .meta({
      scope: 'documents:read',
      openapi: {
        method: 'GET',
        path: '/v1/documents',
        operationId: 'listDocuments',
        summary: 'List documents',
        tags: ['Documents'],
      },
    })
    .input(listDocumentsInput)
    .output(documentList)
    .query(({ ctx, input }) => listDocuments(ctx, input)),

  createDocument: procedure
    .meta({
      scope: 'documents:write',
      success: 201,
      etag: 'bytes',
      openapi: {
        method: 'POST',
        path: '/v1/documents',
        operationId: 'createDocument',
        summary: 'Upload a document',
        description:
          'JSON with the bytes as base64 (at most 10 MB decoded), or multipart/form-data: part `metadata` (JSON), then part `file` (at most 50 MB unless configured).',
        tags: ['Documents'],
      },
    })
    .input(createDocumentInput)
    .output(document)
    .mutation(({ ctx, input }) => createDocument(ctx, input)),

  getDocument: procedure
    .meta({
      scope: 'documents:read',
      etag: 'bytes',
      openapi: {
        method: 'GET',
        path: '/v1/documents/{id}',
        operationId: 'getDocument',
        summary: 'Retrieve a document',
        tags: ['Documents'],
      },
    })
    .input(documentPath)
    .output(document)
    .query(({ ctx, input }) => getDocument(ctx, input)),
});
