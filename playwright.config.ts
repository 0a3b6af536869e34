import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/browser';

const LOOK = /\/visual-baselines\.spec\.ts$/;
const LONG = /\/(pages|second-factor|sessions|story)\.spec\.ts$/;

const { executablePath, args, env } = await findBrowser('pinned');

/**
 * Browser tests against the built service with its embedded Postgres: a file runs from its first test to its last in one
 * worker, and each worker has its own service (`tests/browser/support/services.ts`).
 */
export default defineConfig({
  testDir: 'tests/browser',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  globalSetup: './tests/browser/support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  projects: [
    // Compares the start page of a new demo.
    { name: 'look', testMatch: LOOK },
    // The longest files are begun first, so that no worker is left alone with one of them at the end.
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: [LOOK, LONG] },
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
