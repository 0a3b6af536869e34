import type { Locator, Page } from '@playwright/test';
import { openHydrated } from './support/hydrated';
import { expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, demoRecords } from './support/page-session';

/** Pages after an interaction: rejected forms, open dialogs, expanded parts. */

const records = demoRecords();

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();

/** Files are rejected for a moment after the chart has changed. */
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
  await page.locator('input[type=file]').first().setInputFiles(file);
}

const TOUCHED: [
  name: string,
  path: () => string,
  touch: (page: Page) => Promise<void>,
  seen: string | RegExp,
][] = [
  // Before any input: a restored draft expands the fields that it fills.
  [
    'new patient, all fields',
    () => '/patients/new',
    (page) => page.getByText('Title, MRN, phone').click(),
    'Street and number',
  ],
  [
    'new patient, wrong date',
    () => '/patients/new',
    async (page) => {
      await page.getByLabel('Family name').fill('Wrong');
      await page.getByLabel('Given names').fill('Date');
      await page.getByLabel('Birth date', { exact: true }).fill('31-Feb-2024');
      await page.getByLabel('Female').check();
      await press(page, 'Create patient');
    },
    /Birth date/,
  ],
  [
    'new order without a test',
    () => `/patients/${records().ids.patientId}/orders/new`,
    (page) => press(page, 'Place order'),
    'Add at least one test.',
  ],
  [
    'upload of an empty file',
    () => `/patients/${records().ids.patientId}/documents`,
    (page) => choose(page, { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }),
    /empty/,
  ],
  [
    'upload waiting for its confirmation',
    () => `/patients/${records().ids.patientId}/documents`,
    (page) => choose(page, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }),
    /File 1 document to OKAFOR/,
  ],
  [
    'upload of a file that the chart holds already',
    () => `/patients/${records().bare.id}/documents`,
    async (page) => {
      const note = { name: 'same.txt', mimeType: 'text/plain', buffer: Buffer.from('the same note, twice') };
      const confirm = page.getByRole('button', { name: /^File 1 document/ });
      await choose(page, note);
      await confirm.click();
      await page.getByText('Filed:').waitFor();
      await choose(page, { ...note, name: 'again.txt' });
      await page.getByText('Already in this chart').first().waitFor();
      await expect(confirm).toHaveCount(0);
      await page.getByLabel('File again.txt again').check();
      await expect(confirm).toBeEnabled();
    },
    'Already in this chart',
  ],
  [
    'new webhook, forbidden address',
    () => '/admin/webhooks/new',
    async (page) => {
      await page.getByLabel('URL').fill('https://localhost/hooks');
      await press(page, 'Create and test');
    },
    /URL/,
  ],
  [
    'new key without a right',
    () => '/admin/api-keys/new',
    async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('A key');
      await press(page, 'Create key');
    },
    'Select at least one permission.',
  ],
  [
    'webhook with a failed delivery',
    () => `/admin/webhooks/${records().ids.webhookId}`,
    (page) => page.getByRole('main').getByRole('button', { name: 'Test', exact: true }).click(),
    /connection was refused/,
  ],
  [
    'question before a webhook is deleted',
    () => `/admin/webhooks/${records().ids.webhookId}`,
    (page) => press(page, 'Delete'),
    'This cannot be undone.',
  ],
  [
    'question before a key is revoked',
    () => '/admin/api-keys',
    (page) => press(page, 'Revoke Demo key'),
    'Systems that use it lose access immediately.',
  ],
  ['person menu', () => '/patients', (page) => page.locator('.person-menu summary').click(), 'Sign out'],
  [
    'banner unfolded',
    () => `/patients/${records().ids.patientId}`,
    (page) => page.getByText('Phone, address, identifiers').click(),
    '1 Example Street',
  ],
];

test.describe('interactive pages', { tag: '@nightly' }, () => {
  for (const [name, path, touch, seen] of TOUCHED) {
    test(name, async ({ page }) => {
      await actAs(page, 'admin');
      await openHydrated(page, path());
      await touch(page);
      await expect(page.getByText(seen).filter({ visible: true }).first()).toBeVisible();
      await checkPage(page);
    });
  }

  test('mark the current section in the header', async ({ page }) => {
    await actAs(page, 'admin');
    await openHydrated(page, `/patients/${records().ids.patientId}`);
    const links = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link');
    const current = links.and(page.locator('[aria-current]'));
    const ruleOf = (link: Locator) =>
      link.evaluate((element) => {
        const { borderBottomWidth, borderBottomColor, fontWeight } = getComputedStyle(element);
        return [borderBottomWidth, borderBottomColor, fontWeight];
      });
    await expect(current).toHaveText(['Patients']);
    await expect(current).toHaveAttribute('aria-current', 'true');
    const marked = await ruleOf(current);
    expect(marked).not.toEqual(await ruleOf(links.filter({ hasText: 'Orders' })));
    await links.filter({ hasText: 'Orders' }).click();
    await expect(current).toHaveText(['Orders']);
    await expect(current).toHaveAttribute('aria-current', 'page');
    expect(await ruleOf(current)).toEqual(marked);
    await openHydrated(page, '/account');
    await expect(current).toHaveCount(0);
  });

  test('open the person menu above the page, which does not move', async ({ page }) => {
    await actAs(page, 'admin');
    for (const width of [1440, 800, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await openHydrated(page, `/patients/${records().ids.patientId}`);
      const places = () =>
        Promise.all(
          ['.patient-banner', 'main', '.portal-bar'].map((part) => page.locator(part).first().boundingBox()),
        );
      const before = await places();
      await page.locator('.person-menu summary').click();
      const menu = page.locator('.person-menu');
      await expect(menu.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
      expect(await places()).toEqual(before);
      // The links of the bar stay visible, on a phone those at the bottom.
      const nav = page.getByRole('navigation', { name: width === 390 ? 'Main, phone' : 'Main', exact: true });
      expect(
        await nav.evaluate((element) => {
          const { right, top, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(right - 20, top + height / 2));
        }),
      ).toBe(true);
      // The patient's name stays readable.
      const name = page
        .locator('.patient-banner')
        .getByText(/^[A-Z]{2,}, /)
        .first();
      expect(
        await name.evaluate((element) => {
          const { left, top, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + 4, top + height / 2));
        }),
      ).toBe(true);
      // A click elsewhere closes it.
      await page.mouse.click(20, 500);
      await expect(menu).not.toHaveAttribute('open');
    }
  });

  test('close the person menu with Escape and after a navigation', async ({ page }) => {
    await actAs(page, 'admin');
    await openHydrated(page, '/patients');
    const menu = page.locator('.person-menu');
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Account' }).focus();
    await page.keyboard.press('Escape');
    await expect(menu).not.toHaveAttribute('open');
    await expect(menu.locator('summary')).toBeFocused();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
    await expect(menu).not.toHaveAttribute('open');
  });

  test('show the password while it is typed, and hide it when it is sent', async ({ page }) => {
    await openHydrated(page, '/sign-in');
    const password = page.getByLabel('Password');
    await page.getByLabel('Email').fill('unknown@demo.example');
    await password.fill('not the password');
    await expect(password).toHaveAttribute('type', 'password');
    await press(page, 'Show password');
    await expect(password).toHaveAttribute('type', 'text');
    await checkPage(page);
    await press(page, 'Hide password');
    await expect(password).toHaveAttribute('type', 'password');
    await press(page, 'Show password');
    await password.press('Enter');
    await expect(page.getByText('Incorrect email or password.')).toBeVisible();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('show a rejected sign-in', async ({ page }) => {
    await openHydrated(page, '/sign-in');
    await page.getByLabel('Email').fill('unknown@demo.example');
    await page.getByLabel('Password').fill('not the password');
    await press(page, 'Sign in');
    await expect(page.getByText('Incorrect email or password.')).toBeVisible();
    await checkPage(page);
  });
});

/** 400 kbit/s with 400 ms. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test(
  'progress is visible within 300 ms of a click on a slow network, and no key acts on the old page',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await openHydrated(page, '/inbox?scope=everyone');
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', SLOW);
    const bar = page.getByRole('progressbar', { name: 'Loading page' });
    const row = page.locator('.inbox-row:not([aria-current])').first();
    const opened = (await row.getAttribute('data-report'))!;
    await startClock(page);
    await row.click();
    await expect(row).toHaveAttribute('data-pending');
    const opacity = () =>
      page.locator('.inbox-report > article').evaluate((report) => getComputedStyle(report).opacity);
    await expect.poll(opacity).toBe('0');
    await page.keyboard.press('c');
    await expect(page.locator('#note')).not.toBeFocused();
    const times = [await page.evaluate(() => (window as unknown as Clock).shown)];
    await expect(page).toHaveURL(new RegExp(opened));
    await expect(bar).toHaveCount(0);
    await expect.poll(opacity).toBe('1');
    await expect(page.locator('[data-pending]')).toHaveCount(0);
    for (const name of ['Documents', 'Orders']) {
      await startClock(page);
      await page
        .getByRole('navigation', { name: 'Main', exact: true })
        .getByRole('link', { name, exact: true })
        .click();
      times.push(await page.evaluate(() => (window as unknown as Clock).shown));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(bar).toHaveCount(0);
    }
    // A busy machine may be late once.
    expect(Math.min(...times), String(times)).toBeLessThanOrEqual(300);
    await network.detach();
  },
);

interface Clock {
  /** Milliseconds from the click to the frame with the bar. */
  shown: Promise<number>;
}

const startClock = (page: Page) =>
  page.evaluate(() => {
    (window as unknown as Clock).shown = new Promise((resolve) => {
      const start = () => {
        const clicked = performance.now();
        const look = () => {
          const shown = document.querySelector('[role=progressbar]');
          if (shown && getComputedStyle(shown).visibility === 'visible') resolve(performance.now() - clicked);
          else if (performance.now() - clicked > 5_000) resolve(Infinity);
          else requestAnimationFrame(look);
        };
        look();
      };
      document.addEventListener('click', start, { capture: true, once: true });
    });
  });
