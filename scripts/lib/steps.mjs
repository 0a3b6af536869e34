// The steps of `npm run check` and `npm test`, and the total of all test runners.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { say, ScriptError } from './root.mjs';
import { node, tool } from './run.mjs';

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'clinical-reports-'));
process.on('exit', () => fs.rmSync(reports, { recursive: true, force: true }));

const total = { passed: 0, failed: 0, skipped: 0 };

/** Failed tests with the beginning of their errors, repeated at the end: the output between is long. */
const failures = [];

const plain = (title, name, args) => ({ title, run: () => tool(name, args) });

/** A build as a step that can run in parallel. */
export const building = (name) => ({
  title: name,
  async run() {
    try {
      await prepare([name]);
      return 0;
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      say(error.message);
      return 1;
    }
  },
});

/** Without the tests for the nightly run. */
export function vitest(title, select) {
  const report = path.join(reports, `${title.replaceAll(' ', '-')}.json`);
  const args = ['run', ...select, '--tags-filter=!nightly', '--reporter=default', '--reporter=json'];
  return {
    title,
    async run() {
      const code = await tool('vitest', [...args, `--outputFile.json=${report}`], {
        env: { NODE_ENV: 'test' },
      });
      const counted = read(report);
      failures.push(...failedVitest(counted));
      add(
        counted?.numPassedTests,
        counted?.numFailedTests,
        (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0) - forNightly(counted),
      );
      // A file that cannot be loaded, or an error outside of tests, fails without a test to count.
      if (code !== 0 && !counted?.numFailedTests) {
        total.failed += 1;
        failures.push(`${title}: an error outside of a test, printed above`);
      }
      return code;
    },
  };
}

/**
 * Without the tests for the nightly run. A test that fails is tried once more with a new service; the nightly run
 * does not do so.
 */
export function playwright(title) {
  const report = path.join(reports, 'playwright.json');
  return {
    title,
    async run() {
      const env = { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      const code = await tool(
        'playwright',
        ['test', '--grep-invert=@nightly', '--retries=1', '--reporter=list,json'],
        { env },
      );
      const counted = read(report);
      const stats = counted?.stats;
      failures.push(...(counted?.suites ?? []).flatMap(failedPlaywright));
      if (stats?.flaky) say(`${stats.flaky} of the browser tests passed only at the second attempt`);
      add((stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected, stats?.skipped);
      if (code !== 0 && !stats?.unexpected) total.failed += 1;
      return code;
    },
  };
}

/** Tests that the filter left out, which vitest counts as skipped. */
const forNightly = (report) =>
  (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && tags.includes('nightly')).length;

const failedVitest = (report) =>
  (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages.join('\n')));
    // A file that cannot be loaded, or whose hooks failed, has only a message.
    return message && failed.length === 0 ? [failure(file, '', message)] : failed;
  });

const failedPlaywright = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) =>
      failure(
        file,
        title,
        tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).join('\n'),
      ),
    ),
  ...suites.flatMap(failedPlaywright),
];

function failure(file, title, message) {
  const lines = message.split('\n').filter((line) => !line.includes('/node_modules/'));
  return [`${file} ${title}`, ...lines.slice(0, 12)].join('\n    ');
}

function add(passed = 0, failed = 0, skipped = 0) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Runs sequences of single-process steps in parallel; a sequence ends with its first failure. */
export function sideBySide(...lines) {
  const runLine = async (line) => {
    for (const { title, run } of line) {
      const code = await run();
      if (code === 0) continue;
      say(`${title} failed`);
      return code;
    }
    return 0;
  };
  return {
    title: lines
      .flat()
      .map(({ title }) => title)
      .join(', '),
    run: async () => Math.max(...(await Promise.all(lines.map(runLine)))),
  };
}

export const format = plain('format', 'oxfmt', ['--check', '.']);
/**
 * Types as well: `typeCheck` in `.oxlintrc.json`. Collecting garbage takes a third of the CPU time of this short process,
 * so it is left until the memory is needed.
 */
export const lint = {
  title: 'types and lint',
  run: () => tool('oxlint', [], { env: { GOGC: 'off', GOMEMLIMIT: '4GiB' } }),
};

/** Files, exports and packages that nothing uses. */
export const unused = plain('unused code', 'knip', ['--no-progress']);

/** Wording to avoid (`npm run lint:words`). */
export const wording = { title: 'wording', run: () => node('scripts/words.mjs', []) };

/** Import directions and cycles. */
export const imports = plain('imports', 'depcruise', [
  '--config',
  '.dependency-cruiser.cjs',
  'app',
  'components',
  'server',
]);

export const statics = sideBySide([wording, format, unused, imports], [lint]);
export const fast = vitest('architecture and unit', ['--project', 'fast']);

/** Runs until the first failure and prints the totals as the last line of standard output. Sets the exit code. */
export async function runSteps(steps) {
  let code = 0;
  for (const { title, run } of steps) {
    const began = performance.now();
    say(`${title} …`);
    const before = total.failed;
    code = await run();
    if (code !== 0) {
      if (total.failed === before) total.failed += 1; // a check without tests counts as one
      say(`${title} failed`);
      break;
    }
    say(`${title}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  for (const text of failures) say(text);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
  process.exitCode = code;
}
