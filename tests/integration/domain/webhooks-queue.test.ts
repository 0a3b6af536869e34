import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { resumeOrganization } from '../../../server/domain/organizations/resume-organization';
import { suspendOrganization } from '../../../server/domain/organizations/suspend-organization';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { getWebhook } from '../../../server/domain/webhooks/get-webhook';
import { setWebhookEnabled } from '../../../server/domain/webhooks/set-webhook-enabled';
import { env } from '../../../server/env';
import type { QueueState } from '../../../server/deliveries/webhook-queues';
import { newOwner, turn } from '../../../server/deliveries/queue';
import { sweep } from '../../../server/retention/retention';
import { asSuperuser, testOrg } from '../../support/database';
import {
  allAre,
  hook,
  org,
  patient,
  receiver,
  rowsOf,
  setUpWebhookWorkers,
  start,
  triesOf,
  until,
} from '../../support/webhook-worker';
import { nightly } from '../../support/test-size';

setUpWebhookWorkers();

/** Waits for this number of polls of the queue. */
const turns = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 25));

describe('delivery fairness', () => {
  it('sends at most four at once to a receiver, also with two workers', nightly, async () => {
    const target = await receiver((_got, response) => void setTimeout(() => response.end(), 30));
    const made = await hook(target);
    for (let at = 0; at < 30; at++) await patient();
    start();
    start();
    await until(allAre(made, 'succeeded'), 'all are sent');
    expect(target.got).toHaveLength(30);
    expect(new Set(target.got.map((got) => got.headers['webhook-id'])).size).toBe(30);
    expect(target.busiest).toBe(4);
  });

  it('does not let a slow receiver with a backlog delay another, even with few slots', nightly, async () => {
    const hanging = await receiver(() => undefined);
    const fine = await receiver();
    const [bad, good] = [await hook(hanging), await hook(fine)];
    await asSuperuser("UPDATE webhooks SET events = '{lab_order.*}' WHERE id = $1", [
      readId('webhook', good.id),
    ]);
    for (let at = 0; at < 20; at++) await patient();
    await asSuperuser("UPDATE webhooks SET events = '{*}' WHERE id = $1", [readId('webhook', good.id)]);
    start({ slots: 6 });
    await until(() => hanging.busy === 4, 'the first one hangs');
    await patient();
    await until(allAre(good, 'succeeded'), 'the other one has its event');
    expect(hanging.busiest).toBe(4);
    expect((await rowsOf(bad)).filter((row) => row.status === 'pending')).toHaveLength(21);
  });

  it('makes one attempt at a time to a failing receiver', async () => {
    const target = await receiver(
      (_got, response) => void setTimeout(() => response.writeHead(500).end(), 20),
    );
    const made = await hook(target);
    await asSuperuser("UPDATE webhooks SET status = 'failing' WHERE id = $1", [readId('webhook', made.id)]);
    for (let at = 0; at < 5; at++) await patient();
    start();
    await until(() => target.got.length === 5, 'all are tried');
    expect(target.busiest).toBe(1);
  });
});

describe('webhook rate limit', () => {
  afterEach(() => void (env.WEBHOOK_RATE = 50));

  it('is shared by all workers, refills with time, and is separate per webhook', nightly, async () => {
    env.WEBHOOK_RATE = 3;
    const [target, quiet] = [await receiver(), await receiver()];
    const made = await hook(target);
    for (let at = 0; at < 20; at++) await patient();
    // A little ahead, so that all are due; receivers reject timestamps that are five minutes off.
    let now = Date.now() + 10_000;
    start({ now: () => new Date(now) });
    start({ now: () => new Date(now) });
    await until(() => target.got.length === 6, 'two seconds of it are sent at once');
    const other = await hook(quiet);
    await patient();
    await until(allAre(other, 'succeeded'), 'another webhook is sent its event');
    await turns(5);
    expect(target.got).toHaveLength(6);
    now += 1000;
    await until(() => target.got.length === 9, 'a second later there are three more');
    // A third of a second restores one token, and the remainder carries over.
    now += 500;
    await until(() => target.got.length === 10, 'half a second later there is one more');
    now += 200;
    await until(() => target.got.length === 11, 'and with the next half of its time another');
    await turns(5);
    expect(target.got).toHaveLength(11);
    now += 100_000;
    await until(() => target.got.length === 17, 'a long silence is not saved up');
    await turns(5);
    expect(target.got).toHaveLength(17);
    now += 2_000;
    await until(allAre(made, 'succeeded'), 'all are sent');
    expect(target.got).toHaveLength(21);
  });

  it('starts again when the clock was set back', async () => {
    env.WEBHOOK_RATE = 1;
    const target = await receiver();
    const made = await hook(target);
    for (let at = 0; at < 4; at++) await patient();
    let now = Date.now() + 200_000;
    start({ now: () => new Date(now) });
    const sent = async () => (await rowsOf(made)).filter(({ status }) => status === 'succeeded').length;
    await until(async () => (await sent()) === 2, 'the bucket is empty');
    now -= 150_000;
    await until(allAre(made, 'succeeded'), 'the rest is not held up for as long');
    expect(target.got).toHaveLength(4);
  });
});

describe('suspended organization', () => {
  it('holds its deliveries without loss and sends them after resumption', async () => {
    const target = await receiver();
    const other = await testOrg();
    const [made, theirs] = [await hook(target), await hook(target, other)];
    await Promise.all([patient(), patient(), patient(other)]);
    await suspendOrganization(org.ctx, { reason: 'Under test.' });
    start();
    await until(allAre(theirs, 'succeeded'), 'the neighbor has its event');
    expect(target.got).toHaveLength(1);
    expect((await rowsOf(made)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['pending', 0],
      ['pending', 0],
    ]);
    // Older than the retention: pending deliveries are not deleted with their events.
    await sweep(new Date(Date.now() + 400 * 86_400_000));
    await resumeOrganization(org.ctx);
    await until(allAre(made, 'succeeded'), 'what waited is sent');
    expect(target.got).toHaveLength(3);
  });
});

/** Creates deliveries like a redelivery, in one statement. */
const repeat = (made: { id: string }, count: number) =>
  asSuperuser(
    `INSERT INTO deliveries (org_id, id, event_id, webhook_id, manual, next_attempt_at, created_at)
     SELECT org_id, gen_random_uuid(), event_id, webhook_id, true, now(), now() FROM deliveries, generate_series(1, $2::int) WHERE webhook_id = $1`,
    [readId('webhook', made.id), count],
  );

describe('leased deliveries', () => {
  it('of two workers together never exceed the concurrency of a receiver', async () => {
    const made = await hook(await receiver());
    const id = readId('webhook', made.id)!;
    await patient();
    await repeat(made, 60);
    const [one, other] = [newOwner(), newOwner()];
    const none = { begun: [], ahead: [], returned: [], waiting: [], room: 100 };
    const quick = { ...none, ahead: [{ orgId: org.orgId, id, count: 20 }] };
    const claim = async (owner: string, state: QueueState) =>
      (await turn([], state, owner, new Date())).claimed;
    const first = await claim(one, none);
    expect(first).toHaveLength(4);
    const ahead = await claim(one, quick);
    expect(ahead).toHaveLength(20);
    expect(await claim(other, quick)).toHaveLength(0);
    // Two of the leases remain.
    await claim(one, { ...none, returned: [...first, ...ahead.slice(2)], room: 0 });
    expect(await claim(other, quick)).toHaveLength(2);
    expect(await claim(one, quick)).toHaveLength(0);
  });

  it.each(['pause', 'stop'])('are released at a %s, and only those in progress are sent', async (how) => {
    const held: (() => void)[] = [];
    const target = await receiver((_got, response) => {
      if (target.got.length <= 12) return void response.end();
      held.push(() => response.end());
    });
    const made = await hook(target);
    await patient();
    await repeat(made, 40);
    const leased = async () => (await rowsOf(made)).filter((row) => row.lease_until !== null).length;
    const worker = start();
    await until(
      async () => held.length === 4 && (await leased()) > 4,
      'some are pending behind those in progress',
    );
    if (how === 'stop') {
      await worker.stop();
      expect((await rowsOf(made)).filter((row) => row.lease_until !== null || row.attempts > 0)).toHaveLength(
        12,
      );
    } else {
      await setWebhookEnabled(org.ctx, { id: made.id, enabled: false, send_held: false });
      await until(async () => (await leased()) === 4, 'only those in progress are leased');
      for (const answer of held) answer();
      await until(async () => (await leased()) === 0, 'their results are written');
      await turns(5);
    }
    expect(target.got).toHaveLength(16);
    const statuses = (await rowsOf(made)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(how === 'stop' ? 12 : 16);
    expect(new Set(statuses)).toEqual(new Set(['succeeded', how === 'stop' ? 'pending' : 'held']));
  });
});

describe('delivery leases and shutdown', () => {
  it('do not send a delivery that was written while its webhook was paused or deleted', async () => {
    const target = await receiver();
    const [paused, deleted] = [await hook(target), await hook(target)];
    await setWebhookEnabled(org.ctx, { id: paused.id, enabled: false, send_held: false });
    await deleteWebhook(org.ctx, { id: deleted.id });
    await patient();
    // As by a transaction that read the webhook before it was paused and committed after.
    const late = "UPDATE deliveries SET status = 'pending', next_attempt_at = now() WHERE webhook_id = $1";
    await asSuperuser(late, [readId('webhook', paused.id)]);
    await asSuperuser(
      'INSERT INTO deliveries (org_id, id, event_id, webhook_id, next_attempt_at, created_at) SELECT org_id, gen_random_uuid(), id, $2, now(), now() FROM events WHERE org_id = $1 LIMIT 1',
      [org.orgId, readId('webhook', deleted.id)],
    );
    start();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(target.got).toHaveLength(0);
  });

  it('last slightly longer than the longest send', nightly, async () => {
    const hanging = await receiver(() => undefined);
    const made = await hook(hanging);
    await patient();
    start();
    await until(() => hanging.busy === 1, 'it is in progress');
    const [row] = await rowsOf(made);
    const left = row!.lease_until!.getTime() - Date.now();
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThanOrEqual(30_000);
  });

  it('expire without a result and are claimed again; valid ones are left alone', async () => {
    const target = await receiver();
    const made = await hook(target);
    await Promise.all([patient(), patient()]);
    const [first, second] = await rowsOf(made);
    const lease = 'UPDATE deliveries SET lease_until = $2, lease_token = gen_random_uuid() WHERE id = $1';
    await asSuperuser(lease, [first!.id, new Date(Date.now() - 1000)]);
    await asSuperuser(lease, [second!.id, new Date(Date.now() + 60_000)]);
    start();
    await until(async () => (await rowsOf(made))[0]!.status === 'succeeded', 'the first is sent');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await rowsOf(made))[1]).toMatchObject({ status: 'pending', attempts: 0 });
    expect(target.got).toHaveLength(1);
  });

  it('discard a result whose lease went to another worker', async () => {
    let answer: () => void = () => undefined;
    const target = await receiver((_got, response) => void (answer = () => void response.end()));
    const made = await hook(target);
    start();
    await patient();
    await until(() => target.got.length === 1, 'it is in progress');
    await asSuperuser('UPDATE deliveries SET lease_token = gen_random_uuid() WHERE webhook_id = $1', [
      readId('webhook', made.id),
    ]);
    answer();
    await until(
      async () => (await getWebhook(org.ctx, { id: made.id })).last_success_at !== null,
      'the result is counted',
    );
    expect(await rowsOf(made)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(await triesOf(made)).toEqual([]);
  });

  it('claim nothing after stop, record what ends in time and release the rest', async () => {
    const slow = await receiver((_got, response) => void setTimeout(() => response.end(), 150));
    const hanging = await receiver(() => undefined);
    const [good, bad] = [await hook(slow), await hook(hanging)];
    const worker = start({ stopMs: 600 });
    expect(worker.running()).toBe(true);
    await patient();
    await until(() => slow.got.length === 1 && hanging.got.length === 1, 'both are in progress');
    await worker.stop();
    expect(worker.running()).toBe(false);
    await patient();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await rowsOf(good)).toMatchObject([
      { status: 'succeeded' },
      { status: 'pending', lease_until: null },
    ]);
    expect(await rowsOf(bad)).toMatchObject([
      { status: 'pending', attempts: 0, lease_until: null },
      { status: 'pending' },
    ]);
    expect([slow.got.length, hanging.got.length]).toEqual([1, 1]);
  });

  it('survive a database outage: deliveries sent meanwhile are recorded, not sent twice', async () => {
    let answer: () => void = () => undefined;
    const target = await receiver((_got, response) => void (answer = () => void response.end()));
    const made = await hook(target);
    const worker = start();
    await patient();
    await until(() => target.got.length === 1, 'it is in progress');
    await asSuperuser('ALTER ROLE clinical_app NOLOGIN');
    await asSuperuser(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clinical_app'",
    );
    answer();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(worker.running()).toBe(true);
    await asSuperuser('ALTER ROLE clinical_app LOGIN');
    await until(allAre(made, 'succeeded'), 'the result is recorded');
    expect(target.got).toHaveLength(1);
  });

  it('count no attempt when a secret cannot be decrypted', async () => {
    const target = await receiver();
    const made = await hook(target);
    await asSuperuser("UPDATE webhook_secrets SET ciphertext = 'gone.AAAA' WHERE webhook_id = $1", [
      readId('webhook', made.id),
    ]);
    start();
    await patient();
    await until(async () => (await rowsOf(made))[0]?.lease_until !== null, 'it is claimed');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await rowsOf(made)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(target.got).toHaveLength(0);
  });
});

describe('webhook retention', () => {
  it(
    'removes old events with deliveries and attempts, idempotency records, security events and throttles',
    nightly,
    async () => {
      const target = await receiver();
      const made = await hook(target);
      start();
      await patient();
      await until(allAre(made, 'succeeded'), 'it is sent');
      await asSuperuser(
        "INSERT INTO idempotency_records (org_id, credential, path, key, fingerprint, status, output, created_at) SELECT $1, 'c', 'p', k, '', 201, '{}', now() - age FROM (VALUES ('old', interval '25 hours'), ('new', interval '23 hours')) v(k, age)",
        [org.orgId],
      );
      await asSuperuser(
        "INSERT INTO security_events SELECT date_trunc('minute', now() - age), 'ip', 'c', 'v1', 1, 'r' FROM (VALUES (interval '31 days'), (interval '29 days')) v(age)",
      );
      await asSuperuser(
        "INSERT INTO sign_in_throttles (key, failures, updated_at) VALUES ('old', 1, now() - interval '3 days'), ('new', 1, now())",
      );
      const person = randomUUID();
      for (const [table, more, values] of [
        [
          'password_resets',
          ', id, secret_hash, created_by',
          ", gen_random_uuid(), decode(md5(age::text), 'hex'), 'system'",
        ],
        [
          'known_devices',
          ', id, secret_hash, last_used_at',
          ", gen_random_uuid(), decode(md5(age::text), 'hex'), now()",
        ],
        [
          'sign_in_steps',
          ', id, secret_hash, purpose, methods',
          ", gen_random_uuid(), decode(md5(age::text), 'hex'), 'sign_in', '{}'",
        ],
      ] as const)
        await asSuperuser(
          `INSERT INTO ${table} (user_id, created_at, expires_at${more}) SELECT $1, now(), now() + age${values} FROM (VALUES (interval '-1 hour'), (interval '1 hour')) v(age)`,
          [person],
        );
      await asSuperuser(
        `INSERT INTO invitations (org_id, id, email, email_hash, name, role, secret_hash, created_at, created_by, expires_at, accepted_at, revoked_at)
       SELECT $1, gen_random_uuid(), how, decode(md5(how), 'hex'), how, 'viewer', decode(md5(how), 'hex'), now(), 'system', now() - expired, now() - accepted, now() - revoked
       FROM (VALUES ('expired before', interval '91 days', null::interval, null::interval), ('accepted before', interval '89 days', interval '91 days', null),
         ('revoked before', interval '89 days', null, interval '91 days'), ('expired', interval '89 days', null, null), ('pending', interval '-1 day', null, null),
         ('accepted', interval '91 days', interval '89 days', null)) v(how, expired, accepted, revoked)`,
        [org.orgId],
      );
      await asSuperuser(
        "INSERT INTO drafts (org_id, user_id, form, content, updated_at, expires_at) SELECT $1, $2, age::text, '', now(), now() + age FROM (VALUES (interval '-1 hour'), (interval '1 hour')) v(age)",
        [org.orgId, person],
      );
      await asSuperuser(
        "INSERT INTO auth_sessions (org_id, id, user_id, secret_hash, created_at, last_seen_at, expires_at, methods, user_agent) SELECT $1, gen_random_uuid(), $2, decode(md5(age::text), 'hex'), now(), now(), now() - age, '{}', 'sweep' FROM (VALUES (interval '31 days'), (interval '29 days')) v(age)",
        [org.orgId, person],
      );
      const count = async (table: string) =>
        Number((await asSuperuser<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);
      const before = {
        events: await count('events'),
        patients: await count('patients'),
        audit: await count(`audit_events WHERE org_id = '${org.orgId}'`),
      };
      await sweep(new Date());
      expect(await count('events')).toBe(before.events);
      expect(await asSuperuser("SELECT key FROM idempotency_records WHERE path = 'p'")).toEqual([
        { key: 'new' },
      ]);
      expect(await count('security_events')).toBe(1);
      expect(await asSuperuser('SELECT key FROM sign_in_throttles')).toEqual([{ key: 'new' }]);
      for (const table of ['password_resets', 'known_devices', 'sign_in_steps', 'drafts'])
        expect(await asSuperuser(`SELECT expires_at > now() AS later FROM ${table}`), table).toEqual([
          { later: true },
        ]);
      expect(
        await asSuperuser('SELECT name FROM invitations WHERE org_id = $1 ORDER BY 1', [org.orgId]),
      ).toEqual([{ name: 'accepted' }, { name: 'expired' }, { name: 'pending' }]);
      expect(await asSuperuser("SELECT 1 FROM auth_sessions WHERE user_agent = 'sweep'")).toHaveLength(1);
      await sweep(new Date(Date.now() + 31 * 86_400_000));
      // Other tests left deliveries that are still to be sent.
      expect(await count(`deliveries WHERE org_id = '${org.orgId}' AND status = 'succeeded'`)).toBe(0);
      expect(await rowsOf(made)).toEqual([]);
      expect(await count('events')).toBe(before.events);
      await sweep(new Date(Date.now() + 366 * 86_400_000));
      const unused = 'NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = e.id)';
      expect(await count(`events e WHERE org_id = '${org.orgId}' AND ${unused}`)).toBe(0);
      expect(await count('patients')).toBe(before.patients);
      expect(await count(`audit_events WHERE org_id = '${org.orgId}'`)).toBe(before.audit);
    },
  );
});
