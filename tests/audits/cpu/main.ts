import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeFixture } from '../../integration/garbage/fixture';
import { startWatched, type Watched } from '../../integration/garbage/service';
import { Connection } from '../../integration/garbage/wire';
import { call } from '../../support/server';
import { Meter } from './meter';
import { sendersOf, type Slow } from './senders';
import { slowForms, slowHeads, slowJson } from './shapes';
import { slowBodies, slowQueries } from './texts';

/** `npm run audit:cpu`: no request may cost the service more than 100 ms of processor time (G-05). */

const { values } = parseArgs({
  options: {
    bar: { type: 'string', default: '100' },
    repeat: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
  },
});
const bar = Number(values.bar);
const repeat = Number(values.repeat);
if (!(bar > 0) || !Number.isInteger(repeat) || repeat < 1)
  throw new Error('--bar must be a number above 0, --repeat a whole number above 0');

/** How many of the most expensive requests are measured again. */
const AGAIN = 40;
const SHOWN = 10;

interface Cost {
  input: Slow;
  node: number;
  postgres: number;
  status: number;
}
const sum = ({ node, postgres }: Cost): number => node + postgres;

/** Documents may be sent inside JSON: each megabyte beyond the first, the limit of other bodies, takes time to read. */
const MS_PER_MB = 20;
const allowed = ({ input: { wire } }: Cost): number =>
  bar + MS_PER_MB * Math.max(0, wire.body.length / 1_000_000 - 1.1);

if (
  !(await access('/proc/self/schedstat').then(
    () => true,
    () => false,
  ))
) {
  process.stderr.write('Processor time is read from /proc/PID/task/*/schedstat, which only Linux has.\n');
  process.exit(2);
}
const service = await startWatched('cpu');
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  process.exitCode = (await Promise.race([run(service), stopped])) ? 0 : 1;
} finally {
  await service.stop();
}
process.exit();

async function run(watched: Watched): Promise<boolean> {
  const fixture = await makeFixture(watched.url, 1);
  const meter = await Meter.of(watched.pid, watched.dataDir);
  const connection = new Connection(new URL(watched.url));
  const server = { url: watched.url, close: () => Promise.resolve() };
  const { next_cursor: cursor } = (await call(server, fixture.key, 'GET', '/v1/patients?limit=1')).json as {
    next_cursor: string;
  };
  const senders = sendersOf(fixture);
  const inputs = [
    ...slowQueries(fixture, senders),
    ...slowBodies(fixture, senders),
    ...slowJson(fixture, senders),
    ...slowForms(senders),
    ...slowHeads(fixture, senders, cursor),
  ].filter(({ name }) => name.includes(values.only));

  const measure = async (input: Slow): Promise<Cost> => {
    let status = 0;
    const cost = await meter.cost(async () => void ({ status } = await connection.send(input.wire)));
    return { input, ...cost, status };
  };
  // The first run includes compilation.
  for (const { wire } of inputs.filter((_one, nth) => nth % 5 === 0)) await connection.send(wire);

  const once: Cost[] = [];
  for (const input of inputs) {
    once.push(await measure(input));
    if (once.length % 200 === 0) process.stderr.write(`- ${once.length} of ${inputs.length} inputs\n`);
  }
  const dearest = once.sort((a, b) => sum(b) - sum(a)).slice(0, AGAIN);
  const costs: Cost[] = [];
  for (const { input } of dearest) {
    const tries: Cost[] = [];
    for (let nth = 0; nth < repeat; nth++) tries.push(await measure(input));
    costs.push(tries.sort((a, b) => sum(a) - sum(b))[repeat >> 1]!);
  }
  connection.close();

  costs.sort((a, b) => sum(b) - sum(a));
  for (const cost of costs.slice(0, SHOWN)) process.stdout.write(`${line(cost)}\n`);
  const found = [
    ...costs.filter((cost) => sum(cost) > allowed(cost)).map((cost) => `dear: ${line(cost)}`),
    ...once.filter(({ status }) => status >= 500 || status < 200).map((cost) => `failed: ${line(cost)}`),
    ...once.filter(({ status }) => status === 429).map((cost) => `rejected by a limit: ${line(cost)}`),
    ...watched.problems(),
  ];
  for (const finding of found.slice(0, 100)) process.stdout.write(`FOUND ${finding}\n`);
  const statuses = new Map<number, number>();
  for (const { status } of once) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const reported = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const middle = once[once.length >> 1];
  process.stdout.write(
    `${once.length} inputs (${reported.join(', ')}), the one in the middle ${middle ? sum(middle).toFixed(1) : '-'} ms; ${found.length} findings\n`,
  );
  return found.length === 0 && once.length > 0;
}

function line({ input, node, postgres, status }: Cost): string {
  const name = input.name.length > 100 ? `${input.name.slice(0, 100)}…` : input.name;
  return `${(node + postgres).toFixed(1).padStart(6)} ms (service ${node.toFixed(1)}, Postgres ${postgres.toFixed(1)})  ${status}  ${name}`;
}
