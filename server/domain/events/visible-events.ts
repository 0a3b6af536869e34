import type { Scope } from '../../shared/scopes';
import { EVENT_TYPES, matchesEvent, scopeOfEvent, type EventType } from '../../events/catalog';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { readId } from '../../shared/ids';
import { EVENT_OBJECTS, type ListEventsInput } from './contract';

/** Which events a credential may see: those of the kinds of objects that it may read. */

export const EVENT_SCOPES: readonly Scope[] = [
  ...new Set(EVENT_TYPES.map((type) => scopeOfEvent(type)).filter((scope) => scope !== null)),
];

const isVisibleWith = (scopes: ReadonlySet<Scope>, type: string): boolean => {
  const scope = scopeOfEvent(type);
  return scope !== null && scopes.has(scope);
};

export function eventObject(shown: string): { kind: (typeof EVENT_OBJECTS)[number]; id: string } | undefined {
  for (const kind of EVENT_OBJECTS) {
    const id = readId(kind, shown);
    if (id) return { kind, id };
  }
  return undefined;
}

/**
 * Returns the event types that the response may contain; null for all. A type that is requested explicitly but not
 * readable is an error, because an empty list would look like "no events".
 * @throws DomainError `insufficient_scope`
 */
export function visibleTypes(ctx: Context, input: ListEventsInput): EventType[] | null {
  const { scopes } = ctx.actor;
  const object = input.object_id ? eventObject(input.object_id) : undefined;
  const asked = [...(input.type ?? []), ...(object ? [object.kind] : [])];
  const missing = [...new Set(asked.map((name) => scopeOfEvent(name)))].filter(
    (scope): scope is Scope => scope !== null && !scopes.has(scope),
  );
  if (missing.length > 0) {
    throw new DomainError(
      'insufficient_scope',
      `Events of this type require the scope ${missing.join(' and ')}.`,
      { required_scopes: missing },
    );
  }
  const types = EVENT_TYPES.filter(
    (type) => isVisibleWith(scopes, type) && (!input.type || matchesEvent(input.type, type)),
  );
  return types.length === EVENT_TYPES.length ? null : types;
}
