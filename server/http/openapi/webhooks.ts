import { EVENT_TYPES, scopeOfEvent, type EventType } from '../../events/catalogue';
import { eventExample } from './examples/event-examples';
import { ANSWER_IDS } from './examples/example-parts';
import { schemaRef, type Json } from './json';

/** The `webhooks` section: one request per kind of event, as the service sends it to an integrator. */

const WHEN: Record<EventType, string> = {
  'patient.created': 'A patient was created',
  'patient.updated': 'A patient was changed; `changed_fields` names what',
  'patient.deleted': 'A patient was deleted',
  'patient.restored': 'A deleted patient was brought back',
  'lab_order.created': 'A lab order was created',
  'lab_order.updated': 'Status or items of an order changed; `previous.status` says from what',
  'lab_order.sent': 'An order was given to the laboratory',
  'lab_order.completed': 'All items of an order are resulted, cancelled or not performed',
  'lab_order.cancelled': 'An order was stopped, by the clinic or by the laboratory',
  'lab_order.rejected': 'The laboratory refused an order',
  'lab_order.failed': 'An order could not be delivered to the laboratory',
  'lab_order.overdue': 'An order has no result although its time is over',
  'lab_result.created': 'The first values of a report arrived, preliminary ones included',
  'lab_result.updated': 'More or changed values arrived before the report was final',
  'lab_result.finalized': 'All panels of a report are final',
  'lab_result.corrected': 'A report was changed after it was final',
  'lab_result.cancelled': 'The laboratory withdrew a report',
  'lab_result.critical': 'A value of a report is critical, or became so by a correction',
  'lab_result.critical_unacknowledged': 'Nobody has signed a critical report in time',
  'lab_result.reviewed': 'A clinician signed a report',
  'lab_result.reassigned': 'A report was moved to another patient; drop your copy',
  'lab_result.unmatched': 'A report arrived that fits no patient and waits for a person',
  'document.created': 'A document was filed',
  'document.available': 'The bytes of a document can be read',
  'document.updated': 'Facts about a document were changed',
  'document.quarantined': 'A document was found to be harmful and cannot be read',
  'document.removed': 'A document was entered in error and taken away',
  'catalog.updated': 'The catalog of tests was changed',
  'webhook.test': 'Somebody pressed “Send test event”',
  'webhook.disabled': 'Another webhook of the organisation was disabled',
};

const HEADERS: Record<string, Json> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the event, the same in every try: keep it to recognise repeats',
    schema: { type: 'string' },
    example: ANSWER_IDS.event,
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Seconds since 1970 of this try; refuse what is older than 5 minutes',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1794146820',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the secret after `whsec_`, decoded from base64. During a rotation several, separated by spaces: one that fits is enough. Made by [Standard Webhooks](https://www.standardwebhooks.com).',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

export const WEBHOOK_HEADERS = HEADERS;

export const webhooks = (): Record<string, Json> =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const scope = scopeOfEvent(type);
      return [
        type,
        {
          post: {
            operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`,
            summary: WHEN[type],
            description: `Sent to webhooks that name \`${type}\`, \`${type.split('.')[0]}.*\` or \`*\`, when their creator holds \`${scope}\`.`,
            tags: ['Events'],
            security: [],
            parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    allOf: [schemaRef('Event'), { type: 'object', properties: { type: { const: type } } }],
                  },
                  examples: { event: { summary: WHEN[type], value: eventExample(type) } },
                },
              },
            },
            responses: {
              '2XX': { description: 'Taken. Answer within 15 seconds and work afterwards.' },
              '410': { description: 'Disables the webhook at once.' },
              '4XX': { description: 'Anything else is tried again, ten times over three days.' },
            },
          },
        },
      ];
    }),
  );
