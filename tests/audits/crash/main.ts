import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runPart, startReceiver, type Receiver } from '../deliveries/parts';
import { openFixture } from '../deliveries/fixture';
import { storm } from './storm';

/**
 * `npm run audit:crash`: kills the worker and crashes PostgreSQL at random times under load. No event may be lost, none
 * delivered that was not committed, and duplicates must be identical (E-02, E-03, F-01).
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      crashes: { type: 'string', default: '50' },
      rate: { type: 'string', default: '250' },
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  });
  const number = (name: keyof typeof values): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
    return value;
  };
  const options = {
    kills: number('kills'),
    crashes: number('crashes'),
    rate: number('rate'),
    seconds: number('seconds'),
    seed: number('seed'),
  };
  const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
  say(
    `${options.kills} kills of the worker and ${options.crashes} crashes of Postgres under ${options.rate} writes a second, at most ${options.seconds} s and the time to settle, --seed ${options.seed}`,
  );
  // Not immediately, because a restarting PostgreSQL would keep running.
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void (stopped = true));
  const file = fileURLToPath(import.meta.url);
  const fixture = await openFixture();
  let receiver: Receiver | undefined;
  try {
    receiver = await startReceiver(file);
    const { wrong, ...figures } = await storm(
      { fixture, receiver, file, say, isStopped: () => stopped },
      options,
    );
    for (const [name, value] of Object.entries(figures))
      process.stdout.write(`${name.padEnd(34)} ${value}\n`);
    for (const [name, count] of Object.entries(wrong))
      process.stdout.write(`${count === 0 ? 'ok  ' : 'FAIL'}  ${count}  ${name}\n`);
    const finished = figures.kills >= options.kills && figures.crashes >= options.crashes;
    if (!finished) process.stdout.write('FAIL  it ended before all kills and crashes were made\n');
    process.exitCode = finished && Object.values(wrong).every((count) => count === 0) ? 0 : 1;
  } finally {
    receiver?.close();
    await fixture.close();
  }
}

if (!runPart()) {
  await run();
  process.exit();
}
