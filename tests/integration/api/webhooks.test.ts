import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser, realKey, testOrg, type TestOrg } from '../../support/database';
import { readId } from '../../../server/shared/ids';
import { call, startServer, type Answer, type TestServer } from '../../support/server';

/** Managing webhooks through `/v1`, without the portal. */

let server: TestServer;
let org: TestOrg;
let key: string;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  key = await realKey(org);
});
afterAll(() => server.close());

// A public literal: checked without a name server, and nothing in these tests sends.
const URL = 'https://93.184.215.14/hook';
const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(server, key, method, `/v1/webhooks${path}`, body, headers);
const made = async () => (await ask('POST', '', { url: URL })).json as { id: string; version: number };
const deliveriesOf = async (id: string, query = '') =>
  (await ask('GET', `/${id}/deliveries${query}`)).json.data as { id: string; status: string }[];
const statusOf = ({ status, json }: Answer) => [status, json.code];

describe('PATCH /v1/webhooks/{id}', () => {
  it('pauses a webhook, which holds its deliveries, and resumes it with them', async () => {
    const { id, version } = await made();
    await ask('POST', `/${id}/test`, {});
    const paused = await ask('PATCH', `/${id}`, { enabled: false });
    expect(paused.json).toMatchObject({ enabled: false, status: 'disabled', version: version + 1 });
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'held' }]);
    expect(statusOf(await ask('POST', `/${id}/test`))).toEqual([409, 'invalid_state']);
    const alone = await ask('PATCH', `/${id}`, { send_held: true });
    expect(alone.json).toMatchObject({ status: 422, errors: [{ pointer: '/send_held' }] });
    await ask('PATCH', `/${id}`, { enabled: true, send_held: true });
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }]);
    const details = await asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE org_id = $1 AND action = 'update_webhook' AND object_id = $2
       AND outcome = 'allowed' ORDER BY id`,
      [org.orgId, readId('webhook', id)],
    );
    expect(details.map(({ detail }) => detail)).toEqual([
      { enabled: { was: true, is: false }, held: 1, released: 0 },
      { enabled: { was: false, is: true }, fields: ['send_held'], held: 0, released: 1 },
    ]);
  });

  it('respects If-Match, with the version as the entity tag', async () => {
    const { id, version } = await made();
    const tag = { 'If-Match': `"${version}"` };
    expect((await ask('PATCH', `/${id}`, { description: 'One' }, tag)).status).toBe(200);
    expect(statusOf(await ask('PATCH', `/${id}`, { description: 'Two' }, tag))).toEqual([
      412,
      'version_mismatch',
    ]);
    expect((await ask('GET', `/${id}`)).json).toMatchObject({ description: 'One', version: version + 1 });
  });

  it('checks URL and events like the creation', async () => {
    const { id } = await made();
    const { json } = await ask('PATCH', `/${id}`, { url: 'http://10.0.0.1/', events: ['patient.renamed'] });
    const errors = json.errors as { pointer: string }[];
    expect([json.status, errors.map(({ pointer }) => pointer)]).toEqual([422, ['/url', '/events/0']]);
  });
});

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('needs no body, and a repetition with the same key does not return the secret', async () => {
    const { id } = await made();
    const once = { 'Idempotency-Key': 'rotate-1' };
    const first = await ask('POST', `/${id}/rotate-secret`, undefined, once);
    expect(first.json.secret).toMatch(/^whsec_/);
    const again = await ask('POST', `/${id}/rotate-secret`, undefined, once);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { secret: _secret, ...shown } = first.json;
    expect(again.json).toEqual(shown);
    const secrets = await asSuperuser('SELECT 1 FROM webhook_secrets WHERE webhook_id = $1', [
      readId('webhook', id),
    ]);
    expect(secrets).toHaveLength(2);
    expect(statusOf(await ask('POST', `/${id}/rotate-secret`, { overlap_hours: 1000 }))).toEqual([
      422,
      'validation_failed',
    ]);
  });
});

describe('deliveries of a webhook', () => {
  it('are listed by status, read, and redelivered once per key', async () => {
    const [{ id }, other] = [await made(), await made()];
    const sent = (await ask('POST', `/${id}/test`, { type: 'lab_result.critical' })).json;
    expect(sent).toMatchObject({ object: 'delivery', status: 'pending', attempts: [] });
    const path = `/${id}/deliveries/${sent.id}`;
    const read = await ask('GET', path);
    expect(JSON.parse(read.json.request_body as string)).toMatchObject({
      id: sent.event_id,
      type: 'lab_result.critical',
      test: true,
    });
    const once = { 'Idempotency-Key': 'again-1' };
    const again = await ask('POST', `${path}/redeliver`, undefined, once);
    expect(again.json).toMatchObject({ event_id: sent.event_id, manual: true });
    expect((await ask('POST', `${path}/redeliver`, undefined, once)).json).toEqual(again.json);
    expect((await deliveriesOf(id)).map((one) => one.id)).toEqual([again.json.id, sent.id]);
    expect(await deliveriesOf(id, '?status=held,exhausted')).toEqual([]);
    expect(await deliveriesOf(id, '?status=held,pending&event_type=patient.created')).toEqual([]);
    // Of another webhook of the same organization.
    for (const request of [
      await ask('GET', `/${other.id}/deliveries/${sent.id}`),
      await ask('POST', `/${other.id}/deliveries/${sent.id}/redeliver`),
    ])
      expect(statusOf(request)).toEqual([404, 'not_found']);
    await ask('DELETE', `/${id}`);
    expect(statusOf(await ask('POST', `${path}/redeliver`, undefined, once))).toEqual([404, 'not_found']);
  });

  it('that failed are redelivered since a time', async () => {
    const { id } = await made();
    await call(server, key, 'POST', '/v1/patients', {
      name: { family: 'Missed', given: ['Ann'] },
      birth_date: '1980-01-02',
      sex: 'female',
    });
    await asSuperuser(
      "UPDATE deliveries SET status = 'exhausted', finished_at = now() WHERE webhook_id = $1",
      [readId('webhook', id)],
    );
    expect(statusOf(await ask('POST', `/${id}/redeliver`))).toEqual([415, 'unsupported_media_type']);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await ask('POST', `/${id}/redeliver`, { since })).json).toEqual({
      object: 'redeliveries',
      count: 1,
    });
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }, { status: 'exhausted' }]);
  });
});
