import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closePool } from '../../../server/db/client';
import { completeEnv, env } from '../../../server/env';
import { startOrderWorker } from '../../../server/transmissions/worker';
import { openFixture } from '../deliveries/fixture';
import type { WorkerSettings } from '../deliveries/parts';
import { serve, startLaboratory, type Laboratory } from './laboratory';
import { storm } from './storm';

/**
 * `npm run audit:orders`: orders and cancellations for faulty laboratories, while workers are killed and PostgreSQL
 * crashes. None may be lost, applied twice, sent out of order or changed, and each must end in a state with its reason.
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '200' },
      crashes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '40' },
      seconds: { type: 'string', default: '3600' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  });
  const number = (name: keyof typeof values): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
    return value;
  };
  const options = {
    orders: number('orders'),
    kills: number('kills'),
    crashes: number('crashes'),
    rate: number('rate'),
    seconds: number('seconds'),
    seed: number('seed'),
  };
  const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
  say(
    `${options.orders} orders, ${options.kills} kills of the worker and ${options.crashes} crashes of Postgres, at most ${options.seconds} s, --seed ${options.seed}`,
  );
  let stopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void (stopped = true));
  const file = fileURLToPath(import.meta.url);
  const fixture = await openFixture();
  let laboratory: Laboratory | undefined;
  try {
    laboratory = await startLaboratory(file, options.seed);
    open(laboratory.port);
    const { wrong, ...figures } = await storm(
      { fixture, laboratory, file, say, isStopped: () => stopped },
      options,
    );
    for (const [name, value] of Object.entries(figures))
      process.stdout.write(`${name.padEnd(34)} ${value}\n`);
    for (const [name, count] of Object.entries(wrong))
      process.stdout.write(`${count === 0 ? 'ok  ' : 'FAIL'}  ${count}  ${name}\n`);
    const finished =
      figures.kills >= options.kills &&
      figures.crashes >= options.crashes &&
      figures['orders placed'] >= options.orders;
    if (!finished) process.stdout.write('FAIL  it ended before all orders, kills and crashes were made\n');
    process.exitCode = finished && Object.values(wrong).every((count) => count === 0) ? 0 : 1;
  } finally {
    laboratory?.close();
    await fixture.close();
  }
}

/** Allows loopback like an operator would. */
function open(port: number): void {
  Object.assign(env, { ORDER_ALLOW_CIDRS: ['127.0.0.0/8'], ORDER_ALLOW_PORTS: [port] });
}

function work({ aheadMs, port, ...settings }: WorkerSettings & { aheadMs: number; port: number }): void {
  completeEnv(settings);
  open(port);
  // A second takes a tenth: time is not what is tested.
  const worker = startOrderWorker({
    now: () => new Date(Date.now() + aheadMs),
    pollMs: 20,
    secondMs: 100,
    waitOf: () => 10,
  });
  process.send!({ started: true });
  process.once('message', () => {
    void worker
      .stop()
      .then(closePool)
      .finally(() => process.exit());
  });
}

const part = process.argv[2];
if (part === 'laboratory') {
  process.once('disconnect', () => process.exit());
  void serve(Number(process.argv[3]));
} else if (part === 'worker') {
  process.once('disconnect', () => process.exit());
  process.once('message', work);
} else {
  await run();
  process.exit();
}
