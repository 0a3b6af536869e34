import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newApiKey } from '../../../server/auth/api-key-format';
import { createApiKeyInput, type ApiKey } from '../../../server/domain/api-keys/contract';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { getApiKey } from '../../../server/domain/api-keys/get-api-key';
import { listApiKeys } from '../../../server/domain/api-keys/list-api-keys';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { rotateApiKey } from '../../../server/domain/api-keys/rotate-api-key';
import { KEY_FILTERS, keyMarks } from '../../../server/domain/api-keys/rules';
import { updateApiKey } from '../../../server/domain/api-keys/update-api-key';
import { readId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { logger } from '../../../server/logger';
import { connect } from '../matrix/client';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { startServer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/** The life of an API key, as its user sees it. */

let server: TestServer;
let org: TestOrg;
let admin: Awaited<ReturnType<typeof personContext>>;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
  admin = await personContext(org, 'admin');
});
afterAll(() => server.close());

const make = (change: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  createApiKey(admin, { name: 'Desk', scopes: ['patients:read'], ...change });

async function ask(key: string, from = '127.0.0.1', headers: Record<string, string> = {}) {
  const client = connect(server.url, 1, from);
  const answer = await client.send({
    method: 'GET',
    path: '/v1/patients?limit=1',
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  client.close();
  return { ...answer, code: answer.status < 400 ? null : (JSON.parse(answer.text) as { code: string }).code };
}
const status = async (key: string, from?: string) => (await ask(key, from)).status;
const move = (key: ApiKey, set: string) =>
  asSuperuser(`UPDATE api_keys SET ${set} WHERE id = $1`, [readId('api_key', key.id)]);

describe('address list of an API key', () => {
  it('is checked at each request, to the bit, and changes apply to the next one', async () => {
    const made = await make({ ip_allow_list: ['127.0.4.128/25', '2001:db8::/32'] });
    expect(made.ip_allow_list).toEqual(['127.0.4.128/25', '2001:db8::/32']);
    expect(await status(made.key!, '127.0.4.128')).toBe(200);
    expect(await status(made.key!, '127.0.4.255')).toBe(200);
    for (const from of ['127.0.4.127', '127.0.5.0', '127.0.0.1']) {
      const rejected = await ask(made.key!, from);
      expect([rejected.status, rejected.code], from).toEqual([403, 'ip_not_allowed']);
    }
    await updateApiKey(admin, { id: made.id, ip_allow_list: ['::ffff:127.0.0.1'] });
    expect(await status(made.key!, '127.0.0.1')).toBe(200);
    expect(await status(made.key!, '127.0.4.128')).toBe(403);
    await updateApiKey(admin, { id: made.id, ip_allow_list: [] });
    expect(await status(made.key!, '127.0.4.128')).toBe(200);
  });

  it('is rejected together with all other invalid fields', () => {
    const { error } = createApiKeyInput.safeParse({
      name: '',
      scopes: [],
      rate_limit: 0,
      ip_allow_list: ['127.0.0.1', '10.0.0.1/8', 'here'],
    });
    expect(error!.issues.map(({ path }) => path.join('/')).sort()).toEqual([
      'ip_allow_list/1',
      'ip_allow_list/2',
      'name',
      'rate_limit',
      'scopes',
    ]);
  });

  it('rejects entries that cannot be compared, and names each invalid one', async () => {
    await expect(
      make({ ip_allow_list: ['127.0.0.1', '0177.0.0.1', '10.0.0.1/8', '::/0'] }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      extras: {
        errors: [1, 2, 3].map((at) => ({ pointer: `/ip_allow_list/${at}`, code: 'invalid_format' })),
      },
    });
  });
});

describe('replacement of an API key', () => {
  it('works next to the old key during the overlap, with the same rights, addresses and limit', async () => {
    const before = await make({ purpose: 'Desk', ip_allow_list: ['127.0.0.0/8'], rate_limit: 77 });
    const after = await rotateApiKey(admin, { id: before.id, overlap_hours: 24 });
    expect(after).toMatchObject({ name: 'Desk', purpose: 'Desk', scopes: before.scopes, rate_limit: 77 });
    expect(after.ip_allow_list).toEqual(['127.0.0.0/8']);
    expect(after.key).not.toBe(before.key);
    expect([await status(before.key!), await status(after.key!)]).toEqual([200, 200]);
    const old = await getApiKey(admin, { id: before.id });
    expect(old.replaced_by).toBe(after.id);
    expect(after.replaces).toMatchObject({ id: before.id, stub: before.stub, expires_at: old.expires_at });
    expect(old).toMatchObject({ replaces: null, replacement: { id: after.id, stub: after.stub } });
    const next = await rotateApiKey(admin, { id: after.id, overlap_hours: 0 });
    expect(await getApiKey(admin, { id: after.id })).toMatchObject({
      replaces: { id: before.id },
      replacement: { id: next.id },
    });
    expect([await status(before.key!), await status(next.key!)]).toEqual([200, 200]);
    expect(Math.abs(Date.parse(old.expires_at!) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    await move(before, "expires_at = now() - interval '1 ms'");
    const late = await ask(before.key!);
    expect([late.status, late.code, await status(next.key!)]).toEqual([401, 'invalid_credentials', 200]);
    expect(await auditRows(late.requestId)).toMatchObject([
      {
        action: 'authenticate_api_key',
        outcome: 'refused',
        detail: { reason: 'replaced' },
        actor: before.id,
      },
    ]);
  });

  it('ends the old key at once without an overlap, and never extends it', async () => {
    const before = await make();
    await rotateApiKey(admin, { id: before.id, overlap_hours: 0 });
    expect(await status(before.key!)).toBe(401);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const brief = await make({ expires_at: soon });
    await rotateApiKey(admin, { id: brief.id, overlap_hours: 168 });
    expect((await getApiKey(admin, { id: brief.id })).expires_at).toBe(soon);
  });

  it('is created once by twenty concurrent requests', async () => {
    const before = await make();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => rotateApiKey(admin, { id: before.id, overlap_hours: 1 })),
    );
    const won = tries.filter((one) => one.status === 'fulfilled');
    expect(won.length).toBe(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_state' });
    const [{ count }] = (await asSuperuser<{ count: number }>(
      'SELECT count(*)::int AS count FROM api_keys WHERE org_id = $1 AND created_at >= $2 AND id <> $3',
      [org.orgId, before.created_at, readId('api_key', before.id)],
    )) as [{ count: number }];
    expect(count).toBe(1);
    expect((await getApiKey(admin, { id: before.id })).replaced_by).toBe(won[0]!.value.id);
  });

  it('is rejected for an expired or revoked key', async () => {
    const [revoked, expired] = [await make(), await make()];
    await revokeApiKey(admin, { id: revoked.id });
    await move(expired, "expires_at = now() - interval '1 ms'");
    for (const { id } of [revoked, expired])
      await expect(rotateApiKey(admin, { id, overlap_hours: 1 })).rejects.toMatchObject({
        code: 'invalid_state',
        message: 'The key is expired or revoked. Create a new one.',
      });
  });
});

describe('lifetime of an API key', () => {
  it('is limited by the organization, given or not', async () => {
    const strict = await testOrg();
    const { ctx } = strict;
    await asSuperuser('UPDATE organizations SET key_max_days = 45 WHERE id = $1', [strict.orgId]);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const wanted = (expires_at?: string) =>
      createApiKey(ctx, { name: 'k', scopes: ['labs:read'], expires_at });
    const days = (key: ApiKey) => Math.round((Date.parse(key.expires_at!) - Date.now()) / 86_400_000);
    expect(days(await wanted())).toBe(45);
    const made = await wanted(inDays(45));
    for (const rejected of [
      () => wanted(inDays(45.1)),
      () => wanted(inDays(-1)),
      () => rotateApiKey(ctx, { id: made.id, overlap_hours: 1, expires_at: inDays(46) }),
    ])
      await expect(rejected()).rejects.toMatchObject({ extras: { errors: [{ pointer: '/expires_at' }] } });
    expect((await getApiKey(ctx, { id: made.id })).replaced_by).toBeNull();
    expect(days(await rotateApiKey(ctx, { id: made.id, overlap_hours: 1 }))).toBe(45);
  });
});

describe('details of an API key', () => {
  it('show who created and revoked it and why, and which program used it last', async () => {
    const made = await make();
    await ask(made.key!, '127.0.0.9', { 'User-Agent': `desk/1 ${'x'.repeat(400)}` });
    const ended = await revokeApiKey(admin, { id: made.id, reason: 'Laptop stolen' });
    expect(ended).toMatchObject({
      created_by_name: 'Test admin',
      revoked_by_name: 'Test admin',
      revoked_by: made.created_by,
      revoked_reason: 'Laptop stolen',
      last_used_ip: '127.0.0.9',
    });
    expect(ended.last_used_agent).toMatch(/^desk\/1 x{293}$/);
    await expect(updateApiKey(admin, { id: made.id, name: 'New' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('filter lists by the state of each key', async () => {
    const { ctx } = await testOrg();
    const many = Array.from({ length: 7 }, () => createApiKey(ctx, { name: 'k', scopes: ['labs:read'] }));
    const [, soon, idle, both, over, gone, replaced] = await Promise.all(many);
    await move(soon!, "expires_at = now() + interval '29 days'");
    await move(idle!, "created_at = now() - interval '91 days'");
    await move(both!, "expires_at = now() + interval '1 day', last_used_at = now() - interval '91 days'");
    await move(over!, "expires_at = now() - interval '1 s'");
    await revokeApiKey(ctx, { id: gone!.id });
    await rotateApiKey(ctx, { id: replaced!.id, overlap_hours: 24 });
    const all = (await listApiKeys(ctx, { limit: 100 })).data;
    expect(all.length).toBe(8);
    const now = Date.now();
    for (const state of KEY_FILTERS) {
      const shown = (await listApiKeys(ctx, { limit: 100, state })).data.map(({ id }) => id);
      const works = (key: ApiKey) =>
        !keyMarks(key, now).some((mark) => mark === 'revoked' || mark === 'expired');
      const wanted = all.filter((key) =>
        state === 'working' ? works(key) : keyMarks(key, now).includes(state),
      );
      expect(shown, state).toEqual(wanted.map(({ id }) => id));
      expect(shown.length, state).toBeGreaterThan(0);
    }
  });

  it('show why it was rejected, in the audit of its organization only, once a minute', async () => {
    const made = await make();
    await revokeApiKey(admin, { id: made.id });
    const rejected = await ask(made.key!, '127.0.0.8');
    const again = await ask(made.key!, '127.0.0.8');
    expect(rejected.text).not.toMatch(/revoked/i);
    expect(await auditRows(rejected.requestId)).toMatchObject([
      {
        action: 'authenticate_api_key',
        outcome: 'refused',
        code: 'invalid_credentials',
        detail: { reason: 'revoked' },
      },
    ]);
    expect((await auditRows(again.requestId)).length).toBeLessThanOrEqual(1);
  });
});

describe('unknown API keys', () => {
  it('are limited by address, while valid ones from the same address continue', async () => {
    const from = '127.0.6.1';
    const good = await make();
    const codes: (string | null)[] = [];
    for (let nth = 0; nth < 62; nth++) codes.push((await ask(newApiKey('live'), from)).code);
    expect(codes.slice(0, 60)).toEqual(Array(60).fill('invalid_credentials'));
    expect(codes.slice(60)).toEqual(['rate_limited', 'rate_limited']);
    expect(await status(good.key!, from)).toBe(200);
    expect(await status(newApiKey('live'), '127.0.6.2')).toBe(401);
    // A malformed key causes no lookup and is not counted.
    expect((await ask('nonsense', from)).code).toBe('invalid_credentials');
  });
});

/** C-07 */
describe('API key secret', () => {
  it(
    'appears only in the response that created it: not in tables, files of Postgres, logs or documents',
    { ...nightly, timeout: 60_000 },
    async () => {
      const since = Date.now() - 1_000;
      const lines: string[] = [];
      const stream = (logger as unknown as Record<symbol, { write(line: string): void }>)[
        pino.symbols.streamSym
      ]!;
      const write = vi.spyOn(stream, 'write').mockImplementation((line) => void lines.push(line));
      const { level } = logger;
      logger.level = 'trace';
      const made = await make();
      const next = await rotateApiKey(admin, { id: made.id, overlap_hours: 1 });
      await ask(made.key!);
      await ask(next.key!, undefined, { 'X-Api-Key': next.key! });
      await ask(`${next.key!}x`);
      await revokeApiKey(admin, { id: next.id });
      await ask(next.key!);
      logger.level = level;
      write.mockRestore();
      const secrets = [made.key!, next.key!].map((key) => key.slice(10, -4));
      const holds = (text: string | Buffer) => secrets.some((secret) => text.includes(secret));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter(holds)).toEqual([]);
      const tables = await asSuperuser<{ name: string; own: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name,
         CASE WHEN EXISTS (SELECT 1 FROM information_schema.columns
           WHERE table_schema = schemaname AND table_name = tablename AND column_name = 'org_id')
         THEN 'org_id = $2' ELSE '$2::uuid IS NOT NULL' END AS own
       FROM pg_tables WHERE schemaname NOT LIKE 'pg\\_%' AND schemaname <> 'information_schema'`,
      );
      expect(tables.length).toBeGreaterThan(30);
      for (const { name, own } of tables)
        expect(
          await asSuperuser(`SELECT 1 FROM ${name} t WHERE ${own} AND t::text LIKE ANY ($1) LIMIT 1`, [
            secrets.map((secret) => `%${secret}%`),
            org.orgId,
          ]),
          name,
        ).toEqual([]);
      await asSuperuser('CHECKPOINT');
      // The embedded Postgres has its files there as well.
      const files = filesSince(env.DATA_DIR, since);
      expect(files.some((file) => file.includes(`${path.sep}pg_wal${path.sep}`))).toBe(true);
      for (const file of files) expect(holds(await readFile(file).catch(() => '')), file).toBe(false);
    },
  );
});

/** Synchronous: there are thousands, and waiting for each takes seconds. */
const filesSince = (folder: string, since: number): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => {
      // Postgres removes files meanwhile.
      const facts = statSync(file, { throwIfNoEntry: false });
      return facts?.isFile() && facts.mtimeMs >= since;
    });
