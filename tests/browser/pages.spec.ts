import { expect, test, url } from './support/portal';
import { isFull } from '../support/test-size';
import {
  checkAnswer,
  checkBanner,
  checkNoBanner,
  checkPage,
  checkPaintedWhole,
  foreignDates,
} from './support/page-checks';
import { fill, routesOfTree, UNKNOWN } from './support/page-routes';
import { actAs, answerFor, api, demoRecords, open } from './support/page-session';
import type { PatientRecord } from './support/page-checks';
import { weigh, type Weight } from './support/page-weight';

/** Every page of `app/`, full, empty and not found, with the checks that apply everywhere. */

const routes = routesOfTree();
const records = demoRecords();

const record = (id: string) => api<PatientRecord>(`/v1/patients/${id}`);

test('route list contains all pages', () => {
  expect(routes.length).toBeGreaterThanOrEqual(17);
  expect(routes.filter((route) => !route.portal).map((route) => route.pattern)).toEqual([
    '/docs',
    '/docs/api',
    '/docs/api/[operation]',
    '/docs/errors',
    '/docs/errors/[code]',
    '/docs/events',
    '/docs/events/[type]',
    '/docs/guides/[slug]',
    '/docs/search',
    '/forgot-password',
    '/locked',
    '/reset-password/[secret]',
    '/sign-in',
    '/sign-in/confirmed',
    '/sign-in/problem',
    '/sign-in/second-factor',
    '/sign-in/signed-out',
    '/sign-in/single-sign-on',
    '/sign-in/single-sign-on/[slug]',
    '/status',
  ]);
});

const weights = new Map<string, Weight>();
const KIB = 1024;

/**
 * Opened in the suite, and all others in the nightly run: in the suite `page-access.spec.ts` requests those, and the tests
 * of their tasks open them.
 */
const DAILY = new Set([
  '/inbox/[resultId]',
  '/patients',
  '/patients/[patientId]',
  '/patients/[patientId]/orders/new',
  '/patients/[patientId]/results/[resultId]',
  '/sign-in',
  '/today',
  '/unmatched/[reportId]',
]);

test.describe('pages with data', () => {
  for (const route of routes) {
    test(route.pattern, DAILY.has(route.pattern) ? {} : { tag: '@nightly' }, async ({ page }) => {
      if (route.portal) await actAs(page, 'admin');
      const weight = await weigh(page, url());
      await open(page, fill(route.pattern, records().ids));
      const { shift } = await weight.read();
      await checkPaintedWhole(page);
      if (route.onePatient) await checkBanner(page, await record(records().ids.patientId!));
      else await checkNoBanner(page);
      await checkPage(page);
      // With late content; other widths shift the layout.
      weights.set(route.pattern, { ...(await weight.read()), shift });
      await weight.stop();
    });
  }
});

test('pages are light, load from our origin only, and have no layout shift', () => {
  expect(weights.size, 'pages weighed by the tests above').toBeGreaterThanOrEqual(
    isFull ? routes.length : DAILY.size,
  );
  const scripts = [...weights]
    .map(([pattern, { script }]) => ({ pattern, script }))
    .sort((a, b) => a.script - b.script);
  expect(scripts.filter(({ script }) => script > 200 * KIB)).toEqual([]);
  if (weights.size === routes.length)
    expect(scripts[scripts.length >> 1]!.script).toBeLessThanOrEqual(165 * KIB);
  expect(weights.get('/sign-in')!.script).toBeLessThanOrEqual(165 * KIB);
  for (const [pattern, { css, font, fonts, foreign, shift }] of weights) {
    expect(foreign, pattern).toEqual([]);
    expect(css, pattern).toBeLessThanOrEqual(20 * KIB);
    expect(fonts, pattern).toBeLessThanOrEqual(2);
    expect(font, pattern).toBeLessThanOrEqual(90 * KIB);
    expect(shift, pattern).toBeLessThan(0.005);
  }
});

test('late font causes no layout shift', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  const weight = await weigh(page, url(), true);
  let bringIt = () => {};
  const painted = new Promise<void>((resolve) => (bringIt = resolve));
  await page.route(/\.woff2$/, async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto(`${url()}/admin/audit`, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  bringIt();
  await page.waitForLoadState('load');
  const { shift, fonts } = await weight.read();
  expect({ shift, fonts }).toEqual({ shift: 0, fonts: 2 });
});

const EMPTY: [name: string, path: () => string, sentence: string][] = [
  ['keys in a state', () => '/admin/api-keys?state=expired', 'No API keys match this filter.'],
  [
    'messages in a state',
    () => '/admin/lab-connections/messages?state=parked',
    'No messages match this filter.',
  ],
  ['connected applications', () => '/account/apps', 'No connected applications.'],
  ['documentation without a match', () => '/docs/search?q=zzqqxx', 'No results.'],
  ['search without a match', () => '/patients?q=zzqqxx', 'No patients match.'],
  ['search too short', () => '/patients?q=z', 'Enter at least 2 characters'],
  ['chart', () => `/patients/${records().bare.id}`, 'No results.'],
  ['results', () => `/patients/${records().bare.id}/results`, 'No results.'],
  [
    'results behind the filter',
    () => `/patients/${records().bare.id}/results?severity=abnormal`,
    'No results.',
  ],
  ['flow sheet', () => `/patients/${records().bare.id}/results/flow`, 'No results.'],
  [
    'flow sheet of a panel',
    () => `/patients/${records().bare.id}/results/flow?panel=none&until=yesterday`,
    'No results of this panel.',
  ],
  ['orders', () => `/patients/${records().bare.id}/orders`, 'No orders.'],
  ['documents', () => `/patients/${records().bare.id}/documents`, 'No documents.'],
  ['documents of a kind', () => `/patients/${records().bare.id}/documents?category=consent`, 'No documents.'],
];

test.describe('empty pages', { tag: '@nightly' }, () => {
  for (const [name, path, sentence] of EMPTY) {
    test(name, async ({ page }) => {
      await actAs(page, 'admin');
      await open(page, path());
      await expect(page.getByText(sentence).first()).toBeVisible();
      if (path().startsWith('/patients/')) await checkBanner(page, records().bare);
      await checkPage(page);
    });
  }
});

test('cursor of another list redirects to the first page', { tag: '@nightly' }, async () => {
  const patient = `/patients/${records().ids.patientId}`;
  for (const list of [
    '/patients',
    '/patients?q=zzqqxx',
    '/documents',
    `${patient}/orders`,
    `${patient}/results`,
    `${patient}/results?severity=abnormal&test=glucose&from=2020-01-01`,
    `${patient}/documents?category=imaging`,
    '/admin/api-keys',
    '/admin/api-keys?state=working',
    '/admin/apps',
    '/admin/deleted-patients',
    '/admin/erasures',
    '/admin/security-events',
    '/admin/lab-connections/codes',
    '/admin/lab-connections/providers',
    '/admin/lab-connections/messages',
    '/admin/lab-connections/messages?state=parked',
    `/admin/webhooks/${records().ids.webhookId}`,
  ]) {
    for (const cursor of ['altered', 'x'.repeat(3_000)]) {
      const path = `${list}${list.includes('?') ? '&' : '?'}cursor=${cursor}`;
      const answer = await answerFor('admin', path);
      expect([answer.status, answer.headers.get('location')], path).toEqual([307, list]);
    }
    const first = await answerFor('admin', list);
    expect(first.status, list).toBe(200);
    checkAnswer(Object.fromEntries(first.headers), await first.text());
  }
});

/** An invalid link of a password has its own page, and the name of an organization is not confirmed to visitors. */
const ALIKE = ['/reset-password/[secret]', '/sign-in/single-sign-on/[slug]'];
const withRecord = routes.filter(({ pattern }) => pattern.includes('[') && !ALIKE.includes(pattern));
/** The last segment is unknown; where it follows a patient, the patient is real. */
const pathOfUnknown = (pattern: string, id?: string): string => {
  const last = /\[([^\]]+)\][^[]*$/.exec(pattern)![1]!;
  return fill(pattern, { ...records().ids, [last]: id ?? UNKNOWN[last]! });
};
/** Each page for missing records, in the frame of each part of the portal. */
const ABSENT = new Set([
  '/admin/webhooks/[webhookId]',
  '/docs/guides/[slug]',
  '/inbox/[resultId]',
  '/patients/[patientId]',
  '/patients/[patientId]/results/[resultId]',
  '/print/results/[resultId]',
]);

test.describe('pages not found', () => {
  test('unknown records return 404 with the headers of a page', { tag: '@nightly' }, async () => {
    const paths = withRecord.flatMap(({ pattern }, at) => [
      pathOfUnknown(pattern),
      // Longer than any ID.
      ...(isFull || at % 8 === 0 ? [pathOfUnknown(pattern, 'x'.repeat(300))] : []),
    ]);
    for (const path of paths) {
      const answer = await answerFor('admin', path);
      expect(answer.status, path).toBe(404);
      checkAnswer(Object.fromEntries(answer.headers), await answer.text());
    }
  });

  for (const { pattern, portal } of withRecord.filter(({ pattern }) => isFull || ABSENT.has(pattern))) {
    test(pattern, { tag: '@nightly' }, async ({ page }) => {
      await actAs(page, 'admin');
      await open(page, pathOfUnknown(pattern), 404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        pattern.startsWith('/inbox/') ? 'Report not found' : portal ? 'Record not found' : 'Page not found',
      );
      if (pattern === '/inbox/[resultId]')
        await expect(page.getByRole('link', { name: 'Back to inbox' })).toBeVisible();
      if (pattern.startsWith('/admin/'))
        await expect(page.getByRole('navigation', { name: 'Administration' }).first()).toBeAttached();
      if (pattern === '/admin/webhooks/[webhookId]')
        await expect(page.getByRole('main').getByRole('link', { name: 'Go to webhooks' })).toBeVisible();
      // One page for all records; only the frame differs.
      if (ABSENT.has(pattern)) await checkPage(page);
    });
  }

  test('unknown address', { tag: '@nightly' }, async ({ page }) => {
    await open(page, '/no-such-page', 404);
    await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(2);
    await checkPage(page);
    await actAs(page, 'admin');
    await open(page, '/admin/no-such-page', 404);
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Webhooks' }).first()).toBeVisible();
    await expect(page.locator('nav[aria-label="Administration"] [aria-current]')).toHaveCount(0);
    await checkPage(page);
  });

  test('foreign report is never displayed under the banner of this patient', async ({ page }) => {
    await actAs(page, 'admin');
    await open(page, `/patients/${records().bare.id}/results/${records().ids.resultId}`, 404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record not found');
    await expect(page.getByRole('table')).toHaveCount(0);
    await open(page, `/patients/${records().bare.id}/documents/${records().ids.documentId}`, 404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record not found');
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});

test('check for raw dates detects them', () => {
  for (const text of [
    '2026-11-05',
    '11/5/2026',
    '05.11.2026',
    '5 November 2026',
    'Nov 5',
    'Dec. 5',
    '5th of May 3',
    'Sept 2026',
    '14-jul-1945',
    '2:07 pm',
    '9:05',
    '14:07 PM',
    '14:07 UTC',
    'born 5-Nov-2026',
  ]) {
    expect(foreignDates(`seen ${text} here`), text).not.toEqual([]);
  }
  expect(
    foreignDates('05-Nov-2026 14:07, Thu 05-Nov-2026, Nov-2026, 1:80, 10 - 20, 8.6 - 10.2, Marker 1.5'),
  ).toEqual([]);
});
