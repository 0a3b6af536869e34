import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../server/auth/scopes';
import { closePool } from '../../server/db/client';
import { withTenant } from '../../server/db/transaction';
import type { Context } from '../../server/domain/context';
import { newId, readId, showId } from '../../server/domain/ids';
import { createPatient } from '../../server/domain/patients/create-patient';
import { createPatientInput } from '../../server/domain/patients/contract';
import { createWebhookInput, type CreateWebhookInput } from '../../server/domain/webhooks/contract';
import { createWebhook } from '../../server/domain/webhooks/create-webhook';
import { deleteWebhook } from '../../server/domain/webhooks/delete-webhook';
import { disableWebhook } from '../../server/domain/webhooks/disable-webhook';
import { getDelivery } from '../../server/domain/webhooks/get-delivery';
import { getWebhook } from '../../server/domain/webhooks/get-webhook';
import { listDeliveries } from '../../server/domain/webhooks/list-deliveries';
import { listWebhooks } from '../../server/domain/webhooks/list-webhooks';
import { redeliver } from '../../server/domain/webhooks/redeliver';
import { rotateWebhookSecret } from '../../server/domain/webhooks/rotate-webhook-secret';
import { sendTestEvent } from '../../server/domain/webhooks/send-test-event';
import { setWebhookEnabled } from '../../server/domain/webhooks/set-webhook-enabled';
import { readSecret } from '../../server/domain/webhooks/secrets';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../support/database';

let org: TestOrg;
let other: TestOrg;
beforeAll(async () => {
  [org, other] = await Promise.all([testOrg(), testOrg()]);
});
afterAll(() => closePool());

// A public literal: judged without asking a name server, and nothing in these tests sends.
const input = (changes: Partial<CreateWebhookInput> = {}) =>
  createWebhookInput.parse({ url: 'https://93.184.215.14/hook', ...changes });
const key = (from: TestOrg = org) => keyContext(from.orgId);
const hookOf = (id: string) => readId('webhook', id)!;
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

describe('create', () => {
  it('answers the secret once; at rest it is encrypted and bound to its row', async () => {
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

  it('a repeated Idempotency-Key answers the same webhook without its secret', async () => {
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

  it('tells every wrong field in one answer', async () => {
    const refused = createWebhook(
      key(),
      input({ url: 'https://127.0.0.1/', events: ['patient.created', 'patient.exploded', 'lab.*', ''] }),
    );
    await expect(refused).rejects.toMatchObject({
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

  it('needs the scope, and of people the role admin', async () => {
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

  it('stops at twenty per organisation, also when they come at once', async () => {
    const full = await testOrg();
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, () => createWebhook(key(full), input())),
    );
    const refused = tries.filter((entry) => entry.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const entry of refused) expect(entry.reason).toMatchObject({ code: 'limit_reached' });
    const { data, has_more, total_count } = await listWebhooks(key(full), {
      limit: 20,
      include: 'total_count',
    });
    expect([data.length, has_more, total_count]).toEqual([20, false, 20]);
    await deleteWebhook(key(full), { id: data[0]!.id });
    expect(await createWebhook(key(full), input())).toHaveProperty('id');
  });
});

describe('list and isolation', () => {
  it('pages newest first, each one once; a cursor of another organisation is refused', async () => {
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

  it('nothing of it exists for another organisation', async () => {
    const made = await createWebhook(key(), input());
    const test = await sendTestEvent(key(), { id: made.id });
    const foreign = key(other);
    for (const attempt of [
      () => getWebhook(foreign, { id: made.id }),
      () => deleteWebhook(foreign, { id: made.id }),
      () => setWebhookEnabled(foreign, { id: made.id, enabled: false, send_held: false }),
      () => rotateWebhookSecret(foreign, { id: made.id, overlap_hours: 24 }),
      () => sendTestEvent(foreign, { id: made.id }),
      () => listDeliveries(foreign, { webhook_id: made.id, limit: 25 }),
      () => getDelivery(foreign, { id: test.id }),
      () => redeliver(foreign, { id: test.id }),
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

describe('fan-out, in the transaction of the change', () => {
  it('reaches hooks that name the event and whose creator may read the object', async () => {
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

  it('a change that fails leaves no event and no delivery', async () => {
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

  it('the body holds ids, type and time only', async () => {
    const mine = await testOrg();
    const hook = await createWebhook(key(mine), input());
    await newPatient(key(mine));
    const { data } = await listDeliveries(key(mine), { webhook_id: hook.id, limit: 25 });
    const body = JSON.parse((await getDelivery(key(mine), { id: data[0]!.id })).request_body) as Record<
      string,
      unknown
    >;
    expect(JSON.stringify(body)).not.toMatch(/Testfrau|Ada|1960/);
    expect(body).toMatchObject({
      id: data[0]!.event_id,
      object: 'event',
      type: 'patient.created',
      sequence: 1,
      org_id: showId('organisation', mine.orgId),
    });
  });
});

describe('pause, disable, delete', () => {
  it('what waits is held while paused, new ones too, and sent only when asked for', async () => {
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
    await expect(sendTestEvent(key(mine), { id })).rejects.toMatchObject({ code: 'invalid_state' });
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

  it('a disabled one is told to the others, not to itself, and keeps what waits', async () => {
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

  it('deletion skips what waits and removes the secrets; the second finds nothing', async () => {
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

describe('log, redelivery, test, rotation', () => {
  it('lists deliveries newest first with their tries, in pages', async () => {
    const mine = await testOrg();
    const { id } = await createWebhook(key(mine), input());
    for (let at = 0; at < 3; at++) await newPatient(mine.ctx);
    const rows = await deliveriesOf(id);
    await asSuperuser(
      "INSERT INTO delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms, response_status, response_excerpt, error, error_detail) SELECT $1, $2, n, now(), 12, 500, 'oops', 'http_5xx', 'The receiver answered 500.' FROM generate_series(1, 2) n",
      [mine.orgId, rows[2]!.id],
    );
    const first = await listDeliveries(key(mine), { webhook_id: id, limit: 2 });
    const second = await listDeliveries(key(mine), { webhook_id: id, limit: 2, cursor: first.next_cursor! });
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

  it('a redelivery is a new delivery of the same event', async () => {
    const mine = await testOrg();
    const { id } = await createWebhook(key(mine), input());
    await newPatient(mine.ctx);
    const [sent] = (await listDeliveries(key(mine), { webhook_id: id, limit: 25 })).data;
    const again = await redeliver(key(mine), { id: sent!.id });
    expect(again).toMatchObject({ event_id: sent!.event_id, status: 'pending', manual: true, attempts: [] });
    expect(again.id).not.toBe(sent!.id);
    await setWebhookEnabled(key(mine), { id, enabled: false, send_held: false });
    await expect(redeliver(key(mine), { id: sent!.id })).rejects.toMatchObject({ code: 'invalid_state' });
    await deleteWebhook(key(mine), { id });
    await expect(redeliver(key(mine), { id: sent!.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a test event goes to this hook only, whatever it subscribes to', async () => {
    const mine = await testOrg();
    const tested = await createWebhook(key(mine), input({ events: ['patient.created'] }));
    const quiet = await createWebhook(key(mine), input());
    expect(await sendTestEvent(key(mine), { id: tested.id })).toMatchObject({
      event_type: 'webhook.test',
      status: 'pending',
      webhook_id: tested.id,
    });
    expect(await statuses(tested.id)).toEqual(['pending']);
    expect(await statuses(quiet.id)).toEqual([]);
  });

  it('rotation shows a new secret; the old one ends after the overlap, at once when there is none', async () => {
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

it('the role of requests sees no webhook without its organisation', async () => {
  const made = await createWebhook(key(), input());
  const seen = await withTenant(
    other.orgId,
    async (tx) => (await tx.client.query('SELECT id FROM webhooks WHERE id = $1', [hookOf(made.id)])).rows,
  );
  expect(seen).toEqual([]);
});
