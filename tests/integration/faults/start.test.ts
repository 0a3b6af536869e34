import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCK_IDS, LOCK_SESSION } from '../../../server/db/locks';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { readId } from '../../../server/shared/ids';
import { takePostgres, type Way } from '../../support/outage';
import { freePort } from '../../support/server';
import { readDemo, startService, type Service } from '../../support/service';
import { nightly } from '../../support/test-size';
import { connect, failedStart, isAlive, launch, postmasterOf, until } from './processes';

/**
 * One life of a service in order: start, work, orderly stop under a request, start again, kill, start again, neighbors.
 * Each test continues where the previous one ended.
 */

let home: string;
let dataDir: string;
let port: number;
let service: Service;
let key: string;
let output = '';

const settings = (): Record<string, string> => ({
  DATA_DIR: dataDir,
  PORT: String(port),
  DATABASE_POOL: '4',
  DRAIN_SECONDS: '1',
  LOG_LEVEL: 'debug',
});
const portOf = (running: Service): number => Number(new URL(running.url).port);
const get = (address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(service.url + address, {
    redirect: 'manual',
    ...init,
    headers: { Authorization: `Bearer ${key}`, ...init.headers },
  });
const body = (family: string): string =>
  JSON.stringify({ name: { family, given: ['Canarybird'] }, birth_date: '1971-03-09', sex: 'female' });
const hasPatient = async (id: string): Promise<boolean> => (await get(`/v1/patients/${id}`)).status === 200;

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-faults-'));
  // When the tests run as root, Postgres and one test use this folder as another user.
  await chmod(home, 0o711);
  dataDir = path.join(home, 'data');
  port = await freePort();
  service = await startService(settings());
  key = (await readDemo(dataDir)).apiKey;
});
afterAll(async () => {
  await service?.stop();
  await rm(home, { recursive: true, force: true });
});

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

async function signIn(email: string, password: string): Promise<Response> {
  const csrf = await fetch(`${service.url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return fetch(`${service.url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, email, password }),
  });
}

describe('running service', () => {
  it('answers health checks', async () => {
    const health = await fetch(`${service.url}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string },
    ]);
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    const metrics = await fetch(`${service.url}/metrics`);
    expect(metrics.status).toBe(200);
    const figures = await metrics.text();
    expect(figures).toMatch(/^clinical_db_pool_connections\{state="total"\} \d+$/m);
    // The audit is being sealed, over a connection that requests cannot use.
    expect(figures).toMatch(/^clinical_db_reserved_connections\{state="total"\} 1$/m);
    expect(Number(/^clinical_clock_skew_seconds (\S+)$/m.exec(figures)?.[1])).toBeCloseTo(0, 0);
  });

  it('has no image optimizer', async () => {
    for (const address of ['/_next/image', '/_next/image?url=%2Ficon.png&w=64&q=75', '/_next/image/'])
      expect((await fetch(service.url + address)).status, address).toBe(404);
  });

  it('has one pool for both module graphs', nightly, async () => {
    // The API lives in the server's bundle, sign-in in Next's.
    const unknownUser = () => signIn('canary.unknown@example.org', 'canary-password');
    await Promise.all(
      [...Array(12)].flatMap((_, at) => [get('/v1/patients'), ...(at < 5 ? [unknownUser()] : [])]),
    );
    expect(await connectionsOf(dataDir)).toBeLessThanOrEqual(4);
  });

  it('logs no patient data and no credentials', async () => {
    const made = await get('/v1/patients', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: body('Canaryfamily'),
    });
    expect(made.status).toBe(201);
    const { id, mrn } = (await made.json()) as { id: string; mrn: string | null };
    const wrong = { 'Content-Type': 'application/json' };
    await get(`/v1/patients/${id}`);
    await get('/v1/patients?q=Canaryquery');
    await get(`/v1/patients?family=Canaryfilter&mrn=CANARY-MRN-77`);
    await get('/v1/patients', { method: 'POST', headers: wrong, body: '{"canarybroken": ' });
    await get('/v1/patients', {
      method: 'POST',
      headers: wrong,
      body: body('Canaryinvalid').replace('1971', '19x1'),
    });
    await get('/v1/patients/pat_canarywrongid');
    await get('/patients?q=Canarypage');
    await fetch(`${service.url}/v1/patients`, {
      headers: { Authorization: 'Bearer cds_live_canarywrongkey' },
    });
    const form = new FormData();
    form.set('metadata', JSON.stringify({ patient_id: id, title: 'Canarytitle', kind: 'canarykind' }));
    form.set('file', new Blob(['Canarycontent']), 'canaryfile.txt');
    await get('/v1/documents', { method: 'POST', body: form });
    const demo = await readDemo(dataDir);
    const person = demo.people[0]!;
    const cookies = cookiesOf(await signIn(person.email, person.password));
    expect(cookies).toContain('-session=');
    await fetch(`${service.url}/patients`, { headers: { Cookie: cookies } });
    output += service.output();
    // The log must contain the request; otherwise its silence would prove nothing.
    expect(output).toContain(made.headers.get('x-request-id'));
    // The requested path is logged; an ID in it is not patient data.
    const said = output.replaceAll('pat_canarywrongid', '');
    expect(said).not.toMatch(/canary|1971-03-09|19x1/i);
    if (mrn) expect(said).not.toContain(mrn);
    // The demo's own key and passwords are shown at the start, to this machine's user, and nowhere else.
    const log = said.split('\n').filter((line) => line.startsWith('{'));
    expect(log.length).toBeGreaterThan(10);
    const sealed = cookies.split('; ').map((one) => one.slice(one.indexOf('=') + 1));
    const long = sealed.filter((value) => value.length >= 40);
    expect(long.length).toBeGreaterThan(1);
    for (const secret of [key, ...long, ...demo.people.map(({ password }) => password)])
      expect(log.filter((line) => line.includes(secret))).toEqual([]);
  });
});

describe('database outage', () => {
  it('by a stop returns 503 with Retry-After at every endpoint, and the process continues', () =>
    endures('stop'));
  it.runIf(process.platform === 'linux')('by a hang returns 503 in the same way', nightly, () =>
    endures('hang'),
  );

  async function endures(way: Way): Promise<void> {
    const person = (await readDemo(dataDir)).people[0]!;
    const signedIn = () => signIn(person.email, person.password);
    const cookies = cookiesOf(await signedIn());
    const asPerson = (address: string) =>
      fetch(service.url + address, { redirect: 'manual', headers: { Cookie: cookies } });
    const write = () =>
      get('/v1/patients', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: body('Outage'),
      });
    const endpoints: Record<string, () => Promise<Response>> = {
      'a program that reads': () => get('/v1/patients'),
      'a program that writes': write,
      'a page of a signed-in user': () => asPerson('/patients'),
      'a page that asks only while it is made': () => asPerson(`/invitation/${'x'.repeat(43)}`),
      'a call of a page': () => asPerson('/api/trpc/patients.listCharts?input=%7B%7D'),
      'the session of a signed-in user': () => asPerson('/api/auth/session'),
      'a sign-in': signedIn,
    };
    const giveBack = await takePostgres(dataDir, way);
    try {
      const asked = Object.entries(endpoints).map(
        async ([endpoint, ask]) => [endpoint, await ask()] as const,
      );
      for (const [endpoint, { status, headers }] of await Promise.all(asked)) {
        expect([status, headers.get('retry-after')], endpoint).toEqual([503, '2']);
        // Neither signed out nor reported that the password is wrong.
        expect(headers.getSetCookie(), endpoint).toEqual([]);
      }
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      const ready = await fetch(`${service.url}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { missing: ['database'] }]);
    } finally {
      await giveBack();
    }
    expect(await until(async () => (await write()).status === 201, 10_000)).toBe(true);
    expect((await asPerson('/patients')).status).toBe(200);
    expect(await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, 5_000)).toBe(true);
    expect(service.child.exitCode).toBeNull();
  }
});

describe('shutdown', () => {
  let kept: string;

  it('finishes the running request, reports not ready, and leaves no process', async () => {
    const postmaster = await postmasterOf(dataDir);
    const text = body('Inflight');
    const connection = await connect(port);
    connection.write(
      `POST /v1/patients HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 20)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    service.child.kill('SIGTERM');
    // The load balancer is notified for a second, and its requests are still answered.
    const isStopping = async () =>
      (await (await fetch(`${service.url}/readyz`)).text()).includes('"missing":["running"');
    expect(await until(isStopping, 900)).toBe(true);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    const late = await get('/v1/patients');
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
    await until(async () => !(await fetch(`${service.url}/healthz`).catch(() => null)), 3_000);
    expect(service.child.exitCode).toBeNull();
    connection.write(text.slice(20));
    await connection.closed;
    // Without a second signal, which would end it at once.
    expect(await until(() => service.child.exitCode !== null, 9_000)).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(service.child.exitCode).toBe(0);
    const received = connection.received();
    expect(received).toMatch(/^HTTP\/1\.1 201 [^]*\r\nConnection: close\r\n/);
    kept = /"id":"(pat_\w+)"/.exec(received)![1]!;
    expect(await isAlive(postmaster)).toBe(false);
    output += service.output();
    expect(output).not.toMatch(/unhandled|uncaught|request failed/);
  });

  it('keeps the data', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      expect(postgres.adopted).toBe(false);
      const text = `SELECT 1 FROM patients WHERE id = '${readId('patient', kept)}'`;
      expect(await asSuperuser(dataDir, text)).toHaveLength(1);
    } finally {
      await postgres.stop();
    }
  });

  it('keeps the data for the next start', nightly, async () => {
    service = await startService(settings());
    expect(service.output()).not.toContain('adopted');
    expect((await readDemo(dataDir)).apiKey).toBe(key);
    expect(await hasPatient(kept)).toBe(true);
  });

  it('by kill -9 leaves a Postgres that the next start adopts with all data', nightly, async () => {
    const postmaster = await postmasterOf(dataDir);
    const made = await get('/v1/patients', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: body('Killed'),
    });
    const { id } = (await made.json()) as { id: string };
    // Five times the same request for each of eight keys: at the kill some are done, some in progress, some not
    // started.
    const once = async (n: number): Promise<number> => {
      const answer = await get('/v1/patients', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `once-${n}` },
        body: body(`Once${n}`),
      });
      await answer.text();
      return answer.status;
    };
    const sent = Array.from({ length: 40 }, (_, n) => once(n % 8));
    await Promise.any(sent);
    service.child.kill('SIGKILL');
    await Promise.allSettled(sent);
    await until(() => service.child.signalCode !== null, 2_000);
    expect(await isAlive(postmaster)).toBe(true);
    const other = await holdMigrations(dataDir);
    const starting = startService(settings());
    try {
      const probe = async (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => null);
      expect(await until(async () => (await probe('/healthz'))?.status === 200, 10_000)).toBe(true);
      const migrating = async () => (await (await probe('/readyz'))!.json()) as { reasons: object };
      const isMigrating = async () => JSON.stringify(await migrating()).includes('"migrations":"migrating"');
      expect(await until(isMigrating, 10_000)).toBe(true);
      expect((await probe('/v1/patients'))?.status).toBe(503);
    } finally {
      await other.end();
    }
    service = await starting;
    expect(service.output()).toContain('adopted');
    expect(await postmasterOf(dataDir)).toBe(postmaster);
    expect([await hasPatient(kept), await hasPatient(id)]).toEqual([true, true]);
    for (let n = 0; n < 8; n++) expect(await until(async () => (await once(n)) === 201, 5_000)).toBe(true);
    const found = await get('/v1/patients?q=once&include=total_count');
    expect(await found.json()).toMatchObject({ total_count: 8 });
  });

  it('lets the next start open a generation, if the database was moved meanwhile', nightly, async () => {
    // As in a new cluster: transaction IDs are below those of sealed rows.
    await asSuperuser(dataDir, `SELECT setval('txid_floor', 9000000000000)`);
    const rejected = await get(`/v1/patients/${kept}`);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
    await service.stop();
    service = await startService(settings());
    expect(service.output()).toContain('a new generation is open');
    expect(await hasPatient(kept)).toBe(true);
    expect(await asSuperuser(dataDir, 'SELECT number, cause FROM generations')).toEqual([
      { number: 1, cause: 'moved' },
    ]);
  });
});

describe('service with a closed output', () => {
  it('starts, and ends on request', nightly, async () => {
    const folder = path.join(home, 'unread');
    const itsPort = String(await freePort());
    const { child } = launch(['dist/main.mjs'], {
      DATA_DIR: folder,
      PORT: itsPort,
      CLINICAL_ROLES: 'worker',
    });
    child.stdout!.destroy();
    child.stderr!.destroy();
    const ready = async () =>
      (await fetch(`http://localhost:${itsPort}/readyz`).catch(() => null))?.status === 200;
    const ended = () => child.exitCode !== null || child.signalCode !== null;
    try {
      expect(await until(async () => ended() || (await ready()), 60_000)).toBe(true);
      child.kill('SIGTERM');
      expect(await until(ended, 12_000)).toBe(true);
      expect(child.exitCode).toBe(0);
    } finally {
      if (!ended()) child.kill('SIGKILL');
    }
  });
});

describe('second service', () => {
  let neighbor: string;

  it('runs next to the first on another port and folder, without access to its data', nightly, async () => {
    neighbor = path.join(home, 'neighbor');
    const second = await startService({ DATA_DIR: neighbor, PORT: String(await freePort()) });
    const itsKey = (await readDemo(neighbor)).apiKey;
    const ask = async (url: string, bearer: string) =>
      (await fetch(`${url}/v1/patients`, { headers: { Authorization: `Bearer ${bearer}` } })).status;
    expect(await ask(second.url, itsKey)).toBe(200);
    expect(await ask(second.url, key)).toBe(401);
    expect(await ask(service.url, itsKey)).toBe(401);
    expect(await second.stop()).toBe(0);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('on the same port reports it and stops its own Postgres', nightly, async () => {
    const { code, stderr } = await failedStart({ DATA_DIR: neighbor, PORT: String(portOf(service)) });
    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} on 127.0.0.1 is in use by another program; set PORT to a free one.\n`);
    await expect(postmasterOf(neighbor)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('on the same folder reports it and leaves the first alone', nightly, async () => {
    const { code, stderr } = await failedStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `DATA_DIR ${dataDir} is in use by another process (pid ${service.child.pid}); stop it or choose another DATA_DIR.\n`,
    );
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
});

describe.skipIf(process.getuid?.() !== 0)('service started by root for another user', () => {
  it('runs and stops as that user', nightly, async () => {
    const folder = path.join(home, 'ordinary');
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, 65534, 65534);
    const launched = launch(
      ['dist/main.mjs'],
      { DATA_DIR: folder, PORT: String(await freePort()) },
      { uid: 65534, gid: 65534 },
    );
    const listening = await until(() => launched.stdout().includes('"listening"'), 60_000);
    expect(listening ? '' : launched.stdout() + launched.stderr()).toBe('');
    const postmaster = await postmasterOf(folder);
    launched.child.kill('SIGTERM');
    expect(await launched.ended).toBe(0);
    expect(await isAlive(postmaster)).toBe(false);
  });
});

/** Simulates a process on another machine that migrates at the same time. */
async function holdMigrations(folder: string) {
  const { default: pg } = await import('pg');
  const { connectionOfRunningServer } = await import('../../../server/embedded/embedded-postgres');
  const running = (await connectionOfRunningServer(folder))!;
  const client = new pg.Client({ connectionString: running.migrationUrl });
  await client.connect();
  await client.query(LOCK_SESSION, [LOCK_IDS.migrations]);
  return client;
}

async function asSuperuser<Row extends object>(folder: string, text: string): Promise<Row[]> {
  const { default: pg } = await import('pg');
  const { connectionOfRunningServer } = await import('../../../server/embedded/embedded-postgres');
  const client = new pg.Client({ connectionString: (await connectionOfRunningServer(folder))!.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function connectionsOf(folder: string): Promise<number> {
  const [row] = await asSuperuser<{ n: string }>(
    folder,
    `SELECT count(*) AS n FROM pg_stat_activity WHERE usename = 'clinical_app' AND application_name = 'clinical'`,
  );
  return Number(row!.n);
}
