import { openFold } from './support/open-fold';
import { openHydrated } from './support/hydrated';
import { asksBeforeLeaving, checkPage } from './support/page-checks';
import { actAs } from './support/page-session';
import { expect, test, url } from './support/portal';

/** The lifecycle of an API key: created, used, changed, rotated, revoked. */

const ask = (key: string) =>
  fetch(`${url()}/v1/patients?limit=1`, {
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'desk-sync/2.1' },
  }).then(({ status }) => status);

test(
  'administrator creates, uses, edits, replaces and revokes an API key',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    await openHydrated(page, '/admin/api-keys/new');
    await page.getByLabel('Name', { exact: true }).fill('Desk sync');
    await page.getByLabel('Purpose').fill('Registration desk, ask Dana');
    await page.getByLabel('Patients: read').check();
    await page.getByLabel('Audit log: read').check();
    await expect(page.getByLabel('Lifetime')).toHaveValue('90');
    const addresses = page.getByLabel('Allowed addresses');
    await addresses.fill('127.0.0.1\n10.0.0.1/8');
    await page.getByLabel('Requests per minute').fill('0');
    await page.getByRole('button', { name: 'Create key' }).click();
    const errors = page.getByRole('alert').filter({ hasText: 'Fix 2 fields to continue.' });
    await expect(errors.getByRole('link')).toHaveText([
      /must be written as 10\.0\.0\.0\/8/,
      /^Requests per minute must be at least 1\.$/,
    ]);
    await checkPage(page);
    await page.getByLabel('Requests per minute').fill('');
    await addresses.fill('127.0.0.1, 10.0.0.0/8, ::1');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('heading', { name: 'Key for “Desk sync”' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API key created');
    await expect(page).toHaveTitle(/^API key created · /);
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    const command = await page.getByRole('group', { name: 'Request with this key' }).innerText();
    expect(command).toContain(`"${url()}/v1/patients?limit=1"`);
    expect(command).toContain(`--header "Authorization: Bearer ${key}"`);
    await checkPage(page);
    expect(await ask(key)).toBe(200);
    expect(await asksBeforeLeaving(page)).toBe(true);
    await page.getByLabel('I have saved it').check();
    expect(await asksBeforeLeaving(page)).toBe(false);
    await page.getByRole('link', { name: 'Go to API keys' }).click();

    const row = page.getByRole('row', { name: /Desk sync/ });
    await expect(row).toContainText('Registration desk, ask Dana');
    await expect(row).toContainText(/Less than a minute ago .* from 127\.0\.0\.1/i);
    await expect(row).toContainText('desk-sync/2.1');
    await expect(row).toContainText('Active');
    expect(await page.content()).not.toContain(key.slice(10, -4));

    await row.getByRole('link', { name: /less than a minute ago/i }).click();
    await expect(
      page
        .getByRole('row', { name: /Desk sync/ })
        .filter({ hasText: /viewed patients/ })
        .first(),
    ).toBeVisible();
    await page.goBack();
    await row.getByRole('link', { name: 'Desk sync' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desk sync');
    await expect(page.getByText('127.0.0.1, 10.0.0.0/8, ::1')).toBeVisible();
    await openFold(page, 'Edit key');
    await page.getByLabel('Allowed addresses').fill('192.0.2.7');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('192.0.2.7', { exact: true }).first()).toBeVisible();
    expect(await ask(key)).toBe(403);
    await page.getByLabel('Allowed addresses').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('All', { exact: true })).toBeVisible();
    expect(await ask(key)).toBe(200);

    await openFold(page, 'Rotate key');
    await page.getByRole('button', { name: 'Rotate key' }).click();
    await expect(page.getByRole('heading', { name: 'New key for “Desk sync”' })).toBeFocused();
    const next = await page.getByLabel('API key', { exact: true }).inputValue();
    await expect(
      page.getByText(new RegExp(`^The old key, ending in ${key.slice(-4)}, works until \\d`)),
    ).toBeVisible();
    await expect(page.getByText(/^Being rotated, valid until \d/)).toBeVisible();
    await expect(page.getByRole('link', { name: `Key ending in ${next.slice(-4)}` })).toBeVisible();
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(next);
    await checkPage(page);
    expect([await ask(key), await ask(next)]).toEqual([200, 200]);
    await page.getByLabel('I have saved it').check();
    await page.getByRole('button', { name: 'Go to new key' }).click();
    await expect(page.getByText(`clin_live_…${next.slice(-4)}`)).toBeVisible();
    await expect(page.getByRole('link', { name: `Key ending in ${key.slice(-4)}` })).toBeVisible();

    await openHydrated(page, '/admin/api-keys?state=replaced');
    await expect(page.getByRole('row', { name: /Desk sync/ })).toContainText(/Being rotated, valid until \d/);
    await page
      .getByRole('row', { name: /Desk sync/ })
      .getByRole('button', { name: `Revoke Desk sync ending in ${key.slice(-4)}` })
      .click();
    const question = page.getByRole('dialog', {
      name: `Revoke API key “Desk sync” ending in ${key.slice(-4)}?`,
    });
    await expect(question).toContainText(
      /Last use: (less than a minute|\d minutes?) ago .* from 127\.0\.0\.1/,
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByLabel('Reason').fill('Replaced early');
    await checkPage(page);
    await question.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('No API keys match this filter.')).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    expect([await ask(key), await ask(next)]).toEqual([401, 200]);
    await page.goto(`${url()}/admin/api-keys?state=revoked`);
    await expect(page.getByRole('row', { name: /Desk sync/ })).toContainText(/—\s*Revoked/);
    await page.getByRole('link', { name: 'Desk sync' }).click();
    await expect(page.getByText('Replaced early')).toBeVisible();
    await openHydrated(page, '/admin/api-keys');
    await page.getByRole('button', { name: `Revoke Desk sync ending in ${next.slice(-4)}` }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByRole('link', { name: 'Desk sync' }).and(page.locator(':focus'))).toBeVisible();
    await expect(page.getByRole('row', { name: next.slice(-4) })).not.toContainText('Expires');
  },
);
