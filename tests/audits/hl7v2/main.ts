import { parseArgs } from 'node:util';
import { hl7Collection } from '../../support/hl7';
import { seeded } from '../../support/random';
import { CRAFTED } from './crafted';
import { mutate } from './mutate';
import { findFaults, messagesOf, readAll } from './read-all';

/**
 * `npm run audit:hl7v2` (D-16, the reading half): malformed messages are decoded, parsed, checked, acknowledged and
 * normalized. No crash, one readable acknowledgment each, no lost line, none slow.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50000' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    slowest: { type: 'string', default: '1000' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
};
const [count, minutes, seed, slowest] = [
  number('count'),
  number('minutes'),
  number('seed'),
  number('slowest'),
];
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const collected = hl7Collection().flatMap(({ bytes }) => messagesOf(bytes));
const messages = [...CRAFTED, ...collected];
const random = seeded(seed);
const reasons = new Map<string, number>();
const faults: string[] = [];
const end = Date.now() + minutes * 60_000;
let done = 0;
let longest = 0;

while (done < count && Date.now() < end) {
  const bytes = mutate(random.pick(messages), random);
  const began = performance.now();
  try {
    const outcome = readAll(bytes);
    const reason = outcome.reason ?? 'taken';
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const took = performance.now() - began;
    longest = Math.max(longest, took);
    if (took > slowest) report(`took ${took.toFixed(0)} ms`, bytes);
    for (const fault of findFaults(outcome)) report(fault, bytes);
  } catch (error) {
    report(`crashed: ${error instanceof Error ? error.stack : String(error)}`, bytes);
  }
  done++;
}

function report(fault: string, bytes: Buffer): void {
  faults.push(fault);
  // The first few are sufficient.
  if (faults.length <= 5)
    say(`FAIL  message ${done}: ${fault}\n      ${JSON.stringify(bytes.toString('latin1')).slice(0, 4_000)}`);
}

for (const [reason, times] of [...reasons].sort(([, a], [, b]) => b - a))
  say(`      ${reason.padEnd(22)} ${times}`);
if (done < count) say(`Only ${done} of ${count} messages in ${minutes} minutes.`);
say(
  `${faults.length === 0 && done > 0 ? 'ok  ' : 'FAIL'}  ${done} messages from ${messages.length}, seed ${seed}: ${faults.length} faults, the slowest took ${longest.toFixed(0)} ms`,
);
process.exitCode = faults.length === 0 && done > 0 ? 0 : 1;
