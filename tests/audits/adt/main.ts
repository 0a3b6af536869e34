import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closePool } from '../../../server/db/client';
import { completeEnv, env } from '../../../server/env';
import { feedFiles } from '../../support/hl7';
import { startPostgres } from '../../support/postgres';
import { seeded } from '../../support/random';
import { sendMutated } from './mutated';
import { sendMutatedDocuments } from './mutated-documents';
import { replay } from './replay';
import { endsOfSamples } from './samples';
import { madeMessages } from './sequences';

/**
 * `npm run audit:adt`: hospital feeds. The same messages in order, in random order and twice must give the same
 * patients; altered messages must not crash, and never change a patient they do not name or file a document to one.
 * `--samples FOLDER` only prints where each sample of a folder ends.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    documents: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    samples: { type: 'string' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
};
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-adt-'));
const { testDatabase, stop } = await startPostgres(folder);
const stopped = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
});

async function printSamples(root: string): Promise<string[]> {
  for (const { file, type, connection, end } of await endsOfSamples(root))
    say(`${file}: ${type}, ${connection}: ${end}`);
  return [];
}

async function audit(): Promise<string[]> {
  const random = seeded(number('seed'));
  const until = Date.now() + number('minutes') * 60_000;
  const faults: string[] = [];
  const senders = [...feedFiles()];
  for (const [sender, messages] of senders) {
    const done = await replay(messages, random);
    faults.push(...done.faults.map((fault) => `${sender}: ${fault}`));
    say(`${sender}: ${done.messages} messages, ${done.patients} patients, ${done.undecided} to decide`);
  }
  for (let round = 0; round < number('rounds'); round++) {
    const done = await replay(madeMessages(random, { people: 8, each: 12 }), random);
    faults.push(...done.faults);
    say(`Made hospital ${round + 1}: ${done.messages} messages, ${done.patients} patients`);
  }
  const seeds = [
    ...senders.flatMap(([, messages]) => messages),
    ...madeMessages(random, { people: 20, each: 5 }),
  ];
  const mutated = await sendMutated(seeds, number('count'), random, until);
  faults.push(...mutated.faults);
  const counts = (map: Map<string, number>) => [...map].map(([name, count]) => `${count} ${name}`).join(', ');
  say(`${mutated.sent} altered messages: ${counts(mutated.codes)}; patients: ${counts(mutated.states)}`);
  const documents = await sendMutatedDocuments(number('documents'), random, until);
  faults.push(...documents.faults);
  say(`${documents.sent} altered document messages: ${counts(documents.states)}`);
  say(`Seed ${values.seed}.`);
  return faults;
}

try {
  process.env.TEST_ADMIN_URL = testDatabase.TEST_ADMIN_URL;
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = testDatabase;
  completeEnv({
    DATABASE_URL,
    MIGRATION_DATABASE_URL,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  });
  Object.assign(env, { DATA_DIR: folder });
  const work = values.samples === undefined ? audit() : printSamples(values.samples);
  const faults = await Promise.race([work, stopped]);
  for (const fault of faults.slice(0, 20)) say(`FAIL  ${fault}`);
  if (values.samples === undefined)
    say(faults.length === 0 ? 'Every patient and document is as sent.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await closePool();
  await stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
