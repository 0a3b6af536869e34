import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { TestDatabase } from '../../support/test-databases';
import { DEFENSES, type Defense } from './defenses';
import { openTestDatabases } from './test-databases';
import { endTests, vitest, type Run } from './vitest';

/**
 * `npm run audit:sabotage`: removes one defense at a time in a copy of the project and runs the tests that must fail. A
 * defense counts as tested if a test fails by its assertions; a file that cannot be loaded does not count. If the tests of
 * `npm test` notice nothing, those of the nightly run follow, except with `--suite`.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    since: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    green: { type: 'boolean', default: false },
    suite: { type: 'boolean', default: false },
    'show-output': { type: 'boolean', default: false },
  },
});
const LONGEST_MS = 300_000;
const LONGEST_WHOLE_MS = 1_200_000;
const MIGRATIONS = 'server/db/migrations/';
const root = process.cwd();
const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-sabotage-'));
// As root, PostgreSQL runs as another user below it.
chmodSync(folder, 0o711);
const copy = path.join(folder, 'copy');
let stopping = false;
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });

function choose(): Defense[] {
  const [part, parts] = values.part.split('/').map(Number) as [number, number];
  if (!(part >= 1 && part <= parts)) throw new Error('--part is like 1/2.');
  const before =
    values.since === undefined
      ? ''
      : git('grep', '-h', 'name: ', values.since, '--', 'tests/audits/sabotage');
  return DEFENSES.filter(({ name }) => values.only.split('|').some((word) => name.includes(word)))
    .filter(({ name }) => !before.includes(`name: '${name}'`))
    .filter((_, nth) => nth % parts === part - 1);
}

function copyProject(): void {
  mkdirSync(copy);
  const files = git('ls-files', '--cached', '--others', '--exclude-standard');
  for (const file of files.split('\n').filter(Boolean))
    cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

async function remove(
  { file, find, replace, tests }: Defense,
  testDatabases: TestDatabase[],
  suite: boolean,
): Promise<Run> {
  const target = path.join(copy, file);
  const before = readFileSync(target, 'utf8');
  writeFileSync(
    target,
    before.replace(find, () => replace),
  );
  try {
    // The databases were migrated with all defenses in place.
    return await vitest(copy, tests, {
      longestMs: suite ? LONGEST_MS : LONGEST_WHOLE_MS,
      suite,
      testDatabases: file.startsWith(MIGRATIONS) ? [] : testDatabases,
    });
  } finally {
    writeFileSync(target, before);
  }
}

type Fresh = (count: number) => Promise<TestDatabase[]>;

async function isGreen(chosen: Defense[], fresh: Fresh): Promise<boolean> {
  const tests = [...new Set(chosen.flatMap((defense) => defense.tests))];
  say(`first the ${tests.length} test files with all of them in place`);
  const whole = await vitest(copy, tests, {
    longestMs: LONGEST_WHOLE_MS,
    suite: values.suite,
    testDatabases: await fresh(2),
  });
  if (whole.failed === 0 && whole.passed > 0) return true;
  process.stdout.write(`The tests are not green to begin with.\n${whole.output.slice(-4_000)}\n`);
  return false;
}

async function run(chosen: Defense[], fresh: Fresh): Promise<boolean> {
  say(`${chosen.length} defenses`);
  if (!values.green && !(await isGreen(chosen, fresh))) return false;
  let caught = 0;
  for (const defense of chosen) {
    let run = await remove(defense, await fresh(1), true);
    const isForNightly = run.failed === 0 && !values.suite && !stopping;
    if (isForNightly) run = await remove(defense, await fresh(1), false);
    if (stopping) return false;
    const { failed, output, first } = run;
    if (failed > 0) caught++;
    process.stdout.write(
      `${failed > 0 ? 'caught' : 'MISSED'}  ${String(failed).padStart(3)} red  ${defense.name}${isForNightly ? ', in the nightly run' : ''}${first ? `  (${first})` : ''}\n`,
    );
    if (failed === 0 || values['show-output']) process.stdout.write(`${output.slice(-2_000)}\n`);
  }
  process.stdout.write(`${caught} of ${chosen.length} removed defenses were noticed\n`);
  return caught === chosen.length;
}

// Ctrl-C ends the tests and then the run, so that everything is removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopping = true;
    endTests();
  });
try {
  const chosen = choose();
  copyProject();
  const testDatabases = await openTestDatabases(folder);
  try {
    process.exitCode = (await run(chosen, testDatabases.fresh)) ? 0 : 1;
  } finally {
    await testDatabases.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
