import { createHash } from 'node:crypto';
import type { Document } from '../../../domain/documents/contract';
import { ANSWER_IDS, EXAMPLE_IDS } from '../../../shared/example-ids';
import { EXAMPLE_SERVER, page, type OperationExamples } from './example-parts';

/** Content of the file in the examples. */
const TEXT = 'Dear colleague, thank you for the referral.\n';

const SHA256 = createHash('sha256').update(TEXT).digest('hex');

const document: Document = {
  id: EXAMPLE_IDS.document,
  object: 'document',
  version: 1,
  created_at: '2026-11-03T10:15:00.000Z',
  updated_at: '2026-11-03T10:15:00.000Z',
  created_by: ANSWER_IDS.key,
  patient_id: EXAMPLE_IDS.patient,
  title: 'Cardiology letter',
  category: 'correspondence',
  type: null,
  document_date: '2026-11-01',
  description: null,
  author: 'Example Heart Centre',
  order_id: null,
  result_id: null,
  file_name: 'letter.txt',
  content_type: 'text/plain',
  declared_content_type: 'text/plain',
  size: TEXT.length,
  sha256: SHA256,
  page_count: null,
  encrypted: false,
  lacks_end: false,
  rotation: 0,
  duplicate_of: null,
  status: 'available',
  signed_off_by: null,
  signed_off_at: null,
  scan_status: 'skipped',
  content_url: `${EXAMPLE_SERVER}/content/AbC…`,
  upload: null,
  source: null,
  replaces: null,
  replaced_by: null,
  addendum_to: null,
  withdrawn_at: null,
  file_removed_at: null,
  metadata: {},
};

/** Until its bytes arrive. */
const pending: Document = {
  ...document,
  status: 'pending_upload',
  scan_status: 'pending',
  content_url: null,
  upload: {
    url: `${EXAMPLE_SERVER}/uploads/AbC…`,
    method: 'PUT',
    headers: { 'Content-Type': 'text/plain' },
    expires_at: '2026-11-03T10:30:00.000Z',
  },
};

const facts = {
  patient_id: EXAMPLE_IDS.patient,
  title: 'Cardiology letter',
  category: 'correspondence',
  document_date: '2026-11-01',
  author: 'Example Heart Centre',
};

export const DOCUMENT_EXAMPLES: Record<string, OperationExamples> = {
  listDocuments: { response: page([document]) },
  createDocument: {
    requests: {
      inline: {
        summary: 'JSON with base64',
        value: {
          ...facts,
          content: {
            data: Buffer.from(TEXT).toString('base64'),
            file_name: 'letter.txt',
            content_type: 'text/plain',
          },
        },
      },
      multipart: {
        summary: 'multipart/form-data',
        mediaType: 'multipart/form-data',
        value: { metadata: facts, file: TEXT },
      },
      twoSteps: {
        summary: 'Upload URL',
        value: {
          ...facts,
          upload: {
            size: TEXT.length,
            sha256: SHA256,
            content_type: 'text/plain',
            file_name: 'letter.txt',
          },
        },
      },
    },
    responses: {
      available: { summary: 'JSON with base64, multipart/form-data', value: document },
      pendingUpload: { summary: 'Upload URL', value: pending },
    },
  },
  getDocument: { response: document },
  downloadDocument: {},
};
