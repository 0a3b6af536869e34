/** The objects of events, and a sample event per type. Shared with the browser: no zod here. */
import type { EventType } from '../../events/catalog';
import { ANSWER_IDS, EXAMPLE_IDS } from '../../shared/example-ids';
import type { Event } from './contract';

/** When each event is sent, in the documentation and in the portal: a sentence without the period. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'lab_result.created': 'The first values of a report arrived, preliminary ones included',
  'lab_result.updated': 'Values arrived or changed before the report was final, or a signature was undone',
  'lab_result.finalized': 'All panels of a report are final',
  'lab_result.corrected': 'A report was changed after it was final',
  'lab_result.cancelled': 'The laboratory withdrew a report',
  'lab_result.critical': 'A value of a report is critical, or became critical after a correction',
  'lab_result.critical_unacknowledged': 'A critical result was not signed in time',
  'lab_result.reviewed': 'A clinician signed a report',
  'lab_result.reviewer_changed': 'An unsigned report was assigned to another user, or returned to the group',
  'lab_result.reassigned': 'A report was moved to another patient',
  'lab_result.unmatched': 'A received report matches no patient and needs a decision by a user',
  'lab_order.created': 'A lab order was created',
  'lab_order.updated': 'The status or items of an order changed',
  'lab_order.sent':
    'The order was delivered to the laboratory, or a user recorded that it was given to the laboratory',
  'lab_order.accepted': 'The laboratory accepted an electronic order',
  'lab_order.completed': 'All items of an order are resulted, canceled or not performed',
  'lab_order.cancelled': 'The clinic or the laboratory canceled an order',
  'lab_order.cancel_refused': 'The laboratory did not cancel an order that it was asked to cancel',
  'lab_order.rejected': 'The laboratory rejected an order',
  'lab_order.failed': 'An order, or its cancellation, could not be delivered to the laboratory',
  'lab_order.overdue': 'Results of an open order are missing after the expected time',
  'patient.created': 'A patient was created',
  'patient.updated': 'A patient was changed',
  'patient.deleted': 'A patient was deleted',
  'patient.restored': 'A deleted patient was restored',
  'patient.merged': 'A record was merged into another patient',
  'patient.unmerged': 'A merge was undone',
  'document.created': 'A document was filed',
  'document.available': 'The bytes of a document can be read',
  'document.updated': 'The metadata of a document was changed',
  'document.quarantined': 'Malware was found in a document, so it cannot be read',
  'document.removed': 'A document was entered in error and removed',
  'catalog.updated': 'Tests in the catalog of the organization were added or changed',
  'export.completed': 'An export was completed',
  'export.failed': 'An export failed',
  'webhook.test': 'A test event was sent',
  'webhook.disabled': 'Another webhook of the organization was disabled',
};

export const EVENT_RESOURCES: readonly (readonly [resource: string, title: string])[] = [
  ['lab_result', 'Lab results'],
  ['lab_order', 'Lab orders'],
  ['patient', 'Patients'],
  ['document', 'Documents'],
  ['catalog', 'Catalog'],
  ['export', 'Exports'],
  ['webhook', 'Webhooks'],
];

type EventObject = Event['data']['object'];

export interface ObjectShape {
  /** `data.object.object` */
  kind:
    | 'patient'
    | 'lab_order'
    | 'lab_result'
    | 'document'
    | 'inbound_report'
    | 'catalog'
    | 'export'
    | 'webhook';
  /** Path of the object in `/v1`, with a trailing slash if its ID follows; null if it has none. */
  path: string | null;
  /** Whether it belongs to a patient; otherwise `patient_id` is null. */
  patient: boolean;
}

const SHAPES: Record<string, ObjectShape> = {
  patient: { kind: 'patient', path: '/v1/patients/', patient: true },
  lab_order: { kind: 'lab_order', path: '/v1/labs/orders/', patient: true },
  lab_result: { kind: 'lab_result', path: '/v1/labs/results/', patient: true },
  document: { kind: 'document', path: '/v1/documents/', patient: true },
  catalog: { kind: 'catalog', path: '/v1/labs/catalog', patient: false },
  export: { kind: 'export', path: '/v1/exports/', patient: false },
  webhook: { kind: 'webhook', path: null, patient: false },
};

/** An unmatched report has no patient, so it is not a result yet. */
const UNMATCHED: ObjectShape = { kind: 'inbound_report', path: null, patient: false };

export const shapeOfEvent = (type: EventType): ObjectShape =>
  type === 'lab_result.unmatched' ? UNMATCHED : SHAPES[type.split('.')[0]!]!;

/** @param path of an `ObjectShape` */
export const addressIn = (path: string | null, id: string): string | null =>
  path?.endsWith('/') ? path + id : path;

const IDS: Record<ObjectShape['kind'], string> = {
  patient: EXAMPLE_IDS.patient,
  lab_order: EXAMPLE_IDS.order,
  lab_result: EXAMPLE_IDS.result,
  document: EXAMPLE_IDS.document,
  inbound_report: ANSWER_IDS.inboundReport,
  catalog: ANSWER_IDS.catalog,
  export: EXAMPLE_IDS.export,
  webhook: EXAMPLE_IDS.webhook,
};

type Facts = Pick<EventObject, 'status'> & {
  version?: number;
  sequence?: number;
  changed?: string[];
  previous?: string;
  actor?: string;
};

const CLINICIAN = EXAMPLE_IDS.user;

const FACTS: Record<EventType, Facts> = {
  'patient.created': { status: 'active', version: 1, sequence: 1, actor: ANSWER_IDS.key },
  'patient.updated': { status: 'active', version: 2, sequence: 2, changed: ['phones'], actor: CLINICIAN },
  'patient.deleted': { status: 'active', version: 3, sequence: 3, actor: CLINICIAN },
  'patient.restored': { status: 'active', version: 4, sequence: 4, actor: CLINICIAN },
  'patient.merged': {
    status: 'merged',
    version: 5,
    sequence: 5,
    previous: 'active',
    changed: ['status', 'merged_into_id'],
    actor: CLINICIAN,
  },
  'patient.unmerged': {
    status: 'active',
    version: 6,
    sequence: 6,
    previous: 'merged',
    changed: ['status', 'merged_into_id'],
    actor: CLINICIAN,
  },
  'lab_order.created': { status: 'requested', version: 1, sequence: 1, actor: ANSWER_IDS.key },
  'lab_order.updated': {
    status: 'in_progress',
    version: 2,
    sequence: 2,
    previous: 'requested',
    changed: ['status', 'status_history', 'items', 'result_ids'],
  },
  'lab_order.sent': { status: 'sent', version: 2, sequence: 3 },
  'lab_order.accepted': { status: 'sent', version: 2, sequence: 4, changed: ['transmission'] },
  'lab_order.completed': {
    status: 'completed',
    version: 3,
    sequence: 4,
    previous: 'in_progress',
    changed: ['status', 'status_history', 'items', 'result_ids'],
  },
  'lab_order.cancelled': {
    status: 'cancelled',
    version: 2,
    sequence: 3,
    previous: 'requested',
    actor: CLINICIAN,
    changed: ['status', 'status_history'],
  },
  'lab_order.cancel_refused': { status: 'sent', version: 4, sequence: 7, changed: ['transmission'] },
  'lab_order.rejected': {
    status: 'rejected',
    version: 3,
    sequence: 4,
    previous: 'sent',
    changed: ['status', 'status_history'],
  },
  'lab_order.failed': {
    status: 'failed',
    version: 2,
    sequence: 3,
    previous: 'requested',
    changed: ['status', 'status_history'],
  },
  'lab_order.overdue': { status: 'sent', version: 2, sequence: 4 },
  'lab_result.created': { status: 'preliminary', version: 1, sequence: 1 },
  'lab_result.updated': { status: 'partial', version: 2, sequence: 2, changed: ['status', 'panels'] },
  'lab_result.finalized': {
    status: 'final',
    version: 3,
    sequence: 3,
    previous: 'partial',
    changed: ['status', 'panels'],
  },
  'lab_result.corrected': {
    status: 'corrected',
    version: 4,
    sequence: 5,
    previous: 'final',
    changed: ['status', 'panels'],
  },
  'lab_result.cancelled': { status: 'cancelled', version: 2, sequence: 2, previous: 'preliminary' },
  'lab_result.critical': { status: 'final', version: 3, sequence: 4, changed: ['status', 'panels'] },
  'lab_result.critical_unacknowledged': { status: 'final', version: 3, sequence: 5 },
  'lab_result.reviewed': {
    status: 'final',
    version: 3,
    sequence: 5,
    actor: CLINICIAN,
    changed: ['review'],
  },
  'lab_result.reviewer_changed': { status: 'final', version: 3, sequence: 5, actor: CLINICIAN },
  'lab_result.reassigned': {
    status: 'entered_in_error',
    version: 4,
    sequence: 6,
    previous: 'final',
    actor: CLINICIAN,
    changed: ['status', 'panels'],
  },
  'lab_result.unmatched': { status: 'unmatched', version: 1, sequence: 1 },
  'document.created': { status: 'processing', version: 1, sequence: 1, actor: ANSWER_IDS.key },
  'document.available': {
    status: 'available',
    version: 2,
    sequence: 2,
    previous: 'processing',
    changed: ['status', 'scan_status'],
  },
  'document.updated': {
    status: 'processing',
    version: 2,
    sequence: 2,
    previous: 'pending_upload',
    changed: ['status'],
  },
  'document.quarantined': {
    status: 'quarantined',
    version: 2,
    sequence: 2,
    previous: 'processing',
    changed: ['status', 'scan_status'],
  },
  'document.removed': {
    status: 'entered_in_error',
    version: 3,
    sequence: 3,
    previous: 'available',
    actor: CLINICIAN,
    changed: ['status'],
  },
  'catalog.updated': { status: null, version: 2, sequence: 2 },
  'webhook.test': { status: 'enabled', version: 1, sequence: 1, actor: CLINICIAN },
  'export.completed': { status: 'completed', version: 3, sequence: 1, actor: ANSWER_IDS.key },
  'export.failed': { status: 'failed', version: 3, sequence: 1 },
  'webhook.disabled': { status: 'disabled', version: 2, sequence: 4 },
};

/** Its object names the survivor too. */
export const isMerge = (type: EventType): boolean => type === 'patient.merged' || type === 'patient.unmerged';

const WITH_SEVERITY: ReadonlySet<EventType> = new Set([
  'lab_result.critical',
  'lab_result.reviewer_changed',
  'lab_result.unmatched',
]);

export function sampleEvent(type: EventType): Event {
  const { kind, path, patient } = shapeOfEvent(type);
  const { status, version = 1, sequence = 1, changed = [], previous, actor = 'system' } = FACTS[type];
  return {
    id: ANSWER_IDS.event,
    object: 'event',
    type,
    created_at: '2026-11-05T14:07:00.000Z',
    sequence,
    api_version: 'v1',
    org_id: ANSWER_IDS.organization,
    actor,
    data: {
      object: {
        object: kind,
        id: IDS[kind],
        version,
        status,
        href: addressIn(path, IDS[kind]),
        patient_id: patient ? EXAMPLE_IDS.patient : null,
        ...(WITH_SEVERITY.has(type) ? { severity: 'critical' } : {}),
        ...(type === 'lab_result.reviewer_changed' ? { reviewer_id: EXAMPLE_IDS.user } : {}),
        ...(isMerge(type) ? { survivor_id: EXAMPLE_IDS.spare } : {}),
      },
      changed_fields: changed,
      previous: previous === undefined ? {} : { status: previous },
    },
  };
}
