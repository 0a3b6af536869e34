import type { AuditEvent } from '../../../domain/audit-log/contract';
import { ANSWER_IDS, EXAMPLE_IDS } from '../../../shared/example-ids';
import { EXAMPLE_CURSOR, page, type OperationExamples } from './example-parts';

const event: AuditEvent = {
  id: ANSWER_IDS.auditEvent,
  object: 'audit_event',
  occurred_at: '2026-11-05T14:07:00.000Z',
  actor: { type: 'user', id: EXAMPLE_IDS.user },
  app_id: null,
  transport: 'portal',
  action: 'get_lab_result',
  kind: 'read',
  outcome: 'allowed',
  error_code: null,
  target: { type: 'lab_result', id: EXAMPLE_IDS.result },
  patient_ids: [EXAMPLE_IDS.patient],
  fields: [],
  count: null,
  request_id: ANSWER_IDS.request,
  ip_address: '192.0.2.14',
};

export const AUDIT_EXAMPLES: Record<string, OperationExamples> = {
  listAuditEvents: {
    parameters: { actor: EXAMPLE_IDS.user, action: 'get_lab_result', kind: 'read', sort: 'position' },
    response: page([event], { next_cursor: EXAMPLE_CURSOR }),
  },
};
