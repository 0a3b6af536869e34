import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** More than the cores of a small machine would only wait for each other. */
const DATABASE_WORKERS = 2;

/** Half a minute and more each: begun first, so that no worker is left alone with one of them at the end. */
const DEAR = ['matrix/matrix', 'matrix/revocation', 'model/model', 'isolation/isolation', 'matrix/portal'];

/**
 * Close the pool or move to another database: what files before them left running would hold them up. Or move the clock:
 * ids never go back, so that their process would stay ahead.
 */
const ALONE = /\b(?:closePool|takePostgres|setSystemTime|useFakeTimers|spyOn\(Date)\b|\benv\.DATABASE_URL\b/;
const needProcess = ['tests/domain', 'tests/api', 'tests/matrix'].flatMap((folder) =>
  readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.posix.join(folder, name))
    .filter((file) => ALONE.test(readFileSync(path.join(import.meta.dirname, file), 'utf8'))),
);

/** A process for each of these files: they have another database or other keys than their worker, or fill its memory. */
const APART = [
  ...needProcess,
  ...DEAR.map((name) => `tests/${name}.test.ts`),
  'tests/{garbage,isolation,model}/**/*.test.ts',
  'tests/api/audit-refused.test.ts',
  'tests/domain/audit-{alterations,sealing}.test.ts',
  'tests/domain/webhooks-{queue,worker}.test.ts',
];

class DearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = DEAR.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`));
      return at < 0 ? DEAR.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const alias = { '@': path.resolve(import.meta.dirname) };
const base = {
  environment: 'node',
  pool: 'forks',
  globals: false,
  setupFiles: 'scripts/lib/compare-bytes.mjs',
  // Beyond that many lines a difference is not searched for: between two long byte arrays it takes minutes.
  diff: { truncateThreshold: 2_000 },
} as const;

const database = {
  ...base,
  maxWorkers: DATABASE_WORKERS,
  // After the others: those of one order must have equally many workers.
  sequence: { groupOrder: 1 },
  setupFiles: [base.setupFiles, 'tests/support/own-stage.ts'],
  globalSetup: ['tests/support/global-setup.ts'],
  env: { NODE_ENV: 'test' as const, LOG_LEVEL: 'silent' },
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

/**
 * Unit and architecture tests need no database; domain, API and isolation tests have one Postgres for each worker;
 * fault tests start the built service.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    sequence: { sequencer: DearFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          ...base,
          name: 'fast',
          // One process for all of them: a process each took as long as the tests. They put back what they change.
          isolate: false,
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
          // A process for each worker, not for each file: loading the server anew took a fifth of the time.
          isolate: false,
          include: ['tests/domain/**/*.test.ts', 'tests/api/**/*.test.ts', 'tests/matrix/**/*.test.ts'],
          exclude: APART,
        },
      },
      { resolve: { alias }, test: { ...database, name: 'database-apart', include: APART } },
      {
        resolve: { alias },
        test: {
          ...base,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
