import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { readId, showId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createWebhookInput, type CreateWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { disableWebhook } from '../../../server/domain/webhooks/disable-webhook';
import { getDelivery } from '../../../server/domain/webhooks/get-delivery';
import { getWebhook } from '../../../server/domain/webhooks/get-webhook';
import { listDeliveries } from '../../../server/domain/webhooks/list-deliveries';
import { redeliver } from '../../../server/domain/webhooks/redeliver';
import { rotateWebhookSecret } from '../../../server/domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../../server/domain/webhooks/set-webhook-enabled';
import { asSuperuser, auditRows, keyContext, testOrg, type TestOrg } from '../../support/database';

let org: TestOrg;
let other: TestOrg;
beforeAll(async () => {
  [org, other] = await Promise.all([testOrg(), testOrg()]);
});

// A public literal: checked without a name server, and nothing in these tests sends.
const input = (changes: Partial<CreateWebhookInput> = {}) =>
  createWebhookInput.parse({ url: 'https://93.184.215.14/hook', ...changes });
const key = (from: TestOrg = org) => keyContext(from.orgId);
const hookOf = (id: string) => readId('webhook', id)!;
const disabledBecause = (id: string, reason: string) =>
  asSuperuser('UPDATE webhooks SET disabled_reason = $2 WHERE id = $1', [hookOf(id), reason]);
const newPatient = (ctx: Context) =>
  createPatient(
    ctx,
    createPatientInput.parse({
      name: { family: 'Testfrau', given: ['Ada'] },
      birth_date: '1960-05-04',
      sex: 'female',
    }),
  );
const deliveriesOf = (id: string) =>
  asSuperuser<{
    id: string;
    status: string;
    manual: boolean;
    type: string;
    next_attempt_at: Date | null;
    lease_token: string | null;
  }>(
    'SELECT d.*, e.type FROM deliveries d JOIN events e ON e.org_id = d.org_id AND e.id = d.event_id WHERE d.webhook_id = $1 ORDER BY d.id',
    [hookOf(id)],
  );
const statuses = async (id: string) => (await deliveriesOf(id)).map((row) => row.status);

describe('webhook fan-out', () => {
  it('reaches webhooks that subscribe to the event and whose creator may read the object', async () => {
    const mine = await testOrg();
    const make = (events: string[], ctx = key(mine)) => createWebhook(ctx, input({ events }));
    const all = await make(['*']);
    const kind = await make(['patient.*']);
    const exact = await make(['patient.created']);
    const lab = await make(['lab_result.*', 'patient.deleted']);
    const blind = await make(['*'], keyContext(mine.orgId, ['webhooks:manage', 'labs:read']));
    await expect(
      make(['patient.created'], keyContext(mine.orgId, ['webhooks:manage'])),
    ).rejects.toMatchObject({ extras: { errors: [{ pointer: '/events/0', code: 'not_allowed' }] } });
    const foreign = await createWebhook(key(other), input());
    await newPatient(key(mine));
    for (const hook of [all, kind, exact])
      expect(await deliveriesOf(hook.id)).toMatchObject([
        { status: 'pending', type: 'patient.created', manual: false },
      ]);
    for (const hook of [lab, blind, foreign]) expect(await deliveriesOf(hook.id)).toEqual([]);
  });

  it('creates no event and no delivery for a failed change', async () => {
    const mine = await testOrg();
    const hook = await createWebhook(key(mine), input());
    const patient = await newPatient(mine.ctx);
    const twin = createPatientInput.parse({
      mrn: patient.mrn,
      name: { family: 'Zwilling', given: ['A'] },
      birth_date: '1960-05-04',
      sex: 'female',
    });
    await expect(createPatient(mine.ctx, twin)).rejects.toThrow();
    expect(await deliveriesOf(hook.id)).toHaveLength(1);
  });

  it('sends IDs, type and time only', async () => {
    const mine = await testOrg();
    const hook = await createWebhook(key(mine), input());
    await newPatient(key(mine));
    const { data } = await listDeliveries(key(mine), { id: hook.id, limit: 25 });
    const body = JSON.parse(
      (await getDelivery(key(mine), { id: hook.id, delivery_id: data[0]!.id })).request_body,
    ) as Record<string, unknown>;
    expect(JSON.stringify(body)).not.toMatch(/Testfrau|Ada|1960/);
    expect(body).toMatchObject({
      id: data[0]!.event_id,
      object: 'event',
      type: 'patient.created',
      sequence: 1,
      org_id: showId('organization', mine.orgId),
    });
  });
});

describe('webhook state', () => {
  it('paused: holds pending and new deliveries, and sends them only on request', async () => {
    const mine = await testOrg();
    const { id } = await createWebhook(key(mine), input());
    await newPatient(mine.ctx);
    expect(await setWebhookEnabled(key(mine), { id, enabled: false, send_held: false })).toMatchObject({
      enabled: false,
      status: 'disabled',
      version: 2,
    });
    await newPatient(mine.ctx);
    expect(await statuses(id)).toEqual(['held', 'held']);
    await expect(sendTestEvent(key(mine), { id, type: 'webhook.test' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect(await setWebhookEnabled(key(mine), { id, enabled: true, send_held: false })).toMatchObject({
      enabled: true,
      status: 'enabled',
      disabled_reason: null,
    });
    expect(await statuses(id)).toEqual(['held', 'held']);
    await setWebhookEnabled(key(mine), { id, enabled: true, send_held: true });
    expect((await deliveriesOf(id)).map((row) => [row.status, row.next_attempt_at !== null])).toEqual([
      ['pending', true],
      ['pending', true],
    ]);
  });

  it('disabled: notifies the other webhooks, and keeps pending deliveries', async () => {
    const mine = await testOrg();
    const bad = await createWebhook(key(mine), input());
    const good = await createWebhook(key(mine), input());
    await newPatient(mine.ctx);
    await disableWebhook(
      { orgId: mine.orgId, webhookId: hookOf(bad.id) },
      'No delivery succeeded for five days.',
    );
    await disableWebhook({ orgId: mine.orgId, webhookId: hookOf(bad.id) }, 'Again.');
    expect(await getWebhook(key(mine), { id: bad.id })).toMatchObject({
      enabled: false,
      status: 'disabled',
      disabled_reason: 'No delivery succeeded for five days.',
    });
    expect(await deliveriesOf(bad.id)).toMatchObject([{ type: 'patient.created', status: 'held' }]);
    expect(await deliveriesOf(good.id)).toMatchObject([
      { type: 'patient.created' },
      { type: 'webhook.disabled', status: 'pending' },
    ]);
  });

  it('deleted: skips pending deliveries and removes the secrets; the second request returns 404', async () => {
    const mine = await testOrg();
    const ctx = key(mine);
    const { id } = await createWebhook(key(mine), input());
    await newPatient(mine.ctx);
    expect(await deleteWebhook(ctx, { id })).toBeUndefined();
    expect(await statuses(id)).toEqual(['skipped']);
    expect(await asSuperuser('SELECT 1 FROM webhook_secrets WHERE webhook_id = $1', [hookOf(id)])).toEqual(
      [],
    );
    await expect(deleteWebhook(key(mine), { id })).rejects.toMatchObject({ code: 'not_found' });
    await newPatient(mine.ctx);
    expect(await statuses(id)).toEqual(['skipped']);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'delete_webhook', detail: { skipped: 1 } },
    ]);
  });
});

describe('webhook delivery log', () => {
  it('lists deliveries newest first with their attempts, in pages', async () => {
    const mine = await testOrg();
    const { id } = await createWebhook(key(mine), input());
    for (let at = 0; at < 3; at++) await newPatient(mine.ctx);
    const rows = await deliveriesOf(id);
    await asSuperuser(
      "INSERT INTO delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms, response_status, response_excerpt, error, error_detail) SELECT $1, $2, n, now(), 12, 500, 'oops', 'http_5xx', 'The receiver returned 500.' FROM generate_series(1, 2) n",
      [mine.orgId, rows[2]!.id],
    );
    const first = await listDeliveries(key(mine), { id, limit: 2 });
    const second = await listDeliveries(key(mine), { id, limit: 2, cursor: first.next_cursor! });
    expect([...first.data, ...second.data].map((entry) => readId('delivery', entry.id))).toEqual(
      rows.map((row) => row.id).reverse(),
    );
    expect(first.data[0]).toMatchObject({
      event_type: 'patient.created',
      status: 'pending',
      manual: false,
      attempts: [{ attempt: 1, error: 'http_5xx', response_excerpt: 'oops' }, { attempt: 2 }],
    });
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('shows a redelivery as a new delivery of the same event', async () => {
    const mine = await testOrg();
    const { id } = await createWebhook(key(mine), input());
    await newPatient(mine.ctx);
    const [sent] = (await listDeliveries(key(mine), { id, limit: 25 })).data;
    const again = await redeliver(key(mine), { id, delivery_id: sent!.id });
    expect(again).toMatchObject({ event_id: sent!.event_id, status: 'pending', manual: true, attempts: [] });
    expect(again.id).not.toBe(sent!.id);
    await setWebhookEnabled(key(mine), { id, enabled: false, send_held: false });
    await expect(redeliver(key(mine), { id, delivery_id: sent!.id })).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'The webhook is disabled. Enable it first.',
    });
    // The portal has the button Resume.
    const portal: Context = { ...key(mine), transport: 'portal' };
    await expect(redeliver(portal, { id, delivery_id: sent!.id })).rejects.toMatchObject({
      message: 'The webhook is paused. Resume it first.',
    });
    await disabledBecause(id, 'No delivery succeeded for five days.');
    await expect(redeliver(portal, { id, delivery_id: sent!.id })).rejects.toMatchObject({
      message: 'The webhook is disabled. Resume it first.',
    });
    await deleteWebhook(key(mine), { id });
    await expect(redeliver(key(mine), { id, delivery_id: sent!.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('shows a test event for this webhook only, whatever it subscribes to', async () => {
    const mine = await testOrg();
    const tested = await createWebhook(key(mine), input({ events: ['patient.created'] }));
    const quiet = await createWebhook(key(mine), input());
    expect(await sendTestEvent(key(mine), { id: tested.id, type: 'webhook.test' })).toMatchObject({
      event_type: 'webhook.test',
      status: 'pending',
      webhook_id: tested.id,
    });
    expect(await statuses(tested.id)).toEqual(['pending']);
    expect(await statuses(quiet.id)).toEqual([]);
  });

  it('is signed with a new secret after a rotation; the old one ends after the overlap, or at once without one', async () => {
    const mine = await testOrg();
    const made = await createWebhook(key(mine), input());
    const secrets = () =>
      asSuperuser<{ hint: string; expires_at: Date | null }>(
        'SELECT hint, expires_at FROM webhook_secrets WHERE webhook_id = $1 ORDER BY id',
        [hookOf(made.id)],
      );
    const second = await rotateWebhookSecret(key(mine), { id: made.id, overlap_hours: 24 });
    expect(second.secret).not.toBe(made.secret);
    expect((await secrets()).map((row) => [row.hint, row.expires_at !== null])).toEqual([
      [made.secret_hint, true],
      [second.secret_hint, false],
    ]);
    const third = await rotateWebhookSecret(key(mine), { id: made.id, overlap_hours: 24 });
    expect((await secrets()).map((row) => row.hint)).toEqual([second.secret_hint, third.secret_hint]);
    const fourth = await rotateWebhookSecret(key(mine), { id: made.id, overlap_hours: 0 });
    expect((await secrets()).map((row) => row.hint)).toEqual([fourth.secret_hint]);
    expect((await getWebhook(key(mine), { id: made.id })).secret_hint).toBe(fourth.secret_hint);
  });
});
