// node scripts/screens.mjs [name…]: takes the screenshots of docs/screens, or only those named (`settings order`), from a
// separate service with only the invented demo data. Needs a build (`npm run build`) and a browser (see
// tests/support/browser.ts). Every screenshot is a JPEG at 1440 x 900 and at 390 x 844, in the light theme; some also in
// the dark theme or with dense rows. `report.png` is for the README.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { main, root, say, ScriptError } from './lib/root.mjs';

const OUT = path.join(root, 'docs/screens');
const NAMES = new Set(process.argv.slice(2));
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

await main(async () => {
  if (!fs.existsSync(path.join(root, '.next/BUILD_ID'))) throw new ScriptError('Run `npm run build` first.');
  const { findBrowser } = await load('tests/support/browser.ts');
  const { readDemo, startService } = await load('tests/support/service.ts');
  const { hydrated } = await load('tests/browser/support/hydrated.ts');
  const { fill, fillingOfDemo } = await load('tests/browser/support/page-routes.ts');
  const { chromium } = await import('@playwright/test');

  fs.mkdirSync(OUT, { recursive: true });
  const service = await startService({
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_PORTS: '9',
    WEBHOOK_ALLOW_HTTP: 'true',
    DEMO_DATA: 'full',
  });
  const { executablePath, args } = await findBrowser('installed');
  const browser = await chromium.launch({ executablePath, args });
  try {
    const demo = await readDemo(service.dataDir);
    const context = await browser.newContext({ viewport: SIZES.desktop });
    const page = await context.newPage();
    const go = async (place) => {
      await page.goto(`${service.url}${place}`);
      await hydrated(page);
    };

    const known = new Set();
    const isChosen = (name) => {
      known.add(name);
      return NAMES.size === 0 || NAMES.has(name);
    };
    const shoot = async (name, place, { touch, wait = 0 } = {}) => {
      if (!isChosen(name)) return;
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await go(place);
        if (touch) await touch();
        await page.waitForTimeout(wait);
        await page.screenshot({ path: path.join(OUT, `${name}-${size}.jpg`), type: 'jpeg', quality: 82 });
      }
      say(name);
    };

    await shoot('sign-in', '/sign-in');
    // A failed sign-in, for the security events.
    await page.goto(`${service.url}/sign-in`);
    await hydrated(page);
    await page.getByLabel('Email').fill(demo.people.find(({ role }) => role === 'clinician').email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('main').getByRole('alert').waitFor();
    const person = demo.people.find(({ role }) => role === 'admin');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/today/);

    const call = async (place, body, method = body ? 'POST' : 'GET') => {
      const answer = await fetch(`${service.url}${place}`, {
        method,
        headers: { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      return answer.status === 204 ? null : answer.json();
    };
    const portal = async (procedure, input) => {
      const answer = await context.request.post(`${service.url}/api/trpc/${procedure}`, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        data: input,
      });
      return (await answer.json()).result.data;
    };
    const ids = await fillingOfDemo({
      html: async (place) => (await context.request.get(`${service.url}${place}`)).text(),
      api: call,
      service: service.url,
      portal,
    });
    const at = (pattern) => fill(pattern, ids);
    const chart = at('/patients/[patientId]');
    const button = (name) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

    await shoot('today', '/today');
    await shoot('search', '/today', {
      touch: async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('okaf', { delay: 60 });
      },
      wait: 1000,
    });
    await shoot('patients', '/patients');
    await shoot('patient-search', '/patients?q=okafor');
    await shoot('patient-search-empty', '/patients?q=unknown');
    await shoot('new-patient', '/patients/new', {
      touch: async () => {
        await page.getByLabel('Family name').fill('Okafor');
        await page.getByLabel('Given names').fill('Ada');
        await page.getByLabel('Birth date', { exact: true }).fill('21-Aug-1958');
        await page.getByLabel('Birth date', { exact: true }).press('Tab');
      },
      wait: 1500,
    });
    await shoot('inbox', '/inbox?scope=everyone');
    await shoot('inbox-report', `${at('/inbox/[resultId]')}?scope=everyone`);
    await shoot('unmatched', '/unmatched');
    await shoot('unmatched-report', at('/unmatched/[reportId]'));
    await shoot('unmatched-document', at('/unmatched/documents/[inboundDocumentId]'));
    await shoot('summary', chart);
    await shoot('patient-details', `${chart}/details`);
    await shoot('export-chart', `${chart}/export`);
    await shoot('results', `${chart}/results`);
    await shoot('print-report', at('/print/results/[resultId]'));
    await shoot('flow-sheet', `${chart}/results/flow`);
    await shoot('trend', `${chart}/results/trend/2345-7?with=2823-3`);
    await shoot('report', at('/patients/[patientId]/results/[resultId]'));
    await shoot('report-move', `${at('/patients/[patientId]/results/[resultId]/move')}?q=okafor`);
    await shoot('inbox-filter', '/inbox?scope=everyone&kind=abnormal');
    await shoot('inbox-signed', '/inbox/signed?since=ever');
    await shoot('settings', '/admin/settings');
    await shoot('retention-shorten', '/admin/settings', {
      touch: async () => {
        await page.getByLabel('Audit log (years)').fill('5');
        await button('Save settings');
        await page.getByRole('dialog').waitFor();
      },
    });
    await shoot('orders', `${chart}/orders`);
    await shoot('order', at('/patients/[patientId]/orders/[orderId]'));
    await shoot('print-order', at('/print/orders/[orderId]'));
    await shoot('new-order', `${chart}/orders/new`, {
      touch: async () => {
        await page.getByLabel('Add a test').pressSequentially('hemo', { delay: 60 });
      },
      wait: 1200,
    });
    await shoot('documents', `${chart}/documents`);
    await shoot('upload', `${chart}/documents`, {
      touch: () =>
        page
          .locator('input[type=file]')
          .first()
          .setInputFiles([
            { name: 'referral.txt', mimeType: 'text/plain', buffer: Buffer.from('Invented example.') },
            { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
          ]),
      wait: 500,
    });
    // The PDF viewer draws shortly after the page is complete.
    await shoot('document', at('/patients/[patientId]/documents/[documentId]'), { wait: 2500 });
    await shoot('move-document', at('/patients/[patientId]/documents/[documentId]/move'));
    await shoot('recent-documents', '/documents');
    await shoot('all-orders', '/orders');
    await shoot('admin', '/admin');
    await shoot('webhooks', '/admin/webhooks');
    await shoot('new-webhook', '/admin/webhooks/new');
    await go(at('/admin/webhooks/[webhookId]'));
    await button('Test');
    await page.getByRole('row', { name: 'Failed' }).first().waitFor();
    await shoot('webhook', at('/admin/webhooks/[webhookId]'));
    await shoot('webhook-delete', at('/admin/webhooks/[webhookId]'), { touch: () => button('Delete') });
    await shoot('delivery', at('/admin/webhooks/[webhookId]/deliveries/[deliveryId]'));
    for (const [name, place] of [
      ['lab-connections', '/admin/lab-connections'],
      ['lab-connection', at('/admin/lab-connections/[connectionId]')],
      ['lab-messages', '/admin/lab-connections/messages'],
      ['lab-message', at('/admin/lab-connections/messages/[messageId]')],
      ['lab-orders', at('/admin/lab-connections/[connectionId]/orders')],
      ['order-messages', '/admin/lab-connections/orders'],
      ['order-message', at('/admin/lab-connections/orders/[outboundId]')],
      ['lab-codes', '/admin/lab-connections/codes'],
      ['lab-providers', '/admin/lab-connections/providers'],
    ])
      await shoot(name, place);
    await shoot('api-keys', '/admin/api-keys');
    await shoot('new-api-key', '/admin/api-keys/new');
    await shoot('api-key', at('/admin/api-keys/[keyId]'));
    await shoot('apps', '/admin/apps');
    await shoot('new-app', '/admin/apps/new');
    await shoot('app', at('/admin/apps/[appId]'));
    await shoot('connected-apps', '/account/apps');
    for (const [name, place] of [
      ['people', '/admin/people'],
      ['invite-person', '/admin/people/invite'],
      ['security-rules', '/admin/security'],
      ['audit', '/admin/audit'],
      ['security-events', '/admin/security-events'],
      ['access-log', `/patients/${ids.patientId}/access-log`],
      ['account-security', '/account/security'],
      ['sessions', '/account/sessions'],
      ['absence', '/account/absence'],
      ['password', '/account/password'],
      ['display', '/account/display'],
    ])
      await shoot(name, place);
    await shoot('patient-delete', `${chart}/details`, { touch: () => button('Delete patient') });
    for (const [family, given] of [
      ['Example', 'Robin'],
      ['Entered', 'Twice'],
    ]) {
      const { id } = await call('/v1/patients', {
        name: { family, given: [given] },
        birth_date: '1970-01-31',
        sex: 'unknown',
      });
      await call(`/v1/patients/${id}`, undefined, 'DELETE');
    }
    await shoot('deleted-patients', '/admin/deleted-patients');
    await shoot('erased-patients', '/admin/erasures');
    await shoot('erasure-certificate', at('/admin/erasures/[erasureId]'));
    await shoot('erase-patient', `/admin/erasures/new?patient=${ids.patientId}`);
    await shoot('docs', '/docs');
    await shoot('docs-guide', '/docs/guides/webhooks');
    await shoot('docs-operation', '/docs/api/createDocument');
    await shoot('docs-event', '/docs/events/lab_result.critical');
    await shoot('error-guide', '/docs/errors');
    await shoot('error-page', '/docs/errors/validation_failed');
    await shoot('docs-search', '/docs/search?q=external_id');
    await shoot('not-found', `${chart}x`);

    const display = (theme, density) => portal('displaySettings.updateDisplaySettings', { theme, density });
    await display('dark', 'comfortable');
    for (const [name, place] of [
      ['today', '/today'],
      ['inbox-report', `${at('/inbox/[resultId]')}?scope=everyone`],
      ['summary', chart],
      ['report', at('/patients/[patientId]/results/[resultId]')],
      ['flow-sheet', `${chart}/results/flow`],
      ['trend', `${chart}/results/trend/2345-7?with=2823-3`],
    ])
      await shoot(`${name}-dark`, place);
    await display('light', 'dense');
    await shoot('inbox-report-dense', `${at('/inbox/[resultId]')}?scope=everyone`);
    await display('high-contrast', 'comfortable');
    await shoot('report-high-contrast', at('/patients/[patientId]/results/[resultId]'));
    await display('light', 'comfortable');

    if (isChosen('report.png')) {
      await page.setViewportSize({ width: 1280, height: 960 });
      await go(at('/patients/[patientId]/results/[resultId]'));
      await page.screenshot({ path: path.join(OUT, 'report.png') });
    }
    await context.clearCookies();
    const unknown = [...NAMES].filter((name) => !known.has(name));
    if (unknown.length > 0) throw new ScriptError(`Unknown screenshots: ${unknown.join(', ')}`);
  } finally {
    await browser.close();
    await service.stop();
  }
});

/** The test helpers are TypeScript, so they are bundled; packages are not. */
async function load(file) {
  const outfile = path.join(root, 'dist/screens', `${path.basename(file, '.ts')}.mjs`);
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}
