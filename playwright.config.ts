import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/browser';

const LONG = /\/(pages|second-factor|sessions|story)\.spec\.ts$/;

const { executablePath, args, env } = await findBrowser('pinned');

/**
 * Browser tests against the built service with its embedded Postgres: a file runs from its first test to its last in one
 * worker, and each worker has its own service (`tests/browser/support/services.ts`).
 */
export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // The longest files are begun first, so that no worker is left alone with one of them at the end.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
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
