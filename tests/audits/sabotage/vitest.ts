import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { TEST_DATABASES, type TestDatabase } from '../../support/test-databases';

export interface Run {
  passed: number;
  failed: number;
  /** The first failed test with its error. */
  first: string | null;
  output: string;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages?: string[] }[] }[];
}

let running: number | undefined;

/** Without a defense a test may hang: kill its whole process group. */
export function endTests(): void {
  if (running !== undefined) process.kill(-running, 'SIGKILL');
}

/** @param testDatabases none: vitest starts its own PostgreSQL */
export function vitest(
  copy: string,
  files: string[],
  {
    longestMs,
    testDatabases,
    suite,
  }: {
    longestMs: number;
    testDatabases: TestDatabase[];
    /** Without the tests and cases of the nightly run. */
    suite: boolean;
  },
): Promise<Run> {
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...(suite ? ['--tags-filter=!nightly'] : []),
      `--experimental.fsModuleCachePath=${path.join(copy, 'modules')}`,
      '--reporter=json',
      '--reporter=dot',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: copy,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        TEST_SIZE: suite ? undefined : 'full',
        VITEST_MAX_WORKERS: String(testDatabases.length || 1),
        ...(testDatabases.length > 0 ? { [TEST_DATABASES]: JSON.stringify(testDatabases) } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  running = child.pid;
  const late = setTimeout(endTests, longestMs);
  return new Promise((resolve) => {
    child.once('exit', () => {
      running = undefined;
      clearTimeout(late);
      resolve({ ...counted(report), output });
    });
  });
}

function counted(report: string): Omit<Run, 'output'> {
  let read: Report;
  try {
    read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 0, first: 'no report was written' };
  }
  const red = read.testResults
    .flatMap((file) => file.assertionResults)
    .find(({ status }) => status === 'failed');
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    first: red ? `${red.fullName}: ${red.failureMessages?.[0]?.split('\n')[0] ?? ''}` : null,
  };
}
