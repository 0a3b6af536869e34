import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.resolve(import.meta.dirname) };
const base = { environment: 'node', pool: 'forks', globals: false } as const;

/** Unit and architecture tests need no database; domain, API and fault tests share one Postgres. */
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
        },
      },
      {
        resolve: { alias },
        test: {
          ...base,
          name: 'database',
          include: ['tests/domain/**/*.test.ts', 'tests/api/**/*.test.ts'],
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
