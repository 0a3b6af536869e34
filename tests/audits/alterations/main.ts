import { parseArgs } from 'node:util';
import { alterAndVerify, makeFixture } from './run';
import { openAuditDatabase } from './audit-database';
import { sealAndVerify } from './volume';

/**
 * `npm run audit:alterations`: alters a sealed audit log many times and runs the verifier after each. With `--volume`,
 * measures sealer and verifier for that many rows instead.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    rows: { type: 'string', default: '420' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    volume: { type: 'string' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
};
const [count, rows, seed] = [number('count'), number('rows'), number('seed')];
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

/** H-06: a million rows are verified within a minute. */
const MOST_SECONDS_OF_A_MILLION = 60;

const database = await openAuditDatabase();
// Ctrl-C ends the run like an error, so that everything is removed.
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  process.exitCode = (await Promise.race([values.volume ? measureVolume() : alter(), stopped])) ? 0 : 1;
} finally {
  await database.close().catch(() => undefined);
}

async function alter(): Promise<boolean> {
  say(`Two organizations with ${rows} rows each, ${count} alterations, --seed ${seed}`);
  const began = performance.now();
  const fixture = await makeFixture(database, rows);
  const report = (done: number) => done % 250 === 0 && say(`${done} of ${count}`);
  const outcomes = await alterAndVerify(database, fixture, count, seed, report);
  const missed = outcomes.filter(({ ok }) => !ok);
  for (const { name, reported } of missed.slice(0, 20))
    process.stdout.write(`NOT FOUND, or at another place: ${name}  ${reported}\n`);
  const kinds = new Map<string, number>();
  for (const { name } of outcomes) kinds.set(name, (kinds.get(name) ?? 0) + 1);
  for (const [name, times] of [...kinds].sort(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`${String(times).padStart(5)}  ${name}\n`);
  process.stdout.write(
    `${count - missed.length} of ${count} found with their place, in ${Math.round((performance.now() - began) / 1000)} s\n`,
  );
  return missed.length === 0;
}

async function measureVolume(): Promise<boolean> {
  const volume = number('volume');
  say(`Filling ${volume} rows`);
  const { sealSeconds, verifySeconds, peakMegabytes, cpuSeconds, reported, exitCode } = await sealAndVerify(
    database,
    volume,
    say,
  );
  const speed = (seconds: number) => `${seconds.toFixed(1)} s, ${Math.round(volume / seconds)} rows/s`;
  process.stdout.write(`${reported}\nsealed    ${speed(sealSeconds)}\n`);
  process.stdout.write(
    `verified  ${speed(verifySeconds)}, of which its own processor time ${cpuSeconds?.toFixed(1) ?? '?'} s, ${peakMegabytes ?? '?'} MB at most\n`,
  );
  // Allows a few seconds for startup.
  return exitCode === 0 && verifySeconds <= Math.max(15, (MOST_SECONDS_OF_A_MILLION * volume) / 1_000_000);
}
