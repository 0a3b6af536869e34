import { and, eq, isNull, sql } from 'drizzle-orm';
import { prepared, queryNamed } from '../db/prepared';
import { deliveries, webhooks } from '../db/schema/index';
import { together, type Tx } from '../db/transaction';
import { actorName, type Context } from '../shared/context';
import { newId, showId, showIdOrNull, type Kind } from '../shared/ids';
import { matchesEvent, scopeOfEvent, type EventType } from './catalog';

/**
 * Writes an event and its deliveries in the transaction of the change (transactional outbox). Payloads contain only
 * IDs, type and time, never patient data.
 */
export interface EventInput {
  type: EventType;
  object: EventObject;
  /** Gap-free per object; incremented by the change. */
  sequence: number;
  changedFields?: string[];
  previous?: Record<string, string>;
  /** Shown to the receiver instead of the real type and object, marked as a test. */
  sample?: { type: EventType; object: EventObject };
}

export interface EventObject {
  kind: Kind;
  /** `uuid` */
  id: string;
  version: number;
  status: string | null;
  /** Path under `/v1`; null for objects without one. */
  href: string | null;
  /** `uuid` */
  patientId: string | null;
  severity?: string;
  /** `uuid`; of a merge. */
  survivorId?: string;
  /** `uuid`; null for the group. Of a change of reviewer. */
  reviewerId?: string | null;
}

/** Restricts the receivers of events about a webhook. `uuid` of a webhook. */
export interface Audience {
  only?: string;
  except?: string;
}

const API_VERSION = 'v1';

/** @returns `uuid` of the event */
export async function emit(
  tx: Tx,
  ctx: Context,
  input: EventInput,
  audience: Audience = {},
): Promise<string> {
  const { orgId } = ctx.actor;
  const id = newId();
  const createdAt = new Date();
  const { type, object } = input.sample ?? input;
  const body = JSON.stringify({
    id: showId('event', id),
    object: 'event',
    type,
    ...(input.sample ? { test: true } : {}),
    created_at: createdAt.toISOString(),
    sequence: input.sequence,
    api_version: API_VERSION,
    org_id: showId('organization', orgId),
    actor: actorName(ctx.actor),
    data: {
      object: {
        object: object.kind,
        id: showId(object.kind, object.id),
        version: object.version,
        status: object.status,
        href: object.href,
        patient_id: object.patientId ? showId('patient', object.patientId) : null,
        ...(object.severity ? { severity: object.severity } : {}),
        ...(object.survivorId ? { survivor_id: showId('patient', object.survivorId) } : {}),
        ...(object.reviewerId === undefined ? {} : { reviewer_id: showIdOrNull('user', object.reviewerId) }),
      },
      changed_fields: input.changedFields ?? [],
      previous: input.previous ?? {},
    },
  });
  const insert = queryNamed(tx, INSERT_EVENT, [
    orgId,
    id,
    input.type,
    input.object.kind,
    input.object.id,
    input.sequence,
    body,
    input.previous ? JSON.stringify(input.previous) : null,
    createdAt,
  ]);
  const [, hooks] = await together(insert, findHooks(tx, { orgId }));
  const subscribed = hooks.filter((hook) =>
    audience.only ? hook.id === audience.only : hook.id !== audience.except && wants(hook, input.type),
  );
  if (subscribed.length > 0) {
    // Deliveries to a paused or disabled webhook stay pending, so that enabling it can send what was missed.
    const row = (hook: (typeof subscribed)[number]) => ({
      orgId,
      id: newId(),
      eventId: id,
      webhookId: hook.id,
      createdAt,
      ...(hook.enabled ? { nextAttemptAt: createdAt } : { status: 'held' as const }),
    });
    await tx.insert(deliveries).values(subscribed.map(row));
  }
  return id;
}

const INSERT_EVENT = {
  name: 'insert_event',
  text: `insert into events (org_id, id, type, object_kind, object_id, sequence, body, previous, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const findHooks = prepared('find_webhooks_to_tell', (tx) =>
  tx
    .select({ id: webhooks.id, events: webhooks.events, scopes: webhooks.scopes, enabled: webhooks.enabled })
    .from(webhooks)
    .where(and(eq(webhooks.orgId, sql.placeholder('orgId')), isNull(webhooks.deletedAt))),
);

/** Only subscribed events whose object the webhook's creator could read. */
function wants(hook: { events: string[]; scopes: string[] }, type: EventType): boolean {
  const scope = scopeOfEvent(type);
  return matchesEvent(hook.events, type) && scope !== null && hook.scopes.includes(scope);
}
