import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import { readDemo, type DemoFile } from '../../support/service';
import { ownService } from './services';

/** What browser tests share: the address, the demo people, signing in, the operator's tool. */

export const url = (): string => ownService().url;
export const demo = (): Promise<DemoFile> => readDemo(ownService().dataDir);

type Role = 'admin' | 'clinician' | 'viewer';

export async function signIn(page: Page, role: Role): Promise<void> {
  const person = (await demo()).people.find((candidate) => candidate.role === role)!;
  await page.goto(`${url()}/sign-in`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/patients/);
}

/** `npm run admin -- … --json` on the running service's data. */
export async function admin(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.mjs', ...args, '--json'], {
    env: { ...process.env, DATA_DIR: ownService().dataDir, DATABASE_URL: '', ENCRYPTION_KEYS: '' },
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Every page is watched: an uncaught error or a content-policy violation fails the test that saw it. */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ page }, use) => {
      const seen: string[] = [];
      page.on('pageerror', (error) => seen.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) seen.push(message.text());
      });
      await use();
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
