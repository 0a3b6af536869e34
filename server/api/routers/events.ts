import { eventList, listEventsInput } from '../../domain/events/contract';
import { listEvents } from '../../domain/events/list-events';
import { EVENT_SCOPES } from '../../domain/events/sight';
import { procedure, router } from '../trpc';

export const eventsRouter = router({
  listEvents: procedure
    .meta({
      scope: EVENT_SCOPES,
      openapi: {
        method: 'GET',
        path: '/v1/events',
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'What webhooks are sent, kept for 30 days. Shows events of the kinds that the credential may read (`patients:read` patient, `labs:read` lab_order, lab_result and catalog, `documents:read` document, `webhooks:manage` webhook); asking for another kind by name is refused. ' +
          'With `sort=position` a client catches up and then polls: oldest first, no event is ever skipped or repeated, and every page has a `next_cursor`. At the end `has_more` is false; ask again with the same cursor, and an empty page gives it back. A cursor stays good when the events before it have reached their age and are gone. An event appears when every transaction that began before its own has ended, usually within milliseconds. Events of one object whose changes overlapped may stand in another order than their `sequence`, which is what counts.',
        tags: ['Events'],
      },
    })
    .input(listEventsInput)
    .output(eventList)
    .query(({ ctx, input }) => listEvents(ctx, input)),
});
