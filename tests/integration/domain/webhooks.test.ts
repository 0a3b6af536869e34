import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../server/shared/scopes';
import { withTenant } from '../../../server/db/transaction';
import { newId, readId, showId } from '../../../server/shared/ids';
import { createWebhookInput, type CreateWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { getDelivery } from '../../../server/domain/webhooks/get-delivery';
import { getWebhook } from '../../../server/domain/webhooks/get-webhook';
import { listDeliveries } from '../../../server/domain/webhooks/list-deliveries';
import { listWebhooks } from '../../../server/domain/webhooks/list-webhooks';
import { redeliver } from '../../../server/domain/webhooks/redeliver';
import { rotateWebhookSecret } from '../../../server/domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../../server/domain/webhooks/set-webhook-enabled';
import { readSecret } from '../../../server/domain/webhooks/secrets';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';
import { nightly } from '../../support/test-size';

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
describe('createWebhook', () => {
  it('returns the secret once; it is stored encrypted and bound to its row', async () => {
    const ctx = key();
    const made = await createWebhook(
      ctx,
      input({ events: ['lab_result.*', 'patient.created'], description: 'Lab', metadata: { a: 'b' } }),
    );
    expect(made).toMatchObject({
      object: 'webhook',
      version: 1,
      enabled: true,
      status: 'enabled',
      events: ['lab_result.*', 'patient.created'],
      metadata: { a: 'b' },
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.secret_hint).toBe(made.secret!.slice(-4));
    for (const shown of [
      await getWebhook(key(), { id: made.id }),
      ...(await listWebhooks(key(), { limit: 100 })).data,
    ])
      expect(shown).not.toHaveProperty('secret');
    const rows = await asSuperuser<{ id: string; ciphertext: string; org_id: string }>(
      'SELECT * FROM webhook_secrets WHERE webhook_id = $1',
      [hookOf(made.id)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.ciphertext).not.toContain(made.secret!.slice(6, 20));
    expect(readSecret({ orgId: org.orgId, id: rows[0]!.id, ciphertext: rows[0]!.ciphertext })).toBe(
      made.secret,
    );
    expect(() =>
      readSecret({ orgId: other.orgId, id: rows[0]!.id, ciphertext: rows[0]!.ciphertext }),
    ).toThrow();
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'create_webhook', kind: 'write', outcome: 'allowed', object_id: hookOf(made.id) },
    ]);
  });

  it('with a repeated Idempotency-Key returns the same webhook without its secret', async () => {
    const first = keyContext(org.orgId);
    const idempotency = () => ({ key: 'once', path: '/v1/webhooks', fingerprint: Buffer.alloc(32, 7) });
    const made = await createWebhook({ ...first, idempotency: idempotency() }, input());
    const again = await createWebhook({ ...first, idempotency: idempotency() }, input());
    expect(made.secret).toBeDefined();
    expect(again.id).toBe(made.id);
    expect(again).not.toHaveProperty('secret');
    const kept = await asSuperuser<{ text: string }>(
      "SELECT output::text AS text FROM idempotency_records WHERE org_id = $1 AND path = '/v1/webhooks'",
      [org.orgId],
    );
    for (const { text } of kept) expect(text).not.toContain('whsec_');
  });

  it('reports all invalid fields in one response', async () => {
    const rejected = createWebhook(
      key(),
      input({ url: 'https://127.0.0.1/', events: ['patient.created', 'patient.exploded', 'lab.*', ''] }),
    );
    await expect(rejected).rejects.toMatchObject({
      code: 'validation_failed',
      extras: {
        errors: [
          { pointer: '/url', code: 'not_allowed' },
          { pointer: '/events/1', code: 'not_allowed' },
          { pointer: '/events/2' },
          { pointer: '/events/3' },
        ],
      },
    });
  });

  it('requires the scope and, for users, the administrator role', async () => {
    const clinician = await personContext(org, 'clinician');
    const admin = await personContext(org, 'admin');
    const without = keyContext(
      org.orgId,
      SCOPES.filter((scope) => scope !== 'webhooks:manage'),
    );
    await expect(createWebhook(without, input())).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(createWebhook(clinician, input({ url: 'not even an address' }))).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
    await expect(
      createWebhook({ ...clinician, actor: { ...clinician.actor, scopes: new Set(SCOPES) } }, input()),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await createWebhook(admin, input())).toMatchObject({
      object: 'webhook',
      created_by: showId('user', admin.actor.id!),
    });
  });

  it('is limited to twenty per organization, also concurrently', nightly, async () => {
    const full = await testOrg();
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, () => createWebhook(key(full), input())),
    );
    const rejected = tries.filter((entry) => entry.status === 'rejected');
    expect(rejected).toHaveLength(4);
    for (const entry of rejected) expect(entry.reason).toMatchObject({ code: 'limit_reached' });
    const { data, has_more, total_count } = await listWebhooks(key(full), {
      limit: 20,
      include: 'total_count',
    });
    expect([data.length, has_more, total_count]).toEqual([20, false, 20]);
    await deleteWebhook(key(full), { id: data[0]!.id });
    expect(await createWebhook(key(full), input())).toHaveProperty('id');
  });
});

describe('list of webhooks', () => {
  it('pages newest first, each once, and rejects a cursor of another organization', async () => {
    const mine = await testOrg();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push((await createWebhook(key(mine), input())).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listWebhooks(key(mine), { limit: 2, cursor });
      seen.push(...page.data.map((hook) => hook.id));
      cursor = page.next_cursor ?? undefined;
      if (cursor)
        await expect(listWebhooks(key(other), { limit: 2, cursor })).rejects.toMatchObject({
          code: 'invalid_cursor',
        });
    } while (cursor);
    expect(seen).toEqual(ids.reverse());
  });

  it('is empty for another organization', async () => {
    const made = await createWebhook(key(), input());
    const test = await sendTestEvent(key(), { id: made.id, type: 'webhook.test' });
    const foreign = key(other);
    for (const attempt of [
      () => getWebhook(foreign, { id: made.id }),
      () => deleteWebhook(foreign, { id: made.id }),
      () => setWebhookEnabled(foreign, { id: made.id, enabled: false, send_held: false }),
      () => rotateWebhookSecret(foreign, { id: made.id, overlap_hours: 24 }),
      () => sendTestEvent(foreign, { id: made.id, type: 'webhook.test' }),
      () => listDeliveries(foreign, { id: made.id, limit: 25 }),
      () => getDelivery(foreign, { id: made.id, delivery_id: test.id }),
      () => redeliver(foreign, { id: made.id, delivery_id: test.id }),
      () => getWebhook(key(), { id: showId('webhook', newId()) }),
      () => getWebhook(key(), { id: made.id.replace('wh_', 'pat_') }),
      () => getWebhook(key(), { id: "wh_' OR 1=1" }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await listWebhooks(foreign, { limit: 100 })).data.map((hook) => hook.id)).not.toContain(made.id);
    expect((await getWebhook(key(), { id: made.id })).enabled).toBe(true);
  });
});

it('request role sees no webhook without its organization', async () => {
  const made = await createWebhook(key(), input());
  const seen = await withTenant(
    other.orgId,
    async (tx) => (await tx.client.query('SELECT id FROM webhooks WHERE id = $1', [hookOf(made.id)])).rows,
  );
  expect(seen).toEqual([]);
});
