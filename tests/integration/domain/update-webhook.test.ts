import { beforeAll, describe, expect, it } from 'vitest';
import { newId, readId, showId } from '../../../server/shared/ids';
import {
  createWebhookInput,
  updateWebhookInput,
  type CreateWebhookInput,
} from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { getWebhook } from '../../../server/domain/webhooks/get-webhook';
import { listDeliveries } from '../../../server/domain/webhooks/list-deliveries';
import { listWebhookHealth } from '../../../server/domain/webhooks/list-webhook-health';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { updateWebhook } from '../../../server/domain/webhooks/update-webhook';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';

let org: TestOrg;
let other: TestOrg;
beforeAll(async () => {
  [org, other] = await Promise.all([testOrg(), testOrg()]);
});

// Public literals: checked without a name server, and nothing in these tests sends.
const FIRST = 'https://93.184.215.14/hook';
const SECOND = 'https://93.184.215.15/hook';
const made = (changes: Partial<CreateWebhookInput> = {}) =>
  createWebhook(keyContext(org.orgId), createWebhookInput.parse({ url: FIRST, ...changes }));

describe('updateWebhook', () => {
  it('changes only the given fields, keeps the secret, and is audited', async () => {
    const admin = await personContext(org, 'admin');
    const before = await made({ events: ['patient.created'], description: 'Old' });
    const after = await updateWebhook(admin, { id: before.id, url: SECOND, events: ['*', '*'] });
    expect(after).toMatchObject({
      url: SECOND,
      events: ['*'],
      description: 'Old',
      version: before.version + 1,
      secret_hint: before.secret_hint,
    });
    expect(after).not.toHaveProperty('secret');
    expect(await updateWebhook(admin, { id: before.id, description: null })).toMatchObject({
      url: SECOND,
      description: null,
    });
    const rows = await auditRows(admin.requestId);
    expect(rows.filter(({ action }) => action === 'update_webhook').map(({ detail }) => detail)).toEqual([
      { url: { was: FIRST, is: SECOND }, events: { was: 'patient.created', is: '*' } },
      { description: { was: 'Old', is: null } },
    ]);
  });

  it('limits new events to what the user who selects them can read', async () => {
    const { id } = await made({ events: ['patient.created'] });
    const narrow = keyContext(org.orgId, ['webhooks:manage', 'patients:read']);
    await expect(updateWebhook(narrow, { id, events: ['lab_result.created'] })).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [expect.objectContaining({ pointer: '/events/0' })] },
    });
    await updateWebhook(narrow, { id, events: ['*'] });
    const [row] = await asSuperuser<{ scopes: string[] }>('SELECT scopes FROM webhooks WHERE id = $1', [
      readId('webhook', id),
    ]);
    expect(row!.scopes.sort()).toEqual(['patients:read', 'webhooks:manage']);
  });

  it.each(['http://93.184.215.14/', 'https://127.0.0.1/', 'https://user@93.184.215.14/', 'nothing'])(
    'rejects %s',
    async (url) => {
      const { id } = await made();
      await expect(updateWebhook(await personContext(org, 'admin'), { id, url })).rejects.toMatchObject({
        code: 'validation_failed',
        extras: { errors: [expect.objectContaining({ pointer: '/url' })] },
      });
      expect((await getWebhook(keyContext(org.orgId), { id })).url).toBe(FIRST);
    },
  );

  it('rejects unknown events, no events and other fields', async () => {
    const { id } = await made();
    const admin = await personContext(org, 'admin');
    await expect(updateWebhook(admin, { id, events: ['patient.renamed'] })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    for (const change of [{ events: [] }, { secret: 'mine' }, { status: 'disabled' }, { description: '' }])
      expect(updateWebhookInput.safeParse({ id, ...change }).success).toBe(false);
  });

  it('is for administrators of its organization, and for webhooks that exist', async () => {
    const { id } = await made();
    const change = { id, description: 'Mine' };
    for (const role of ['viewer', 'clinician'] as const)
      await expect(updateWebhook(await personContext(org, role), change)).rejects.toMatchObject({
        code: 'insufficient_scope',
      });
    await expect(updateWebhook(await personContext(other, 'admin'), change)).rejects.toMatchObject({
      code: 'not_found',
    });
    await deleteWebhook(keyContext(org.orgId), { id });
    await expect(updateWebhook(await personContext(org, 'admin'), change)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('overwrites no newer version', async () => {
    const { id, version } = await made();
    const admin = { ...(await personContext(org, 'admin')), ifMatch: version };
    await updateWebhook(admin, { id, description: 'One' });
    await expect(updateWebhook(admin, { id, description: 'Two' })).rejects.toMatchObject({
      code: 'version_mismatch',
    });
  });
});

describe('deliveries of a webhook', () => {
  it('are found by event or by the object it is about', async () => {
    const ctx = keyContext(org.orgId);
    const { id } = await made({ events: ['webhook.*'] });
    const [first, second] = [await sendTestEvent(ctx, { id, type: 'webhook.test' }), await made()];
    const found = async (about: string) =>
      (await listDeliveries(ctx, { id, limit: 25, about })).data.map((one) => one.id);
    expect(await found(first.event_id)).toEqual([first.id]);
    expect(await found(id)).toEqual([first.id]);
    for (const nothing of [second.id, showId('event', newId()), 'evt_', 'x', "' or true --"])
      expect(await found(nothing)).toEqual([]);
  });

  it('are counted by day with the median duration of their attempts', async () => {
    const ctx = keyContext(org.orgId);
    const { id } = await made();
    const sent = await sendTestEvent(ctx, { id, type: 'webhook.test' });
    // Two without a response, which have no response time.
    await asSuperuser(
      `INSERT INTO delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms, response_status, error)
       SELECT org_id, id, n, now(), n * 100, CASE WHEN n > 2 THEN 200 END, CASE WHEN n < 3 THEN 'timeout' END
       FROM deliveries, generate_series(1, 5) n WHERE id = $1`,
      [readId('delivery', sent.id)],
    );
    const read = async () => (await listWebhookHealth(ctx, { webhook_id: id })).data[0]!.days;
    expect((await read()).at(-1)).toMatchObject({ waiting: 0, median_ms: null });
    await asSuperuser("UPDATE events SET type = 'patient.created' WHERE id = $1", [
      readId('event', sent.event_id),
    ]);
    const days = await read();
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toMatchObject({ waiting: 1, median_ms: 400 });
    expect(days[0]).toMatchObject({ waiting: 0, median_ms: null });
  });
});
