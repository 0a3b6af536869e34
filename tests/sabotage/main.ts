import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEFENCES, type Defence } from './defences';

/**
 * `npm run audit:sabotage`: removes one defence after the other in a copy of the project and runs the tests that must
 * notice. A defence is caught when a test fails by its assertions; a file that cannot be loaded does not count.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, 'show-output': { type: 'boolean', default: false } },
});
const LONGEST_MS = 300_000;
const LONGEST_WHOLE_MS = 1_200_000;
const root = process.cwd();
const copy = mkdtempSync(path.join(os.tmpdir(), 'clinical-sabotage-'));
const say = (sentence: string): void => void process.stderr.write(`- ${sentence}\n`);

interface Run {
  passed: number;
  failed: number;
  output: string;
}

/** Runs test files in the copy. */
function vitest(files: string[], longestMs = LONGEST_MS): Promise<Run> {
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...files,
        '--reporter=json',
        '--reporter=dot',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: copy,
        env: { ...process.env, NODE_ENV: 'test' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    // A defence may be what keeps a test from waiting for ever: its whole group goes.
    const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs);
    child.once('exit', () => {
      clearTimeout(late);
      let counted = { numPassedTests: 0, numFailedTests: 0 };
      try {
        counted = JSON.parse(readFileSync(report, 'utf8')) as typeof counted;
      } catch {
        output += '\nNo report was written.';
      }
      resolve({ passed: counted.numPassedTests, failed: counted.numFailedTests, output });
    });
  });
}

async function remove({ file, find, replace, tests }: Defence): Promise<Run> {
  const target = path.join(copy, file);
  const before = readFileSync(target, 'utf8');
  writeFileSync(
    target,
    before.replace(find, () => replace),
  );
  try {
    return await vitest(tests);
  } finally {
    writeFileSync(target, before);
  }
}

async function run(): Promise<boolean> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter(Boolean))
    cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const chosen = DEFENCES.filter(({ name }) => values.only.split('|').some((part) => name.includes(part)));
  const tests = [...new Set(chosen.flatMap((defence) => defence.tests))];
  say(`${chosen.length} defences; first the ${tests.length} test files with all of them in place`);
  const whole = await vitest(tests, LONGEST_WHOLE_MS);
  if (whole.failed > 0 || whole.passed === 0) {
    process.stdout.write(`The tests are not green to begin with.\n${whole.output.slice(-4_000)}\n`);
    return false;
  }
  let caught = 0;
  for (const defence of chosen) {
    const { failed, output } = await remove(defence);
    if (failed > 0) caught++;
    process.stdout.write(
      `${failed > 0 ? 'caught' : 'MISSED'}  ${String(failed).padStart(3)} red  ${defence.name}\n`,
    );
    if (failed === 0 || values['show-output']) process.stdout.write(`${output.slice(-2_000)}\n`);
  }
  process.stdout.write(`${caught} of ${chosen.length} removed defences were noticed\n`);
  return caught === chosen.length;
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
