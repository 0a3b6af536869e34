import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY_PATTERN, isWellFormedApiKey, newApiKey } from '../../../server/auth/api-key-format';
import { shares } from '../../../server/db/client';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { withTenant } from '../../../server/db/transaction';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { asSuperuser, personContext, testOrg, type TestOrg } from '../../support/database';
import { call, startServer, type TestServer } from '../../support/server';

let server: TestServer;
let org: TestOrg;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
});
afterAll(() => server.close());

const list = (key: string) => call(server, key, 'GET', '/v1/patients');

describe('API keys', () => {
  it('have a checksum that detects every single wrong character before any database call', () => {
    const key = newApiKey('live');
    expect(key).toMatch(API_KEY_PATTERN);
    expect(isWellFormedApiKey(key)).toBe(true);
    for (let at = 10; at < key.length; at++) {
      const wrong = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isWellFormedApiKey(wrong), `position ${at}`).toBe(false);
    }
    expect(isWellFormedApiKey(key.replace('live', 'test'))).toBe(false);
  });

  it('are stored as a hash only, and start with clin_test_ in a sandbox', async () => {
    const sandbox = await testOrg({ sandboxOf: org.slug });
    const live = await createApiKey(org.ctx, { name: 'k', scopes: ['patients:read'] });
    const test = await createApiKey(sandbox.ctx, { name: 'k', scopes: ['patients:read'] });
    expect(live.key).toMatch(/^clin_live_/);
    expect(test.key).toMatch(/^clin_test_/);
    expect(live.stub).toBe(`clin_live_…${live.key!.slice(-4)}`);
    const rows = await asSuperuser<{ row: string }>(
      'SELECT k::text AS row FROM api_keys k UNION ALL SELECT a::text FROM audit_events a UNION ALL SELECT i::text FROM idempotency_records i',
    );
    for (const { row } of rows) expect(row).not.toContain(live.key!.slice(10));
  });

  it('get the same answer when expired, revoked and unknown', async () => {
    const [expired, revoked] = [
      await createApiKey(org.ctx, { name: 'e', scopes: ['patients:read'] }),
      await createApiKey(org.ctx, { name: 'r', scopes: ['patients:read'] }),
    ];
    expect((await list(expired.key!)).status).toBe(200);
    await asSuperuser("UPDATE api_keys SET expires_at = now() - interval '1 ms' WHERE stub = $1", [
      expired.stub,
    ]);
    await revokeApiKey(org.ctx, { id: revoked.id });
    const answers = [
      await list(expired.key!),
      await list(revoked.key!),
      await list(newApiKey('live')),
      await list('nonsense'),
    ];
    const bodies = answers.map((answer) => answer.text.replaceAll(answer.json.request_id as string, 'req'));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(bodies).size).toBe(1);
  });

  it('are valid only from the addresses of their list', async () => {
    const { key, stub } = await createApiKey(org.ctx, { name: 'k', scopes: ['patients:read'] });
    const from = (list: string) =>
      asSuperuser('UPDATE api_keys SET ip_allow_list = $1 WHERE stub = $2', [list, stub]);
    await from('{192.0.2.0/24}');
    const rejected = await list(key!);
    expect([rejected.status, rejected.json.code]).toEqual([403, 'ip_not_allowed']);
    await from('{192.0.2.0/24,127.0.0.0/8}');
    expect((await list(key!)).status).toBe(200);
  });

  it('need one connection at a time, also when rejected', async () => {
    const { key } = await createApiKey(org.ctx, { name: 'k', scopes: ['labs:read'] });
    const paths = ['/v1/labs/catalog', '/v1/patients', '/v1/nothing', '/v1/labs/orders?color=red'];
    const wanted = [200, 403, 404, 400];
    let free = () => {};
    const held = new Promise<void>((resolve) => (free = resolve));
    const holders = [...Array(shares().requests - 1).keys()].map(() => withTenant(org.orgId, () => held));
    const answers = [];
    for (const path of paths) answers.push((await call(server, key!, 'GET', path)).status);
    free();
    await Promise.all(holders);
    expect(answers).toEqual(wanted);
  });

  it('stop working when revoked, also for requests in progress', async () => {
    const made = await createApiKey(org.ctx, { name: 'busy', scopes: ['patients:read'] });
    let revokedAt = Infinity;
    const startedAfter: number[] = [];
    const client = async () => {
      for (let n = 0; n < 12; n++) {
        const started = performance.now();
        const { status } = await list(made.key!);
        if (started > revokedAt) startedAfter.push(status);
      }
    };
    const clients = [...Array(6).keys()].map(client);
    await revokeApiKey(org.ctx, { id: made.id });
    revokedAt = performance.now();
    await Promise.all(clients);
    expect(startedAfter.length).toBeGreaterThan(10);
    expect(new Set(startedAfter)).toEqual(new Set([401]));
  });

  it('record when and from where they were used last', async () => {
    const made = await createApiKey(org.ctx, { name: 'used', scopes: ['patients:read'] });
    await list(made.key!);
    const [row] = await asSuperuser<{ last_used_at: Date; last_used_ip: string }>(
      'SELECT last_used_at, last_used_ip FROM api_keys WHERE stub = $1',
      [made.stub],
    );
    expect(row!.last_used_ip).toBe('127.0.0.1');
    expect(Date.now() - row!.last_used_at.getTime()).toBeLessThan(60_000);
  });

  it('are created and revoked by administrators only, never by keys', async () => {
    const clinician = await personContext(org, 'clinician');
    await expect(createApiKey(clinician, { name: 'n', scopes: ['patients:read'] })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const asKey = { ...clinician, actor: { ...clinician.actor, kind: 'api_key' as const, role: null } };
    await expect(createApiKey(asKey, { name: 'n', scopes: ['patients:read'] })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
