import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { showId } from '../../../server/shared/ids';
import { launch } from '../../integration/faults/processes';
import type { Finding } from '../../support/finding';
import { MSH, OBR, PID } from '../../support/hl7';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { pause } from '../deliveries/parts';
import { startReceiver } from '../outage/service';

/**
 * Two intake processes behind HAProxy and two workers are restarted in turn while laboratories send. As interface engines
 * do, they repeat what was not acknowledged. No message may be lost, none filed twice, and no webhook be lost.
 */
const SENDERS = 4;
const PAUSE_MS = 250;
const CALM_MS = 1_500;
const SETTLE_MS = 60_000;
const NO_ANSWER_MS = 20_000;

interface Process {
  role: 'web' | 'intake' | 'worker';
  settings: Record<string, string>;
  service: Service;
}

interface Sending {
  acknowledged: string[];
  repeated: number;
  rejected: string[];
  slowest: number;
}

function startSenders(port: number) {
  const seen: Sending = { acknowledged: [], repeated: 0, rejected: [], slowest: 0 };
  let [stopped, made] = [false, 0];
  const send = async (line: { socket: net.Socket | null }, id: string): Promise<string | null> => {
    if (line.socket?.destroyed) line.socket = null;
    const socket = (line.socket ??= net.connect(port, '127.0.0.1').on('error', () => undefined));
    const lines = [
      MSH.replace('|C1|', `|${id}|`),
      PID,
      OBR.replace('|P-0042|F-9|', `|P-${id}|F-${id}|`),
      'OBX|1|NM|2345-7^Glucose^LN||98|mg/dL|70-99||||F',
    ];
    socket.write(`\x0b${lines.map((text) => `${text}\r`).join('')}\x1c\r`);
    const late = new AbortController();
    const answer = await Promise.race([
      once(socket, 'data', { signal: late.signal }).then(([bytes]) => String(bytes)),
      once(socket, 'close', { signal: late.signal }).then(() => null),
      pause(NO_ANSWER_MS).then(() => null),
    ]).catch(() => null);
    late.abort();
    if (answer === null) {
      socket.destroy();
      line.socket = null;
    }
    return answer;
  };
  const sender = async () => {
    const line: { socket: net.Socket | null } = { socket: null };
    while (!stopped) {
      const id = `ROLL-${++made}`;
      const from = performance.now();
      let answer = await send(line, id);
      for (; answer === null; answer = await send(line, id)) {
        seen.repeated++;
        await pause(100);
      }
      seen.slowest = Math.max(seen.slowest, performance.now() - from);
      if (answer.includes(`MSA|AA|${id}`)) seen.acknowledged.push(id);
      else seen.rejected.push(id);
      await pause(PAUSE_MS);
    }
    line.socket?.destroy();
  };
  const running = Array.from({ length: SENDERS }, sender);
  return {
    seen,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function startProxy(folder: string, port: number, mllpPort: string, intakes: Process[]) {
  let text = await readFile('docs/operations/proxies/haproxy-mllp.cfg', 'utf8');
  const replace = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`haproxy-mllp.cfg has no "${from}"`);
    text = text.replace(from, to);
  };
  replace('bind :2575', `bind 127.0.0.1:${port}`);
  for (const [at, { settings }] of intakes.entries())
    replace(
      `10.0.0.2${at + 1}:2575 port 3001`,
      `${settings.MLLP_HOST}:${mllpPort} addr 127.0.0.1 port ${settings.HEALTH_PORT}`,
    );
  const file = path.join(folder, 'haproxy-mllp.cfg');
  await writeFile(file, text);
  return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}

export async function restartIntake(
  rounds: number,
  report: (finding: Finding) => void,
  cleanups: (() => unknown)[],
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rolling-intake-'));
  await chmod(folder, 0o711);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'database'),
    log: () => undefined,
  });
  cleanups.push(() => postgres.stop());
  const arrived = new Map<string, string[]>();
  const receiver = await startReceiver(arrived);
  cleanups.push(() => receiver.server.closeAllConnections());
  const [port, mllpPort] = [await freePort(), String(await freePort())];
  const processes: Process[] = [];
  cleanups.push(() => Promise.all(processes.map(({ service }) => service.stop())));
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  for (const [at, role] of (['web', 'intake', 'intake', 'worker', 'worker'] as const).entries()) {
    const settings = {
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.migrationUrl,
      ENCRYPTION_KEYS: keys,
      CLINICAL_ROLES: role,
      DRAIN_SECONDS: '2',
      PORT: String(await freePort()),
      HEALTH_PORT: String(await freePort()),
      DATA_DIR: path.join(folder, String(at)),
      // Each process as on a separate machine.
      MLLP_HOST: `127.0.0.${10 + at}`,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PORTS: new URL(receiver.url).port,
      WEBHOOK_RATE: '1000',
    };
    processes.push({ role, settings, service: await startService(settings) });
  }
  const [web] = processes;
  const admin = async (words: string) => {
    const { ended, stdout, stderr } = launch(
      ['dist/admin.mjs', ...words.split(' '), '--json'],
      web!.settings,
    );
    if ((await ended) !== 0) throw new Error(stderr());
    return JSON.parse(stdout()) as { key: string };
  };
  await admin('org create --name Rolling --slug rolling');
  const scopes = 'patients:write,patients:read,webhooks:manage,labs:read';
  const { key } = await admin(`api-key create --org rolling --name audit --scopes ${scopes}`);
  await admin(
    `lab-connection create --org rolling --name Laboratory --transport mllp --port ${mllpPort} --time-zone Europe/Berlin --mrn-authority CLINIC`,
  );
  const create = async (address: string, body: object) => {
    const response = await fetch(web!.service.url + address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(await response.text());
  };
  await create('/v1/webhooks', { url: receiver.url });
  const name = { family: 'Doe', given: ['Jane'] };
  await create('/v1/patients', { name, birth_date: '1945-07-14', sex: 'female', mrn: '4711' });
  const intakes = processes.filter(({ role }) => role === 'intake');
  const proxy = await startProxy(folder, port, mllpPort, intakes);
  cleanups.push(() => proxy.kill('SIGTERM'));
  // The ports follow the settings every two seconds.
  await pause(5_000);

  const senders = startSenders(port);
  const restarted = processes.filter(({ role }) => role !== 'web');
  for (let round = 0; round < rounds; round++)
    for (const one of restarted) {
      await pause(CALM_MS);
      await one.service.stop();
      one.service = await startService(one.settings);
      // Until its port is open and HAProxy has noticed.
      if (one.role === 'intake') await pause(3_000);
    }
  await pause(CALM_MS);
  await senders.stop();

  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  const countOf = async (text: string): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${text}`);
    return rows[0]!.n;
  };
  try {
    for (const until = Date.now() + SETTLE_MS; Date.now() < until; await pause(500)) {
      const open = await countOf("inbound_messages where state = 'received'");
      if (open + (await countOf("deliveries where status <> 'succeeded'")) === 0) break;
    }
    const { seen } = senders;
    const filed = await client.query<{ control_id: string; n: number }>(
      `select m.control_id, count(distinct r.result_id)::int as n from inbound_messages m
       join inbound_reports r on r.org_id = m.org_id and r.message_id = m.id
       where m.state = 'processed' group by 1`,
    );
    const times = new Map(filed.rows.map(({ control_id, n }) => [control_id, n]));
    const lost = seen.acknowledged.filter((id) => !times.has(id));
    const twice = [...times.values()].filter((n) => n !== 1).length;
    const [results, later] = [await countOf('lab_results'), await countOf('lab_results where version > 1')];
    const { rows: events } = await client.query<{ id: string; type: string }>(
      // From before the webhook.
      "select id, type from events where type <> 'catalog.updated'",
    );
    const unsent = events.filter(({ id }) => !arrived.has(showId('event', id))).map(({ type }) => type);
    const again = [...arrived.values()].reduce((sum, came) => sum + came.length - 1, 0);
    report({
      name: 'intake: restarts of intake and worker',
      measured: String(rounds * restarted.length),
      met: null,
    });
    report({
      name: 'intake: messages',
      measured: `${seen.acknowledged.length} acknowledged, ${seen.repeated} times repeated after a closed connection, the slowest took ${Math.round(seen.slowest)} ms`,
      met: seen.acknowledged.length > 0,
    });
    report({
      name: 'intake: rejected',
      measured: `${seen.rejected.length}`,
      met: seen.rejected.length === 0,
    });
    report({
      name: 'intake: acknowledged messages lost',
      measured: `${lost.length}`,
      met: lost.length === 0,
    });
    report({
      name: 'intake: filed twice',
      measured: `${twice}; ${results} results, ${later} with a second version`,
      met: twice === 0 && results === times.size && later === 0,
    });
    report({
      name: 'intake: webhooks lost',
      measured: `${unsent.length} of ${events.length}${unsent.length > 0 ? ` (${[...new Set(unsent)].join(', ')})` : ''}; ${again} came again`,
      met: unsent.length === 0 && events.length > results,
    });
  } finally {
    await client.end();
  }
}
