import { describe, expect, it } from 'vitest';
import { causeOf, healthOf } from '@/components/webhooks/health';
import type { Delivery, Webhook } from '@/server/domain/webhooks/contract';

/** The health of a webhook in one sentence: state, cause in words, next try. */

const webhook = (part: Partial<Webhook>): Webhook => ({
  id: 'wh_1',
  object: 'webhook',
  version: 1,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  created_by: 'usr_1',
  url: 'https://receiver.example/hooks',
  events: ['*'],
  description: null,
  enabled: true,
  status: 'enabled',
  disabled_reason: null,
  secret_hint: 'abcd',
  last_success_at: null,
  last_failure_at: null,
  consecutive_failures: 0,
  metadata: {},
  ...part,
});

type Attempt = Delivery['attempts'][number];
const attempt = (part: Partial<Attempt>): Attempt => ({
  attempt: 1,
  sent_at: '2026-11-05T13:02:00Z',
  duration_ms: 12,
  response_status: null,
  response_excerpt: null,
  error: null,
  error_detail: null,
  ...part,
});

const delivery = (part: Partial<Delivery>): Delivery => ({
  id: 'dlv_1',
  event_id: 'evt_1',
  event_type: 'lab_result.created',
  webhook_id: 'wh_1',
  status: 'failed',
  manual: false,
  created_at: '2026-11-05T13:02:00Z',
  next_attempt_at: null,
  attempts: [],
  ...part,
});

const health = (part: Partial<Webhook>, deliveries: Delivery[] = []) =>
  healthOf(webhook(part), deliveries, 'UTC');

describe('health', () => {
  it('is not healthy before the first message', () => {
    expect(health({})).toEqual({
      word: 'Not used yet',
      sentence: 'No message was sent yet.',
      troubled: false,
    });
  });

  it('is healthy with the time of the last success', () => {
    expect(health({ last_success_at: '2026-11-05T13:02:00Z' })).toMatchObject({
      word: 'Healthy',
      sentence: 'Last delivered 05-Nov-2026 13:02, no failure since.',
      troubled: false,
    });
  });

  it('says how often it failed, why, when it is tried again and when it last worked', () => {
    const waiting = delivery({
      next_attempt_at: '2026-11-05T13:42:00Z',
      attempts: [attempt({ error: 'connection' })],
    });
    expect(health({ consecutive_failures: 3, last_success_at: '2026-11-04T08:00:00Z' }, [waiting])).toEqual({
      word: 'Failing',
      sentence:
        '3 failures in a row. The connection was refused or broke off. Next try 05-Nov-2026 13:42. Last success 04-Nov-2026 08:00.',
      troubled: true,
    });
    expect(health({ consecutive_failures: 1 }).sentence).toBe(
      '1 failure in a row. Nothing was ever delivered.',
    );
  });

  it('tells a machine that gave up from a person who paused', () => {
    expect(health({ status: 'disabled', enabled: false, disabled_reason: 'answered 410' })).toEqual({
      word: 'Off',
      sentence: 'Switched off: answered 410. Messages are held.',
      troubled: true,
    });
    expect(health({ enabled: false, consecutive_failures: 2 })).toMatchObject({
      word: 'Paused',
      troubled: false,
    });
  });
});

describe('cause of a try', () => {
  it.each([
    [{ response_status: 200 }, 'Answer 200'],
    [{}, 'Delivered'],
    [{ error: 'timeout' }, 'No answer within 15 seconds'],
    [{ error: 'http_5xx', response_status: 503 }, 'The receiver had an error (answer 503)'],
    [
      { error: 'tls', error_detail: 'The certificate expired 3 days ago.' },
      'The certificate expired 3 days ago',
    ],
  ] as [Partial<Attempt>, string][])('%j: %s', (part, words) => {
    expect(causeOf(attempt(part))).toBe(words);
  });
});
