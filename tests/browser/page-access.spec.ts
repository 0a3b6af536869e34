import { isFull } from '../support/test-size';
import { expect, test, url } from './support/portal';
import { fill, routesOfTree } from './support/page-routes';
import { actAs, answerFor, demoRecords, htmlFor } from './support/page-session';

/** Access to pages: signed-out users, viewers and clinicians, readers without JavaScript. */

const portalRoutes = routesOfTree().filter((route) => route.portal);
const records = demoRecords();

test('signed out: each portal page redirects with 303 to sign-in and returns afterwards', async () => {
  for (const { pattern } of portalRoutes) {
    const path = `${fill(pattern, records().ids)}?q=a%26b`;
    const answer = await fetch(`${url()}${path}`, { redirect: 'manual' });
    const location = new URL(answer.headers.get('location')!, url());
    expect([answer.status, location.pathname, location.searchParams.get('return_to')], path).toEqual([
      303,
      '/sign-in',
      path,
    ]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toBe('');
  }
});

test(
  'without JavaScript: search, report, orders and documents are readable',
  { tag: '@nightly' },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await actAs(page, 'viewer');
    await page.goto(`${url()}/patients`);
    await page.getByLabel('Find a patient', { exact: true }).fill('okafor adaeze');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'OKAFOR, Adaeze Ruth' }).click();
    await expect(page.getByRole('region', { name: 'Patient', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'All results' }).click();
    await page
      .getByRole('row', { name: /Critical/ })
      .getByRole('link')
      .click();
    const potassium = page.getByRole('row', { name: /Potassium/ });
    await expect(potassium).toContainText('6.9');
    await expect(potassium).toContainText('Critical high');
    await page.getByLabel('Chart').getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByRole('row', { name: /Basic metabolic panel/ })).toBeVisible();
    await page.getByLabel('Chart').getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('link', { name: 'Discharge summary' }).click();
    await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
    await context.close();
  },
);

const mainOf = (html: string): string => /<main[\s>][\s\S]*<\/main>/.exec(html)?.[0] ?? '';
/** Controls that change data: posting forms, buttons except for searches, links to forms. */
const writing = (main: string): string[] =>
  main
    // All users may print and download.
    .replace(/<button[^>]*data-reads[^>]*>/g, '')
    .replace(/<form(?![^>]*method="post")[^>]*>[\s\S]*?<\/form>/g, '')
    .match(
      /<form|<button|<input|<select|href="[^"]*\/new"|>Upload documents<\/(?:a|button)>|Choose files/g,
    ) ?? [];

test('roles: admin pages are denied to others, and a viewer has no write actions', async () => {
  const counted = { admin: 0, clinician: 0 };
  for (const [at, { pattern, admin }] of portalRoutes.entries()) {
    if (pattern === '/') continue;
    const path = fill(pattern, records().ids);
    for (const role of ['admin', 'clinician', 'viewer'] as const) {
      // In the suite, every form and some other pages. Those who may write as well: that finds what the check looks for.
      const isDenied = role === 'viewer' || (admin && role === 'clinician');
      if (!isFull && at % (isDenied ? 6 : 12) > 0 && !/\/(new|edit)$/.test(pattern)) continue;
      const html = await htmlFor(role, path);
      const main = mainOf(html);
      expect(main, `${role} ${path}`).not.toBe('');
      expect(main, `${role} ${path}`).not.toContain('could not be loaded');
      if (admin && role !== 'admin') {
        expect(main, `${role} ${path}`).toContain('Your role does not allow you to');
        expect(html, `${role} ${path}`).not.toContain('127.0.0.1:9');
        expect(html).not.toContain('href="/admin/');
      }
      // Every role may change its own account, and open a restricted chart.
      if (role === 'viewer' && /^\/(account|restricted-charts)/.test(pattern)) continue;
      if (isDenied) expect(writing(main), `${role} ${path}`).toEqual([]);
      else counted[role] += writing(main).length;
    }
  }
  // The same check finds them where they are allowed.
  expect(counted.clinician).toBeGreaterThan(10);
  expect(counted.admin).toBeGreaterThan(counted.clinician);
});

/** Words of the demo that a role must see on no page. */
const HIDDEN = {
  laboratory_staff: { others: 'Discharge summary', own: 'Potassium' },
  front_desk: { others: 'Potassium', own: 'Discharge summary' },
  auditor: { others: 'Potassium', own: 'Ari Auditor' },
} as const;
const DENIED = /Your role does not allow you to/;

for (const role of ['laboratory_staff', 'front_desk', 'auditor'] as const)
  // The matrix calls the procedures of the pages as every role.
  test(
    `roles: ${role} sees only its part of every page, or that it may not open it`,
    { tag: '@nightly' },
    async () => {
      const seen = { pages: 0, own: 0, denied: 0 };
      for (const { pattern } of portalRoutes) {
        const path = fill(pattern, records().ids);
        const answer = await answerFor(role, path);
        const html = await answer.text();
        if (answer.status >= 300 && answer.status < 400) {
          expect(new URL(answer.headers.get('location')!, url()).pathname, path).toMatch(
            /^\/(not-allowed|today|admin\/audit)$/,
          );
          seen.denied++;
          continue;
        }
        expect(answer.status, path).toBe(200);
        const main = mainOf(html);
        expect(main, path).not.toContain('could not be loaded');
        expect(html, path).not.toContain(HIDDEN[role].others);
        seen.pages++;
        if (DENIED.test(main)) seen.denied++;
        if (html.includes(HIDDEN[role].own)) seen.own++;
      }
      expect(seen.own).toBeGreaterThan(1);
      expect(seen.denied).toBeGreaterThan(20);
      expect(seen.pages).toBeGreaterThan(seen.denied / 2);
    },
  );
