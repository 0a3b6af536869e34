import { parseArgs } from 'node:util';
import { alterAndVerify, makeScene } from './run';
import { openStage } from './stage';

/** `npm run audit:alterations`: alters a sealed audit many times and asks the verifier for each place. */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    rows: { type: 'string', default: '420' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const number = (name: 'count' | 'rows' | 'seed'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
};
const [count, rows, seed] = [number('count'), number('rows'), number('seed')];
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

const stage = await openStage();
// Ctrl-C ends the run as an error would: everything is taken down.
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  say(`Two organisations with ${rows} rows each, ${count} alterations, --seed ${seed}`);
  const began = performance.now();
  const scene = await makeScene(stage, rows);
  const run = alterAndVerify(
    stage,
    scene,
    count,
    seed,
    (done) => done % 250 === 0 && say(`${done} of ${count}`),
  );
  const outcomes = await Promise.race([run, stopped]);
  const missed = outcomes.filter(({ ok }) => !ok);
  for (const { name, told } of missed.slice(0, 20))
    process.stdout.write(`NOT FOUND, or at another place: ${name}  ${told}\n`);
  const kinds = new Map<string, number>();
  for (const { name } of outcomes) kinds.set(name, (kinds.get(name) ?? 0) + 1);
  for (const [name, times] of [...kinds].sort(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`${String(times).padStart(5)}  ${name}\n`);
  process.stdout.write(
    `${count - missed.length} of ${count} found with their place, in ${Math.round((performance.now() - began) / 1000)} s\n`,
  );
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await stage.close().catch(() => undefined);
}
