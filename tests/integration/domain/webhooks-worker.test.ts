import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readId } from '../../../server/shared/ids';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { getWebhook } from '../../../server/domain/webhooks/get-webhook';
import { rotateWebhookSecret } from '../../../server/domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../../server/domain/webhooks/set-webhook-enabled';
import { env } from '../../../server/env';
import { ownersNotified } from '../../../server/mail/notify-owner';
import type { Webhook as Hook } from '../../../server/domain/webhooks/contract';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { setMail, startSmtp, textOf, type SmtpServer } from '../../support/smtp';
import {
  allAre,
  hook,
  makeDue,
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

/** Waits for a few polls of the queue. */
const turnsOfWorker = () => new Promise((resolve) => setTimeout(resolve, 120));

describe('webhook delivery', () => {
  it('arrives signed, is recorded once, and is not repeated', async () => {
    const target = await receiver((_got, response) => response.end('thanks'));
    const made = await hook(target);
    start();
    await patient();
    await until(allAre(made, 'succeeded'), 'it is recorded');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(target.got).toHaveLength(1);
    const { headers, body } = target.got[0]!;
    expect(new Webhook(made.secret!).verify(body, headers)).toMatchObject({
      object: 'event',
      type: 'patient.created',
      id: headers['webhook-id'],
    });
    expect(body).not.toMatch(/Testfrau|1960/);
    expect(await triesOf(made)).toMatchObject([
      { attempt: 1, error: null, response_status: 200, response_excerpt: null, response_bytes: 6 },
    ]);
    expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
      status: 'enabled',
      consecutive_failures: 0,
      last_success_at: expect.any(String),
      last_failure_at: null,
    });
  });

  it('that fails is retried by schedule, also after restarts, with the same webhook-id and bytes, and then resets the webhook', async () => {
    let fail = true;
    const target = await receiver((_got, response) => void response.writeHead(fail ? 500 : 200).end());
    const made = await hook(target);
    await patient();
    for (const [index, step] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      // A new worker for each attempt: all state is in the database.
      const worker = start();
      await until(async () => (await triesOf(made)).length === index + 1, `try ${index + 1} is recorded`);
      const [row] = await rowsOf(made);
      expect(row).toMatchObject({ status: 'failed', attempts: index + 1, lease_until: null });
      const wait = (row!.next_attempt_at!.getTime() - target.got[index]!.at) / 1000;
      expect(wait).toBeGreaterThan(step * 0.8 - 1);
      expect(wait).toBeLessThan(step * 1.2 + 1);
      expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
        status: 'failing',
        consecutive_failures: index + 1,
      });
      await worker.stop();
      if (index === 8) fail = false;
      await makeDue(made);
    }
    start();
    await until(allAre(made, 'succeeded'), 'it succeeds');
    expect(new Set(target.got.map((got) => got.headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.got.map((got) => got.body)).size).toBe(1);
    expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
      status: 'enabled',
      consecutive_failures: 0,
    });
  });

  it('is exhausted after the tenth attempt, and Retry-After is honored before', nightly, async () => {
    const target = await receiver(
      (_got, response) => void response.writeHead(503, { 'retry-after': '7200' }).end(),
    );
    const made = await hook(target);
    start();
    await patient();
    await until(async () => (await triesOf(made)).length === 1, 'the first try');
    const [row] = await rowsOf(made);
    expect(row!.next_attempt_at!.getTime()).toBeGreaterThan(Date.now() + 7_100_000);
    for (let tries = 1; tries < 10; tries++) {
      await makeDue(made);
      await until(async () => (await triesOf(made)).length === tries + 1, `try ${tries + 1}`);
    }
    expect(await rowsOf(made)).toMatchObject([
      { status: 'exhausted', attempts: 10, next_attempt_at: null, finished_at: expect.any(Date) },
    ]);
    expect(target.got).toHaveLength(10);
  });

  it('with 410 disables the webhook at once; a test event is attempted once', async () => {
    const gone = await receiver((_got, response) => void response.writeHead(410).end());
    const bad = await hook(gone);
    start();
    await patient();
    await until(async () => !(await getWebhook(org.ctx, { id: bad.id })).enabled, 'it is disabled');
    expect(await rowsOf(bad)).toMatchObject([{ status: 'held', attempts: 1 }]);
    const failing = await receiver((_got, response) => void response.writeHead(500).end());
    const tested = await hook(failing);
    await sendTestEvent(org.ctx, { id: tested.id, type: 'webhook.test' });
    await until(allAre(tested, 'exhausted'), 'the test is over');
    expect(failing.got).toHaveLength(1);
  });

  it('of a test event does not change the health of the webhook, whatever its outcome', async () => {
    let status = 500;
    const target = await receiver((_got, response) => void response.writeHead(status).end());
    const made = await hook(target);
    start();
    const tested = async (outcome: number) => {
      status = outcome;
      const { id } = await sendTestEvent(org.ctx, { id: made.id, type: 'webhook.test' });
      await until(
        async () => (await rowsOf(made)).some((row) => row.id === readId('delivery', id) && row.finished_at),
        `the test with ${outcome} is recorded`,
      );
    };
    const untouched = {
      enabled: true,
      status: 'enabled',
      consecutive_failures: 0,
      last_success_at: null,
      last_failure_at: null,
    };
    for (const outcome of [500, 410, 200]) {
      await tested(outcome);
      expect(await getWebhook(org.ctx, { id: made.id }), `${outcome}`).toMatchObject(untouched);
    }
    status = 500;
    await patient();
    await until(
      async () => (await getWebhook(org.ctx, { id: made.id })).consecutive_failures === 1,
      'the failure of an event counts',
    );
    await tested(200);
    expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
      status: 'failing',
      consecutive_failures: 1,
      last_success_at: null,
    });
  });

  it('failing for five days disables the webhook, holds pending deliveries and notifies the others', async () => {
    const dead = await receiver((_got, response) => void response.writeHead(500).end());
    const fine = await receiver();
    const [bad, good] = [await hook(dead), await hook(fine)];
    const long = new Date(Date.now() - 6 * 86_400_000);
    await asSuperuser(
      'UPDATE webhooks SET consecutive_failures = 19, first_failure_at = $2, last_success_at = $2 WHERE id = $1',
      [readId('webhook', bad.id), long],
    );
    start();
    await patient();
    await until(() => fine.got.length === 2, 'the other is notified');
    expect(fine.got.map((got) => (JSON.parse(got.body) as { type: string }).type).sort()).toEqual([
      'patient.created',
      'webhook.disabled',
    ]);
    expect(await getWebhook(org.ctx, { id: bad.id })).toMatchObject({
      enabled: false,
      status: 'disabled',
      disabled_reason: expect.stringContaining('five days'),
    });
    expect((await rowsOf(bad)).map((row) => row.status)).toEqual(['held']);
    expect((await getWebhook(org.ctx, { id: good.id })).enabled).toBe(true);
  });

  it('of a paused or deleted webhook is not sent; missed ones are sent on request', async () => {
    const target = await receiver();
    const [paused, deleted] = [await hook(target), await hook(target)];
    await patient();
    await setWebhookEnabled(org.ctx, { id: paused.id, enabled: false, send_held: false });
    await deleteWebhook(org.ctx, { id: deleted.id });
    start();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(target.got).toHaveLength(0);
    await setWebhookEnabled(org.ctx, { id: paused.id, enabled: true, send_held: true });
    await until(allAre(paused, 'succeeded'), 'the held one is sent');
    expect(target.got).toHaveLength(1);
    expect(await rowsOf(deleted)).toMatchObject([{ status: 'skipped', attempts: 0 }]);
  });

  it('in progress while its webhook is paused is recorded, and held when it failed', async () => {
    let answer: () => void = () => undefined;
    const target = await receiver(
      (_got, response) => void (answer = () => void response.writeHead(500).end()),
    );
    const made = await hook(target);
    start();
    await patient();
    await until(() => target.got.length === 1, 'it is in progress');
    await setWebhookEnabled(org.ctx, { id: made.id, enabled: false, send_held: false });
    answer();
    await until(async () => (await triesOf(made)).length === 1, 'it is recorded');
    expect(await rowsOf(made)).toMatchObject([
      { status: 'held', attempts: 1, next_attempt_at: null, lease_until: null },
    ]);
    expect((await getWebhook(org.ctx, { id: made.id })).status).toBe('disabled');
  });

  it('is signed with both secrets during a rotation', async () => {
    const target = await receiver();
    const made = await hook(target);
    const rotated = await rotateWebhookSecret(org.ctx, { id: made.id, overlap_hours: 1 });
    start();
    await patient();
    await until(() => target.got.length === 1, 'it arrives');
    const { body, headers } = target.got[0]!;
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const secret of [made.secret!, rotated.secret!])
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  });

  it('to a target that has become forbidden makes no connection', async () => {
    const target = await receiver();
    const made = await hook(target);
    env.WEBHOOK_ALLOW_CIDRS = [];
    try {
      start();
      await patient();
      await until(async () => (await triesOf(made)).length === 1, 'it is recorded');
    } finally {
      env.WEBHOOK_ALLOW_CIDRS = ['127.0.0.0/8'];
    }
    expect(await triesOf(made)).toMatchObject([
      { error: 'blocked_address', response_status: null, error_detail: 'The address is not allowed.' },
    ]);
    expect(target.got).toHaveLength(0);
  });
});

describe('egress proxy', () => {
  afterEach(() => void (env.EGRESS_PROXY = undefined));

  it('that is unreachable counts as no attempt and no failure', async () => {
    env.EGRESS_PROXY = 'http://127.0.0.1:1';
    const target = await receiver();
    const made = await hook(target);
    start();
    await patient();
    await until(async () => (await rowsOf(made))[0]?.lease_until !== null, 'it is claimed');
    await turnsOfWorker();
    expect(await rowsOf(made)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    expect(await getWebhook(org.ctx, { id: made.id })).toMatchObject({
      status: 'enabled',
      last_failure_at: null,
    });
    expect(target.got).toHaveLength(0);
  });
});

describe('emails to administrators about webhooks', () => {
  let smtp: SmtpServer;
  beforeAll(async () => void (smtp = await startSmtp()));
  afterAll(() => smtp.close());
  beforeEach(() => setMail(`smtp://127.0.0.1:${smtp.port}`));
  afterEach(() => setMail(undefined));

  /** Subjects and texts of emails to one user, with their number. */
  async function reported({ email }: { email: string }): Promise<string[]> {
    await ownersNotified();
    return smtp.mails
      .filter(({ to }) => to.includes(email))
      .map((mail) => `${/^Subject: (.*)$/m.exec(mail.raw)![1]!.trim()}\n${textOf(mail)}`);
  }
  const failed = (made: Hook, days: number) =>
    asSuperuser(
      `UPDATE webhooks SET consecutive_failures = 5, status = 'failing', first_failure_at = now() - $2 * interval '1 day',
         last_failure_at = now() - interval '1 hour', last_success_at = now() - interval '4 days' WHERE id = $1`,
      [readId('webhook', made.id), days],
    );

  it('are sent once when the first delivery is exhausted, to no one else', async () => {
    const [admin, other] = [await personContext(org, 'admin'), await personContext(org, 'admin')];
    const clinician = await personContext(org, 'clinician');
    const stranger = await personContext(await testOrg(), 'admin');
    const target = await receiver((_got, response) => void response.writeHead(500).end());
    const made = await hook({ url: `${target.url}?token=secret` });
    await Promise.all([patient(), patient()]);
    const rows = await rowsOf(made);
    await asSuperuser('UPDATE deliveries SET attempts = 9 WHERE webhook_id = $1', [
      readId('webhook', made.id),
    ]);
    await asSuperuser("UPDATE deliveries SET next_attempt_at = now() + interval '1 day' WHERE id = $1", [
      rows[1]!.id,
    ]);
    // A test event does not count as missed.
    await sendTestEvent(org.ctx, { id: made.id, type: 'webhook.test' });
    start();
    await until(async () => (await reported(admin)).length > 0, 'a mail comes');
    await makeDue(made);
    await until(allAre(made, 'exhausted'), 'the second one is given up too');
    await turnsOfWorker();
    expect(await reported(other)).toHaveLength(1);
    const [mail = '', ...more] = await reported(admin);
    expect(more).toEqual([]);
    const { host } = new URL(made.url);
    expect(mail).toMatch(`Messages to ${host} are not delivered`);
    expect(mail).toContain(`/admin/webhooks/${made.id}`);
    expect(mail).toContain('could not be delivered in ten attempts');
    expect(mail).not.toMatch(/secret|Testfrau/);
    expect(await reported(clinician)).toEqual([]);
    expect(await reported(stranger)).toEqual([]);
    expect(
      await asSuperuser("SELECT detail FROM audit_events WHERE org_id = $1 AND action = 'warn_of_webhook'", [
        org.orgId,
      ]),
    ).toEqual([{ detail: { troubles: ['given_up'], told: 2 } }]);
  });

  it('are sent once on the third day without a success', nightly, async () => {
    const admin = await personContext(org, 'admin');
    const target = await receiver((_got, response) => void response.writeHead(500).end());
    const [long, short] = [await hook(target), await hook(target)];
    await failed(long, 3.01);
    await failed(short, 2.9);
    await patient();
    start();
    await until(async () => (await reported(admin)).length > 0, 'a mail comes');
    await makeDue(long);
    await until(async () => (await triesOf(long)).length === 2, 'it fails again');
    await turnsOfWorker();
    const [mail, ...more] = await reported(admin);
    expect(more).toEqual([]);
    expect(mail).toContain('No message has been delivered for three days.');
    expect(mail).toContain(long.id);
  });

  it('are sent when a webhook is disabled, with the reason', async () => {
    const admin = await personContext(org, 'admin');
    const target = await receiver((_got, response) => void response.writeHead(410).end());
    const made = await hook(target);
    await patient();
    start();
    await until(async () => (await reported(admin)).length > 0, 'a mail comes');
    await turnsOfWorker();
    const [mail, ...more] = await reported(admin);
    expect(more).toEqual([]);
    expect(mail).toMatch(/^The webhook to \S+ was disabled/);
    expect(mail).toContain('Reason: The receiver returned 410');
    expect(mail).toContain(made.id);
  });

  it('skip former and disabled members, and nothing fails without a mail server', async () => {
    const [gone, disabled] = [await personContext(org, 'admin'), await personContext(org, 'admin')];
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE org_id = $1 AND user_id = $2', [
      org.orgId,
      gone.actor.id,
    ]);
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.actor.id]);
    const target = await receiver((_got, response) => void response.writeHead(410).end());
    const made = await hook(target);
    await patient();
    start();
    await until(async () => !(await getWebhook(org.ctx, { id: made.id })).enabled, 'it is disabled');
    setMail(undefined);
    const second = await hook(target);
    await patient();
    await until(async () => !(await getWebhook(org.ctx, { id: second.id })).enabled, 'so is the other');
    expect([...(await reported(gone)), ...(await reported(disabled))]).toEqual([]);
  });
});
