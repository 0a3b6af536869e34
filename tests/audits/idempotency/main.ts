import { parseArgs } from 'node:util';
import { startMortal } from './service';
import { storm } from './storm';

/** `npm run audit:idempotency`: one effect per Idempotency-Key (E-01) with its audit row (H-02), despite crashes. */

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '500' },
    parallel: { type: 'string', default: '50' },
    kills: { type: 'string', default: '1' },
    every: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
  return value;
};
const options = {
  keys: number('keys'),
  parallel: number('parallel'),
  kills: number('kills'),
  seconds: number('seconds'),
  seed: number('seed'),
  killEvery: number('every'),
};
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

say(
  `${options.parallel} at once for each of ${options.keys} keys, at most ${options.seconds} s, --seed ${options.seed}`,
);
const service = await startMortal();
// Ctrl-C ends the run like an error, so that everything is removed.
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});
try {
  const { violations, ...figures } = await Promise.race([storm(service, options, say), stopped]);
  for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name.padEnd(14)} ${value}\n`);
  for (const violation of violations.slice(0, 20)) process.stdout.write(`WRONG: ${violation}\n`);
  process.stdout.write(`${violations.length} violations\n`);
  process.exitCode = violations.length > 0 || figures.kills < options.kills ? 1 : 0;
} finally {
  await service.close();
}
