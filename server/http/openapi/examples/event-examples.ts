import type { Event } from '../../../domain/events/contract';
import type { EventType } from '../../../events/catalogue';
import { ANSWER_IDS, EXAMPLE_IDS, page, type OperationExamples } from './example-parts';

type EventObject = Event['data']['object'];

const OBJECTS: Record<string, EventObject> = {
  patient: {
    object: 'patient',
    id: EXAMPLE_IDS.patient,
    version: 3,
    status: 'active',
    href: `/v1/patients/${EXAMPLE_IDS.patient}`,
    patient_id: EXAMPLE_IDS.patient,
  },
  lab_order: {
    object: 'lab_order',
    id: EXAMPLE_IDS.order,
    version: 2,
    status: 'completed',
    href: `/v1/labs/orders/${EXAMPLE_IDS.order}`,
    patient_id: EXAMPLE_IDS.patient,
  },
  lab_result: {
    object: 'lab_result',
    id: EXAMPLE_IDS.result,
    version: 1,
    status: 'final',
    href: `/v1/labs/results/${EXAMPLE_IDS.result}`,
    patient_id: EXAMPLE_IDS.patient,
  },
  document: {
    object: 'document',
    id: EXAMPLE_IDS.document,
    version: 1,
    status: 'available',
    href: `/v1/documents/${EXAMPLE_IDS.document}`,
    patient_id: EXAMPLE_IDS.patient,
  },
  catalog: {
    object: 'catalog_test',
    id: EXAMPLE_IDS.test,
    version: 1,
    status: null,
    href: null,
    patient_id: null,
  },
  webhook: {
    object: 'webhook',
    id: EXAMPLE_IDS.webhook,
    version: 1,
    status: 'enabled',
    href: null,
    patient_id: null,
  },
};

/** Where an event is not of the resource that its name begins with, or leaves it in a state of its own. */
const OF_TYPE: Partial<Record<EventType, Partial<EventObject>>> = {
  'lab_result.critical': { severity: 'critical' },
  'lab_result.reassigned': { status: 'entered_in_error', version: 2 },
  // Nobody knows yet whose it is.
  'lab_result.unmatched': {
    ...{ object: 'inbound_report', id: ANSWER_IDS.inboundReport, status: 'unmatched' },
    ...{ href: null, patient_id: null },
  },
};

/** One event as it is sent. */
export function eventExample(type: EventType): Event {
  const resource = type.split('.')[0]!;
  const object: EventObject = { ...OBJECTS[resource]!, ...OF_TYPE[type] };
  return {
    id: ANSWER_IDS.event,
    object: 'event',
    type,
    created_at: '2026-11-05T14:07:00.000Z',
    sequence: 3,
    api_version: 'v1',
    org_id: ANSWER_IDS.organisation,
    actor: 'system',
    data: {
      object,
      changed_fields: type.endsWith('.updated') ? ['status'] : [],
      previous: type === 'lab_order.updated' ? { status: 'in_progress' } : {},
    },
  };
}

export const EVENT_EXAMPLES: Record<string, OperationExamples> = {
  listEvents: {
    parameters: {
      type: ['lab_result.*', 'document.available'],
      object_id: EXAMPLE_IDS.result,
      sort: 'position',
    },
    response: page([eventExample('lab_result.finalized')], { next_cursor: 'eyJ2IjoxfQ' }),
  },
};
