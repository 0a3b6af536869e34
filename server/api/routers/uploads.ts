import { document } from '../../domain/documents/contract';
import {
  fileUploadInput,
  listUploadsInput,
  upload,
  uploadList,
  uploadPath,
} from '../../domain/documents/upload-contract';
import { discardUpload } from '../../domain/documents/discard-upload';
import { fileUpload } from '../../domain/documents/file-upload';
import { listUploads } from '../../domain/documents/list-uploads';
import { procedure, router } from '../trpc';

/** Portal only. `server/http/portal-documents.ts` receives the bytes. */
export const uploadsRouter = router({
  listUploads: procedure
    .input(listUploadsInput)
    .output(uploadList)
    .query(({ ctx, input }) => listUploads(ctx, input)),

  fileUpload: procedure
    .input(fileUploadInput)
    .output(document)
    .mutation(({ ctx, input }) => fileUpload(ctx, input)),

  discardUpload: procedure
    .input(uploadPath)
    .output(upload)
    .mutation(({ ctx, input }) => discardUpload(ctx, input)),
});
