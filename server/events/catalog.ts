import type { Scope } from '../shared/scopes';

/** All event types. A webhook subscribes to types, `*` or `<resource>.*`. */
export const EVENT_TYPES = [
  'patient.created',
  'patient.updated',
  'patient.deleted',
  'patient.restored',
  'patient.merged',
  'patient.unmerged',
  'lab_order.created',
  'lab_order.updated',
  'lab_order.sent',
  'lab_order.accepted',
  'lab_order.completed',
  'lab_order.cancelled',
  'lab_order.cancel_refused',
  'lab_order.rejected',
  'lab_order.failed',
  'lab_order.overdue',
  'lab_result.created',
  'lab_result.updated',
  'lab_result.finalized',
  'lab_result.corrected',
  'lab_result.cancelled',
  'lab_result.critical',
  'lab_result.critical_unacknowledged',
  'lab_result.reviewed',
  'lab_result.reviewer_changed',
  'lab_result.reassigned',
  'lab_result.unmatched',
  'document.created',
  'document.available',
  'document.updated',
  'document.quarantined',
  'document.removed',
  'catalog.updated',
  'export.completed',
  'export.failed',
  'webhook.test',
  'webhook.disabled',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

const EVENT_RESOURCES = [...new Set(EVENT_TYPES.map((type) => type.split('.')[0] as string))];

/** Values allowed in `events` of a webhook. */
export const EVENT_PATTERNS: readonly string[] = [
  '*',
  ...EVENT_RESOURCES.map((resource) => `${resource}.*`),
  ...EVENT_TYPES,
];

export function matchesEvent(patterns: readonly string[], type: EventType): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}

const READ_SCOPE: Record<string, Scope> = {
  patient: 'patients:read',
  lab_order: 'labs:read',
  lab_result: 'labs:read',
  catalog: 'labs:read',
  document: 'documents:read',
  // The event contains no more than the status.
  export: 'patients:read',
  webhook: 'webhooks:manage',
};

/** The scope that may read the objects of an event or pattern; null for `*`, which is filtered per event. */
export function scopeOfEvent(pattern: string): Scope | null {
  return READ_SCOPE[pattern.split('.')[0] as string] ?? null;
}
