import type { Page } from '@playwright/test';
import { few } from '../support/test-size';
import { counted } from './support/input-counter';
import { hydrated } from './support/hydrated';
import { expect, test, url } from './support/portal';
import { checkAccessibility } from './support/accessibility';
import { actAs, newPatient, open, portal } from './support/page-session';

/** The search of the whole portal, by keyboard: patients, actions and pages. */

const FAMILY = 'Quetzalov';
let patient: string;

test.beforeAll(async () => {
  patient = (await newPatient(FAMILY, 'Zoë')).id;
});
test.afterAll(async () => {
  await portal('admin', 'patients.deletePatient', { id: patient }).catch(() => undefined);
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a patient, an action or a page' });
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
const status = (page: Page) => dialog(page).getByRole('status');

async function openedBy(page: Page, key: string) {
  await open(page, '/inbox');
  await hydrated(page);
  await page.keyboard.press(key);
  await expect(field(page)).toBeFocused();
}

test('patient is found with five keys and Enter, by misspelled name, birth date and similar spelling', async ({
  page,
}) => {
  await actAs(page, 'clinician');
  await open(page, '/inbox');
  await hydrated(page);
  const acts = await counted(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('quet');
  await expect(option(page, /^QUETZALOV/)).toHaveAttribute('aria-selected', 'true');
  await expect(status(page)).toContainText('1 patient');
  await checkAccessibility(page, 'search', false);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url()}/patients/${patient}`);
  await expect(page.getByRole('main')).toBeFocused();
  expect(acts()).toEqual({ clicks: 0, keys: 6 });

  // Misspelled, and with the birth date in another format.
  for (const typed of few(['quetzlaov', 'quetz 31 Jan 1970', 'zoe qeutzalov', 'quetzalov 31.01.1970'], 2)) {
    await page.keyboard.press('Control+k');
    await field(page).fill(typed);
    await expect(option(page, /^QUETZALOV/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
});

test(
  'Escape returns the focus to where it was, so that shortcuts work again',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await openedBy(page, 'Control+k');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    const link = page.getByRole('link', { name: 'Open in chart' });
    await link.focus();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
    // In the field itself, without the dialog.
    await page.getByRole('searchbox', { name: /^Find a patient by name/ }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
);

test(
  'actions for a patient, new patient, pages and themes open by keyboard',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await openedBy(page, '/');
    await page.keyboard.type('order for quetz');
    await expect(option(page, /^QUETZALOV/)).toBeVisible();
    await expect(dialog(page).getByRole('group', { name: 'Order tests for' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url()}/patients/${patient}/orders/new`);
    await expect(page.getByLabel('Add a test')).toBeFocused();
    await page.keyboard.type('gm');
    await expect(page.getByLabel('Add a test')).toHaveValue('gm');
    await page.getByLabel('Add a test').fill('');

    await openedBy(page, 'Control+k');
    await page.keyboard.type('new patient');
    await expect(status(page)).not.toHaveText('Searching…');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url()}/patients/new`);
    await expect(page.getByLabel('Family name')).toBeFocused();

    await openedBy(page, 'Control+k');
    await page.keyboard.type('quetz');
    await expect(option(page, 'Order tests for QUETZALOV, Zoë')).toBeVisible();
    // The arrow keys wrap around.
    await page.keyboard.press('ArrowUp');
    await expect(option(page, 'Upload documents for QUETZALOV, Zoë')).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`${patient}/documents`));

    await openedBy(page, 'Control+k');
    await page.keyboard.type('theme dark');
    await expect(option(page, 'Theme: Dark')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('#portal-page')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Theme: Dark.');
    await openedBy(page, 'Control+k');
    await page.keyboard.type('theme system');
    await page.keyboard.press('Enter');
    await expect(page.locator('#portal-page')).toHaveAttribute('data-theme', 'system');

    await openedBy(page, 'Control+k');
    await page.keyboard.type('unma');
    await expect(option(page, 'Unmatched')).toBeVisible();
    await expect(status(page)).not.toHaveText('Searching…');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/unmatched$/);

    // Before the patients are found, Enter searches for them and chooses no other option.
    await page.route('**/api/trpc/patients.findPatients*', () => {});
    await openedBy(page, 'Control+k');
    await page.keyboard.type('high');
    await expect(option(page, 'Theme: High contrast')).toBeVisible();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/patients\?q=high/);
    await expect(page.locator('#portal-page')).toHaveAttribute('data-theme', 'system');
  },
);

test(
  'recently viewed patients are first, no result is said, and a failed search leads to the page',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/patients/${patient}`);
    await openedBy(page, 'Control+k');
    await expect(dialog(page).getByRole('group').first()).toHaveAccessibleName('Recently viewed');
    await expect(dialog(page).getByRole('option').first()).toContainText('QUETZALOV');
    await page.keyboard.type('zzqqxx');
    await expect(status(page)).toHaveText('Nothing matches “zzqqxx”.');
    await page.route('**/api/trpc/patients.findPatients*', (route) => route.abort());
    await field(page).fill('quetza');
    await expect(status(page)).toContainText('The search failed.');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(patient));
  },
);

test(
  'the field of the top bar opens it by a click or by typing, without losing a letter',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    await hydrated(page);
    const outside = page.getByRole('searchbox', { name: /^Find a patient by name/ });
    // Moving through the page opens nothing.
    await outside.focus();
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.type('quetzalov');
    await expect(field(page)).toHaveValue('quetzalov');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(outside).toBeFocused();
    await outside.click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
  },
);

test('viewer is offered nothing to change', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, '/today');
  await hydrated(page);
  await page.keyboard.press('Control+k');
  await expect(option(page, 'Patients')).toBeVisible();
  await expect(dialog(page).getByRole('group', { name: 'Actions' })).toHaveCount(0);
  await page.keyboard.type('quetz');
  await expect(option(page, /^QUETZALOV/)).toBeVisible();
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
});

test(
  'a new patient starts at the name, and an ambiguous date is read at its field',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/patients/new');
    await hydrated(page);
    await expect(page.getByLabel('Family name')).toBeFocused();
    const born = page.getByLabel('Birth date', { exact: true });
    const reading = page.getByText('Read as 12 March 1958 (day first)').first();
    await born.pressSequentially('12/03/195');
    await expect(reading).toHaveCount(0);
    await born.press('8');
    await expect(reading).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(born).toHaveValue('12-Mar-1958');
    await expect(reading).toBeVisible();
    for (const [typed, shown] of [
      ['12/03/1958', '12-Mar-1958'],
      ['14.07.1945', '14-Jul-1945'],
      ['Jul 14, 1945', '14-Jul-1945'],
      ['tomorrow', 'tomorrow'],
    ] as const) {
      await born.fill('');
      await born.pressSequentially(typed);
      await page.keyboard.press('Tab');
      await expect(born).toHaveValue(shown);
    }
    await expect(reading).toHaveCount(0);
  },
);
