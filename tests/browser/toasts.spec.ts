import type { Page } from '@playwright/test';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, newPatient, open, portal } from './support/page-session';
import { expect, test } from './support/portal';
import { simulatedReport } from './support/simulated-report';

/** Each action shows a message, with an undo where there is one. The messages of the inbox: inbox-actions.spec. */

const toast = (page: Page) => page.getByRole('region', { name: 'Latest action' });
const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' });
const spoken = (page: Page) => page.locator('[aria-live=polite].sr-only');

test.describe('message of an action', () => {
  let patient: { id: string; mrn: string };
  let report: string;

  test.beforeAll(async () => {
    patient = await newPatient('Toasta', 'Ines');
    ({ report } = await simulatedReport(patient.id, 'abnormal'));
  });
  test.afterAll(async () => {
    await portal('admin', 'patients.deletePatient', { id: patient.id }).catch(() => undefined);
  });

  test(
    'stays under the pointer and the focus, and closes ten seconds later',
    { tag: '@nightly' },
    async ({ page }) => {
      await actAs(page, 'clinician');
      await page.clock.install();
      await open(page, `/patients/${patient.id}/results/${report}`);
      const assign = page.getByRole('button', { name: 'Return to group' });
      await assign.click();
      await expect(undo(page)).toBeVisible();
      await toast(page).hover();
      await page.clock.runFor(20_000);
      await expect(undo(page)).toBeVisible();
      await page.mouse.move(640, 10);
      await undo(page).focus();
      await page.clock.runFor(20_000);
      // An undo after a pause is accepted.
      await page.keyboard.press('Enter');
      await expect(toast(page)).toContainText('Undone.');
      await expect(toast(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
      await page.getByRole('main').focus();
      await page.clock.runFor(11_000);
      await expect(toast(page)).toHaveCount(0);
    },
  );

  test('is spoken each time, and the focus returns when it closes', { tag: '@nightly' }, async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/patients/${patient.id}/results/${report}`);
    for (const text of ['First note', 'Second note']) {
      await page.getByRole('button', { name: 'Add a note' }).or(page.locator('#note')).first().click();
      await page.locator('#note').fill(text);
      const before = await spoken(page).locator('span').elementHandle();
      await page.getByRole('button', { name: 'Save note without signing' }).click();
      await expect(toast(page)).toContainText('Note saved. Nothing was signed.');
      await expect.poll(() => before!.evaluate((element) => element.isConnected)).toBe(false);
      await expect(spoken(page)).toHaveText('Note saved. Nothing was signed.');
    }
    const saved = page.getByRole('button', { name: 'Save note without signing' });
    await saved.focus();
    await toast(page).getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toHaveCount(0);
    await expect(saved).toBeFocused();
  });

  test('follows a sign-off that is withdrawn', { tag: '@nightly' }, async ({ page }) => {
    const { report: signed } = await simulatedReport(patient.id, 'normal');
    await portal('clinician', 'reviews.signLabResult', { id: signed, version: 1 });
    await actAs(page, 'clinician');
    await open(page, `/patients/${patient.id}/results/${signed}`);
    await page.getByRole('button', { name: 'Withdraw sign-off' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The sample was hemolyzed.');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(toast(page)).toContainText('Sign-off withdrawn. The report is unsigned.');
  });

  test('undoes a pin and a favorite', { tag: '@nightly' }, async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/patients/${patient.id}/results/trend/2951-2`);
    await page.getByRole('button', { name: /^Pin to summary: / }).click();
    await expect(toast(page)).toContainText('pinned to the summary for all users');
    await checkPage(page);
    await undo(page).click();
    await expect(toast(page)).toContainText('unpinned');
    await expect(page.getByRole('button', { name: /^Pin to summary: / })).toBeVisible();

    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await page.getByRole('combobox', { name: 'Add a test' }).fill('cmp');
    await page.getByRole('option', { name: /Comprehensive metabolic panel/ }).click();
    const star = page.getByRole('button', { name: /^Favorite: / }).first();
    const before = (await star.getAttribute('aria-pressed')) === 'true';
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', String(!before));
    await expect(toast(page)).toContainText(before ? 'removed from favorites' : 'added to favorites');
    await page.getByRole('main').focus();
    await page.keyboard.press('Control+z');
    await expect(star).toHaveAttribute('aria-pressed', String(before));
    await expect(toast(page)).toContainText('Undone.');
  });

  for (const [width, height] of [
    [1440, 700],
    [390, 844],
  ] as const)
    test(`covers no button of the uploads at ${width} px`, { tag: '@nightly' }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await actAs(page, 'clinician');
      await openHydrated(page, `/patients/${patient.id}/documents`);
      await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
      await page.getByLabel('Files to upload').setInputFiles(
        ['Consent one', 'Letter two', 'Three', 'Four', 'Five'].map((name) => ({
          name: `${name}.txt`,
          mimeType: 'text/plain',
          buffer: Buffer.from(`${name} ${width} ${Date.now()}`),
        })),
      );
      await expect(page.getByText('Uploaded, not filed')).toHaveCount(5);
      const type = page.getByLabel('Type for all files');
      await type.selectOption('Referral');
      await expect(toast(page)).toBeVisible();
      const file = page.getByRole('button', { name: /^File 5 documents to TOASTA/ });
      const between = async () => {
        const bar = (await file.locator('xpath=../..').boundingBox())!;
        const message = (await toast(page).boundingBox())!;
        return { stuck: bar.y + bar.height > height - 80, free: bar.y - (message.y + message.height) };
      };
      // Above the bar while the list is longer than the window, and at the end of the list.
      await expect.poll(between).toEqual({ stuck: true, free: 0 });
      await file.click({ trial: true });
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await file.click({ trial: true });
      await page.getByRole('button', { name: 'Remove all' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click();
    });

  test(
    'confirms a selected report, a filed document and a saved setting',
    { tag: '@nightly' },
    async ({ page }) => {
      await actAs(page, 'clinician');
      await openHydrated(page, `/patients/${patient.id}/documents`);
      await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
      const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(`note ${Date.now()}`) };
      await page.getByLabel('Files to upload').setInputFiles([note]);
      await page.getByRole('button', { name: /^File 1 document to TOASTA/ }).click();
      await expect(toast(page)).toContainText('1 document filed');
      await expect(toast(page)).toContainText('TOASTA, Ines');
      await expect(toast(page).getByRole('link', { name: 'Open document' })).toBeVisible();
      await open(page, '/account/display');
      await page.getByRole('checkbox', { name: /shortcuts/ }).click();
      await expect(toast(page)).toContainText('Single-letter shortcuts are off.');
      await page.getByRole('checkbox', { name: /shortcuts/ }).click();
    },
  );
});
