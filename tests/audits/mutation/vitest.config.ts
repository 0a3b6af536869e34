import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Stryker runs the unit tests from a copy of the project, in one process for each of its workers. */
export default defineConfig({
  resolve: { alias: { '@': path.resolve(process.cwd()) } },
  test: {
    environment: 'node',
    pool: 'threads',
    // Those of the portal and of the OpenAPI document read source text, which Stryker changes.
    include: [
      'tests/unit/{documents,hl7v2,intake,labs,passwords,patients,rate-limits,webhooks}/**/*.test.ts',
      'tests/unit/*.test.ts',
    ],
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    setupFiles: 'scripts/lib/compare-bytes.mjs',
    testTimeout: 20_000,
  },
});
