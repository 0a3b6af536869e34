import { eventList, listEventsInput } from '../../domain/events/contract';
import { listEvents } from '../../domain/events/list-events';
import { EVENT_SCOPES } from '../../domain/events/visible-events';
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
          'The events that webhooks receive, kept for at least 30 days. Lists events about objects that the credential can read (`patients:read` patient, `labs:read` lab_order, lab_result and catalog, `documents:read` document, `webhooks:manage` webhook); requesting another type is an error. ' +
          'With `sort=position` a client catches up and then polls: oldest first, no event is skipped or repeated, and every page has a `next_cursor`. At the end `has_more` is false. Repeat the request with the same cursor; an empty page returns it again. A cursor remains valid after the events before it have been deleted. An event appears once all transactions that started earlier have ended, usually within milliseconds. If changes of one object overlapped, its events can be listed in another order than their `sequence`, which is the authoritative order.',
        tags: ['Events'],
      },
    })
    .input(listEventsInput)
    .output(eventList)
    .query(({ ctx, input }) => listEvents(ctx, input)),
});
