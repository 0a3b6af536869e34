/** The events of webhooks, grouped and described. */
import type { Event } from '@/server/domain/events/contract';

export type EventName = Event['type'];

export interface EventGroup {
  title: string;
  resource: string;
  events: readonly { name: EventName; words: string }[];
}

export const EVENT_GROUPS: readonly EventGroup[] = [
  {
    title: 'Lab results',
    resource: 'lab_result',
    events: [
      { name: 'lab_result.created', words: 'First values received, including preliminary ones' },
      { name: 'lab_result.updated', words: 'Values added or changed before the report is final' },
      { name: 'lab_result.finalized', words: 'All panels are final' },
      { name: 'lab_result.corrected', words: 'A final report was corrected' },
      { name: 'lab_result.cancelled', words: 'The laboratory canceled the report' },
      { name: 'lab_result.critical', words: 'A value is critical' },
      {
        name: 'lab_result.critical_unacknowledged',
        words: 'A critical result was not signed in time',
      },
      { name: 'lab_result.reviewed', words: 'A clinician signed the report' },
      { name: 'lab_result.reassigned', words: 'The report was moved to another patient' },
      { name: 'lab_result.unmatched', words: 'A report could not be matched to a patient' },
    ],
  },
  {
    title: 'Lab orders',
    resource: 'lab_order',
    events: [
      { name: 'lab_order.created', words: 'An order was placed' },
      { name: 'lab_order.updated', words: 'The status of an order changed' },
      { name: 'lab_order.sent', words: 'The order was sent or handed over' },
      { name: 'lab_order.accepted', words: 'The laboratory accepted the order' },
      { name: 'lab_order.completed', words: 'All tests are final, canceled or not performed' },
      { name: 'lab_order.cancelled', words: 'The order was canceled' },
      { name: 'lab_order.cancel_refused', words: 'The laboratory did not cancel the order' },
      { name: 'lab_order.rejected', words: 'The laboratory rejected the order' },
      { name: 'lab_order.failed', words: 'The order could not be sent to the laboratory' },
      { name: 'lab_order.overdue', words: 'No result by the expected time' },
    ],
  },
  {
    title: 'Patients',
    resource: 'patient',
    events: [
      { name: 'patient.created', words: 'A patient was created' },
      { name: 'patient.updated', words: 'Patient data changed' },
      { name: 'patient.deleted', words: 'A patient was deleted' },
      { name: 'patient.restored', words: 'A deleted patient was restored' },
    ],
  },
  {
    title: 'Documents',
    resource: 'document',
    events: [
      { name: 'document.created', words: 'A document was added' },
      { name: 'document.available', words: 'A document can be read' },
      { name: 'document.updated', words: 'Details of a document changed' },
      { name: 'document.quarantined', words: 'Malware was found in a document' },
      { name: 'document.removed', words: 'A document was removed' },
    ],
  },
  {
    title: 'Other',
    resource: 'other',
    events: [
      { name: 'catalog.updated', words: 'The test catalog changed' },
      { name: 'export.completed', words: 'An export of records was completed' },
      { name: 'export.failed', words: 'An export of records failed' },
      { name: 'webhook.disabled', words: 'Another webhook was disabled' },
    ],
  },
];

/** All event types of deliveries. */
export const EVENT_NAMES: readonly EventName[] = [
  'webhook.test',
  ...EVENT_GROUPS.flatMap((group) => group.events.map((event) => event.name)),
];

const ALL: readonly string[] = EVENT_GROUPS.flatMap((group) => group.events.map((event) => event.name));

export const PRESETS: readonly { label: string; events: readonly string[] }[] = [
  { label: 'All events', events: ALL },
  { label: 'All lab results', events: ALL.filter((name) => name.startsWith('lab_result.')) },
  { label: 'Critical only', events: ['lab_result.critical', 'lab_result.critical_unacknowledged'] },
];

/** The shortest subscription: `*`, `lab_result.*` or single types. Wildcards include future types. */
export function subscriptionOf(chosen: ReadonlySet<string>): string[] {
  if (ALL.every((name) => chosen.has(name))) return ['*'];
  return EVENT_GROUPS.flatMap((group) => {
    const names = group.events.map((event) => event.name);
    const whole = group.resource !== 'other' && names.every((name) => chosen.has(name));
    return whole ? [`${group.resource}.*`] : names.filter((name) => chosen.has(name));
  });
}

export function subscriptionWords(events: readonly string[]): string {
  if (events.includes('*')) return 'All events';
  return events
    .map((name) => {
      const group = EVENT_GROUPS.find((candidate) => `${candidate.resource}.*` === name);
      return group ? `All ${group.title.toLowerCase()}` : name;
    })
    .join(', ');
}

/** The single types of a subscription, for the check boxes. */
export const chosenOf = (events: readonly string[]): ReadonlySet<string> =>
  new Set(
    ALL.filter((name) =>
      events.some((pattern) => pattern === '*' || pattern === name || pattern === `${name.split('.')[0]}.*`),
    ),
  );
