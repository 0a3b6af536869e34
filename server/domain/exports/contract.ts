import { z } from 'zod';
import { EXPORT_FAILURES, EXPORT_RESOURCES, EXPORT_STATUSES } from '../../data-types/export-codes';
import {
  inputInstant,
  instant,
  list,
  ownId,
  paging,
  pathParameter,
  resource,
} from '../../data-types/contract-parts';

export const createExportInput = z.strictObject({
  resources: z.array(z.enum(EXPORT_RESOURCES)).min(1).max(EXPORT_RESOURCES.length).meta({
    description: 'Each requires its read scope: `patients:read`, `labs:read` or `documents:read`.',
  }),
  updated_since: inputInstant.optional().meta({
    description:
      'Only records that changed at or after this instant (RFC 3339). Deleted records are not in an export: follow the events.',
  }),
});

const exportFile = z
  .strictObject({
    name: z
      .string()
      .meta({ description: 'Name of the file, from its resource and a number', example: 'patients-1' }),
    resource: z.enum(EXPORT_RESOURCES).meta({ description: 'Resource of its records' }),
    row_count: z.number().int().meta({ description: 'Lines, one record each' }),
    size: z.number().int().meta({ description: 'Bytes of the compressed file' }),
    sha256: z.string().meta({ description: 'SHA-256 of the compressed file, which is its entity tag too' }),
    href: z.string().meta({ description: 'Path of the file' }),
  })
  .meta({ id: 'ExportFile' });

export const dataExport = z
  .strictObject({
    id: ownId('exp'),
    object: z.literal('export'),
    ...resource,
    resources: z.array(z.enum(EXPORT_RESOURCES)).meta({ description: 'Resources of the export' }),
    updated_since: instant
      .nullable()
      .meta({ description: 'Only records that changed at or after this time; null for all' }),
    status: z.enum(EXPORT_STATUSES).meta({
      description: '`queued` and `running`: not ready. `expired`: the files are no longer available.',
    }),
    failure_reason: z.enum(EXPORT_FAILURES).nullable().meta({
      description:
        'Why it failed: `access_ended`: the credential that requested it has lost its access; `patient_erased`: a patient was erased meanwhile; `storage_full`: the service has no space for the files; `internal_error`: repeated failures. Request a new export.',
    }),
    started_at: instant.nullable().meta({
      description:
        'Every record that existed at this time is in the export, in a state of this time or later.',
    }),
    completed_at: instant.nullable().meta({ description: 'When the files were complete' }),
    expires_at: instant
      .nullable()
      .meta({ description: 'The files are available until then, 72 hours after `completed_at`.' }),
    row_count: z.number().int().meta({ description: 'Records written so far' }),
    events_cursor: z.string().nullable().meta({
      description:
        'The `cursor` for `GET /v1/events?sort=position` without other filters: the events from there on contain every change that may be missing from the export. Null before `started_at`.',
    }),
    files: z.array(exportFile).meta({ description: 'Empty unless the export is `completed`' }),
  })
  .meta({ id: 'Export' });

export const exportPath = z.strictObject({ id: pathParameter });
export const listExportsInput = z.strictObject(paging);
export const exportList = list(dataExport);

export type CreateExportInput = z.output<typeof createExportInput>;
export type ListExportsInput = z.output<typeof listExportsInput>;
export type Export = z.output<typeof dataExport>;
export type ExportList = z.output<typeof exportList>;
