import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { Changes } from '../../../server/domain/changes/contract';
import { openStream, type EventStream } from '../../support/event-stream';
import { printFinding, type Finding } from '../../support/finding';
import { cpuMs } from '../../support/processor';
import { startScanned, type Scanned } from '../scan/service';

/**
 * `npm run audit:changes`: five hundred open pages follow changes over one process of the built service. Measures their
 * memory, the processor time while nothing changes, and the time until a critical result of another process has reached
 * every page.
 */

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    results: { type: 'string', default: '10' },
  },
});
const [pages, seconds, results] = [Number(values.pages), Number(values.seconds), Number(values.results)];
if (![pages, seconds, results].every((one) => Number.isInteger(one) && one > 0))
  throw new Error('--pages, --seconds and --results must be whole numbers above 0');

const MOST_MB = 150;
const MOST_PERCENT = 5;
const MOST_MS = 2_000;

const residentMb = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Processor time of the process in percent of one core. */
async function load(pid: number): Promise<number> {
  const before = await cpuMs(pid);
  await later(seconds * 1_000);
  return ((await cpuMs(pid)) - before) / (seconds * 10);
}

interface Received {
  stream: EventStream;
  /** When each report was received. */
  at: Map<string, number>;
}

async function openPages({ service, cookies }: Scanned): Promise<Received[]> {
  const opened: Received[] = [];
  for (let n = 0; n < pages; n++) {
    const at = new Map<string, number>();
    const stream = await openStream(
      `${service.url}/api/trpc/changes.watchChanges?input=%7B%7D`,
      { Cookie: cookies[n % cookies.length]!, 'Sec-Fetch-Site': 'same-origin' },
      ({ event, data }) => {
        if (event !== 'message') return;
        for (const id of (JSON.parse(data) as Changes).critical) at.set(id, at.get(id) ?? Date.now());
      },
    );
    if (stream.status !== 200) throw new Error(`Page ${n} answered ${stream.status}.`);
    opened.push({ stream, at });
  }
  return opened;
}

/** @returns milliseconds until each page had received each report */
async function delays({ service, api }: Scanned, opened: readonly Received[]): Promise<number[]> {
  const { id: patient_id } = await api<{ id: string }>('POST', '/v1/patients', {
    name: { family: 'Changes', given: ['Audit'] },
    birth_date: '1970-01-31',
    sex: 'unknown',
  });
  const found: number[] = [];
  for (let n = 0; n < results; n++) {
    const order = await api<{ id: string }>('POST', '/v1/labs/orders', {
      patient_id,
      items: [{ code: 'BMP' }],
      lab_id: 'example-lab',
    });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['dist/admin.mjs', 'lab', 'simulate', '--order', order.id, '--kind', 'critical', '--json'],
      { env: { ...process.env, DATA_DIR: service.dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' } },
    );
    const id = String((JSON.parse(stdout) as { id: string }).id);
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline && !opened.every(({ at }) => at.has(id))) await later(20);
    const list = await api<{ data: { created_at: string; type: string }[] }>(
      'GET',
      `/v1/events?object_id=${id}&type=lab_result.critical`,
    );
    const since = Date.parse(list.data[0]!.created_at);
    found.push(...opened.map(({ at }) => (at.get(id) ?? Infinity) - since));
  }
  return found.sort((a, b) => a - b);
}

async function measure(scanned: Scanned): Promise<Finding[]> {
  const pid = scanned.service.child.pid!;
  await later(5_000);
  const alone = { mb: await residentMb(pid), percent: await load(pid) };
  const opened = await openPages(scanned);
  await later(5_000);
  const idle = { percent: await load(pid), mb: await residentMb(pid) };
  const times = await delays(scanned, opened);
  for (const { stream } of opened) stream.close();
  const [memory, extra] = [idle.mb - alone.mb, idle.percent - alone.percent];
  const [median, last] = [times[times.length >> 1]!, times.at(-1)!];
  return [
    {
      name: `memory of ${pages} pages`,
      measured: `${memory.toFixed(0)} MB (${alone.mb.toFixed(0)} MB without)`,
      met: memory <= MOST_MB,
    },
    {
      name: `processor time of ${pages} idle pages`,
      measured: `${extra.toFixed(1)} % of a core (${alone.percent.toFixed(1)} % without)`,
      met: extra <= MOST_PERCENT,
    },
    {
      name: `${results} critical results to all pages`,
      measured: `median ${median} ms, last ${last} ms after the change`,
      met: last <= MOST_MS,
    },
  ];
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-changes-'));
const scanned = await startScanned(folder);
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  const findings = await Promise.race([measure(scanned), stopped]);
  for (const finding of findings) printFinding(finding);
  process.exitCode = findings.some(({ met }) => met === false) ? 1 : 0;
} finally {
  await scanned.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
