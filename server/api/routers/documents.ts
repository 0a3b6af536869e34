import {
  documentNeighbors,
  getDocumentNeighborsInput,
  listPatientDocumentsInput,
  patientDocumentList,
} from '../../domain/documents/chart-contract';
import {
  createDocumentInput,
  document,
  documentCopies,
  documentList,
  documentPath,
  findDocumentCopiesInput,
  listDocumentsInput,
} from '../../domain/documents/contract';
import {
  documentCorrections,
  markDocumentInErrorInput,
  moveDocumentInput,
} from '../../domain/documents/correction-contract';
import { createDocument } from '../../domain/documents/create-document';
import { findDocumentCopies } from '../../domain/documents/find-document-copies';
import { getDocument } from '../../domain/documents/get-document';
import { getDocumentNeighbors } from '../../domain/documents/get-document-neighbors';
import { listDocumentCorrections } from '../../domain/documents/list-document-corrections';
import { listDocuments } from '../../domain/documents/list-documents';
import { listPatientDocuments } from '../../domain/documents/list-patient-documents';
import { markDocumentInError } from '../../domain/documents/mark-document-in-error';
import { moveDocument } from '../../domain/documents/move-document';
import { answersAgain, procedure, router } from '../trpc';

/** The multipart form of createDocument, upload addresses and the content of a document stream bytes: `server/http/files`. */
export const documentsRouter = router({
  listDocuments: procedure
    .meta({
      scope: 'documents:read',
      openapi: {
        method: 'GET',
        path: '/v1/documents',
        operationId: 'listDocuments',
        summary: 'List documents',
        description:
          'Newest first unless `sort` says otherwise. Facts only; the bytes are read with downloadDocument.',
        tags: ['Documents'],
      },
    })
    .input(listDocumentsInput)
    .output(documentList)
    .query(({ ctx, input }) => listDocuments(ctx, input)),

  createDocument: procedure
    .meta({
      scope: 'documents:write',
      v1Only: true,
      success: 201,
      etag: 'bytes',
      refusals: [
        'invalid_request',

        'patient_not_found',
        'patient_not_active',
        'file_empty',
        'checksum_mismatch',
        'unsupported_file_type',
        'storage_full',
      ],
      openapi: {
        method: 'POST',
        path: '/v1/documents',
        operationId: 'createDocument',
        summary: 'Upload a document',
        description: [
          'Three forms. JSON with `content`: the bytes as base64, at most 10 MB decoded. `multipart/form-data`: part `metadata` (JSON), then part `file`, at most 50 MB unless configured. JSON with `upload`: announces a file and answers `pending_upload` with an address; then `PUT` the raw bytes to `upload.url` within 15 minutes, without a credential and with `upload.headers`.',
          'The PUT answers 204, and the document is `available` (or `processing` while it is checked). A PUT that is refused (413 `payload_too_large`, 415 `unsupported_file_type`, 422 `validation_failed` or `checksum_mismatch`) or cut off leaves the address usable; one that succeeded uses it up: every later one is 404, as for addresses that expired or never were.',
          'A repeated `Idempotency-Key` gives the same address again while it is good, and `url: null` afterwards.',
        ].join('\n\n'),
        tags: ['Documents'],
      },
    })
    .input(createDocumentInput)
    .output(document)
    .use(answersAgain)
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
        description:
          'Facts about one file. `content_url` is good for 5 minutes and needs no credential; clients with a key use downloadDocument.',
        tags: ['Documents'],
      },
    })
    .input(documentPath)
    .output(document)
    .query(({ ctx, input }) => getDocument(ctx, input)),

  findDocumentCopies: procedure
    .input(findDocumentCopiesInput)
    .output(documentCopies)
    .query(({ ctx, input }) => findDocumentCopies(ctx, input)),

  /** Portal only, like the next ones. */
  listPatientDocuments: procedure
    .input(listPatientDocumentsInput)
    .output(patientDocumentList)
    .query(({ ctx, input }) => listPatientDocuments(ctx, input)),

  getDocumentNeighbors: procedure
    .input(getDocumentNeighborsInput)
    .output(documentNeighbors)
    .query(({ ctx, input }) => getDocumentNeighbors(ctx, input)),

  listDocumentCorrections: procedure
    .input(documentPath)
    .output(documentCorrections)
    .query(({ ctx, input }) => listDocumentCorrections(ctx, input)),

  markDocumentInError: procedure
    .input(markDocumentInErrorInput)
    .output(document)
    .mutation(({ ctx, input }) => markDocumentInError(ctx, input)),

  moveDocument: procedure
    .input(moveDocumentInput)
    .output(document)
    .mutation(({ ctx, input }) => moveDocument(ctx, input)),
});
