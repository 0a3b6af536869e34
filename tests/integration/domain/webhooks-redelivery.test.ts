import { beforeEach, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../server/events/catalog';
import { listEventsInput, type Event } from '../../../server/domain/events/contract';
import { listEvents } from '../../../server/domain/events/list-events';
import { readId } from '../../../server/shared/ids';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { countRedeliveries } from '../../../server/domain/webhooks/count-redeliveries';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { getDelivery } from '../../../server/domain/webhooks/get-delivery';
import { listDeliveries } from '../../../server/domain/webhooks/list-deliveries';
import { listWebhookHealth } from '../../../server/domain/webhooks/list-webhook-health';
import { redeliverSince } from '../../../server/domain/webhooks/redeliver-since';
import { rotateWebhookSecret } from '../../../server/domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../../server/domain/webhooks/set-webhook-enabled';
import { asSuperuser, auditRows, keyContext, testOrg, type TestOrg } from '../../support/database';
import { wrongInEvent } from '../../support/event-schemas';
import { isFull } from '../../support/test-size';

/** Resending missed deliveries, testing a webhook with a sample event, and webhook health. */

let mine: TestOrg;
let id = '';
const key = () => keyContext(mine.orgId);
const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

interface Row extends Record<string, unknown> {
  id: string;
  event_id: string;
  status: string;
  manual: boolean;
  next_attempt_at: Date | null;
}
const rows = () =>
  asSuperuser<Row>('SELECT * FROM deliveries WHERE webhook_id = $1 ORDER BY id', [readId('webhook', id)]);
const set = (delivery: string, change: string) =>
  asSuperuser(`UPDATE deliveries SET ${change} WHERE id = $1`, [delivery]);
const patient = () =>
  createPatient(
    mine.ctx,
    createPatientInput.parse({
      name: { family: 'Testfrau', given: ['Ada'] },
      birth_date: '1960-05-04',
      sex: 'female',
    }),
  );

/** One delivery in each state, and a test that failed. @returns their IDs by state */
async function oneOfEach(): Promise<Record<string, string>> {
  const states = ['exhausted', 'succeeded', 'failed', 'pending', 'held', 'skipped'];
  for (let at = 0; at < states.length; at++) await patient();
  await sendTestEvent(key(), { id, type: 'webhook.test' });
  const made = await rows();
  await set(made[6]!.id, "status = 'exhausted', next_attempt_at = null");
  for (const [at, state] of states.entries())
    await set(
      made[at]!.id,
      `status = '${state}', next_attempt_at = ${state === 'failed' ? "now() + interval '1 day'" : 'null'}`,
    );
  return Object.fromEntries(states.map((state, at) => [state, made[at]!.event_id]));
}

beforeEach(async () => {
  mine = await testOrg();
  ({ id } = await createWebhook(key(), createWebhookInput.parse({ url: 'https://93.184.215.14/hook' })));
});

describe('resending deliveries since a time', () => {
  it('includes exhausted and skipped ones, accelerates pending ones, and sends none twice', async () => {
    const events = await oneOfEach();
    const input = { id, since: ago(1), which: 'failed' as const };
    expect(await countRedeliveries(key(), input)).toMatchObject({ count: 2 });
    const ctx = key();
    expect(await redeliverSince(ctx, input)).toMatchObject({ count: 2 });
    const after = await rows();
    expect(after.filter((row) => row.manual)).toMatchObject([
      { event_id: events.exhausted, status: 'pending', next_attempt_at: expect.any(Date) },
    ]);
    const waiting = after.find((row) => row.status === 'failed')!;
    expect(waiting.next_attempt_at!.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'redeliver_since', detail: { which: 'failed', count: 2 } },
    ]);
    await set(waiting.id, "status = 'succeeded', next_attempt_at = null");
    expect(await redeliverSince(key(), input)).toMatchObject({ count: 0 });
    expect(await rows()).toHaveLength(8);
  });

  it('can include all, oldest first in batches, except deliveries in progress and tests', async () => {
    const events = await oneOfEach();
    const input = { id, since: ago(1), which: 'all' as const };
    expect(await countRedeliveries(key(), input)).toMatchObject({ count: 4 });
    expect(await redeliverSince(key(), input)).toMatchObject({ count: 4 });
    const made = (await rows()).filter((row) => row.manual);
    expect(made.map((row) => row.event_id)).toEqual([events.exhausted, events.succeeded, events.skipped]);
    const [first, second, third] = made.map((row) => row.next_attempt_at!.getTime());
    expect([second! - first!, third! - second!]).toEqual([20, 20]);
  });

  it('starts at the given time', async () => {
    await oneOfEach();
    const later = { id, since: new Date(Date.now() + 1000).toISOString(), which: 'all' as const };
    expect(await countRedeliveries(key(), later)).toMatchObject({ count: 0 });
    expect(await redeliverSince(key(), later)).toMatchObject({ count: 0 });
  });

  it('is limited to enabled webhooks of the organization', async () => {
    const input = { id, since: ago(1), which: 'all' as const };
    const stranger = keyContext((await testOrg()).orgId);
    await expect(redeliverSince(stranger, input)).rejects.toMatchObject({ code: 'not_found' });
    await expect(countRedeliveries(stranger, input)).rejects.toMatchObject({ code: 'not_found' });
    await setWebhookEnabled(key(), { id, enabled: false, send_held: false });
    await expect(redeliverSince(key(), input)).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

describe('test event of any type', () => {
  it('has the shape of its type, is marked as a test, and refers to no object', async () => {
    for (const [at, type] of EVENT_TYPES.entries()) {
      // All types in the nightly run.
      if (!isFull && type !== 'webhook.test' && at % 4 > 0) continue;
      const sent = await sendTestEvent(key(), { id, type });
      const { request_body } = await getDelivery(key(), { id, delivery_id: sent.id });
      const event = JSON.parse(request_body) as Event;
      expect(wrongInEvent(event), type).toBeNull();
      expect(event.type).toBe(type);
      expect(event.test, type).toBe(type === 'webhook.test' ? undefined : true);
    }
  });

  it('is in the feed as a test of this webhook, without gaps, and names no patient in the audit', async () => {
    for (const type of ['lab_result.critical', 'webhook.test', 'patient.created'] as const)
      await sendTestEvent(key(), { id, type });
    const ctx = key();
    const feed = await listEvents(ctx, listEventsInput.parse({ object_id: id, sort: 'position' }));
    expect(feed.data.map((event) => [event.type, event.test, event.sequence])).toEqual([
      ['lab_result.critical', true, 1],
      ['webhook.test', undefined, 2],
      ['patient.created', true, 3],
    ]);
    expect(await auditRows(ctx.requestId)).toMatchObject([{ action: 'list_events', patient_ids: [] }]);
    expect((await listEvents(key(), listEventsInput.parse({ type: 'lab_result.*' }))).data).toEqual([]);
    await expect(getLabResult(key(), { id: feed.data[0]!.data.object.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('delivery log', () => {
  it('filters by state, event and time, and its cursor is valid for that filter only', async () => {
    await oneOfEach();
    const list = async (question: object) =>
      (await listDeliveries(key(), { id, limit: 100, ...question })).data.map(
        ({ event_type, status }) => `${event_type} ${status}`,
      );
    expect(await list({ status: ['exhausted'] })).toEqual([
      'webhook.test exhausted',
      'patient.created exhausted',
    ]);
    expect(await list({ status: ['exhausted'], event_type: 'patient.created' })).toEqual([
      'patient.created exhausted',
    ]);
    expect(await list({ created_since: ago(-1) })).toEqual([]);
    expect(await list({ created_until: ago(1) })).toEqual([]);
    expect(await list({ created_since: ago(1), created_until: ago(-1) })).toHaveLength(7);
    const first = await listDeliveries(key(), { id, limit: 1, status: ['exhausted'] });
    await expect(listDeliveries(key(), { id, limit: 1, cursor: first.next_cursor! })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });
});

describe('webhook health', () => {
  const health = async (question: { webhook_id?: string } = {}) =>
    (await listWebhookHealth(key(), question)).data.find((hook) => hook.id === id)!;

  it('counts held and exhausted deliveries, and each of the last seven days', async () => {
    const made = await oneOfEach();
    expect(await health()).toMatchObject({ held: 1, given_up: 1, failing_since: null, days: [] });
    // Pending, held and skipped ones do not count, nor does the test event.
    expect((await health()).recent).toEqual({ finished: 2, delivered: 1, retrying: 1 });
    expect((await health({ webhook_id: id })).recent).toEqual({ finished: 2, delivered: 1, retrying: 1 });
    const { days } = await health({ webhook_id: id });
    expect(days).toHaveLength(7);
    expect(days.slice(0, 6).every((day) => day.delivered + day.failed + day.waiting === 0)).toBe(true);
    expect(days[6]).toEqual({
      date: new Date().toISOString().slice(0, 10),
      delivered: 1,
      failed: 1,
      retrying: 1,
      waiting: 2,
      median_ms: null,
    });
    // The rate has the days of the strip.
    const { succeeded } = made;
    const moveTo = (day: number) =>
      asSuperuser(
        "UPDATE deliveries SET created_at = now() - $2::int * interval '1 day' WHERE event_id = $1",
        [succeeded, day],
      );
    await moveTo(6);
    expect((await health()).recent).toEqual({ finished: 2, delivered: 1, retrying: 1 });
    expect((await health({ webhook_id: id })).days[0]).toMatchObject({ delivered: 1 });
    await moveTo(7);
    expect((await health()).recent).toEqual({ finished: 1, delivered: 0, retrying: 1 });
    expect((await health({ webhook_id: id })).days.every((day) => day.delivered === 0)).toBe(true);
  });

  it('shows the last attempt of a test until a delivery succeeds, and counts it nowhere', async () => {
    const attempted = (delivery: string, number: number, status: number | null, error: string | null) =>
      asSuperuser(
        `INSERT INTO delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms, response_status, error)
         VALUES ($1, $2, $3, now(), 5, $4, $5)`,
        [mine.orgId, delivery, number, status, error],
      );
    const both = async () => [(await health()).last_test, (await health({ webhook_id: id })).last_test];
    await patient();
    await sendTestEvent(key(), { id, type: 'webhook.test' });
    const [real, failing] = await rows();
    expect(await both()).toEqual([null, null]);
    await attempted(real!.id, 1, 204, null);
    expect(await both()).toEqual([null, null]);
    await attempted(failing!.id, 1, 503, 'http_5xx');
    await attempted(failing!.id, 2, null, 'connection');
    const failed = {
      sent_at: expect.stringMatching(/Z$/),
      response_status: null,
      error: 'connection',
      error_detail: null,
    };
    expect(await both()).toEqual([failed, failed]);
    await sendTestEvent(key(), { id, type: 'patient.created' });
    // Without an attempt yet.
    expect(await both()).toEqual([failed, failed]);
    const third = (await rows()).at(-1)!;
    await attempted(third.id, 1, 200, null);
    await set(third.id, "status = 'succeeded', next_attempt_at = null");
    const delivered = { ...failed, response_status: 200, error: null };
    expect(await both()).toEqual([delivered, delivered]);
    expect((await health()).recent).toEqual({ finished: 0, delivered: 0, retrying: 0 });
    await asSuperuser('UPDATE webhooks SET last_success_at = now() WHERE id = $1', [readId('webhook', id)]);
    expect(await both()).toEqual([null, null]);
  });

  it('takes the median response time of attempts with a response', async () => {
    await patient();
    const [delivery] = await rows();
    const attempted = (number: number, ms: number, status: number | null, error: string | null) =>
      asSuperuser(
        `INSERT INTO delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms, response_status, error)
         VALUES ($1, $2, $3, now(), $4, $5, $6)`,
        [mine.orgId, delivery!.id, number, ms, status, error],
      );
    const today = async () => (await health({ webhook_id: id })).days[6];
    await attempted(1, 2, null, 'connection');
    expect(await today()).toMatchObject({ median_ms: null });
    await attempted(2, 40, 500, 'http_5xx');
    await attempted(3, 60, 200, null);
    expect(await today()).toMatchObject({ median_ms: 50 });
  });

  it('counts days in the time zone of the organization', async () => {
    await asSuperuser("UPDATE organizations SET time_zone = 'Pacific/Kiritimati' WHERE id = $1", [
      mine.orgId,
    ]);
    await patient();
    const today = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
    const { days } = await health({ webhook_id: id });
    expect(days[6]).toMatchObject({ date: today, waiting: 1 });
  });

  it('reports since when it fails and, after enough failures, from when it will be disabled', async () => {
    const since = new Date(Date.now() - 2 * DAY);
    const failed = (times: number) =>
      asSuperuser(
        'UPDATE webhooks SET consecutive_failures = $3, first_failure_at = $2, last_success_at = $2 WHERE id = $1',
        [readId('webhook', id), since, times],
      );
    await failed(19);
    expect(await health()).toMatchObject({ failing_since: since.toISOString(), gives_up_at: null });
    await failed(20);
    expect(await health()).toMatchObject({
      failing_since: since.toISOString(),
      gives_up_at: new Date(since.getTime() + 5 * DAY).toISOString(),
    });
    await setWebhookEnabled(key(), { id, enabled: false, send_held: false });
    expect(await health()).toMatchObject({ failing_since: null, gives_up_at: null });
  });

  it('shows active signing secrets by their last letters', async () => {
    const old = await health();
    const rotated = await rotateWebhookSecret(key(), { id, overlap_hours: 2 });
    const { secrets } = await health();
    expect(secrets).toMatchObject([
      { hint: rotated.secret_hint, expires_at: null },
      { hint: old.secrets[0]!.hint },
    ]);
    expect(new Date(secrets[1]!.expires_at!).getTime()).toBeGreaterThan(Date.now() + 7_100_000);
    expect(JSON.stringify(secrets)).not.toContain(rotated.secret);
  });

  it('is visible for webhooks of the organization only', async () => {
    const stranger = keyContext((await testOrg()).orgId);
    expect((await listWebhookHealth(stranger, {})).data).toEqual([]);
    await expect(listWebhookHealth(stranger, { webhook_id: id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
