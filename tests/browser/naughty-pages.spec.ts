import type { Locator, Page } from '@playwright/test';
import { NAUGHTY } from '../integration/garbage/naughty';
import { admin, expect, test, url } from './support/portal';
import { HOSTILE, makeNaughtyRecords, type NaughtyPatient } from './support/naughty-records';

/**
 * D-04: naughty strings in a real browser. Pages show the stored text, with white space as in HTML; it is never
 * executed, loads nothing and changes no page.
 */

const PASSWORD = 'a password of these tests';
const EMAIL = 'naughty@example.org';

async function makeOrganization(): Promise<string> {
  await admin('org', 'create', '--name', HOSTILE[1]!, '--slug', 'naughty', '--second-factor', 'optional');
  const person = ['--email', EMAIL, '--name', HOSTILE[0]!, '--role', 'admin', '--password', PASSWORD];
  await admin('user', 'create', '--org', 'naughty', ...person);
  const scopes = 'patients:read,patients:write,labs:read,labs:write,documents:write,webhooks:manage';
  const key = await admin('api-key', 'create', '--org', 'naughty', '--name', 'naughty', '--scopes', scopes);
  return key.key as string;
}

const asKey =
  (key: string) =>
  async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url()}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text} to ${JSON.stringify(body)}`);
    return JSON.parse(text) as T;
  };

/** All signs that text was interpreted. */
async function watch(page: Page): Promise<string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url()}/`)) seen.push(`request ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (violation: string) => seen.push(violation));
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      reportViolation(`violation ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return seen;
}

async function look(page: Page, path: string): Promise<string> {
  await page.goto(url() + path);
  // React repairs a page whose text is unexpected and reports it: only then is the page complete.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main')!).some((name) => name.startsWith('__react')),
  );
  const { title, marks } = await page.evaluate(() => ({
    title: document.title,
    marks: [
      (window as { pwned?: unknown }).pwned,
      (document as { vulnerable?: unknown }).vulnerable,
      ...document.querySelectorAll('main :is(script, img, svg[onload], style, b), main [onmouseover]'),
    ].filter((mark) => mark !== undefined && mark !== null).length,
  }));
  expect(marks, path).toBe(0);
  return title;
}

/** Compared all at once: the text of the page, and what of it is laid out. */
async function expectTexts(places: Locator, expected: readonly string[]): Promise<void> {
  const shown = await places.evaluateAll((all) =>
    all.map((place) => [place.textContent, (place as HTMLElement).innerText]),
  );
  const collapsed = (text: string) => text.replaceAll(/[ \t\n\f\r]+/g, ' ').trim();
  expect(shown.map(([text]) => text)).toEqual(expected);
  expect(shown.map(([, text]) => collapsed(text!))).toEqual(expected.map(collapsed));
}

const fullName = ({ name }: NaughtyPatient) =>
  `${name.family.toLocaleUpperCase('en')}, ${name.given[0]} ${name.suffix} (${name.prefix})`;

test('naughty strings are displayed verbatim and never run', { tag: '@nightly' }, async ({ page }) => {
  test.info().annotations.push({ type: 'strings', description: `${NAUGHTY.length} of the collected list` });
  const records = await makeNaughtyRecords(asKey(await makeOrganization()));
  expect(records.supply.left()).toEqual([]);
  const seen = await watch(page);

  await page.goto(`${url()}/sign-in`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/today/);

  const { patients, documents, orders, webhooks } = records;
  await look(page, '/patients');
  for (const half of [patients.slice(0, 25), patients.slice(25)]) {
    if (half[0] !== patients[0])
      await look(page, (await page.getByRole('link', { name: 'Next page' }).getAttribute('href'))!);
    await expectTexts(page.locator('tbody th a'), half.map(fullName));
    await expectTexts(
      page.locator('tbody td[data-label^="Identifier"]'),
      half.map(({ identifiers }) => identifiers[0]!.value),
    );
  }

  const [first] = patients;
  const { family, given } = first!.name;
  expect(await look(page, `/patients/${first!.id}`)).toBe(
    `${family.toLocaleUpperCase('en')}, ${given[0]} · Summary · Clinical Data Service`.replaceAll(
      /[ \t\n\f\r]+/g,
      ' ',
    ),
  );
  await expectTexts(page.locator('.patient-banner p').first(), [fullName(first!)]);
  await expectTexts(
    page.locator(`main a[href*="/documents/doc_"]`),
    documents.slice(0, 5).map(({ title }) => title),
  );

  await look(page, `/patients/${first!.id}/orders`);
  await expectTexts(
    page.locator('tbody th span'),
    orders.map(({ notes }) => notes),
  );

  await look(page, '/documents');
  await expectTexts(
    page.locator('tbody th a'),
    documents.map(({ title }) => title),
  );
  await expectTexts(
    page.locator('tbody th span:has(> bdi)'),
    documents.map(({ file_name }, nth) => `${file_name}, ${nth < 15 ? 7 : 6} bytes`),
  );

  for (const { id, description, author, title } of documents.slice(0, 2)) {
    await look(page, `/patients/${first!.id}/documents/${id}`);
    await expectTexts(page.getByRole('heading', { level: 1 }), [title]);
    const fact = (label: string) =>
      page.locator('main dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
    await expectTexts(fact('Author'), [author]);
    await expectTexts(fact('Description'), [description]);
  }

  await look(page, '/admin/webhooks');
  await expectTexts(
    page.locator('tbody th span'),
    webhooks.map(({ description }) => description),
  );
  expect(seen).toEqual([]);
});
