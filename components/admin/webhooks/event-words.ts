/** The events of webhooks, grouped and described. */
import type { Event } from '@/server/domain/events/contract';
import { EVENT_RESOURCES, EVENT_WORDS } from '@/server/domain/events/rules';

export type EventName = Event['type'];

export interface EventGroup {
  title: string;
  resource: string;
  events: readonly { name: EventName; words: string }[];
}

/** Sent on request only, so that no one subscribes to it. */
const TEST = 'webhook.test';
/** Resources of few events have one group. */
const SMALL = new Set(['catalog', 'export', 'webhook']);

const eventsOf = (resources: ReadonlySet<string>) =>
  (Object.keys(EVENT_WORDS) as EventName[])
    .filter((name) => name !== TEST && resources.has(name.split('.')[0]!))
    .map((name) => ({ name, words: EVENT_WORDS[name] }));

export const EVENT_GROUPS: readonly EventGroup[] = [
  ...EVENT_RESOURCES.filter(([resource]) => !SMALL.has(resource)).map(([resource, title]) => ({
    title,
    resource,
    events: eventsOf(new Set([resource])),
  })),
  { title: 'Other', resource: 'other', events: eventsOf(SMALL) },
];

/** All event types of deliveries. */
export const EVENT_NAMES: readonly EventName[] = [
  TEST,
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
