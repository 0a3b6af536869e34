import type { Delivery, Webhook } from '../../../domain/webhooks/contract';
import { sampleEvent } from '../../../domain/events/rules';
import { ANSWER_IDS, EXAMPLE_IDS } from '../../../shared/example-ids';
import { page, type OperationExamples } from './example-parts';

const webhook: Webhook = {
  id: EXAMPLE_IDS.webhook,
  object: 'webhook',
  version: 1,
  created_at: '2026-11-02T08:30:00.000Z',
  updated_at: '2026-11-02T08:30:00.000Z',
  created_by: ANSWER_IDS.key,
  url: 'https://hooks.example.org/clinical',
  events: ['lab_result.*', 'document.available'],
  description: 'Results for the ward system',
  enabled: true,
  status: 'enabled',
  disabled_reason: null,
  secret_hint: 'dCE=',
  last_success_at: '2026-11-05T14:07:01.000Z',
  last_failure_at: null,
  consecutive_failures: 0,
  metadata: {},
};

const delivery: Delivery = {
  id: EXAMPLE_IDS.delivery,
  object: 'delivery',
  event_id: ANSWER_IDS.event,
  event_type: 'lab_result.finalized',
  webhook_id: EXAMPLE_IDS.webhook,
  status: 'succeeded',
  manual: false,
  created_at: '2026-11-05T14:07:00.000Z',
  next_attempt_at: null,
  attempts: [
    {
      attempt: 1,
      sent_at: '2026-11-05T14:07:00.412Z',
      duration_ms: 87,
      response_status: 204,
      response_excerpt: null,
      response_bytes: 0,
      error: null,
      error_detail: null,
    },
  ],
};

export const WEBHOOK_EXAMPLES: Record<string, OperationExamples> = {
  listWebhooks: { response: page([webhook]) },
  createWebhook: {
    requests: {
      chosen: {
        summary: 'All results, and available documents',
        value: {
          url: 'https://hooks.example.org/clinical',
          events: ['lab_result.*', 'document.available'],
          description: 'Results for the ward system',
        },
      },
      everything: {
        summary: 'Every event whose object the key can read',
        value: { url: 'https://hooks.example.org/clinical/all' },
      },
    },
    response: {
      ...webhook,
      // Split, so that secret scanners do not take it for a real one.
      secret: `${'whsec_'}${Buffer.from('an example, never a real secret!').toString('base64')}`,
      last_success_at: null,
    },
  },
  deleteWebhook: {},
  getWebhook: { response: webhook },
  updateWebhook: {
    requests: {
      change: {
        summary: 'Another URL',
        value: { url: 'https://hooks.example.org/clinical/v2' },
      },
      pause: { summary: 'Hold its deliveries', value: { enabled: false } },
      resume: { summary: 'Send them, and new ones', value: { enabled: true, send_held: true } },
    },
    response: { ...webhook, version: 2, url: 'https://hooks.example.org/clinical/v2' },
  },
  rotateWebhookSecret: {
    requests: { twoDays: { summary: 'Both secrets sign for two days', value: { overlap_hours: 48 } } },
    response: {
      ...webhook,
      version: 2,
      secret: `${'whsec_'}${Buffer.from('an example, never a real secret!').toString('base64')}`,
    },
  },
  sendTestEvent: {
    requests: {
      test: { summary: '`webhook.test`', value: {} },
      sample: { summary: 'A sample of another type', value: { type: 'lab_result.critical' } },
    },
    response: { ...delivery, event_type: 'webhook.test', status: 'pending', attempts: [] },
  },
  listDeliveries: { parameters: { status: ['failed', 'exhausted'] }, response: page([delivery]) },
  getDelivery: {
    response: {
      ...delivery,
      request_body: JSON.stringify(sampleEvent('lab_result.finalized')),
    },
  },
  redeliver: { response: { ...delivery, status: 'pending', manual: true, attempts: [] } },
  redeliverSince: {
    requests: {
      failed: { summary: 'Failed events since a given time', value: { since: '2026-11-05T00:00:00Z' } },
      all: { summary: 'Everything since a time', value: { since: '2026-11-05T00:00:00Z', which: 'all' } },
    },
    response: { object: 'redeliveries', count: 12 },
  },
};
