import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { hydrated } from '../../browser/support/hydrated';
import { freePort } from '../../support/server';
import { readDemo, startService, type Service } from '../../support/service';
import type { Finding } from '../../support/finding';

/** Slow upload tests (P-14) with a separate service: many files, and a service restart in between. */

const MANY = 200;
/** As many as the user's upload limit allows in a few minutes. */
const MANY_MS = 8 * 60_000;

interface Chart {
  page: Page;
  id: string;
  /** Number of documents in the chart. */
  filed: () => Promise<number>;
}

export async function uploads(browser: Browser): Promise<Finding[]> {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'clinical-uploads-'));
  const settings = { DATA_DIR, PORT: String(await freePort()) };
  let service = await startService(settings);
  const again = async () => {
    await service.stop();
    service = await startService(settings);
  };
  const findings: Finding[] = [];
  try {
    for (const [name, act] of SCENARIOS) {
      process.stderr.write(`- Uploads, ${name}\n`);
      const context = await browser.newContext();
      const begun = performance.now();
      const outcome = await chartOf(service, await context.newPage())
        .then((chart) => act(chart, again))
        .then(
          () => '',
          (error: unknown) => (error as Error).message.split('\n').slice(0, 3).join(' '),
        );
      await context.close();
      findings.push({
        name: `uploads, ${name}`,
        measured: outcome || `${Math.round((performance.now() - begun) / 1_000)} s, each in the chart once`,
        met: outcome === '',
      });
    }
  } finally {
    await service.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  }
  return findings;
}

async function chartOf({ url, dataDir }: Service, page: Page): Promise<Chart> {
  const { people, apiKey } = await readDemo(dataDir);
  const call = async <T>(place: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}${place}`, {
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  const { id } = await call<{ id: string }>('/v1/patients', {
    name: { family: 'Upload', given: ['Many'] },
    birth_date: '1945-07-14',
    sex: 'unknown',
  });
  const person = people.find(({ role }) => role === 'clinician')!;
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/today/);
  await page.goto(`${url}/patients/${id}/documents`);
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
  const filed = async () =>
    (await call<{ total_count: number }>(`/v1/documents?patient_id=${id}&limit=1&include=total_count`))
      .total_count;
  return { page, id, filed };
}

const choose = ({ page }: Chart, count: number, bytes: number) =>
  page.getByLabel('Files to upload').setInputFiles(
    Array.from({ length: count }, (_, nth) => ({
      name: `file-${nth}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${nth} ${'x'.repeat(bytes)}`),
    })),
  );

async function fileAll({ page, filed }: Chart, count: number, timeout: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^File ${count} documents to UPLOAD, Many`) }).click();
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Filed:')).toHaveCount(count, { timeout });
  expect(await filed()).toBe(count);
}

type Scenario = [name: string, act: (chart: Chart, again: () => Promise<void>) => Promise<void>];

const SCENARIOS: Scenario[] = [
  [
    'two hundred files at once',
    async (chart) => {
      await choose(chart, MANY, 10);
      const sent = chart.page.getByText('Uploaded, not filed');
      await expect(sent).toHaveCount(MANY, { timeout: MANY_MS });
      await fileAll(chart, MANY, MANY_MS);
    },
  ],
  [
    'a service that starts again in the middle',
    async (chart, again) => {
      const { page } = chart;
      const wire = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
      await wire.send('Network.emulateNetworkConditions', slow);
      await choose(chart, 4, 1_000_000);
      await expect(page.getByRole('progressbar').first()).toBeVisible();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('progress')].some((one) => one.value > 0),
      );
      await again();
      await wire.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
      const sent = page.getByText('Uploaded, not filed');
      const retry = page.getByRole('button', { name: /^Retry / });
      // Automatically if retries suffice, otherwise with the button.
      await expect
        .poll(
          async () => {
            for (const button of await retry.all()) await button.click({ timeout: 1_000 }).catch(() => {});
            return sent.count();
          },
          { timeout: 120_000 },
        )
        .toBe(4);
      await fileAll(chart, 4, 60_000);
    },
  ],
];
