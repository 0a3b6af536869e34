import {
  createPatientFromDocumentInput,
  dismissInboundDocumentInput,
  filedInboundDocument,
  fileInboundDocumentInput,
  getInboundDocumentInput,
  inboundDocumentDetail,
  inboundDocumentList,
  listInboundDocumentsInput,
  returnedInboundDocument,
  returnInboundDocumentInput,
} from '../../domain/inbound-documents/contract';
import { dismissInboundDocument } from '../../domain/inbound-documents/dismiss-inbound-document';
import { fileInboundDocument } from '../../domain/inbound-documents/file-inbound-document';
import { getInboundDocument } from '../../domain/inbound-documents/get-inbound-document';
import { listInboundDocuments } from '../../domain/inbound-documents/list-inbound-documents';
import { returnInboundDocument } from '../../domain/inbound-documents/return-inbound-document';
import { undoInboundDocument } from '../../domain/inbound-documents/undo-inbound-document';
import { createPatientFromDocument } from '../../domain/inbound-documents/create-patient-from-document';
import { patient } from '../../domain/patients/contract';
import { procedure, router } from '../trpc';

/** Portal only: documents received as messages that could not be matched to a patient. */
export const inboundDocumentsRouter = router({
  listInboundDocuments: procedure
    .input(listInboundDocumentsInput)
    .output(inboundDocumentList)
    .query(({ ctx, input }) => listInboundDocuments(ctx, input)),
  getInboundDocument: procedure
    .input(getInboundDocumentInput)
    .output(inboundDocumentDetail)
    .query(({ ctx, input }) => getInboundDocument(ctx, input)),
  createPatientFromDocument: procedure
    .input(createPatientFromDocumentInput)
    .output(patient)
    .mutation(({ ctx, input }) => createPatientFromDocument(ctx, input)),
  fileInboundDocument: procedure
    .input(fileInboundDocumentInput)
    .output(filedInboundDocument)
    .mutation(({ ctx, input }) => fileInboundDocument(ctx, input)),
  dismissInboundDocument: procedure
    .input(dismissInboundDocumentInput)
    .output(filedInboundDocument)
    .mutation(({ ctx, input }) => dismissInboundDocument(ctx, input)),
  returnInboundDocument: procedure
    .input(returnInboundDocumentInput)
    .output(returnedInboundDocument)
    .mutation(({ ctx, input }) => returnInboundDocument(ctx, input)),
  undoInboundDocument: procedure
    .input(returnInboundDocumentInput)
    .output(returnedInboundDocument)
    .mutation(({ ctx, input }) => undoInboundDocument(ctx, input)),
});
