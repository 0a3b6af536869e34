import { describe, expect, it } from 'vitest';
import {
  causeOf,
  healthOf,
  isWithoutRecord,
  lastDelivery,
  rateWords,
  warningsOf,
  webhooksInWords,
} from '@/components/admin/webhooks/health';
import type { Delivery, Webhook, WebhookHealth } from '@/server/domain/webhooks/contract';
import { PAUSED } from '@/server/domain/webhooks/rules';
import { formatIn } from '@/components/format/format';

/** The health of a webhook in one sentence: state, cause, next attempt. */

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
  response_bytes: null,
  error: null,
  error_detail: null,
  ...part,
});

const delivery = (part: Partial<Delivery>): Delivery => ({
  id: 'dlv_1',
  object: 'delivery',
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

const facts = (part: Partial<WebhookHealth>): WebhookHealth => ({
  id: 'wh_1',
  failing_since: null,
  gives_up_at: null,
  next_attempt_at: null,
  held: 0,
  given_up: 0,
  recent: null,
  last_test: null,
  secrets: [],
  days: [],
  ...part,
});

const health = (part: Partial<Webhook>, deliveries: Delivery[] = [], counted?: WebhookHealth) =>
  healthOf(webhook(part), deliveries, formatIn('UTC'), counted);

describe('the list of webhooks', () => {
  it('shows the later of the last success and the last failure', () => {
    const [early, late] = ['2026-11-05T13:02:00Z', '2026-11-05T13:03:00Z'];
    expect(lastDelivery(webhook({}))).toBeNull();
    expect(lastDelivery(webhook({ last_success_at: early, last_failure_at: late }))).toEqual({
      at: late,
      failed: true,
    });
    expect(lastDelivery(webhook({ last_success_at: late, last_failure_at: early }))).toEqual({
      at: late,
      failed: false,
    });
  });

  it('rounds the rate, but not to complete success or failure', () => {
    expect(rateWords({ finished: 0, delivered: 0, retrying: 0 })).toBeNull();
    expect(rateWords({ finished: 0, delivered: 0, retrying: 2 })).toEqual({
      rate: '0 delivered',
      of: 'and 2 retrying in 7 days',
    });
    expect(rateWords({ finished: 3, delivered: 3, retrying: 1 })).toEqual({
      rate: '100 %',
      of: 'of 3 finished deliveries in 7 days',
    });
    expect(rateWords({ finished: 1, delivered: 0, retrying: 1 })).toEqual({
      rate: '0 %',
      of: 'of 1 finished delivery in 7 days',
    });
    expect(rateWords({ finished: 3, delivered: 2, retrying: 1 })?.rate).toBe('66.7 %');
    expect(rateWords({ finished: 9999, delivered: 1, retrying: 1 })?.rate).toBe('0.1 %');
    expect(rateWords({ finished: 1000, delivered: 999, retrying: 1 })).toEqual({
      rate: '99.9 %',
      of: 'of the newest 1000 deliveries',
    });
    expect(rateWords({ finished: 9999, delivered: 9998, retrying: 1 })?.rate).toBe('99.9 %');
  });
});

describe('webhook health', () => {
  it('is not healthy before the first delivery', () => {
    expect(health({})).toEqual({
      word: 'Not used yet',
      sentence: 'No deliveries yet.',
      hasProblem: false,
    });
  });

  it('is not used by test events alone', () => {
    const tested = delivery({ attempts: [attempt({ error: 'connection' })] });
    expect(health({}, [tested])).toEqual({
      word: 'Not used yet',
      sentence: 'Only test events so far.',
      hasProblem: false,
    });
    expect(health({ last_failure_at: '2026-11-05T13:02:00Z' }).sentence).toBe('No successful delivery yet.');
  });

  it('shows the outcome and the time of the last test until a delivery succeeds', () => {
    const last = (error: 'connection' | null) =>
      facts({
        last_test: {
          sent_at: '2026-11-05T13:02:00.000Z',
          response_status: error ? null : 200,
          error,
          error_detail: null,
        },
      });
    expect(health({}, [], last('connection'))).toEqual({
      word: 'Last test failed',
      reason: 'The connection was refused or interrupted',
      sentence: 'Tested 05-Nov-2026 13:02.',
      hasProblem: true,
    });
    expect(health({}, [], last(null))).toEqual({
      word: 'Last test delivered',
      sentence: 'Tested 05-Nov-2026 13:02.',
      hasProblem: false,
    });
    expect(health({ last_success_at: '2026-11-04T13:02:00Z' }, [], last('connection')).word).toBe('Healthy');
    expect(health({ consecutive_failures: 1 }, [], last(null)).word).toBe('Failing');
    // A delivery that failed later.
    expect(health({ last_failure_at: '2026-11-05T13:03:00Z' }, [], last(null)).sentence).toBe(
      'No successful delivery yet.',
    );
  });

  it('is healthy with the time of the last success', () => {
    expect(health({ last_success_at: '2026-11-05T13:02:00Z' })).toMatchObject({
      word: 'Healthy',
      sentence: 'Last delivered 05-Nov-2026 13:02.',
      hasProblem: false,
    });
  });

  it('shows the number of failures, the reason, the next retry and the last success', () => {
    const waiting = delivery({
      next_attempt_at: '2026-11-05T13:42:00Z',
      attempts: [attempt({ error: 'connection' })],
    });
    expect(health({ consecutive_failures: 3, last_success_at: '2026-11-04T08:00:00Z' }, [waiting])).toEqual({
      word: 'Failing',
      reason: 'The connection was refused or interrupted',
      sentence: '3 failed attempts, last success 04-Nov-2026 08:00. Next attempt 05-Nov-2026 13:42:00.',
      hasProblem: true,
    });
    expect(health({ consecutive_failures: 1 }).sentence).toBe('1 failed attempt, no success yet.');
  });

  it('separates an automatic disable from a pause by a user', () => {
    expect(health({ status: 'disabled', enabled: false, disabled_reason: 'Answered 410' })).toEqual({
      word: 'Disabled',
      sentence: 'Answered 410. Deliveries are held until you resume.',
      hasProblem: true,
    });
    expect(health({ enabled: false, consecutive_failures: 2 })).toMatchObject({
      word: 'Paused',
      hasProblem: false,
    });
    // As `setWebhookEnabled` writes it.
    expect(health({ status: 'disabled', enabled: false, disabled_reason: PAUSED })).toEqual({
      word: 'Paused',
      sentence: 'Deliveries are held until you resume.',
      hasProblem: false,
    });
    expect(
      health({ status: 'disabled', enabled: false, disabled_reason: 'No delivery succeeded for five days.' }),
    ).toMatchObject({
      sentence: 'No delivery succeeded for five days. Deliveries are held until you resume.',
    });
  });

  it('shows counts: the week, held and exhausted deliveries, and the time of disabling', () => {
    const day = {
      date: '2026-11-05',
      delivered: 206,
      failed: 0,
      waiting: 1,
      retrying: 0,
      median_ms: 90,
    };
    expect(
      health({ last_success_at: '2026-11-05T13:02:00Z' }, [], facts({ days: [day, day] })).sentence,
    ).toBe('Last delivered 05-Nov-2026 13:02. 412 delivered, 0 failed in 7 days.');
    expect(
      health({ last_success_at: '2026-11-05T13:02:00Z' }, [], facts({ days: [{ ...day, retrying: 1 }] }))
        .sentence,
    ).toBe('Last delivered 05-Nov-2026 13:02. 206 delivered, 1 retrying, 0 failed in 7 days.');
    expect(health({ last_success_at: '2026-11-05T13:02:00Z' }, [], facts({ given_up: 2 }))).toMatchObject({
      word: 'Failed deliveries',
      hasProblem: true,
    });
    expect(
      health({ enabled: false, status: 'disabled', disabled_reason: PAUSED }, [], facts({ held: 3 }))
        .sentence,
    ).toContain('3 deliveries held.');
    expect(
      health(
        { consecutive_failures: 3, last_success_at: '2026-11-04T08:00:00Z' },
        [],
        facts({ failing_since: '2026-11-05T13:02:00.000Z', gives_up_at: '2026-11-09T08:00:00.000Z' }),
      ).sentence,
    ).toBe(
      '3 failed attempts since 05-Nov-2026 13:02, last success 04-Nov-2026 08:00. It is disabled after 09-Nov-2026 08:00 if it still fails.',
    );
    expect(health({ consecutive_failures: 3 }, [], facts({ days: [day] })).sentence).toBe(
      '3 failed attempts, no success yet. It will be disabled after five days without a success and at least 20 failed attempts in a row.',
    );
  });

  it('warns from the third day of failures, and about exhausted deliveries', () => {
    const now = Date.parse('2026-11-05T13:02:00.000Z');
    const since = (days: number) => new Date(now - days * 86_400_000).toISOString();
    expect(
      warningsOf([facts({}), facts({ failing_since: since(2.9) }), facts({ failing_since: since(3) })], now),
    ).toEqual({ failing: 1, givenUp: 0 });
    expect(warningsOf([facts({ given_up: 1 })], now)).toEqual({ failing: 0, givenUp: 1 });
  });
});

describe('webhooks in the overview', () => {
  const now = Date.parse('2026-11-05T13:02:00.000Z');
  const words = (hooks: Partial<Webhook>[], counted: WebhookHealth[] = []) =>
    webhooksInWords(hooks.map(webhook), counted, now);
  const failed = { status: 'failing' } as const;
  const disabled = { enabled: false, status: 'disabled', disabled_reason: 'Answered 410' } as const;
  const paused = { enabled: false, status: 'disabled', disabled_reason: PAUSED } as const;

  it('are counted by problem', () => {
    expect(words([{}, paused])).toEqual({ sentence: '2 webhooks, none failing.', hasProblem: false });
    expect(words([failed, disabled, {}])).toEqual({
      sentence: '1 of 3 webhooks failing. 1 of 3 webhooks disabled.',
      hasProblem: true,
    });
    expect(words([failed], [facts({ failing_since: '2026-11-01T00:00:00.000Z' })]).sentence).toBe(
      '1 of 1 webhook failing, 1 for at least 3 days.',
    );
  });

  it('have counts without action next to a problem', () => {
    expect(words([{}], [facts({ given_up: 1 })])).toEqual({
      sentence: '1 webhook had failed deliveries in the last 7 days.',
      hasProblem: true,
      counts: '1 webhook, none failing.',
    });
  });
});

describe('a delivery without a record of its attempts', () => {
  it('had attempts, as its status shows', () => {
    const without = (status: Delivery['status'], attempts: Attempt[] = []) =>
      isWithoutRecord(delivery({ status, attempts }));
    for (const status of ['succeeded', 'failed', 'exhausted'] as const) {
      expect(without(status), status).toBe(true);
      expect(without(status, [attempt({})]), status).toBe(false);
    }
    // Attempted or not.
    for (const status of ['pending', 'held', 'skipped'] as const) expect(without(status), status).toBe(false);
  });
});

describe('cause of a failed attempt', () => {
  it.each([
    [{ response_status: 200 }, 'Status 200'],
    [{}, 'Delivered'],
    [{ error: 'timeout' }, 'No response within 15 seconds'],
    [{ error: 'http_5xx', response_status: 503 }, 'The receiver failed (status 503)'],
    [
      { error: 'http_5xx', error_detail: 'The receiver returned 500.', response_status: 500 },
      'The receiver returned 500',
    ],
    [
      { error: 'tls', error_detail: 'The certificate expired 3 days ago.' },
      'The certificate expired 3 days ago',
    ],
  ] as [Partial<Attempt>, string][])('%j: %s', (part, words) => {
    expect(causeOf(attempt(part))).toBe(words);
  });
});
