import { parseArgs } from 'node:util';
import { startWatched, type Watched } from '../../integration/garbage/service';
import { endpointsOf } from '../../integration/garbage/endpoints';
import { makeFixture } from '../../integration/garbage/fixture';
import { storm, type Figures } from '../../integration/garbage/storm';

/** `npm run audit:garbage`: ten thousand malformed requests to each handler of the built service (D-05). */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '60' },
    people: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    late: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
});
const number = (name: Exclude<keyof typeof values, 'only'>): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
};
const options = { count: number('count'), seed: number('seed'), only: values.only };
const bar = number('late');
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

const service = await startWatched('garbage');
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
  say(`${options.count} requests to each endpoint, --seed ${options.seed}`);
  const fixture = await makeFixture(watched.url, number('people'));
  // Reading the figures also resets the event loop histogram.
  await watched.figures();
  const until = Date.now() + number('minutes') * 60_000;
  const figures = await storm(watched.url, endpointsOf(fixture, true), { ...options, until, say });
  const figure = await watched.figures();
  const late = 1_000 * figure('nodejs_eventloop_lag_p99_seconds');
  const most = 1_000 * figure('nodejs_eventloop_lag_max_seconds');
  const alive = (await fetch(`${watched.url}/readyz`)).status;
  const found = [
    ...figures.findings,
    ...watched.problems(),
    ...(alive === 200 ? [] : [`/readyz answered ${alive}`]),
    ...(late < bar ? [] : [`the event loop was late by ${late.toFixed(1)} ms (p99)`]),
  ];
  print(figures);
  process.stdout.write(
    `${figures.asked} requests; event loop p99 ${late.toFixed(1)} ms, longest ${most.toFixed(0)} ms (its timer of 10 ms included); --seed ${options.seed}\n`,
  );
  for (const one of found.slice(0, 100)) process.stdout.write(`FOUND ${one}\n`);
  process.stdout.write(`${found.length} sorts of findings\n`);
  return found.length === 0;
}

function print({ statuses }: Figures): void {
  for (const [name, counts] of [...statuses].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reported = [...counts]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'none'}: ${count}`);
    process.stdout.write(`${name.padEnd(34)} ${reported.join(', ')}\n`);
  }
}
