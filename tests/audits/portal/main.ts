import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../../support/browser';
import { printFinding, type Finding } from '../../support/finding';
import { freePort } from '../../support/server';
import { readDemo, startService } from '../../support/service';
import { byKeys } from './by-keys';
import { inboxTime } from './inbox-time';
import { interactions } from './interactions';
import { hasLighthouse, check, PRESETS } from './lighthouse';
import { uploads } from './uploads';

/**
 * `npm run audit:portal`: checks for an idle machine. Lighthouse on four pages with both presets (P-02, P-05), response
 * to a key or click on a slow processor (P-06), every task by keyboard (P-07), slow upload tests (P-14).
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: 'lighthouse,interactions,keyboard,uploads,inbox' },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number above 0');
  const wanted = values.only.split(',');
  if (wanted.includes('lighthouse') && !(await hasLighthouse())) {
    process.stdout.write('audit:portal needs lighthouse, which npx could not bring.\n');
    process.exitCode = 2;
    return;
  }
  // As an operator may allow it: the webhook created by keyboard sends to this machine.
  const service = await startService({
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_PORTS: '9',
    WEBHOOK_ALLOW_HTTP: 'true',
  });
  const port = await freePort();
  const { executablePath, args, env } = await findBrowser('pinned');
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    ...(env ? { env } : {}),
  });
  const findings: Finding[] = [];
  const report = (found: Finding[]) => {
    findings.push(...found);
    for (const finding of found) printFinding(finding);
  };
  const stopped = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  });
  try {
    const work = async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, service.url, service.dataDir);
      const places = await placesOf(page, service.url);
      if (wanted.includes('interactions')) report(await interactions(page, service.url, places));
      if (wanted.includes('keyboard')) {
        const own = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        report(await byKeys(await own.newPage(), service, places.documents.replace('/documents', '')));
        await own.close();
      }
      if (wanted.includes('uploads')) report(await uploads(browser));
      const cookie = await cookieOf(context);
      if (wanted.includes('lighthouse'))
        for (const [name, path] of Object.entries(places))
          for (const preset of PRESETS)
            report(
              await check({
                name,
                preset,
                runs,
                port,
                url: service.url + path,
                cookie: name === 'sign-in' || name === 'docs' ? null : cookie,
              }),
            );
      // Last, so that the other parts are measured with the data of a small clinic.
      if (wanted.includes('inbox')) report(await inboxTime(service.url, service.dataDir, cookie));
    };
    await Promise.race([work(), stopped]);
  } finally {
    await browser.close();
    await service.stop();
  }
  process.exitCode = findings.every(({ met }) => met !== false) ? 0 : 1;
}

/** The four pages of P-02, and one that search engines may read. */
export type Places = Record<'sign-in' | 'patients' | 'report' | 'documents' | 'docs', string>;

async function signIn(page: Page, url: string, dataDir: string): Promise<void> {
  const person = (await readDemo(dataDir)).people.find(({ role }) => role === 'clinician')!;
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/today/);
}

async function placesOf(page: Page, url: string): Promise<Places> {
  await page.goto(`${url}/inbox`);
  const waiting = await page.locator('a[href^="/inbox/"]').first().getAttribute('href');
  const resultId = waiting!.split('/').at(-1)!.split('?')[0]!;
  await page.goto(`${url}${waiting!}`);
  const chart = (await page.locator('a[href^="/patients/pat_"]').first().getAttribute('href'))!;
  const patient = /\/patients\/pat_[0-9a-z]+/.exec(chart)![0];
  return {
    'sign-in': '/sign-in',
    patients: '/patients',
    report: `${patient}/results/${resultId}`,
    documents: `${patient}/documents`,
    docs: '/docs/errors',
  };
}

const cookieOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

await run();
process.exit();
