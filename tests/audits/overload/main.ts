import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { SCOPES } from '../../../server/shared/scopes';
import { runningPostgres } from '../../../server/embedded/postmaster-pid';
import { clusterFolder } from '../../../server/embedded/secrets';
import { printFinding, type Finding } from '../../support/finding';
import { MSH, OBR, PID } from '../../support/hl7';
import { quantiles } from '../../support/quantiles';
import { freePort } from '../../support/server';
import { startService, type Service } from '../../support/service';
import { cpuTime } from '../bench/cpu';
import { pause } from '../deliveries/parts';
import { generate, runGenerator, type Outcome } from './generate';

/**
 * `npm run audit:overload`: searches at three times the rate that the built service can serve, over kept connections
 * as from a reverse proxy. It must serve as many as before and reject the rest at once; probes, intake and other organizations must not notice.
 */
const REJECTED_MS = 250;
const PROBE_MS = 250;
const ACKNOWLEDGED_MS = 2_000;
const MEMORY_MB = 600;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '30' },
      times: { type: 'string', default: '3' },
      connections: { type: 'string', default: 'kept' },
    },
  });
  const [seconds, times] = [Number(values.seconds), Number(values.times)];
  if (!(seconds >= 5) || !(times > 0)) throw new Error('--seconds takes 5 or more, --times a number above 0');
  const { connections } = values;
  if (connections !== 'kept' && connections !== 'new') throw new Error('--connections takes kept or new');
  let failed = false;
  const report = (finding: Finding): void => {
    printFinding(finding);
    if (finding.met === false) failed = true;
  };
  const file = fileURLToPath(import.meta.url);
  const [healthPort, mllpPort] = [await freePort(), await freePort()];
  const service = await startService({
    HEALTH_PORT: String(healthPort),
    DEMO_DATA: 'full',
    LOG_LEVEL: 'warn',
  });
  try {
    const admin = (command: string) => runAdmin(service, command.split(' '));
    await admin('org create --name Neighbor --slug neighbor');
    const keyOf = async (org: string): Promise<string> => {
      const rights = `--scopes ${SCOPES.join(',')} --rate-limit 1000000`;
      const made = await admin(`api-key create --org ${org} --name overload ${rights}`);
      return (made as { key: string }).key;
    };
    await admin(
      `lab-connection create --org demo --name Overload --transport mllp --port ${mllpPort} --time-zone Europe/Berlin`,
    );
    const [key, neighborKey] = [await keyOf('demo'), await keyOf('neighbor')];
    const load = (plan: { seconds: number; rate: number | null; key?: string; clients?: number }) =>
      generate(file, { url: service.url, key, clients: 24, connections, ...plan });

    await load({ seconds: 5, rate: null });
    const calm = await load({ seconds: 5, rate: 5 });
    const peakSeconds = Math.min(20, seconds);
    const readCpu = await cpuOf(service);
    const calmCpu = readCpu();
    const best = await load({ seconds: peakSeconds, rate: null });
    const bestCpu = readCpu();
    const found = countOf(best, 200);
    const peak = best.served / peakSeconds;
    report({ name: 'searches per second of 24 clients', measured: peak.toFixed(0), met: null });
    const perSearch = (bestCpu.service - calmCpu.service) / found;
    const perSearch2 = (bestCpu.postgres - calmCpu.postgres) / found;
    report({
      name: 'CPU time of a search',
      measured: `service ${perSearch.toFixed(2)} ms, PostgreSQL ${perSearch2.toFixed(2)} ms, client ${(best.cpu / found).toFixed(2)} ms`,
      met: null,
    });

    const watch = startWatching(service, healthPort, mllpPort);
    const [over, neighbor] = await Promise.all([
      load({ seconds, rate: times * peak }),
      load({ seconds, rate: 5, key: neighborKey }),
    ]);
    const overCpu = readCpu();
    const seen = await watch.stop();
    const served = over.served / seconds;
    report({
      name: `served per second at ${times} times that rate`,
      measured: `${served.toFixed(0)}, ${Math.round((served / peak) * 100)} %`,
      met: served >= 0.9 * peak,
    });
    const cpu = {
      service: overCpu.service - bestCpu.service,
      postgres: overCpu.postgres - bestCpu.postgres,
      client: over.cpu + neighbor.cpu,
    };
    const share = (milliseconds: number) => `${Math.round(milliseconds / 10 / seconds)} %`;
    report({
      name: 'share of a processor',
      measured: `service ${share(cpu.service)}, PostgreSQL ${share(cpu.postgres)}, client ${share(cpu.client)}`,
      met: null,
    });
    const perRejection = (cpu.service - perSearch * countOf(over, 200)) / countOf(over, 503);
    report({
      name: 'CPU time of a rejection, if a search costs the same as before',
      measured: `service ${perRejection.toFixed(2)} ms`,
      met: null,
    });
    report({ name: 'their time, p99', measured: ms(over, 200, 'p99'), met: null });
    report({
      name: `${countOf(over, 503)} rejections, p99`,
      measured: ms(over, 503, 'p99'),
      met: countOf(over, 503) > 0 && quantiles(over.times[503]!).p99 <= REJECTED_MS,
    });
    const others = Object.entries(over.times).filter(([status]) => !['200', '503'].includes(status));
    for (const { problems } of [over, neighbor])
      for (const [text, count] of Object.entries(problems))
        report({ name: `${count} ×`, measured: text, met: null });
    report({
      name: 'other outcomes',
      measured: others.map(([status, { length }]) => `${length} × ${status}`).join(', ') || 'none',
      met: others.length === 0,
    });
    report({
      name: `slowest of ${seen.probes.length} probes`,
      measured: `${Math.max(...seen.probes).toFixed(0)} ms`,
      met: seen.probes.length > 0 && Math.max(...seen.probes) <= PROBE_MS,
    });
    report({
      name: `slowest acknowledgment of ${seen.acknowledged.length} HL7 messages`,
      measured: `${Math.max(...seen.acknowledged).toFixed(0)} ms, ${seen.unacknowledged} without`,
      met: seen.unacknowledged === 0 && Math.max(...seen.acknowledged) <= ACKNOWLEDGED_MS,
    });
    const served2 = countOf(neighbor, 200);
    const sent2 = Object.values(neighbor.times).flat().length;
    report({
      name: 'another organization at 5 requests per second',
      measured: `${served2} of ${sent2} served, p95 ${ms(neighbor, 200, 'p95')}`,
      met: served2 === sent2,
    });
    report({ name: 'memory', measured: `${seen.memory.toFixed(0)} MB`, met: seen.memory <= MEMORY_MB });
    const complaints = service
      .output()
      .split('\n')
      .filter((line) => /escalation|could not be looked at|"level":(50|60)/.test(line));
    report({
      name: 'errors in the log',
      measured: complaints[0] ?? 'none',
      met: complaints.length === 0,
    });
    await pause(5_000);
    const after = await load({ seconds: 5, rate: 5 });
    const [was, is] = [calm, after].map((outcome) => quantiles(outcome.times[200] ?? []).p50);
    report({
      name: 'median time five seconds later, and before',
      measured: `${is!.toFixed(0)} ms, ${was!.toFixed(0)} ms`,
      met: is! <= 2 * was! + 5,
    });
  } finally {
    await service.stop();
  }
  process.exit(failed ? 1 : 0);
}

/** Reads the CPU time in milliseconds of the service and its PostgreSQL. */
async function cpuOf({ child, dataDir }: Service) {
  const postgres = (await runningPostgres(clusterFolder(dataDir)))!.pid;
  return () => ({ service: cpuTime(child.pid!) ?? NaN, postgres: cpuTime(postgres) ?? NaN });
}

const countOf = ({ times }: Outcome, status: number): number => times[status]?.length ?? 0;

const ms = ({ times }: Outcome, status: number, at: 'p95' | 'p99'): string =>
  times[status] ? `${quantiles(times[status])[at].toFixed(0)} ms` : 'none';

async function runAdmin({ dataDir }: Service, words: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/admin.mjs', ...words, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' },
  });
  return JSON.parse(stdout);
}

/** Probes five times a second, a message every second, memory all the time. */
function startWatching({ child }: Service, healthPort: number, mllpPort: number) {
  const seen = { probes: [] as number[], acknowledged: [] as number[], unacknowledged: 0, memory: 0 };
  let stopped = false;
  const probing = (async () => {
    while (!stopped) {
      seen.probes.push(await probe(healthPort));
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      seen.memory = Math.max(seen.memory, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      await pause(200);
    }
  })();
  const sending = (async () => {
    for (let turn = 0; !stopped; turn++) {
      const took = await acknowledge(mllpPort, turn).catch(() => null);
      if (took === null) seen.unacknowledged++;
      else seen.acknowledged.push(took);
      await pause(1_000);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await Promise.all([probing, sending]);
      return seen;
    },
  };
}

/** Milliseconds over a new connection; Infinity without 200. */
function probe(port: number): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const request = http.get(
      { port, host: '127.0.0.1', path: '/healthz', agent: false, timeout: 5_000 },
      (response) => {
        response.resume();
        response.once('end', () =>
          resolve(response.statusCode === 200 ? performance.now() - began : Infinity),
        );
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(Infinity));
  });
}

async function acknowledge(port: number, turn: number): Promise<number> {
  const began = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  try {
    const lines = [
      MSH.replace('|C1|', `|OVER-${turn}|`),
      PID,
      OBR,
      'OBX|1|NM|2345-7^Glucose^LN||98|mg/dL|70-99||||F',
    ];
    socket.write(`\x0b${lines.map((line) => `${line}\r`).join('')}\x1c\r`);
    socket.setTimeout(10_000, () => socket.destroy());
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!answer.toString('latin1').includes('MSA|AA|')) throw new Error(answer.toString('latin1'));
    return performance.now() - began;
  } finally {
    socket.destroy();
  }
}

if (process.argv[2] === 'generator') runGenerator();
else await run();
