import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { launch } from '../../integration/faults/processes';
import { printFinding, type Finding } from '../../support/finding';
import { startS3 } from '../../support/s3-server';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { pause } from '../deliveries/parts';
import { restartIntake } from './intake';

/**
 * `npm run audit:rolling`: two web processes with separate disks behind each proxy, in its reference configuration, are
 * restarted in turn under load. No request may fail, no acknowledged write be lost. Then intake and workers.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'nginx,haproxy,intake' },
    rounds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
  },
});
const PROXIES = {
  nginx: { file: 'nginx.conf', start: (file: string) => ['-c', file, '-g', 'daemon off; error_log stderr;'] },
  haproxy: { file: 'haproxy.cfg', start: (file: string) => ['-db', '-f', file] },
} as const;
type Proxy = keyof typeof PROXIES;
const DRAIN_SECONDS = 5;
/** After the drain. */
const MOST_STOP_MS = 10_000;

let failed = false;
function report(finding: Finding): void {
  printFinding(finding);
  if (finding.met === false) failed = true;
}
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
const cleanups: (() => unknown)[] = [];

const asked = values.only
  .split(',')
  .filter((name): name is Proxy | 'intake' => name in PROXIES || name === 'intake');
for (const name of new Set(asked.map((one) => (one === 'intake' ? 'haproxy' : one))))
  if (spawnSync(name, ['-v']).error) {
    say(`${name} is missing: apt-get install -y ${name}`);
    process.exit(2);
  }

/** The reference configuration with the addresses of this machine. */
async function configure(name: Proxy, folder: string, port: number, web: Process[]): Promise<string> {
  let text = await readFile(`docs/operations/proxies/${PROXIES[name].file}`, 'utf8');
  const replace = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`${PROXIES[name].file} has no "${from}"`);
    text = text.replace(from, to);
  };
  for (const [at, { settings }] of web.entries()) {
    const address = `10.0.0.1${at + 1}:3000`;
    if (name === 'haproxy')
      replace(`${address} port 3001`, `127.0.0.1:${settings.PORT} port ${settings.HEALTH_PORT}`);
    else replace(address, `127.0.0.1:${settings.PORT}`);
  }
  if (name === 'haproxy') replace('bind :443 ssl crt /etc/haproxy/clinical.pem', `bind 127.0.0.1:${port}`);
  else {
    replace('listen 443 ssl;', `listen 127.0.0.1:${port};`);
    text = text
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace('http {', `pid ${folder}/nginx.pid;\nhttp {\naccess_log off;`);
  }
  const file = path.join(folder, PROXIES[name].file);
  await writeFile(file, text);
  return file;
}

interface Process {
  settings: Record<string, string>;
  service: Service;
}

const agent = new http.Agent({ keepAlive: true });

/** Over kept connections, as a browser has. */
function send(
  url: string,
  method: string,
  key: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}),
    };
    const req = http.request(url, { method, agent, headers }, (res) => {
      let text = '';
      res.on('data', (chunk) => (text += String(chunk)));
      res.on('end', () => resolve({ status: res.statusCode!, text }));
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(body && JSON.stringify(body));
  });
}

function startClients(url: string, key: string, patientId: string) {
  const failures = new Map<string, number>();
  const patients = new Set<string>();
  let [stopped, sent, slowest] = [false, 0, 0];
  const ask = async (method: string, address: string, body?: object) => {
    const at = performance.now();
    sent++;
    const outcome = await send(url + address, method, key, body).catch((error: NodeJS.ErrnoException) => ({
      status: error.code ?? error.message,
      text: '',
    }));
    slowest = Math.max(slowest, performance.now() - at);
    if (outcome.status === 200 || outcome.status === 201) return JSON.parse(outcome.text) as { id: string };
    const what = `${method} ${address.replace(/(pat|doc)_\w+/, '{id}')}: ${outcome.status}`;
    failures.set(what, (failures.get(what) ?? 0) + 1);
    return null;
  };
  const client = async () => {
    while (!stopped) {
      const made = await ask('POST', '/v1/patients', {
        name: { family: 'Rolling', given: ['Ann'] },
        birth_date: '1980-01-02',
        sex: 'female',
      });
      if (made) patients.add(made.id);
      await ask('GET', '/v1/patients?limit=10');
      const content = { data: randomBytes(20_000).toString('hex').replace(/../g, 'a ').slice(0, 20_000) };
      const document = await ask('POST', '/v1/documents', {
        patient_id: patientId,
        category: 'other',
        content: { data: Buffer.from(content.data).toString('base64'), file_name: 'note.txt' },
      });
      if (document) await ask('GET', `/v1/documents/${document.id}`);
      await pause(20);
    }
  };
  const running = Array.from({ length: Number(values.clients) }, client);
  return {
    failures,
    patients,
    figures: () => ({ sent, slowest: Math.round(slowest) }),
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function behind(name: Proxy): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `rolling-${name}-`));
  await chmod(folder, 0o711);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'database'),
    log: () => undefined,
  });
  cleanups.push(() => postgres.stop());
  const s3 = await startS3();
  cleanups.push(() => s3.stop());
  const port = await freePort();
  const common = {
    ...Object.fromEntries(Object.entries(s3.settings).map(([setting, value]) => [setting, String(value)])),
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PUBLIC_URL: `http://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
    CLINICAL_ROLES: 'web',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const web: Process[] = [];
  for (const at of ['one', 'two']) {
    const [own, health] = [String(await freePort()), String(await freePort())];
    const settings = { ...common, PORT: own, HEALTH_PORT: health, DATA_DIR: path.join(folder, at) };
    web.push({ settings, service: await startService(settings) });
  }
  cleanups.push(() => Promise.all(web.map(({ service }) => service.stop())));
  const admin = async (words: string) => {
    const { ended, stdout, stderr } = launch(
      ['dist/admin.mjs', ...words.split(' '), '--json'],
      web[0]!.settings,
    );
    if ((await ended) !== 0) throw new Error(stderr());
    return JSON.parse(stdout()) as { key: string };
  };
  await admin('org create --name Rolling --slug rolling');
  const scopes = 'patients:write,patients:read,documents:write,documents:read';
  const { key } = await admin(
    `api-key create --org rolling --name audit --scopes ${scopes} --rate-limit 1000000`,
  );
  const proxy = spawn(name, PROXIES[name].start(await configure(name, folder, port, web)), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cleanups.push(() => endProxy(proxy));
  let complaints = '';
  proxy.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const url = `http://localhost:${port}`;
  const body = { name: { family: 'Chart', given: ['One'] }, birth_date: '1980-01-02', sex: 'female' };
  let first = null;
  for (let attempt = 0; attempt < 100 && !first; attempt++) {
    const { status, text } = await send(`${url}/v1/patients`, 'POST', key, body).catch(() => ({
      status: 0,
      text: '',
    }));
    if (status === 201) first = JSON.parse(text) as { id: string };
    else await pause(100);
  }
  if (!first) throw new Error(`${name} does not serve:\n${complaints}`);

  const clients = startClients(url, key, first.id);
  const stops: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++)
    for (const one of web) {
      await pause(2_500);
      const at = performance.now();
      await one.service.stop();
      stops.push(performance.now() - at);
      one.service = await startService(one.settings);
    }
  await pause(1_000);
  await clients.stop();
  const listed = new Set<string>();
  for (let next: string | null = '/v1/patients?limit=100'; next;) {
    const { text } = await send(url + next, 'GET', key);
    const page = JSON.parse(text) as { data: { id: string }[]; next_cursor: string | null };
    for (const { id } of page.data) listed.add(id);
    next = page.next_cursor && `/v1/patients?limit=100&cursor=${page.next_cursor}`;
  }
  const { sent, slowest } = clients.figures();
  const lost = [...clients.patients].filter((id) => !listed.has(id)).length;
  const longest = Math.round(Math.max(...stops) - DRAIN_SECONDS * 1_000);
  const failures = [...clients.failures].map(([what, count]) => `${what} (${count})`).join(', ');
  report({ name: `${name}: restarts`, measured: String(stops.length), met: null });
  report({ name: `${name}: requests`, measured: `${sent}, the slowest took ${slowest} ms`, met: null });
  report({ name: `${name}: failed requests`, measured: failures || '0', met: failures === '' });
  if (failures !== '') process.stderr.write(complaints);
  report({
    name: `${name}: acknowledged writes lost`,
    measured: `${lost} of ${clients.patients.size}`,
    met: lost === 0,
  });
  report({
    name: `${name}: longest stop after the drain`,
    measured: `${longest} ms`,
    met: longest < MOST_STOP_MS,
  });
}

async function endProxy(proxy: ChildProcess): Promise<void> {
  proxy.kill('SIGTERM');
  if (proxy.exitCode === null) await once(proxy, 'exit');
}

try {
  for (const name of asked) {
    say(`${name}: ${values.rounds} rolling restarts`);
    if (name === 'intake') await restartIntake(Number(values.rounds), report, cleanups);
    else await behind(name);
    for (const clean of cleanups.splice(0).reverse()) await clean();
  }
} finally {
  for (const clean of cleanups.reverse())
    await Promise.resolve(clean()).catch((error: unknown) => say(String(error)));
}
process.exit(failed ? 1 : 0);
