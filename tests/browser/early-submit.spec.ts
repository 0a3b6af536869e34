import type { Page } from '@playwright/test';
import { newPerson } from './support/new-user';
import { expect, test, url } from './support/portal';

/** A form submitted before the scripts of its page run. */

/** @returns releases the scripts */
async function withoutScripts(page: Page, path: string): Promise<() => void> {
  let come: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${url()}${path}`, { waitUntil: 'commit' });
  return come;
}

test(
  'sign-in submitted before hydration is kept, sent and redirected correctly',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson();
    const come = await withoutScripts(page, '/sign-in?return_to=%2Forders%3Fstatus%3Dcompleted');
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByLabel('Password').press('Enter');
    // A user who sees no reaction clicks again.
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.locator('form[aria-busy="true"]')).toHaveCount(1);
    expect(posted).toEqual([]);
    come();
    await page.waitForURL(/\/orders\?status=completed$/);
    expect(posted.filter((path) => path.endsWith('/callback/credentials'))).toHaveLength(1);
  },
);

test(
  'rejected early sign-in shows its error, and the form works afterwards',
  { tag: '@nightly' },
  async ({ page }) => {
    const come = await withoutScripts(page, '/sign-in');
    await page.getByLabel('Email').fill('unknown@example.org');
    await page.getByLabel('Password').fill('wrong horse battery staple');
    await page.getByRole('button', { name: 'Sign in' }).click();
    come();
    const notice = page.getByText('Incorrect email or password.');
    await expect(notice).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('unknown@example.org');
    await expect(page.locator('form[aria-busy]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(/\/sign-in$/);
  },
);
