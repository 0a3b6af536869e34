import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { readDemo, type DemoFile } from '../../support/service';
import { ownService } from './services';
import { Tab } from './tab';

/** Shared by browser tests: URL, demo users, sign-in, the operator's tool. */

export const url = (): string => ownService().url;
export const demo = (): Promise<DemoFile> => readDemo(ownService().dataDir);

type Role = 'admin' | 'clinician' | 'viewer' | 'laboratory_staff' | 'front_desk' | 'auditor';

export async function signIn(page: Page, role: Role): Promise<void> {
  const person = (await demo()).people.find((candidate) => candidate.role === role)!;
  await page.goto(`${url()}/sign-in`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/today/);
}

/** Leaves the page first: it reacts to the end of its session, and that would abort the next `goto`. */
export async function signOut(page: Page): Promise<void> {
  await page.goto(`${url()}/healthz`);
  await page.context().clearCookies();
}

/** Of the operator's tools on the data of the running service. */
export const operatorEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  DATA_DIR: ownService().dataDir,
  DATABASE_URL: '',
  ENCRYPTION_KEYS: '',
});

/** `npm run admin -- … --json` on the data of the running service. */
export async function admin(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.mjs', ...args, '--json'], {
    env: operatorEnv(),
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Policy violations and uncaught errors of every tab of a test, in any context. */
function watchEvery(browser: Browser, seen: string[]): () => void {
  const opened = browser.newContext;
  browser.newContext = async (...options) => {
    const context = await opened.apply(browser, options);
    context.on('weberror', (error) => seen.push(`page error: ${error.error().message}`));
    context.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) seen.push(message.text());
    });
    return context;
  };
  return () => {
    browser.newContext = opened;
  };
}

/** P-18: an error during a test fails it; an error between tests fails the next one. */
export const test = base.extend<{ watched: void }, { seen: string[]; tab: Tab }>({
  tab: [
    // After `seen`, which watches new contexts.
    async ({ browser, seen: _seen }, use) => {
      const tab = new Tab(browser);
      await use(tab);
      await tab.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab, viewport, userAgent, deviceScaleFactor, isMobile, hasTouch }, use) => {
    await use(await tab.open({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch }));
    await tab.reset(url());
  },
  context: ({ page }, use) => use(page.context()),
  seen: [
    async ({ browser }, use) => {
      const seen: string[] = [];
      const stop = watchEvery(browser, seen);
      await use(seen);
      stop();
      expect(seen).toEqual([]);
    },
    { scope: 'worker', auto: true },
  ],
  watched: [
    async ({ seen }, use) => {
      await use();
      expect(seen.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
