import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printFinding, type Finding } from '../../support/finding';
import { fairness } from './fairness';
import { limits } from './limits';
import { runPart, startReceiver, type Receiver } from './parts';
import { rate } from './rate';
import { openFixture } from './fixture';

/**
 * `npm run audit:deliveries`: tests with real durations and volumes. Limits of one send (E-03), one bad receiver among
 * a hundred (E-05), and deliveries per second compared with a bare loop.
 */
export type Say = (sentence: string) => void;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: 'limits,fairness,rate' },
      backlog: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '30' },
      deliveries: { type: 'string', default: '8000' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const number = (name: 'backlog' | 'seconds' | 'deliveries' | 'rounds'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
    return value;
  };
  const say: Say = (sentence) => void process.stderr.write(`- ${sentence}\n`);
  const file = fileURLToPath(import.meta.url);
  const wanted = values.only.split(',');
  const findings: Finding[] = [];
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  });
  const work = async () => {
    if (wanted.includes('limits')) findings.push(...(await limits(say)));
    if (!wanted.includes('fairness') && !wanted.includes('rate')) return;
    const fixture = await openFixture();
    let receiver: Receiver | undefined;
    try {
      receiver = await startReceiver(file);
      const setup = { fixture, receiver, file, say };
      if (wanted.includes('fairness'))
        findings.push(...(await fairness(setup, number('backlog'), number('seconds'))));
      if (wanted.includes('rate'))
        findings.push(...(await rate(setup, number('deliveries'), number('rounds'), number('seconds'))));
    } finally {
      receiver?.close();
      await fixture.close();
    }
  };
  await Promise.race([work(), stopped]);
  for (const finding of findings) printFinding(finding);
  process.exitCode = findings.every(({ met }) => met !== false) ? 0 : 1;
}

if (!runPart()) {
  await run();
  process.exit();
}
