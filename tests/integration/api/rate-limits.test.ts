import { encode } from 'next-auth/jwt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessionCookieName } from '../../../server/auth/session-cookie';
import { signIn } from '../../../server/auth/sign-in';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { newId, newRequestId, showId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deriveSecrets } from '../../../server/env';
import { sweep } from '../../../server/retention/retention';
import { Limiter } from '../../../server/rate-limits/limiter';
import { tidyLimits } from '../../../server/rate-limits/limits';
import { leaseFromPostgres } from '../../../server/rate-limits/shared-counter';
import {
  asSuperuser,
  auditRows,
  personContext,
  realKey,
  testOrg,
  type TestOrg,
} from '../../support/database';
import { jane } from '../../support/documents';
import { addressOf, announced, put } from '../../support/document-uploads';
import { call, startServer, type Answer, type TestServer } from '../../support/server';
import { nightly } from '../../support/test-size';

/** Limits as a caller meets them, on the real listener and the real counter. Clocks are moved, never waited for. */

let server: TestServer;
let org: TestOrg;
beforeAll(async () => {
  server = await startServer();
  org = await testOrg();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const ask = (key: string, method = 'GET', path = '/v1/patients', body?: unknown, headers = {}) =>
  call(server, key, method, path, body, headers);
const keyWith = (limit: number | null, of = org) => realKey(of, ['patients:read', 'documents:write'], limit);
const fields = ({ headers }: Pick<Answer, 'headers'>) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit')?.replaceAll(/t=([1-9]|[1-5][0-9]|60)(?![0-9])/g, 't=T'),
];
const times = async <T>(n: number, one: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let i = 0; i < n; i++) answers.push(await one());
  return answers;
};

/** Ends all windows of the organization: for the database by its rows, for the process by its clock. */
async function afterTheWindow(): Promise<void> {
  await asSuperuser(
    "UPDATE rate_limits SET window_started_at = window_started_at - interval '61 s' WHERE org_id = $1",
    [org.orgId],
  );
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
}

describe('RateLimit headers', () => {
  it('are on every response to a known credential', async () => {
    const key = await keyWith(null);
    const patient = await createPatient(org.ctx, jane);
    const path = `/v1/patients/${patient.id}`;
    const answers = [
      await ask(key, 'GET', path),
      await ask(key, 'GET', path, undefined, { 'If-None-Match': '"1"' }),
      await ask(key, 'GET', '/v1/patients?nonsense=1'),
      await ask(key, 'DELETE', path),
      await ask(key, 'GET', '/v1/patients/pat_01jcxyz0000000000000000000'),
      await ask(key, 'GET', '/v1/nowhere'),
      await ask(key, 'PUT', '/v1/patients', {}),
      await ask(key, 'GET', path, undefined, { Accept: 'text/html' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 403, 404, 404, 405, 406]);
    expect(answers.map(fields)).toEqual(
      answers.map((_, n) => ['"default";q=600;w=60', `"default";r=${599 - n};t=T`]),
    );
  });

  it('are on a response without a body', async () => {
    const { ctx } = org;
    const { id } = await createPatient(ctx, jane);
    const answer = await ask(await realKey(org, undefined, 40), 'DELETE', `/v1/patients/${id}`);
    expect([answer.status, ...fields(answer)]).toEqual([204, '"default";q=40;w=60', '"default";r=39;t=T']);
  });

  it('are not sent without a credential, and the contract is not counted', async () => {
    const stranger = await call(server, null, 'GET', '/v1/patients');
    expect([stranger.status, ...fields(stranger)]).toEqual([401, null, undefined]);
    const contract = await call(server, null, 'GET', '/v1/openapi.json');
    expect([contract.status, ...fields(contract)]).toEqual([200, null, undefined]);
  });

  it('contain both limits of an upload', async () => {
    const key = await keyWith(null);
    const answer = await ask(key, 'POST', '/v1/documents', {});
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual([
      '"default";q=600;w=60, "uploads";q=60;w=60',
      '"default";r=599;t=T, "uploads";r=59;t=T',
    ]);
    expect(fields(await ask(key))).toEqual(['"default";q=600;w=60', '"default";r=598;t=T']);
  });
});

describe('exhausted rate limit', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('returns the time to wait, for this key only, until the window ends', async () => {
    const [key, neighbor, foreign] = [await keyWith(5), await keyWith(5), await keyWith(5, await testOrg())];
    const admitted = await times(5, () => ask(key));
    expect(admitted.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const rejected = await ask(key);
    const wait = Number(rejected.headers.get('retry-after'));
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('content-type')).toBe('application/problem+json');
    expect(rejected.json).toMatchObject({ status: 429, code: 'rate_limited', retry_after: wait });
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(fields(rejected)).toEqual(['"default";q=5;w=60', '"default";r=0;t=T']);
    // Counting precedes the checks of path, method and scope.
    expect((await ask(key, 'POST', '/v1/nowhere')).status).toBe(429);
    expect((await ask(neighbor)).status).toBe(200);
    expect((await ask(foreign)).status).toBe(200);
    await afterTheWindow();
    expect(fields(await ask(key))).toEqual(['"default";q=5;w=60', '"default";r=4;t=T']);
  });

  it('holds under many concurrent requests, which need one connection at a time', nightly, async () => {
    const key = await keyWith(40);
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('does not depend on forwarded addresses', async () => {
    const key = await keyWith(3);
    let n = 0;
    const forged = () =>
      ask(key, 'GET', '/v1/patients', undefined, {
        'X-Forwarded-For': `198.51.100.${++n}`,
        'X-Real-IP': `198.51.100.${n}`,
        Forwarded: `for=198.51.100.${n}`,
      });
    expect((await times(5, forged)).map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  });

  it('of uploads does not affect other requests', nightly, async () => {
    const key = await keyWith(null);
    const answers = await times(61, () => ask(key, 'POST', '/v1/documents', '{'));
    expect(answers.slice(0, 60).every(({ status }) => status === 400)).toBe(true);
    expect(fields(answers[60]!)[1]).toBe('"default";r=539;t=T, "uploads";r=0;t=T');
    expect(answers[60]!.status).toBe(429);
    expect((await ask(key)).status).toBe(200);
  });

  it('writes one audit row at once and one for the rest, however many are rejected', async () => {
    const key = await keyWith(2);
    await times(2, () => ask(key));
    const first = await ask(key);
    const others = await Promise.all(Array.from({ length: 40 }, () => ask(key)));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([429]));
    expect(await auditRows(first.headers.get('x-request-id')!)).toMatchObject([
      {
        action: 'count_request',
        kind: 'auth',
        outcome: 'refused',
        code: 'rate_limited',
        detail: { policy: 'default' },
      },
    ]);
    const rows = () =>
      asSuperuser<{ detail: unknown }>(
        "SELECT detail FROM audit_events WHERE org_id = $1 AND actor = (SELECT actor FROM audit_events WHERE request_id = $2) AND code = 'rate_limited' ORDER BY id",
        [org.orgId, first.headers.get('x-request-id')],
      );
    await tidyLimits();
    expect(await rows()).toHaveLength(1);
    await afterTheWindow();
    await tidyLimits();
    expect((await rows()).map(({ detail }) => detail)).toEqual([
      { policy: 'default' },
      { policy: 'default', further_refusals: 40, window_seconds: 60 },
    ]);
  });

  it('is counted in the metrics', nightly, async () => {
    const read = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^clinical_rate_limited_requests_total\{policy="default"\} (\d+)$/m.exec(text)?.[1]);
    };
    const key = await keyWith(1);
    const before = await read();
    await times(4, () => ask(key));
    expect((await read()) - before).toBe(3);
  });
});

describe('signed URLs in rate limits', () => {
  it('of downloads count for their creator, and those of a key not against its requests', async () => {
    const key = await realKey(org, undefined, null);
    const { id: patientId } = await createPatient(org.ctx, jane);
    const content = {
      data: Buffer.from('note').toString('base64'),
      file_name: 'a.txt',
      content_type: 'text/plain',
    };
    const made = await ask(key, 'POST', '/v1/documents', { patient_id: patientId, content });
    expect(made.status).toBe(201);
    const bytes = await fetch(made.json.content_url as string);
    expect([bytes.status, ...fields(bytes)]).toEqual([
      200,
      '"addresses";q=600;w=60',
      '"addresses";r=599;t=T',
    ]);
    expect(fields(await ask(key))[1]).toBe('"default";r=598;t=T');
  });

  it('of uploads count as uploads of their creator', async () => {
    const key = await realKey(org, undefined, 1_200);
    const { id: patientId } = await createPatient(org.ctx, jane);
    const upload = announced(Buffer.from('%PDF-1.7'));
    const made = await ask(key, 'POST', '/v1/documents', { patient_id: patientId, upload });
    expect(fields(made)[1]).toBe('"default";r=1199;t=T, "uploads";r=119;t=T');
    const first = await put(addressOf(made), 'too long for what was announced');
    expect([first.status, ...fields(first)]).toEqual([413, '"uploads";q=120;w=60', '"uploads";r=118;t=T']);
    await asSuperuser(
      "UPDATE rate_limits SET used = 120 WHERE policy = 'uploads' AND org_id = $1 AND subject = (SELECT actor FROM audit_events WHERE request_id = $2)",
      [org.orgId, made.headers.get('x-request-id')],
    );
    expect((await put(addressOf(made), '%PDF-1.7')).status).toBe(429);
    expect((await ask(key)).status).toBe(200);
  });
});

describe('rate limit of users', () => {
  async function signedIn(): Promise<{ name: string; headers: Record<string, string> }> {
    const { email, password, actor } = await personContext(org, 'clinician');
    const session = await signIn({
      email,
      password,
      ip: '127.0.0.1',
      requestId: newRequestId(),
      userAgent: null,
    });
    const secret = deriveSecrets('session')[0].toString('base64url');
    const cookie = await encode({ token: { sid: session!.sid }, secret });
    return {
      name: showId('user', actor.id!),
      headers: { Cookie: `${sessionCookieName()}=${cookie}`, 'Sec-Fetch-Site': 'same-origin' },
    };
  }

  it('is 300 over all pages and files; the error has the format of the endpoint', async () => {
    const { name, headers } = await signedIn();
    const input = encodeURIComponent(JSON.stringify({}));
    const list = () =>
      call(server, null, 'GET', `/api/trpc/patients.listCharts?input=${input}`, undefined, headers);
    const upload = () => call(server, null, 'POST', '/api/portal/documents/uploads', '', headers);
    expect(fields(await list())).toEqual(['"default";q=300;w=60', '"default";r=299;t=T']);
    expect(fields(await upload())).toEqual([
      '"default";q=300;w=60, "uploads";q=60;w=60',
      '"default";r=298;t=T, "uploads";r=59;t=T',
    ]);
    await asSuperuser("UPDATE rate_limits SET used = 300 WHERE subject = $1 AND policy = 'default'", [name]);
    const answers = await times(2, list);
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    const wait = Number(answers[1]!.headers.get('retry-after'));
    expect(answers[1]!.json.error.data).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      httpStatus: 429,
      problem: { code: 'rate_limited', retry_after: wait },
    });
    expect(wait).toBeGreaterThanOrEqual(1);
    const rejected = await upload();
    expect([rejected.status, rejected.json.code]).toEqual([429, 'rate_limited']);
  });
});

describe('shared rate-limit counter', () => {
  const quota = 600;
  const policy = { name: 'default', quota } as const;
  const process = () => new Limiter(leaseFromPostgres, () => performance.now());

  it('admits no more than the limit and at least 98 % of it with two processes under load', async () => {
    const subject = { orgId: org.orgId, name: showId('api_key', newId()) };
    const processes = [process(), process()];
    // Each client waits for its response, so that blocks are leased and used up in turns.
    const clients = Array.from({ length: 16 }, (_, n) =>
      times(60, () => processes[n % 2]!.take(subject, policy)),
    );
    const statuses = (await Promise.all(clients)).flat();
    const admitted = statuses.filter((status) => status.admitted).length;
    expect(admitted).toBeLessThanOrEqual(quota);
    expect(admitted).toBeGreaterThanOrEqual(0.98 * quota);
    expect(new Set(statuses.map(({ window }) => window)).size).toBe(1);
  });

  it('lets a process use the remainder of another, and counts nothing twice', async () => {
    const subject = { orgId: org.orgId, name: showId('api_key', newId()) };
    const small = { name: 'default', quota: 10 } as const;
    const leases = [
      await leaseFromPostgres(subject, small, 7),
      await leaseFromPostgres(subject, small, 7),
      await leaseFromPostgres(subject, small, 7),
      await leaseFromPostgres(subject, small, 1),
    ];
    expect(leases.map(({ granted, used }) => [granted, used])).toEqual([
      [7, 7],
      [3, 10],
      [0, 10],
      [0, 10],
    ]);
  });

  it('returns unavailable when it cannot count', async () => {
    const made = await createApiKey(org.ctx, { name: 'k', scopes: ['patients:read'], rate_limit: 2 });
    // Adding to the largest number of the column is an error of the database.
    await asSuperuser('UPDATE api_keys SET rate_limit = 2147483647 WHERE stub = $1', [made.stub]);
    await asSuperuser("INSERT INTO rate_limits VALUES ($1, $2, 'default', now(), 2147483647)", [
      org.orgId,
      made.id,
    ]);
    const answer = await ask(made.key!);
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    await asSuperuser('UPDATE rate_limits SET used = 0 WHERE subject = $1', [made.id]);
    expect((await ask(made.key!)).status).toBe(200);
  });

  it('deletes rows after an hour', nightly, async () => {
    const [old, fresh] = [showId('api_key', newId()), showId('api_key', newId())];
    for (const name of [old, fresh]) await leaseFromPostgres({ orgId: org.orgId, name }, policy, 1);
    await asSuperuser(
      "UPDATE rate_limits SET window_started_at = now() - interval '61 min' WHERE subject = $1",
      [old],
    );
    await sweep(new Date());
    const rows = await asSuperuser<{ subject: string }>(
      'SELECT subject FROM rate_limits WHERE subject IN ($1, $2)',
      [old, fresh],
    );
    expect(rows).toEqual([{ subject: fresh }]);
  });
});
