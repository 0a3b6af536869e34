import type { Scope } from '../../shared/scopes';
import { EVENT_TYPES, scopeOfEvent, type EventType } from '../../events/catalog';
import { DOCUMENT_STATUSES } from '../documents/rules';
import { ORDER_STATUSES } from '../../data-types/lab-order-codes';
import { RESULT_STATUSES } from '../../data-types/lab-result-codes';
import type { ObjectShape } from './rules';

/**
 * Meaning and handling of each event, for `/docs/events/<type>` and the OpenAPI document. The type requires an entry
 * per event.
 */
export interface EventGuide {
  /** A sentence without the period. */
  when: string;
  action: string;
  /** Part of the contract, but not sent by this version. */
  reserved?: true;
}

const FETCH = 'Fetch the object and replace your copy of it.';
const ORDER = 'Fetch the order; `status_history` says when it came to each status and by whom.';
const REPORT =
  'Fetch the report by `href`. Values come as the laboratory sent them: show `value_text`, and the status beside it.';

export const EVENT_GUIDE: Readonly<Record<EventType, EventGuide>> = {
  'patient.created': {
    when: 'A patient was created',
    action: 'Fetch the patient, if your application keeps a copy of its own.',
  },
  'patient.updated': {
    when: 'A patient was changed; `changed_fields` names what',
    action: `${FETCH} \`previous.status\` is there when the patient became active or inactive.`,
  },
  'patient.deleted': {
    when: 'A patient was deleted',
    action:
      'Take your copy out of use. `href` answers 404 from now on, and so do the results, orders and documents of this patient. The status is the one before the deletion. An administrator can bring the patient back.',
  },
  'patient.restored': {
    when: 'A deleted patient was brought back',
    action: 'Fetch the patient with results, orders and documents again: `href` answers as before.',
  },
  'lab_order.created': {
    when: 'A lab order was created, by `/v1` or in the portal',
    action: 'Fetch the order, if your application follows orders that others place.',
  },
  'lab_order.updated': {
    when: 'Status or items of an order changed; `previous.status` says from what',
    action: `${ORDER} Events for single steps, like \`lab_order.completed\`, come in addition to this one: listen to either.`,
  },
  'lab_order.sent': {
    when: 'An order was handed to the laboratory, as a person of the clinic noted',
    action: ORDER,
  },
  'lab_order.completed': {
    when: 'All items of an order are resulted, cancelled or not performed',
    action:
      'Fetch the order; `result_ids` names its reports. A correction that comes later changes the report and leaves the order completed.',
  },
  'lab_order.cancelled': {
    when: 'An order was stopped, by the clinic or by the laboratory',
    action: `${ORDER} A result that arrives all the same is kept, and moves the order on.`,
  },
  'lab_order.rejected': {
    when: 'The laboratory refused an order',
    action: `${ORDER} The last entry says what the laboratory said. Somebody has to collect again or order anew.`,
  },
  'lab_order.failed': {
    when: 'An order could not be delivered to the laboratory',
    action: `${ORDER} Tell a person: the laboratory does not know of it. The service transmits no orders itself, so nothing can fail here; people hand them over and note it.`,
    reserved: true,
  },
  'lab_order.overdue': {
    when: 'An open order is not answered completely although `expected_by` has passed',
    action:
      'Ask the laboratory. The order goes on as before, and `overdue` is true until it is over. It is told once for each order.',
  },
  'lab_result.created': {
    when: 'The first values of a report arrived, preliminary ones included',
    action: `${REPORT} It need not be final: \`status\` says so, and \`pending_tests\` what is missing.`,
  },
  'lab_result.updated': {
    when: 'More or changed values arrived before the report was final, or a signature was undone',
    action: `${REPORT} \`changed_fields\` holds \`review\` when only the signature changed.`,
  },
  'lab_result.finalized': { when: 'All panels of a report are final', action: REPORT },
  'lab_result.corrected': {
    when: 'A report was changed after it was final',
    action:
      'Fetch the report and replace what you show. Say that it was corrected: `corrections` names each value before and after, and earlier versions can be read with `?version=`.',
  },
  'lab_result.cancelled': {
    when: 'The laboratory withdrew a report',
    action: 'Take its values out of use; keep that they were there.',
  },
  'lab_result.critical': {
    when: 'A value of a report is critical, or became so by a correction',
    action:
      'Tell a clinician at once. It comes in addition to the event of the report itself, and once for each change that makes a line critical. It carries `severity` and no value.',
  },
  'lab_result.critical_unacknowledged': {
    when: 'Nobody has signed a critical report in time',
    action: 'Tell another clinician. How long that is, the organization decides.',
  },
  'lab_result.reviewed': {
    when: 'A clinician signed a report',
    action: 'Fetch the report: `review` says who signed which version, and when.',
  },
  'lab_result.reassigned': {
    when: 'A report was moved to another patient; drop your copy',
    action:
      'Drop your copy of this report: it was filed for the wrong patient, who is the one in `patient_id`. The report of the right patient is another one, told by `lab_result.created`.',
  },
  'lab_result.unmatched': {
    when: 'A report arrived that fits no patient and waits for a person',
    action:
      'Nothing can be fetched, and no patient is named. When a person has found whose it is, `lab_result.created` follows, or an event of the report that it belongs to.',
  },
  'document.created': {
    when: 'A document was filed',
    action:
      'Fetch its facts if you need them now. The bytes can be read with `document.available`, which comes at once or after a check.',
  },
  'document.available': {
    when: 'The bytes of a document can be read',
    action: 'Fetch the document, and its bytes at `/v1/documents/{id}/content`.',
  },
  'document.updated': { when: 'Facts about a document were changed', action: FETCH },
  'document.quarantined': {
    when: 'A document was found to be harmful and cannot be read',
    action: 'Nothing can be downloaded. Ask the sender for another copy.',
  },
  'document.removed': {
    when: 'A document was entered in error and taken away',
    action: 'Drop your copy. A document that was filed for the wrong patient comes again as a new one.',
  },
  'catalog.updated': {
    when: 'Tests were added to the catalog of your organization, or changed in it',
    action:
      'Read `/v1/labs/catalog` again; its entity tag tells whether anything is new for you. Each organization has a catalog of its own, and one import tells once however many tests it changes; one that changes nothing tells nothing.',
  },
  'webhook.test': {
    when: 'Somebody pressed “Send test event”',
    action:
      'Answer 2xx. It is sent to this webhook alone and tried once. A test can also look like any other event: it then carries `"test": true`, and its object does not exist.',
  },
  'webhook.disabled': {
    when: 'Another webhook of the organization was disabled',
    action: 'Tell an administrator: what it would have been sent is held in the portal.',
  },
};

/** Values of `data.object.status`; null where it is always null. */
export const OBJECT_STATUSES: Readonly<Record<ObjectShape['kind'], readonly string[] | null>> = {
  patient: ['active', 'inactive', 'merged'],
  lab_order: ORDER_STATUSES,
  lab_result: RESULT_STATUSES,
  document: DOCUMENT_STATUSES,
  inbound_report: ['unmatched', 'conflict'],
  catalog: null,
  webhook: ['enabled', 'failing', 'disabled'],
};

const TITLES: readonly (readonly [resource: string, title: string])[] = [
  ['lab_result', 'Lab results'],
  ['lab_order', 'Lab orders'],
  ['patient', 'Patients'],
  ['document', 'Documents'],
  ['catalog', 'Catalog'],
  ['webhook', 'Webhooks'],
];

export const eventGroups = () =>
  TITLES.map(([resource, title]) => {
    const types = EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`));
    return {
      title,
      scope: readScopeOf(types[0]!),
      events: types.map((type) => ({ type, when: EVENT_GUIDE[type].when, reserved: isReserved(type) })),
    };
  });

const isReserved = (type: EventType): boolean => EVENT_GUIDE[type].reserved === true;

export const isEventType = (word: string): word is EventType => Object.hasOwn(EVENT_GUIDE, word);

export const readScopeOf = (type: EventType): Scope => scopeOfEvent(type)!;
