import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LAST, NIGHTLY, SLOW } from './tests/support/file-order.mjs';

/** More than the cores of a small machine would only wait for each other. */
const DATABASE_WORKERS = 2;

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const name = path.relative(import.meta.dirname, moduleId);
      const slow = SLOW.indexOf(name);
      if (slow >= 0) return slow;
      return LAST.includes(name) ? SLOW.length + 1 : SLOW.length;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The same for all projects, so that they share the cache of transformed modules. */
const alias = {
  '@': path.resolve(import.meta.dirname),
  // Hashing passwords took a third of the time of the database tests.
  '@node-rs/argon2': path.resolve('tests/support/argon2.ts'),
};
const base = {
  environment: 'node',
  pool: 'forks',
  globals: false,
  setupFiles: 'scripts/lib/compare-bytes.mjs',
  // A busy machine needs more than the default of one second.
  expect: { poll: { timeout: 15_000 } },
  // Beyond that many lines a difference is not searched for: between two long byte arrays it takes minutes.
  diff: { truncateThreshold: 2_000 },
} as const;

const database = {
  ...base,
  maxWorkers: DATABASE_WORKERS,
  // After the others: those of one order must have equally many workers.
  sequence: { groupOrder: 1 },
  setupFiles: [base.setupFiles, 'tests/support/restore-settings.ts'],
  globalSetup: ['tests/support/global-setup.ts'],
  env: { NODE_ENV: 'test' as const, LOG_LEVEL: 'silent' },
  // Finds tests that hang. A slow test on a busy machine does not fail.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/**
 * Unit and architecture tests need no database; domain, API and isolation tests have one Postgres for each worker;
 * fault tests start the built service.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    // Transforming the server's modules takes two thirds of the time of a short run.
    experimental: { fsModuleCache: true },
    // Of `npm run coverage`.
    coverage: {
      provider: 'v8',
      include: ['{app,components,server}/**/*.{ts,tsx}'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'dist/coverage',
    },
    sequence: { sequencer: SlowestFirst },
    // `npm test` omits them (docs/decisions/0036-short-suite-and-nightly-run.md).
    tags: [{ name: 'nightly', description: 'Long tests of rules that shorter ones test as well.' }],
    projects: [
      {
        resolve: { alias },
        test: {
          ...base,
          name: 'fast',
          // One process for all of them: a process each took as long as the tests. They put back what they change.
          isolate: false,
          // Collects short-lived objects less often: a tenth of the CPU time.
          execArgv: ['--max-semi-space-size=64'],
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/architecture/**/*.test.ts'],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          // A busy disk makes an fsync wait for seconds.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...database,
          name: 'database',
          // A process for each worker, not for each file: loading the server again took a fifth of the time.
          isolate: false,
          include: ['tests/integration/**/*.test.ts'],
          exclude: ['tests/integration/faults/**', ...NIGHTLY],
        },
      },
      // What is too long for the suite and needs the same databases.
      {
        resolve: { alias },
        test: { ...database, name: 'nightly', include: ['tests/audits/**/*.test.ts', ...NIGHTLY] },
      },
      {
        resolve: { alias },
        test: {
          ...base,
          name: 'faults',
          include: ['tests/integration/faults/**/*.test.ts'],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
