import { checkPage } from './support/page-checks';
import { openHydrated } from './support/hydrated';
import { newPerson } from './support/new-user';
import { expect, test, url } from './support/portal';

test(
  'administrator creates a sandbox, simulates a result there, and resets it',
  { tag: '@nightly' },
  async ({ page }) => {
    // Of this test only: the next sign-in opens the sandbox.
    const person = await newPerson({ role: 'admin' });
    await page.goto(`${url()}/sign-in`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/today/);
    await openHydrated(page, '/admin/sandboxes');
    const main = page.getByRole('main');
    await checkPage(page);
    await main.getByRole('button', { name: 'New sandbox' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Integration trial');
    await dialog.getByRole('button', { name: 'Create sandbox' }).click();
    const row = main.getByRole('row', { name: /Integration trial/ });
    await expect(row).toBeVisible();
    await expect(row).toContainText('Ready', { timeout: 20_000 });
    await checkPage(page);

    await row.getByRole('button', { name: 'Switch to Integration trial' }).click();
    await page.waitForURL('**/admin/api-keys');
    await expect(page.getByText('Sandbox data, not for patient care')).toBeVisible();

    await openHydrated(page, '/orders');
    await main.getByRole('table').getByRole('link').first().click();
    await page.waitForURL(/orders\/ord_/);
    await main.getByLabel('Simulated laboratory').selectOption('Critical result');
    await main.getByRole('button', { name: 'Simulate' }).click();
    await expect(main.getByRole('heading', { level: 1 }).locator('..')).toContainText('Completed', {
      timeout: 20_000,
    });
    await checkPage(page);

    await openHydrated(page, '/admin/sandboxes');
    await checkPage(page);
    await main.getByRole('button', { name: 'Reset data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset data' }).click();
    await expect(main.getByText('The example data is being added.')).toBeVisible();
    await expect(main.getByText(/^Reset \d/)).toBeVisible({ timeout: 20_000 });
  },
);
