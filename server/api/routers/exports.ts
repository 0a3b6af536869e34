import {
  createExportInput,
  dataExport,
  exportList,
  exportPath,
  listExportsInput,
} from '../../domain/exports/contract';
import { USE } from '../../domain/exports/access';
import { cancelExport } from '../../domain/exports/cancel-export';
import { createExport } from '../../domain/exports/create-export';
import { getExport } from '../../domain/exports/get-export';
import { listExports } from '../../domain/exports/list-exports';
import { answersAgain, procedure, router } from '../trpc';

const { scope } = USE;

export const exportsRouter = router({
  listExports: procedure
    .meta({
      scope,
      v1Only: true,
      errors: ['forbidden'],
      openapi: {
        method: 'GET',
        path: '/v1/exports',
        operationId: 'listExports',
        summary: 'List exports',
        description:
          'Newest first. Exports that have ended are listed for 30 days. All credentials of the organization see the same exports.',
        tags: ['Exports'],
      },
    })
    .input(listExportsInput)
    .output(exportList)
    .query(({ ctx, input }) => listExports(ctx, input)),

  createExport: procedure
    .meta({
      scope,
      v1Only: true,
      success: 201,
      errors: ['forbidden', 'limit_reached'],
      openapi: {
        method: 'POST',
        path: '/v1/exports',
        operationId: 'createExport',
        summary: 'Request an export',
        description:
          'Writes all records of the organization to files, in the background. Each resource requires its read scope. When an application acts for a user, that user must be an administrator. At most 3 exports can be in progress, and 20 available, at the same time.',
        tags: ['Exports'],
      },
    })
    .input(createExportInput)
    .output(dataExport)
    .use(answersAgain)
    .mutation(({ ctx, input }) => createExport(ctx, input)),

  getExport: procedure
    .meta({
      scope,
      v1Only: true,
      etag: 'bytes',
      errors: ['forbidden'],
      openapi: {
        method: 'GET',
        path: '/v1/exports/{id}',
        operationId: 'getExport',
        summary: 'Retrieve an export',
        description:
          'Its status and, once it is completed, its files. Poll every ten seconds, or wait for the event `export.completed` or `export.failed`.',
        tags: ['Exports'],
      },
    })
    .input(exportPath)
    .output(dataExport)
    .query(({ ctx, input }) => getExport(ctx, input)),

  cancelExport: procedure
    .meta({
      scope,
      v1Only: true,
      body: 'optional',
      errors: ['forbidden', 'invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/exports/{id}/cancel',
        operationId: 'cancelExport',
        summary: 'Cancel an export',
        description:
          'Stops an export in progress, and removes the files of a completed one. Requires the read scopes of all its resources. An export that failed or expired is not canceled: 409 `invalid_state`.',
        tags: ['Exports'],
      },
    })
    .input(exportPath)
    .output(dataExport)
    .use(answersAgain)
    .mutation(({ ctx, input }) => cancelExport(ctx, input)),
});
