import { DEFAULT_FILE_BYTES, inMegabytes, MAX_INLINE_BYTES } from '../../file-sizes';
import {
  documentNeighbors,
  getDocumentNeighborsInput,
  listPatientDocumentsInput,
  patientDocumentList,
  relatedDocuments,
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
  signOffDocumentInput,
  withdrawDocumentSignOffInput,
  moveDocumentInput,
  movedDocument,
  updateDocumentInput,
} from '../../domain/documents/correction-contract';
import { createDocument } from '../../domain/documents/create-document';
import { findDocumentCopies } from '../../domain/documents/find-document-copies';
import { getDocument } from '../../domain/documents/get-document';
import { getDocumentNeighbors } from '../../domain/documents/get-document-neighbors';
import { listDocumentCorrections } from '../../domain/documents/list-document-corrections';
import { listDocuments } from '../../domain/documents/list-documents';
import { listRelatedDocuments } from '../../domain/documents/list-related-documents';
import { listPatientDocuments } from '../../domain/documents/list-patient-documents';
import { markDocumentInError } from '../../domain/documents/mark-document-in-error';
import { moveDocument } from '../../domain/documents/move-document';
import { signOffDocument } from '../../domain/documents/sign-off-document';
import { updateDocument } from '../../domain/documents/update-document';
import { withdrawDocumentSignOff } from '../../domain/documents/withdraw-document-sign-off';
import { answersAgain, procedure, router } from '../trpc';

/** `server/http/files` serves what streams bytes: multipart uploads, upload URLs and document content. */
export const documentsRouter = router({
  listDocuments: procedure
    .meta({
      scope: 'documents:read',
      openapi: {
        method: 'GET',
        path: '/v1/documents',
        operationId: 'listDocuments',
        summary: 'List documents',
        description: 'Newest first by default. Metadata only; downloadDocument returns the bytes.',
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
      errors: [
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
          [
            'The request has one of three forms:',
            `- JSON with base64: the bytes in \`content\`, at most ${inMegabytes(MAX_INLINE_BYTES)} decoded`,
            `- \`multipart/form-data\`: part \`metadata\` (JSON), then part \`file\`, at most ${inMegabytes(DEFAULT_FILE_BYTES)} by default`,
            `- Upload URL: JSON with \`upload\`, then a PUT of the bytes, at most ${inMegabytes(DEFAULT_FILE_BYTES)} by default`,
          ].join('\n'),
          'A request with `upload` announces a file. The response is a document with status `pending_upload` and a URL. Send the raw bytes with `PUT` to `upload.url` within 15 minutes, with the headers in `upload.headers` and without a credential.',
          'The PUT returns 204, and the document is `available` (or `processing` during the malware scan). If the PUT is rejected (413 `payload_too_large`, 415 `unsupported_file_type`, 422 `validation_failed` or `checksum_mismatch`) or interrupted, the URL remains valid. After a successful PUT it returns 404, like an expired or unknown URL.',
          'A repeated `Idempotency-Key` returns the same URL until it expires or is used, and `url: null` afterwards.',
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
          'Metadata of one file. `content_url` expires after 5 minutes and needs no credential; clients with a credential use downloadDocument.',
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

  listRelatedDocuments: procedure
    .input(documentPath)
    .output(relatedDocuments)
    .query(({ ctx, input }) => listRelatedDocuments(ctx, input)),

  updateDocument: procedure
    .input(updateDocumentInput)
    .output(document)
    .mutation(({ ctx, input }) => updateDocument(ctx, input)),

  signOffDocument: procedure
    .input(signOffDocumentInput)
    .output(document)
    .mutation(({ ctx, input }) => signOffDocument(ctx, input)),

  withdrawDocumentSignOff: procedure
    .input(withdrawDocumentSignOffInput)
    .output(document)
    .mutation(({ ctx, input }) => withdrawDocumentSignOff(ctx, input)),

  markDocumentInError: procedure
    .input(markDocumentInErrorInput)
    .output(document)
    .mutation(({ ctx, input }) => markDocumentInError(ctx, input)),

  moveDocument: procedure
    .input(moveDocumentInput)
    .output(movedDocument)
    .mutation(({ ctx, input }) => moveDocument(ctx, input)),
});
