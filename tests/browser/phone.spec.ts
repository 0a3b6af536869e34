import { devices, type Locator, type Page } from '@playwright/test';
import { checkAccessibility } from './support/accessibility';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, demoRecords } from './support/page-session';
import { expect, test, url } from './support/portal';

/** The portal on a phone: no hover, no keyboard. */

const records = demoRecords();
const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main, phone' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

async function isReached(target: Locator): Promise<void> {
  const { width, height } = (await target.boundingBox())!;
  expect(Math.min(width, height), await target.innerText()).toBeGreaterThanOrEqual(44);
}

test(
  'on a phone: search, upload with the patient first, and everything else under More',
  { tag: '@nightly' },
  async ({ page }) => {
    const { patientId } = records().ids;
    await actAs(page, 'clinician');
    await openHydrated(page, '/orders');
    const tabs = bar(page).locator('> ul').getByRole('listitem').locator('> *');
    await expect(tabs).toHaveText(['Today', /^Inbox \d+ critical$/, /^Search/, /^Upload/, 'More']);
    for (const tab of await tabs.all()) await isReached(tab);
    const more = bar(page).getByRole('button', { name: 'More' });
    await expect(more).toHaveAttribute('aria-current', 'true');
    await more.tap();
    const orders = bar(page).getByRole('link', { name: 'Orders' });
    await expect(orders).toHaveAttribute('aria-current', 'page');
    for (const act of await bar(page).locator('[popover] :is(a, button)').all()) await isReached(act);
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole('link', { name: 'Patients' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(orders).toBeHidden();
    await expect(more).toBeFocused();
    await more.tap();
    await checkPage(page);
    await page.setViewportSize(viewport);

    await tabs.filter({ hasText: 'Search' }).tap();
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await isReached(palette(page).getByRole('button', { name: 'Cancel' }));
    await palette(page).getByRole('option', { name: 'Patients', exact: true }).tap();
    await page.waitForURL(/\/patients$/);
    await expect(tabs.filter({ hasText: 'Search' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name: 'New patient' }).tap();
    await page.waitForURL(/\/patients\/new$/);
    await expect(bar(page).locator('> ul [aria-current]')).toHaveCount(0);
    await tabs.filter({ hasText: 'Upload' }).tap();
    await page.waitForURL(/\/documents\/add$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload documents');
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await page.getByLabel('Find the patient').fill('okafor adaeze');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).tap();
    // Recently viewed patients have the same link until the results are shown.
    await page.waitForURL(/\/documents\/add\?q=/);
    await page.getByRole('link', { name: /^Choose Okafor/ }).tap();
    await page.waitForURL(`${url()}/patients/${patientId}/documents#upload`);
    const upload = page.getByRole('region', { name: 'Upload documents' });
    await expect(upload).toBeFocused();
    await expect(tabs.filter({ hasText: 'Upload' })).toHaveAttribute('aria-current', 'page');
    await expect(upload.locator('button')).toHaveText(['Take photo', /^Choose files/]);
    await expect(page.getByText(/Drop files/)).toBeHidden();
    await expect(page.locator('kbd:visible')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
    await page.getByRole('button', { name: 'Filter' }).tap();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    await page.getByLabel('Chart').getByRole('link', { name: 'Summary' }).tap();
    await page.waitForURL(`${url()}/patients/${patientId}`);
    // The bar offers it.
    await expect(upload).toBeHidden();
    await tabs.filter({ hasText: 'Upload' }).tap();
    await page.waitForURL(`${url()}/patients/${patientId}/documents#upload`);
    await expect(upload).toBeFocused();

    const { data } = await api<{ data: { id: string; content_type: string }[] }>(
      `/v1/documents?patient_id=${patientId}`,
    );
    const pdf = data.find(({ content_type }) => content_type === 'application/pdf')!;
    await page.goto(`${url()}/patients/${patientId}/documents/${pdf.id}`);
    const viewer = page.getByRole('link', { name: 'Open in viewer' });
    const signOff = page.getByRole('button', { name: 'Sign off' });
    await expect(viewer).toBeVisible();
    await expect(page.locator('iframe')).toBeHidden();
    // Read, then sign.
    const backgroundOf = (part: Locator) => part.evaluate((one) => getComputedStyle(one).backgroundColor);
    const { y, height } = (await viewer.boundingBox())!;
    expect((await signOff.boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
    expect(await backgroundOf(signOff)).toBe(
      await backgroundOf(page.getByRole('link', { name: 'Download' })),
    );
    expect(await backgroundOf(viewer)).not.toBe(await backgroundOf(signOff));
    await signOff.tap();
    await expect(page.getByRole('dialog')).toContainText('without opening it?');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();

    await page.goto(`${url()}/patients/${patientId}/documents`);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${pdf.id}"]`) });
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(90);
    await expect(row.getByText('Available')).toBeHidden();
  },
);

test(
  'the search of the list of patients suggests them while typing',
  { tag: '@nightly' },
  async ({ page }) => {
    const { patientId } = records().ids;
    await actAs(page, 'clinician');
    await openHydrated(page, '/patients?q=zzqq');
    const outside = page.getByRole('searchbox', { name: 'Find a patient', exact: true });
    await outside.focus();
    await expect(palette(page)).toHaveCount(0);
    // Typing opens it without losing a letter.
    await outside.fill('');
    await page.keyboard.type('okafor adae');
    const field = palette(page).getByRole('combobox', { name: 'Find a patient, an action or a page' });
    await expect(field).toHaveValue('okafor adae');
    const found = palette(page).getByRole('option', { name: /^OKAFOR, Adaeze/ });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id'))!);
    await expect(palette(page).getByRole('status')).toContainText(/^\d patients?/);
    await isReached(found);
    // Above the keyboard.
    const { y, height } = (await palette(page).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(viewport.height * 0.6);
    await checkAccessibility(page, 'search on a phone', false);
    // The text is kept.
    await palette(page).getByRole('button', { name: 'Cancel' }).tap();
    await expect(palette(page)).toHaveCount(0);
    await expect(outside).toHaveValue('okafor adae');
    await expect(outside).toBeFocused();
    await outside.tap();
    await expect(field).toHaveValue('okafor adae');
    await found.tap();
    await page.waitForURL(`${url()}/patients/${patientId}`);

    await bar(page)
      .getByRole('link', { name: /^Search/ })
      .tap();
    await page.keyboard.type('okafor adae');
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url()}/patients/${patientId}`);
  },
);

test(
  'results are dense, and the patient above them takes little room',
  { tag: '@nightly' },
  async ({ page }) => {
    const { patientId, resultId } = records().ids;
    await actAs(page, 'clinician');
    await page.goto(`${url()}/patients/${patientId}/results/${resultId}`);
    const head = (await page.getByRole('main').boundingBox())!.y;
    expect(head).toBeLessThanOrEqual(180);
    for (const fact of [/OKAFOR/, /Born\s*12-Mar-1958/, /MRN/]) {
      const box = (await page.locator('.patient-banner').getByText(fact).first().boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(head);
    }
    for (const row of await page.locator('.result-row:not(.must-view)').all())
      expect((await row.boundingBox())!.height).toBeLessThanOrEqual(72);
    await page.goto(`${url()}/inbox/${resultId}`);
    expect((await page.locator('.inbox-identity').boundingBox())!.y).toBeLessThanOrEqual(120);
    await checkPage(page);
  },
);

test('More menu opens without scripts', { tag: '@nightly' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport, isMobile, hasTouch, javaScriptEnabled: false });
  const page = await context.newPage();
  await actAs(page, 'viewer');
  await page.goto(`${url()}/patients`);
  await bar(page).getByRole('button', { name: 'More' }).tap();
  await bar(page).getByRole('link', { name: 'Account' }).tap();
  await page.waitForURL(/\/account$/);
  await context.close();
});
