import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { routesOfTree } from '../../browser/support/page-routes';
import type { Finding } from '../../support/finding';
import { er7, MSH, OBR, PID } from '../../support/hl7';
import { startS3 } from '../../support/s3-server';
import { freePort } from '../../support/server';
import { pause } from '../deliveries/parts';
import { startReceiver } from '../outage/service';
import { signIn } from '../scan/service';
import { inspect } from './contents';
import { isReady, runOptions, type Podman } from './podman';

interface Setup {
  podman: Podman;
  image: string;
  folder: string;
  commit: string;
  report: (finding: Finding) => void;
  cleanups: (() => unknown)[];
}

const ROLES = ['web', 'worker', 'intake'] as const;
const PERSON = { email: 'ada@clinic.example', password: 'seven-lamps-over-the-harbour' };
const SCOPES = 'patients:write,patients:read,documents:write,documents:read,labs:read,webhooks:manage';
const MOST_STOP_MS = 15_000;

/** Web, worker and intake in containers, one task of each, and their end. */
export async function runRoles({ podman, image, folder, commit, report, cleanups }: Setup): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), log: () => undefined });
  cleanups.push(() => postgres.stop());
  const s3 = await startS3();
  cleanups.push(() => s3.stop());
  const arrived = new Map<string, string[]>();
  const receiver = await startReceiver(arrived);
  cleanups.push(() => receiver.server.closeAllConnections());
  const [port, mllpPort] = [await freePort(), await freePort()];
  const ofBucket = Object.fromEntries(
    Object.entries(s3.settings).map(([setting, value]) => [setting, String(value)]),
  );
  const settings = {
    ...ofBucket,
    HOST: '127.0.0.1',
    HEALTH_HOST: '127.0.0.1',
    MLLP_HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL_FILE: '/run/clinical/database_url',
    ENCRYPTION_KEYS_FILE: '/run/clinical/encryption_keys',
    DRAIN_SECONDS: '0',
    METRICS_TOKEN: randomBytes(16).toString('hex'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_PORTS: new URL(receiver.url).port,
  };
  const secrets = path.join(folder, 'secrets');
  await mkdir(secrets);
  const texts = {
    database_url: postgres.appUrl,
    migration_database_url: postgres.migrationUrl,
    encryption_keys: `k1:${randomBytes(32).toString('base64')}`,
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(secrets, name), text);
  // Containers run as another user.
  await chmod(secrets, 0o755);

  // As the job of the chart.
  const { HOST, DATABASE_URL_FILE, ENCRYPTION_KEYS_FILE } = settings;
  const MIGRATION_DATABASE_URL_FILE = '/run/clinical/migration_database_url';
  const migrate = runOptions(
    { HOST, DATABASE_URL_FILE, ENCRYPTION_KEYS_FILE, MIGRATION_DATABASE_URL_FILE },
    secrets,
  );
  await podman('run', '--rm', ...migrate, image, 'dist/admin.mjs', 'database', 'migrate');
  const health = new Map<string, string>();
  for (const role of ROLES) {
    const own = {
      ...settings,
      CLINICAL_ROLES: role,
      PORT: String(role === 'web' ? port : await freePort()),
      HEALTH_PORT: String(await freePort()),
    };
    health.set(role, own.HEALTH_PORT);
    await podman('run', '--detach', '--name', role, ...runOptions(own, secrets), image);
    await isReady(own.HEALTH_PORT).catch(async (error: Error) => {
      throw new Error(`${role}: ${error.message}\n${await podman('logs', role)}`);
    });
  }
  report({ name: 'migrations, then web, worker and intake are ready', measured: 'yes', met: true });
  for (const finding of await checkProcess(podman, image, health.get('web')!)) report(finding);

  const admin = async (...words: string[]) =>
    JSON.parse(
      await podman('exec', 'web', '/nodejs/bin/node', 'dist/admin.mjs', ...words, '--json'),
    ) as Record<string, string>;
  const org = ['--name', 'Clinic', '--slug', 'clinic', '--second-factor', 'optional'];
  await admin('org', 'create', ...org);
  const inClinic = ['--org', 'clinic', '--name', 'Ada'];
  const { key } = await admin('api-key', 'create', ...inClinic, '--scopes', SCOPES);
  const password = ['--email', PERSON.email, '--password', PERSON.password];
  await admin('user', 'create', ...inClinic, '--role', 'admin', ...password);
  const connection = ['--transport', 'mllp', '--port', String(mllpPort), '--mrn-authority', 'CLINIC'];
  await admin('lab-connection', 'create', ...inClinic, ...connection, '--time-zone', 'Europe/Berlin');

  const url = `http://localhost:${port}`;
  const api = async <T>(address: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/v1/${address}`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`/v1/${address}: ${response.status} ${await response.text()}`);
    return (
      response.headers.get('content-type')?.includes('json') ? await response.json() : await response.text()
    ) as T;
  };
  await api('webhooks', { url: receiver.url });
  const name = { family: 'Doe', given: ['Jane'] };
  const demographics = { birth_date: '1945-07-14', sex: 'female', mrn: '4711' };
  const patient = await api<{ id: string }>('patients', { name, ...demographics });
  report({ name: 'a patient by /v1', measured: patient.id, met: true });

  const content = { data: Buffer.from('A letter').toString('base64'), file_name: 'letter.txt' };
  const document = await api<{ id: string }>('documents', {
    patient_id: patient.id,
    category: 'other',
    content,
  });
  const stored = s3.requests.some(({ method }) => method === 'PUT' || method === 'POST');
  const read = await api<string>(`documents/${document.id}/content`);
  report({ name: 'a document in the bucket', measured: document.id, met: stored && read === 'A letter' });

  const answer = await sendMessage(mllpPort);
  type Results = { data: { id: string }[] };
  let filed: Results = { data: [] };
  for (const until = Date.now() + 30_000; Date.now() < until && filed.data.length === 0; await pause(200))
    filed = await api<Results>(`labs/results?patient_id=${patient.id}`);
  report({
    name: 'an HL7 message through intake and worker',
    measured: `${/MSA\|\w\w/.exec(answer)?.[0]}, ${filed.data.length} result filed`,
    met: filed.data.length === 1,
  });
  for (const until = Date.now() + 30_000; Date.now() < until && arrived.size < 3; await pause(200));
  report({ name: 'webhooks by the worker', measured: `${arrived.size} events`, met: arrived.size >= 3 });

  const cookie = await signIn(url, PERSON);
  report(await openPages(url, cookie, patient.id));
  const headers = { Authorization: `Bearer ${settings.METRICS_TOKEN}` };
  const metrics = await (await fetch(`http://127.0.0.1:${health.get('web')!}/metrics`, { headers })).text();
  const found = /commit="([^"]*)"/.exec(metrics)?.[1];
  report({ name: 'commit in the metrics', measured: found ?? metrics.slice(0, 100), met: found === commit });
  for (const role of ROLES) report(await stop(podman, role));
}

/** User, rights and root file system of the web process, and the health check of the image. */
async function checkProcess(podman: Podman, image: string, healthPort: string): Promise<Finding[]> {
  const pid = await podman('inspect', '--format', '{{.State.Pid}}', 'web');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (field: string) => new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  const rights = `user ${of('Uid')}, capabilities ${of('CapBnd')}, no new privileges ${of('NoNewPrivs')}`;
  const attempt = `for (const at of ['/', '/app', '/etc', '/nodejs', '/home/nonroot', '/data', '/tmp'])
    try { require('fs').writeFileSync(at + '/written', ''); console.log(at) } catch {}`;
  const written = (await podman('exec', 'web', '/nodejs/bin/node', '-e', attempt)).split('\n').join(', ');
  const [kind, ...command] = (await inspect(podman, image)).Healthcheck.Test;
  const own = command.map((word) => word.replace(':3001', `:${healthPort}`));
  const healthy = await podman('exec', 'web', ...own).then(
    () => true,
    () => false,
  );
  return [
    {
      name: 'process',
      measured: rights,
      met: rights === 'user 65532, capabilities 0000000000000000, no new privileges 1',
    },
    { name: 'it can write to', measured: written, met: written === '/data, /tmp' },
    { name: 'health check of the image', measured: String(healthy), met: kind === 'CMD' && healthy },
  ];
}

async function sendMessage(port: number): Promise<string> {
  const message = er7(MSH, PID, OBR, 'OBX|1|NM|2345-7^Glucose^LN||98|mg/dL|70-99||||F');
  // The ports follow the settings every two seconds.
  for (const deadline = Date.now() + 20_000; ; await pause(200)) {
    const socket = net.connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write(Buffer.concat([Buffer.from('\x0b'), message, Buffer.from('\x1c\r')]));
      const [bytes] = await once(socket, 'data');
      return String(bytes);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      socket.destroy();
    }
  }
}

/** Every page without a record, and those of one patient, as an administrator. */
async function openPages(url: string, cookie: string, patientId: string): Promise<Finding> {
  const pages = routesOfTree()
    .map(({ pattern }) => pattern.replace('[patientId]', patientId))
    .filter((page) => !page.includes('['));
  const wrong: string[] = [];
  for (const page of pages) {
    const { status } = await fetch(url + page, { headers: { Cookie: cookie }, redirect: 'manual' });
    if (status >= 400) wrong.push(`${page} ${status}`);
  }
  return {
    name: 'pages after sign-in',
    measured: `${pages.length}, failed: ${wrong.join(', ') || 'none'}`,
    met: wrong.length === 0,
  };
}

async function stop(podman: Podman, role: string): Promise<Finding> {
  const logs = await podman('logs', role);
  const errors = logs.split('\n').filter((line) => /"level":(?:50|60)/.test(line));
  const from = performance.now();
  await podman('stop', '--time', '30', role);
  const took = Math.round(performance.now() - from);
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', role);
  return {
    name: `SIGTERM to ${role}`,
    measured: `exit code ${code} after ${took} ms; ${errors[0] ?? 'no error in its log'}`,
    met: code === '0' && took < MOST_STOP_MS && errors.length === 0,
  };
}
