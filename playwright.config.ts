import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/browser';

const { executablePath, args, env } = await findBrowser();

/** Browser tests against the built service with its embedded Postgres; one after the other, because it is one story. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args, ...(env ? { env } : {}) },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
});
