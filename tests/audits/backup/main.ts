import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startWriting } from '../../support/constant-writes';
import { seeded } from '../../support/random';
import { readDemo, startService } from '../../support/service';

/**
 * `npm run audit:backup`: backs up a service under load, verifies and damages the backups, and kills others. Each must
 * verify and contain all acknowledged writes, each damage must be found, and a killed one must never look complete.
 */
const { values } = parseArgs({
  options: {
    backups: { type: 'string', default: '5' },
    kills: { type: 'string', default: '20' },
    damages: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
  return value;
};
const random = seeded(number('seed'));
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
const wrong: string[] = [];
const figures: [string, string][] = [];
const check = (holds: boolean, sentence: string): void => {
  if (!holds) wrong.push(sentence);
};

const home = await mkdtemp(path.join(os.tmpdir(), 'clinical-backup-'));
await chmod(home, 0o711);
const at = (...parts: string[]) => path.join(home, ...parts);
await writeFile(at('passphrase'), 'correct horse battery\n');
const PASSPHRASE = ['--passphrase-file', at('passphrase')];

function admin(...words: string[]): Promise<{ code: number; out: string; seconds: number }> {
  const began = performance.now();
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: at('data') };
    execFile(
      process.execPath,
      ['dist/admin.mjs', ...words],
      { env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        resolve({
          code: error ? Number(error.code ?? 1) : 0,
          out: stdout + stderr,
          seconds: (performance.now() - began) / 1000,
        }),
    );
  });
}

const names = async (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
const median = (list: number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const show = (list: number[]): string =>
  `median ${median(list).toFixed(1)} s, longest ${Math.max(0, ...list).toFixed(1)} s`;

say(`seed ${values.seed}`);
const service = await startService({ DATA_DIR: at('data'), DRAIN_SECONDS: '0' });
const { apiKey } = await readDemo(at('data'));
const writes = startWriting(service.url, apiKey);
try {
  await underLoad();
  await killed();
  await writes.stop();
  check(writes.failed() === 0, `${writes.failed()} requests failed during backups`);
  const documents = writes.written.filter(({ document }) => document !== null).length;
  figures.push(['writes acknowledged meanwhile', String(writes.written.length + documents)]);
  await damaged();
} finally {
  await writes.stop();
  await service.stop();
  await rm(home, { recursive: true, force: true });
}
for (const [name, value] of figures) process.stdout.write(`${name.padEnd(34)} ${value}\n`);
for (const sentence of wrong) process.stdout.write(`FAIL  ${sentence}\n`);
process.stdout.write(wrong.length === 0 ? 'ok\n' : '');
process.exit(wrong.length === 0 ? 0 : 1);

async function underLoad(): Promise<void> {
  const [creating, verifying]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let nth = 0; nth < number('backups'); nth += 1) {
    const made = await admin('backup', 'create', '--to', at('good'), '--json', ...PASSPHRASE);
    check(made.code === 0, `backup ${nth + 1} failed: ${made.out}`);
    creating.push(made.seconds);
    const name = (await names(at('good'))).sort().at(-1)!;
    const verified = await admin('backup', 'verify', '--from', at('good', name), ...PASSPHRASE);
    check(verified.code === 0, `backup ${nth + 1} does not verify: ${verified.out}`);
    verifying.push(verified.seconds);
    const manifest = await readFile(at('good', name, 'manifest.json'), 'utf8');
    ({ bytes } = (JSON.parse(manifest) as { files: { bytes: number } }).files);
    say(`backup ${nth + 1}: ${made.seconds.toFixed(1)} s, verified in ${verified.seconds.toFixed(1)} s`);
  }
  figures.push(
    ['backups under load', String(creating.length)],
    ['create', show(creating)],
    ['verify', show(verifying)],
    ['size of the last', `${(bytes / 1e6).toFixed(0)} MB`],
  );
}

/** SIGKILL at a random moment: nothing complete may appear, and the next backup clears up. */
async function killed(): Promise<void> {
  let [interrupted, finished] = [0, 0];
  const longest = 1_000 * Number(/median ([\d.]+)/.exec(figures[1]?.[1] ?? '')?.[1] ?? 3);
  for (let nth = 0; nth < number('kills'); nth += 1) {
    const before = (await names(at('killed'))).filter((name) => name.endsWith('Z')).length;
    const child = spawn(
      process.execPath,
      ['dist/admin.mjs', 'backup', 'create', '--to', at('killed'), ...PASSPHRASE],
      { env: { ...process.env, DATA_DIR: at('data') }, stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), random.next() * longest);
    await ended;
    clearTimeout(timer);
    const after = (await names(at('killed'))).filter((name) => name.endsWith('Z')).length;
    if (child.signalCode === 'SIGKILL' && after === before) interrupted += 1;
    else finished += 1;
  }
  const last = await admin('backup', 'create', '--to', at('killed'), ...PASSPHRASE);
  check(last.code === 0, `the backup after the kills failed: ${last.out}`);
  const left = await names(at('killed'));
  check(!left.some((name) => name.endsWith('.incomplete')), `left after the kills: ${left.join(', ')}`);
  for (const name of left) {
    const verified = await admin('backup', 'verify', '--from', at('killed', name), ...PASSPHRASE);
    check(verified.code === 0, `${name} does not verify: ${verified.out}`);
  }
  figures.push(['killed', `${interrupted} interrupted, ${finished} complete before the kill`]);
}

/** Flips a bit, or cuts the end, of one file at a time. */
async function damaged(): Promise<void> {
  const folder = at('good', (await names(at('good'))).sort().at(-1)!);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  let found = 0;
  for (let nth = 0; nth < number('damages');) {
    const file = random.pick(files);
    const { size } = await stat(file);
    if (size === 0) continue;
    nth += 1;
    const content = await readFile(file);
    if (nth % 2 === 0) await truncate(file, random.below(size));
    else await flip(file, random.below(size));
    const verified = await admin('backup', 'verify', '--from', folder, ...PASSPHRASE);
    if (verified.code === 1) found += 1;
    else wrong.push(`${path.relative(folder, file)} was damaged, and verify exits with ${verified.code}`);
    await writeFile(file, content);
  }
  const verified = await admin('backup', 'verify', '--from', folder, ...PASSPHRASE);
  check(verified.code === 0, `the repaired backup does not verify: ${verified.out}`);
  figures.push(['damaged files found', `${found} of ${number('damages')}`]);
}

async function flip(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, position);
  byte[0]! ^= 1 << random.below(8);
  await handle.write(byte, 0, 1, position);
  await handle.close();
}
