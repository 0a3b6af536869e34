import type { Scope } from '../../shared/scopes';
import { EVENT_TYPES, scopeOfEvent, type EventType } from '../../events/catalog';
import { DOCUMENT_STATUSES } from '../documents/rules';
import { EXPORT_STATUSES } from '../../data-types/export-codes';
import { ORDER_STATUSES } from '../../data-types/lab-order-codes';
import { RESULT_STATUSES } from '../../data-types/lab-result-codes';
import { EVENT_RESOURCES, EVENT_WORDS, type ObjectShape } from './rules';

/**
 * Handling of each event, for `/docs/events/<type>` and the OpenAPI document. The type requires an entry
 * per event.
 */
export interface EventGuide {
  action: string;
  /** Part of the contract, but not sent by this version. */
  reserved?: true;
}

const FETCH = 'Fetch the object and replace your copy.';
const ORDER = 'Fetch the order; `status_history` lists each status with its time and actor.';
const REPORT =
  'Fetch the report by `href`. Values are exactly as the laboratory sent them: show `value_text` together with the status.';

export const EVENT_GUIDE: Readonly<Record<EventType, EventGuide>> = {
  'patient.created': {
    action: 'Fetch the patient if your application keeps its own copy.',
  },
  'patient.updated': {
    action: `${FETCH} \`previous.status\` is present when the patient became active or inactive.`,
  },
  'patient.deleted': {
    action:
      'Stop using your copy. `href` now returns 404, as do the results, orders and documents of this patient. The event carries the status before the deletion. An administrator can restore the patient.',
  },
  'patient.restored': {
    action: 'Fetch the patient with results, orders and documents again. `href` is valid again.',
  },
  'patient.merged': {
    action:
      'Replace this patient in your copy by the survivor, the patient in `survivor_id`. Results, orders and documents now belong to the survivor; none of them has a separate event. `href` returns the survivor.',
  },
  'patient.unmerged': {
    action:
      'Fetch both patients with their orders and documents again, and the results that you keep. `survivor_id` is the patient into which the record had been merged. `href` returns the record itself again.',
  },
  'lab_order.created': {
    action: 'Fetch the order if your application tracks orders that others create.',
  },
  'lab_order.updated': {
    action: `${ORDER} Events for single steps, such as \`lab_order.completed\`, are sent in addition. Subscribe to one of the two.`,
  },
  'lab_order.sent': {
    action: `${ORDER} \`transmission\` shows whether the laboratory has accepted it.`,
  },
  'lab_order.accepted': {
    action: `${ORDER} \`transmission.filler_order_number\` is the number of the laboratory, if it gave one.`,
  },
  'lab_order.completed': {
    action:
      'Fetch the order; `result_ids` lists its reports. A later correction changes the report, and the order stays completed.',
  },
  'lab_order.cancelled': {
    action: `${ORDER} A result that arrives anyway is kept and advances the order.`,
  },
  'lab_order.cancel_refused': {
    action: `${ORDER} The order stays open; \`transmission.reason\` has the words of the laboratory.`,
  },
  'lab_order.rejected': {
    action: `${ORDER} \`transmission.reason\` or the last entry has the reason. Users can correct what is wrong and send the order again.`,
  },
  'lab_order.failed': {
    action: `${ORDER} Inform a person: \`transmission.reason\` tells why. A user can send it again, or print the requisition. If \`transmission.message\` is \`cancellation\`, the laboratory still has the order: call it.`,
  },
  'lab_order.overdue': {
    action:
      'Ask the laboratory. The order stays open, and `overdue` is true until it is closed. The event is sent once per order.',
  },
  'lab_result.created': {
    action: `${REPORT} It may not be final: see \`status\`, and \`pending_tests\` for missing tests.`,
  },
  'lab_result.updated': {
    action: `${REPORT} \`changed_fields\` contains \`review\` when only the signature changed.`,
  },
  'lab_result.finalized': { action: REPORT },
  'lab_result.corrected': {
    action:
      'Replace your copy and show that it was corrected. `corrections` lists each value before and after, and `?version=` returns earlier versions.',
  },
  'lab_result.cancelled': {
    action: 'Stop using its values, but keep a record that they existed.',
  },
  'lab_result.critical': {
    action:
      'Notify a clinician immediately. This event is sent in addition to the event of the report, once for each change that makes a value critical. It carries `severity` and no value.',
  },
  'lab_result.critical_unacknowledged': {
    action: 'Notify another clinician. The organization sets the time limit.',
  },
  'lab_result.reviewed': {
    action: 'Fetch the report: `review` lists who signed which version, and when.',
  },
  'lab_result.reviewer_changed': {
    action:
      'If you page clinicians and `severity` is `critical`, page the user in `reviewer_id`, or the group if it is null. The report itself has not changed.',
  },
  'lab_result.reassigned': {
    action:
      'Delete your copy of this report. It was filed for the wrong patient, the one in `patient_id`. The correct patient has a new report, reported by `lab_result.created`.',
  },
  'lab_result.unmatched': {
    action:
      'If `severity` is `critical`, notify a user who files unmatched reports. Nothing can be fetched, and no patient is identified. When a user has matched the report, `lab_result.created` or an event of the existing report follows.',
  },
  'document.created': {
    action:
      'Fetch the metadata if you need it now. The bytes are available after `document.available`, which follows immediately or after a malware scan.',
  },
  'document.available': {
    action: 'Fetch the document, and its bytes at `/v1/documents/{id}/content`.',
  },
  'document.updated': { action: FETCH },
  'document.quarantined': {
    action: 'Nothing can be downloaded. Ask the sender for another copy.',
  },
  'document.removed': {
    action:
      'Delete your copy. A document that was filed for the wrong patient is filed again as a new document. If a user undoes the removal within a minute, `document.available` of the same document follows.',
  },
  'catalog.updated': {
    action:
      'Read `/v1/labs/catalog` again with its entity tag. An import sends one event, however many tests it changes, and none if it changes nothing.',
  },
  'export.completed': {
    action: 'Fetch the export by `href`, and download its files before `expires_at`.',
  },
  'export.failed': {
    action: 'Fetch the export by `href`; `failure_reason` says why. Request a new one.',
  },
  'webhook.test': {
    action:
      'Respond with 2xx. The event is sent once, to this webhook only. A test can also have the type of any other event: it then carries `"test": true`, and its object does not exist.',
  },
  'webhook.disabled': {
    action: 'Notify an administrator. The undelivered events are listed in the portal.',
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
  export: EXPORT_STATUSES,
  webhook: ['enabled', 'failing', 'disabled'],
};

export const eventGroups = () =>
  EVENT_RESOURCES.map(([resource, title]) => {
    const types = EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`));
    return {
      title,
      scope: readScopeOf(types[0]!),
      events: types.map((type) => ({ type, when: EVENT_WORDS[type], reserved: isReserved(type) })),
    };
  });

const isReserved = (type: EventType): boolean => EVENT_GUIDE[type].reserved === true;

export const isEventType = (word: string): word is EventType => Object.hasOwn(EVENT_GUIDE, word);

export const readScopeOf = (type: EventType): Scope => scopeOfEvent(type)!;
