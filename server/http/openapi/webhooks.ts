import { EVENT_TYPES, scopeOfEvent } from '../../events/catalog';
import { EVENT_GUIDE } from '../../domain/events/guide';
import { EVENT_WORDS, sampleEvent } from '../../domain/events/rules';
import { ANSWER_IDS } from '../../shared/example-ids';
import { eventSchema } from './event-schemas';
import type { Json } from './json';

const HEADERS: Record<string, Json> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'ID of the event, the same in every attempt. Store it to detect duplicates.',
    schema: { type: 'string' },
    example: ANSWER_IDS.event,
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1794146820',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

export const WEBHOOK_HEADERS = HEADERS;

export const webhooks = (): Record<string, Json> =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const scope = scopeOfEvent(type);
      const { action, reserved } = EVENT_GUIDE[type];
      const when = EVENT_WORDS[type];
      return [
        type,
        {
          post: {
            operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`,
            summary: when,
            description: [
              ...(reserved ? ['Reserved: this version does not send it yet.'] : []),
              action,
              `Sent to webhooks with \`${type}\`, \`${type.split('.')[0]}.*\` or \`*\`, if their creator has \`${scope}\`.`,
            ].join('\n\n'),
            tags: ['Events'],
            security: [],
            parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: eventSchema(type),
                  examples: { event: { summary: when, value: sampleEvent(type) } },
                },
              },
            },
            responses: {
              '2XX': { description: 'Received. Respond within 15 seconds and process the event afterwards.' },
              '410': { description: 'Disables the webhook immediately.' },
              '4XX': { description: 'Any other response is retried, ten times over three days.' },
            },
          },
        },
      ];
    }),
  );
