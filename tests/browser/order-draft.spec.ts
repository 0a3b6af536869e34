import { openHydrated } from './support/hydrated';
import { actAs, newPatient } from './support/page-session';
import { expect, test } from './support/portal';

/** The unsent order of a patient. */

test(
  'an order keeps its draft when its form is left, for the same patient only',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const patient = await newPatient('Kept', 'Draft');
    const other = await newPatient('Other', 'Draft');
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await page.getByLabel('Add a test').fill('cmp');
    await page.getByRole('option', { name: /Comprehensive metabolic panel/ }).click();
    await page.getByLabel('Priority').selectOption('urgent');
    await page.getByRole('textbox', { name: 'Collect on' }).fill('2030-01-31');
    const note = page.getByLabel('Note to the laboratory');
    await note.fill('Last creatinine?');
    const bar = page.getByText(/Draft from .* restored/);
    const isRestored = async (text: string) => {
      await expect(bar).toBeVisible();
      await expect(page.getByRole('list', { name: 'Tests in this order' }).getByRole('listitem')).toHaveText([
        /^Comprehensive metabolic panel/,
      ]);
      await expect(page.getByLabel('Priority')).toHaveValue('urgent');
      await expect(page.getByRole('textbox', { name: 'Collect on' })).toHaveValue(/2030/);
      await expect(note).toHaveValue(text);
    };
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await page.goBack();
    await page.waitForURL(/\/orders\/new$/);
    await isRestored('Last creatinine?');
    // Not saved yet.
    await note.fill('Fasting');
    await openHydrated(page, `/patients/${other.id}/orders/new`);
    await expect(page.getByText('Comprehensive metabolic panel', { exact: true })).toHaveCount(0);
    await expect(note).toHaveValue('');
    await expect(bar).toHaveCount(0);

    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await isRestored('Fasting');
    // Cancel discards it, unless this is undone.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/orders$/);
    const done = page.getByRole('region', { name: 'Latest action' });
    await expect(done).toContainText('Order discarded.');
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/\/orders\/new$/);
    await isRestored('Fasting');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/orders$/);
    await openHydrated(page, `/patients/${patient.id}/orders/new`);
    await expect(note).toHaveValue('');
    await expect(bar).toHaveCount(0);
    await note.fill('Not fasting');
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await page.goBack();
    await expect(note).toHaveValue('Not fasting');
    const discard = page.getByRole('button', { name: 'Discard' });
    await discard.click();
    await expect(note).toHaveValue('');
    await expect(done).toContainText('Draft discarded.');
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(done).toContainText('Draft restored.');
    await expect(note).toHaveValue('Not fasting');
    await expect(bar).toBeVisible();
    await discard.click();
    // From another page as well.
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/\/orders\/new$/);
    await expect(note).toHaveValue('Not fasting');
    await discard.click();
    await expect(note).toHaveValue('');
    await page
      .getByRole('link', { name: /^Results/ })
      .first()
      .click();
    await page.waitForURL(/\/results$/);
    await page.goBack();
    await page.waitForURL(/\/orders\/new$/);
    await expect(note).toHaveValue('');
    await expect(bar).toHaveCount(0);
  },
);
