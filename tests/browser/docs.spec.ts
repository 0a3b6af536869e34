import { gunzipSync } from 'node:zlib';
import { OPERATIONS } from '../../docs/client/operations';
import { EVENT_TYPES } from '../../server/events/catalog';
import { EVENT_GUIDE } from '../../server/domain/events/guide';
import { GUIDES } from '../../components/docs/guides';
import { EXAMPLE_ORIGIN, samplesOf } from '../../components/docs/guide';
import { SNIPPETS } from '../../components/admin/webhooks/verify-code';
import type { Loose } from '../../scripts/contract/json';
import { operationsOf } from '../support/contract';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { expect, test, url } from './support/portal';

/** The documentation without sign-in and without scripts. */

const shown = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const local = (code: string) => code.replaceAll(EXAMPLE_ORIGIN, url());

test(
  'each event of the catalog has a page with the sample of the contract',
  { tag: '@nightly' },
  async () => {
    const contract = (await (await fetch(`${url()}/v1/openapi.json`)).json()) as {
      webhooks: Record<
        string,
        {
          post: {
            requestBody: { content: { 'application/json': { examples: { event: { value: object } } } } };
          };
        }
      >;
    };
    const index = await (await fetch(`${url()}/docs/events`)).text();
    for (const type of EVENT_TYPES) {
      expect(index, type).toContain(`href="/docs/events/${type}"`);
      const answer = await fetch(`${url()}/docs/events/${type}`, { redirect: 'manual' });
      expect(answer.status, type).toBe(200);
      const html = shown(await answer.text());
      const { value } = contract.webhooks[type]!.post.requestBody.content['application/json'].examples.event;
      expect(html, type).toContain(JSON.stringify(value, null, 2));
      expect(html, type).toContain(EVENT_GUIDE[type].action.split('`')[0]);
      expect(html, type).not.toContain('noindex');
    }
  },
);

test(
  'each guide is linked from the first page and shows its complete samples',
  { tag: '@nightly' },
  async () => {
    const index = await (await fetch(`${url()}/docs`)).text();
    for (const guide of GUIDES) {
      expect(index, guide.slug).toContain(`href="/docs/guides/${guide.slug}"`);
      const html = shown(await (await fetch(`${url()}/docs/guides/${guide.slug}`)).text());
      expect(html).toMatch(new RegExp(`<h1 [^>]+>${guide.title}</h1>`));
      expect(html).not.toContain('noindex');
      for (const { file, code } of samplesOf(guide))
        expect(html, `${guide.slug} ${file}`).toContain(local(code));
    }
    const webhooks = shown(await (await fetch(`${url()}/docs/guides/webhooks`)).text());
    for (const { language, code } of SNIPPETS) expect(webhooks, language).toContain(code);
  },
);

test(
  'each operation of the contract has a page with parameters, fields, examples and errors',
  { tag: '@nightly' },
  async () => {
    const document = (await (await fetch(`${url()}/v1/openapi.json`)).json()) as Loose;
    const index = await (await fetch(`${url()}/docs/api`)).text();
    for (const operation of operationsOf(document)) {
      expect(index, operation.id).toContain(`href="/docs/api/${operation.id}"`);
      const html = shown(await (await fetch(`${url()}/docs/api/${operation.id}`)).text());
      const words = html.replace(/<!-- -->/g, '');
      expect(words, operation.id).toContain(`${operation.method} ${operation.path}`);
      for (const scope of operation.scopes) expect(words, operation.id).toContain(`<code>${scope}</code>`);
      for (const { name } of operation.parameters)
        expect(words, operation.id).toContain(`<code>${name}</code>`);
      for (const { value } of operation.bodies)
        expect(words, operation.id).toContain(JSON.stringify(value, null, 2));
      for (const answer of Object.values(operation.responses))
        for (const code of (answer['x-error-codes'] ?? []) as string[])
          expect(words, `${operation.id} ${code}`).toContain(`href="/docs/errors/${code}"`);
    }
    const patient = await (await fetch(`${url()}/docs/api/createPatient`)).text();
    for (const field of ['name.family', 'name.given', 'identifiers.system', 'birth_date'])
      expect(patient).toContain(`id="request-body.${field}"`);
  },
);

test(
  'nested fields open for a link to one of them, and all at once',
  { tag: '@nightly' },
  async ({ page }) => {
    const field = (path: string) => page.locator(`[id="response-200.${path}"]`);
    await openHydrated(page, '/docs/api/getLabResult#response-200.panels.observations.value_number');
    await expect(field('panels.observations.value_number')).toBeInViewport();
    await expect(field('lab.name')).toBeHidden();
    await page.getByRole('button', { name: 'Open all fields' }).click();
    await expect(field('lab.name')).toBeVisible();
    await page.getByRole('button', { name: 'Close all fields' }).click();
    await expect(field('lab.name')).toBeHidden();
    await expect(field('panels.observations.value_number')).toBeHidden();
  },
);

test('reference, clients and Postman collection are served', async () => {
  const operation = await fetch(`${url()}/docs/api/createPatient`);
  expect([operation.status, await operation.text()]).toEqual([200, expect.stringContaining('/v1/patients')]);
  const packed = await fetch(`${url()}/docs/client.tgz`);
  expect([packed.status, packed.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  const files = gunzipSync(Buffer.from(await packed.arrayBuffer())).toString('latin1');
  for (const name of ['package.json', 'main.js', 'main.d.ts', 'contract.d.ts', 'README.md', 'LICENSE'])
    expect(files).toContain(`package/${name}\0`);
  const python = await (await fetch(`${url()}/docs/clinical_client.py`)).text();
  expect(python).toContain('"create_patient": ("POST", "/v1/patients", True),');
  const collection = (await (await fetch(`${url()}/docs/postman.json`)).json()) as {
    variable: { key: string; value: string }[];
    item: { item: object[] }[];
  };
  expect(collection.variable[0]).toEqual({ key: 'baseUrl', value: url() });
  expect(collection.item.flatMap(({ item }) => item)).toHaveLength(Object.keys(OPERATIONS).length);
});

test('each link of llms.txt opens Markdown', { tag: '@nightly' }, async () => {
  const index = await (await fetch(`${url()}/llms.txt`)).text();
  const links = [...index.matchAll(/\]\((http[^)]+\/docs\/[^)]+)\)/g)].map(([, at]) => at!);
  expect(links.length).toBeGreaterThan(EVENT_TYPES.length);
  for (const link of links) {
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-type')], link).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(await answer.text(), link).toMatch(/^# /);
  }
  expect((await fetch(`${url()}/docs/markdown/guides/unknown`)).status).toBe(404);
});

test('documentation has no broken link', { tag: '@nightly' }, async () => {
  const seen = new Set(['/docs']);
  for (const path of seen) {
    const answer = await fetch(url() + path);
    expect(answer.status, path).toBe(200);
    if (!path.startsWith('/docs')) continue;
    for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="(\/[^"#]*)"/g)) seen.add(href!);
  }
  expect(seen.size).toBeGreaterThan(GUIDES.length + EVENT_TYPES.length);
});

test(
  'documentation search works without scripts and links to the right place',
  { tag: '@nightly' },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url()}/docs/guides/quick-start`);
    const field = page.getByRole('search').getByRole('searchbox', { name: 'Search the documentation' });
    await field.fill('Idempotency-Key "<b>');
    await field.press('Enter');
    expect(new URL(page.url()).search).toBe('?q=Idempotency-Key+%22%3Cb%3E');
    await expect(page.getByRole('status')).toHaveText('No results for “Idempotency-Key "<b>”.');
    await expect(field).toHaveValue('Idempotency-Key "<b>');
    await field.fill('Idempotency-Key');
    await field.press('Enter');
    await expect(page.getByRole('status')).toHaveText(/^\d+ results for “Idempotency-Key”\.$/);
    await page.getByRole('main').getByRole('link', { name: 'Idempotency-Key', exact: true }).click();
    expect(page.url()).toBe(`${url()}/docs/guides/idempotency#idempotency-key`);
    await expect(page.locator('#idempotency-key')).toBeInViewport();
    await context.close();
  },
);

test(
  'documentation search finds pages with synonyms and shows them in full',
  { tag: '@nightly' },
  async ({ page }) => {
    for (const query of ['q=patient', 'q=rate_limited', 'q=a&q=b', `q=${'x'.repeat(3_000)}`]) {
      const answer = await page.goto(`${url()}/docs/search?${query}`);
      expect(answer?.status(), query).toBe(200);
      await checkPage(page);
    }
    const html = await (await fetch(`${url()}/docs/search?q=patient`)).text();
    expect(html).toContain('noindex');
    await openHydrated(page, '/docs/search?q=patient');
    const status = page.getByRole('status');
    await expect(status).toHaveText(/^Showing 30 of \d+ results for “patient”\.$/);
    const count = Number(/of (\d+)/.exec(await status.innerText())![1]);
    const results = page.getByRole('main').locator('li[id^=result-]');
    await expect(results).toHaveCount(30);
    await page.getByRole('link', { name: `Show all ${count} results` }).click();
    await expect(status).toHaveText(`${count} results for “patient”.`);
    await expect(results).toHaveCount(count);
    await expect(page.locator('#result-31')).toBeInViewport();
    await checkPage(page);
  },
);

test(
  'an unknown page has the navigation, and the key / focuses the search',
  { tag: '@nightly' },
  async ({ page }) => {
    expect((await fetch(`${url()}/docs/nonsense`)).status).toBe(404);
    await openHydrated(page, '/docs/nonsense');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await expect(page.getByRole('navigation', { name: 'Documentation' }).first()).toBeVisible();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search the documentation' });
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
  },
);

test('unknown event, guide or operation returns 404', { tag: '@nightly' }, async () => {
  for (const word of [
    'lab_result',
    'lab_result.*',
    'constructor',
    '__proto__',
    '*',
    '%00',
    'patient.created/x',
  ])
    for (const part of ['events', 'guides', 'api'])
      expect((await fetch(`${url()}/docs/${part}/${word}`)).status, `${part} ${word}`).toBe(404);
  const htmlOf = async (path: string) => (await fetch(`${url()}${path}`)).text();
  expect(await htmlOf('/docs/guides/none')).toContain('The documentation has no page at this address.');
  for (const path of ['/docs/guides/none', '/docs/none/none'])
    expect(await htmlOf(path)).not.toMatch(/record may be deleted|Go to patients/);
});

test('copy button copies the complete code', { tag: '@nightly' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openHydrated(page, '/docs/guides/quick-start');
  const { title, code } = samplesOf(GUIDES.find(({ slug }) => slug === 'quick-start')!)[0]!;
  await page.getByRole('button', { name: `Copy: ${title}` }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(local(code));
});

test(
  'language of samples applies to all, is remembered, and is not needed without scripts',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    await openHydrated(page, '/docs/guides/quick-start');
    const [first, second] = ['List two patients', 'Create a patient'].map((name) =>
      page.getByRole('tablist', { name, exact: true }),
    );
    await first!.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(first!.getByRole('tab', { name: 'JavaScript' })).toBeFocused();
    await expect(second!.getByRole('tab', { name: 'JavaScript' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('group', { name: 'Create a patient, curl' })).toBeHidden();
    await openHydrated(page, '/docs/api/createPatient');
    await expect(page.getByRole('tab', { name: 'JavaScript', selected: true })).toBeVisible();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${url()}/docs/guides/quick-start`);
    for (const language of ['curl', 'JavaScript', 'Python'])
      await expect(plain.getByRole('group', { name: `Create a patient, ${language}` })).toBeVisible();
    await expect(plain.getByRole('tab')).toHaveCount(0);
    await context.close();
  },
);
