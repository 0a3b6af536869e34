import { EVENT_PATTERNS, scopeOfEvent } from '../../events/catalog';
import { checkTarget } from '../../outbound/outbound-guard';
import type { Context } from '../../shared/context';
import type { FieldError } from '../../errors/field-error';

/** Checks of the URL and the events of a webhook. */

export async function urlErrors(url: string): Promise<FieldError[]> {
  const problem = await checkTarget(url);
  return problem ? [{ pointer: '/url', ...problem }] : [];
}

export function eventErrors(ctx: Context, events: string[]): FieldError[] {
  return events.flatMap((name, index): FieldError[] => {
    const pointer = `/events/${index}`;
    if (!EVENT_PATTERNS.includes(name))
      return [{ pointer, code: 'not_allowed', message: 'must be an event type, `*` or `<resource>.*`' }];
    const scope = scopeOfEvent(name);
    if (scope && !ctx.actor.scopes.has(scope))
      return [{ pointer, code: 'not_allowed', message: `requires the scope ${scope}` }];
    return [];
  });
}
