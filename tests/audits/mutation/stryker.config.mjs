/**
 * Mutation tests of what unit tests can decide: rules, code lists, jobs, limits, credentials. Operations need a database,
 * where a mutant takes seconds: `npm run audit:sabotage` removes their defenses one by one instead.
 */
export default {
  mutate: [
    'server/domain/*/rules.ts',
    'server/shared/{check-digit,csv,paging,scopes,wall-clock}.ts',
    'server/auth/{address-list,api-key-format,password-rule,recovery-codes,secret-box,totp}.ts',
    'server/jobs/*.ts',
    'server/rate-limits/*.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/audits/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  reporters: ['clear-text', 'progress', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: 'dist/mutation/index.html' },
  tempDirName: 'dist/stryker',
  ignorePatterns: ['.data*', '.next', 'dist', 'docs/screens', 'test-results'],
  // Of the mutants that a unit test reaches, 79 % were detected when this was introduced.
  thresholds: { high: 90, low: 75, break: null },
};
