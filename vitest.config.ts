import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { DATABASE_WORKERS } from './tests/support/stages';

const alias = { '@': path.resolve(import.meta.dirname) };
const base = {
  environment: 'node',
  pool: 'forks',
  globals: false,
  setupFiles: 'scripts/lib/compare-bytes.mjs',
  // Beyond that many lines a difference is not searched for: between two long byte arrays it takes minutes.
  diff: { truncateThreshold: 2_000 },
} as const;

/**
 * Unit and architecture tests need no database; domain, API and isolation tests have one Postgres for each worker;
 * fault tests start the built service.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...base,
          name: 'fast',
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
          ...base,
          name: 'database',
          maxWorkers: DATABASE_WORKERS,
          // After the others: those of one order must have equally many workers.
          sequence: { groupOrder: 1 },
          setupFiles: [base.setupFiles, 'tests/support/own-stage.ts'],
          include: [
            'tests/domain/**/*.test.ts',
            'tests/api/**/*.test.ts',
            'tests/isolation/**/*.test.ts',
            'tests/garbage/**/*.test.ts',
            'tests/matrix/**/*.test.ts',
            'tests/model/**/*.test.ts',
          ],
          globalSetup: ['tests/support/global-setup.ts'],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
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
