import type { CreateExportInput, Export } from '../../../domain/exports/contract';
import { ANSWER_IDS, EXAMPLE_FILE, EXAMPLE_IDS } from '../../../shared/example-ids';
import { EXAMPLE_CURSOR, page, type OperationExamples } from './example-parts';

const queued: Export = {
  id: EXAMPLE_IDS.export,
  object: 'export',
  version: 1,
  created_at: '2026-11-05T20:00:00.000Z',
  updated_at: '2026-11-05T20:00:00.000Z',
  created_by: ANSWER_IDS.key,
  resources: ['patients'],
  updated_since: null,
  status: 'queued',
  failure_reason: null,
  started_at: null,
  completed_at: null,
  expires_at: null,
  row_count: 0,
  events_cursor: null,
  files: [],
};

const started: Export = {
  ...queued,
  version: 3,
  updated_at: '2026-11-05T20:00:41.000Z',
  started_at: '2026-11-05T20:00:01.000Z',
  row_count: 48_211,
  events_cursor: EXAMPLE_CURSOR,
};

const completed: Export = {
  ...started,
  status: 'completed',
  completed_at: '2026-11-05T20:00:41.000Z',
  expires_at: '2026-11-08T20:00:41.000Z',
  files: [
    {
      name: EXAMPLE_FILE,
      resource: 'patients',
      row_count: 48_211,
      size: 9_184_220,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      href: `/v1/exports/${EXAMPLE_IDS.export}/files/${EXAMPLE_FILE}`,
    },
  ],
};

const everything: CreateExportInput = { resources: ['patients', 'lab_orders', 'lab_results', 'documents'] };

export const EXPORT_EXAMPLES: Record<string, OperationExamples> = {
  listExports: { response: page([completed]) },
  createExport: {
    requests: {
      patients: { summary: 'All patients', value: { resources: ['patients'] } },
      everything: { summary: 'Everything', value: { ...everything } },
      changed: {
        summary: 'What has changed',
        value: { resources: ['lab_results'], updated_since: '2026-11-04T20:00:00Z' },
      },
    },
    response: queued,
  },
  getExport: { response: completed },
  cancelExport: {
    response: {
      ...started,
      version: 4,
      updated_at: '2026-11-05T20:01:00.000Z',
      status: 'cancelled',
      expires_at: '2026-11-05T20:01:00.000Z',
    },
  },
};
