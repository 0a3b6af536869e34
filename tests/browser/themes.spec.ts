import type { Page } from '@playwright/test';
import { checkContrast } from './support/accessibility';
import { openHydrated } from './support/hydrated';
import { actAs, demoRecords, open, portal } from './support/page-session';
import { fill } from './support/page-routes';
import { expect, test } from './support/portal';

/** Themes and densities: applied at once, stored with the account, readable on every kind of page, and never on paper. */

const records = demoRecords();
const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const LIGHT = 'rgb(255, 255, 255)';
const DARK = 'rgb(15, 23, 21)';

test(
  'theme and density apply at once, follow the account to another browser, and stay off paper',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await actAs(page, 'viewer');
    await openHydrated(page, '/account/display');
    expect(await paperOf(page)).toBe(LIGHT);
    await page.getByRole('radio', { name: /^Dark/ }).check();
    await expect.poll(() => paperOf(page)).toBe(DARK);
    await expect(page.getByText('Theme: Dark.').first()).toBeAttached();
    await page.getByRole('radio', { name: /^Dense/ }).check();
    await expect(page.getByText('Density: Dense.').first()).toBeAttached();

    const other = await browser.newContext({ colorScheme: 'light' });
    const elsewhere = await other.newPage();
    await actAs(elsewhere, 'viewer');
    await open(elsewhere, '/patients');
    expect(await paperOf(elsewhere)).toBe(DARK);
    const space = () =>
      elsewhere
        .getByRole('rowheader')
        .first()
        .evaluate((cell) => getComputedStyle(cell).paddingTop);
    expect(await space()).toBe('1px');
    await elsewhere.emulateMedia({ media: 'print' });
    expect(await paperOf(elsewhere)).toBe(LIGHT);
    await elsewhere.emulateMedia({ media: 'screen' });
    await open(elsewhere, fill('/print/results/[resultId]', records().ids));
    expect(await paperOf(elsewhere)).toBe(LIGHT);
    await other.close();

    await portal('viewer', 'displaySettings.updateDisplaySettings', {
      theme: 'system',
      density: 'comfortable',
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/patients');
    expect(await paperOf(page)).toBe(DARK);
  },
);

test('failed change of the theme is undone with a reason', { tag: '@nightly' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await actAs(page, 'viewer');
  await openHydrated(page, '/account/display');
  await page.route('**/api/trpc/displaySettings.*', (route) => route.abort());
  await page.getByRole('radio', { name: /^Dark/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^System/ })).toBeChecked();
  expect(await paperOf(page)).toBe(LIGHT);
});

/** The light theme is checked on every page by `pages.spec.ts`. */
test(
  'text has enough contrast in the dark and the high contrast theme',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await actAs(page, 'admin');
    for (const pattern of [
      '/inbox',
      '/patients/[patientId]',
      '/patients/[patientId]/results',
      '/patients/[patientId]/results/[resultId]',
      '/patients/[patientId]/results/flow',
      '/patients/[patientId]/orders/new',
      '/admin',
      '/admin/webhooks/[webhookId]',
      '/admin/audit',
      '/account/security',
    ]) {
      await open(page, fill(pattern, records().ids));
      for (const theme of ['dark', 'high-contrast']) {
        await page.evaluate((name) => {
          document.getElementById('portal-page')?.setAttribute('data-theme', name);
        }, theme);
        await checkContrast(page, `${theme} on ${pattern}`);
      }
    }
  },
);
