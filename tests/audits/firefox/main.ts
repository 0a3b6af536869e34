import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { printFinding, type Finding } from '../../support/finding';
import { readDemo } from '../../support/service';
import { startScanned } from '../scan/service';
import { everyPage } from './every-page';
import { tasks } from './tasks';

/**
 * `npm run audit:firefox`: the portal in Firefox, a second engine next to the Chromium of the suite. Opens every page as
 * an administrator, wide and narrow, and does the daily tasks of a clinician. `FIREFOX` names the program.
 */
const PROGRAM = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const LONGEST_MS = 20 * 60_000;

async function run(): Promise<void> {
  if (!existsSync(PROGRAM)) {
    process.stdout.write(`audit:firefox needs ${PROGRAM} (apt-get install -y firefox-esr).\n`);
    process.exitCode = 2;
    return;
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-firefox-'));
  const scanned = await startScanned(folder);
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: PROGRAM, headless: true });
  const limit = setTimeout(() => void browser.close(), LONGEST_MS);
  const findings: Finding[] = [];
  const report = (finding: Finding) => {
    findings.push(finding);
    printFinding(finding);
  };
  try {
    report({ name: 'browser', measured: await browser.version(), met: null });
    const { people } = await readDemo(path.join(folder, 'data'));
    const errors: string[] = [];
    const as = async (role: 'clinician' | 'admin'): Promise<Page> => {
      const page = await (await browser.createBrowserContext()).newPage();
      collectErrors(page, errors);
      await signIn(
        page,
        scanned.service.url,
        people.find((person) => person.role === role)!,
      );
      return page;
    };
    await tasks(await as('clinician'), scanned, report);
    await everyPage(await as('admin'), scanned, report);
    report({
      name: 'errors in the browser',
      measured: errors.join(' | ') || 'none',
      met: errors.length === 0,
    });
  } finally {
    clearTimeout(limit);
    await browser.close();
    await scanned.close();
    await rm(folder, { recursive: true, force: true });
  }
  process.exitCode = findings.every(({ met }) => met !== false) ? 0 : 1;
}

/** Uncaught errors, and what scripts and the content security policy report. */
function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) =>
    errors.push(`${page.url()}: ${error instanceof Error ? error.message : String(error)}`),
  );
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
}

async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}/sign-in`, { waitUntil: 'load' });
  await page.locator('::-p-aria([name="Email"][role="textbox"])').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('::-p-aria([name="Sign in"][role="button"])').click();
  await page.waitForFunction(() => !location.pathname.startsWith('/sign-in'));
}

await run();
