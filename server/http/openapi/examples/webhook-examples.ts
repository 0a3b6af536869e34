import type { Webhook } from '../../../domain/webhooks/contract';
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

export const WEBHOOK_EXAMPLES: Record<string, OperationExamples> = {
  listWebhooks: { response: page([webhook]) },
  createWebhook: {
    requests: {
      everything: {
        summary: 'Every event whose object the key can read',
        value: { url: 'https://hooks.example.org/clinical/all' },
      },
      chosen: {
        summary: 'All results, and available documents',
        value: {
          url: 'https://hooks.example.org/clinical',
          events: ['lab_result.*', 'document.available'],
          description: 'Results for the ward system',
        },
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
};
