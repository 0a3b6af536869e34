import type { Browser, Page } from '@playwright/test';
import { readId } from '../../server/shared/ids';
import { hydrated, openHydrated } from './support/hydrated';
import { newPerson } from './support/new-user';
import { checkPage } from './support/page-checks';
import { actAs, portal } from './support/page-session';
import { expect, test, url } from './support/portal';
import { statement } from './support/statement';

/** A user is invited, signs in, works, and is removed while a page is open. */

const PASSWORD = 'nine lives of a lab cat';
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function invite(page: Page, name: string, email: string): Promise<string> {
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/people/invite');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Clinician').check();
  await main(page).getByRole('button', { name: 'Invite', exact: true }).click();
  return page.getByLabel('Link', { exact: true }).inputValue();
}

async function newVisit(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test(
  'administrator invites a user, who accepts, reads a patient, and loses access at once',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const email = 'noor@guests.example';
    const link = await invite(page, 'Noor Guest', email);
    await expect(main(page).getByRole('heading', { name: 'Send this link to Noor Guest' })).toBeFocused();
    await expect(heading(page)).toHaveText('Invitation created');
    await expect(main(page)).not.toContainText('The user joins');
    await expect(page.getByText(/Shown once\..*expires on \d\d-\w{3}-\d{4} \d\d:\d\d\./)).toBeVisible();
    const message = page.getByRole('group', { name: 'Message with the link' });
    await expect(message).toContainText(link);
    await expect(message).toContainText(`Sign in with ${email}.`);
    await checkPage(page);
    await page.getByLabel('I have sent or saved it').check();

    const visit = await newVisit(browser);
    const shown = (await visit.goto(link))!;
    expect([shown.status(), shown.headers()['referrer-policy']]).toEqual([200, 'no-referrer']);
    await expect(heading(visit)).toHaveText(/^Invitation to /);
    await expect(visit.getByText(email)).toBeVisible();
    await hydrated(visit);
    await visit.getByLabel('Password', { exact: true }).fill('too short');
    await visit.getByLabel('Repeat password').fill('too short');
    await visit.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(visit.getByRole('alert').filter({ hasText: '15 to 128 characters' })).toBeVisible();
    await checkPage(visit);
    await visit.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visit.getByLabel('Repeat password').fill(PASSWORD);
    await visit.keyboard.press('Enter');
    await expect(visit.getByText('You are now a member of')).toBeVisible();
    await checkPage(visit);

    await visit.goto(link);
    await expect(heading(visit)).toHaveText('This invitation is not valid');
    await checkPage(visit);
    await visit.getByRole('link', { name: 'Go to sign-in' }).click();
    await visit.getByLabel('Email').fill(email);
    await visit.getByLabel('Password').fill(PASSWORD);
    await visit.getByRole('button', { name: 'Sign in' }).click();
    await visit.waitForURL(/\/today/);
    await openHydrated(visit, '/patients?q=okafor+adaeze');
    await visit.getByRole('link', { name: 'OKAFOR, Adaeze Ruth' }).click();
    await expect(visit.getByRole('region', { name: 'Patient', exact: true })).toBeVisible();

    await page.goto(`${url()}/admin/people`);
    await page.getByRole('link', { name: 'Noor Guest' }).click();
    await expect(page.getByText('1 active session.')).toBeVisible();
    await hydrated(page);
    await main(page).getByRole('button', { name: 'Remove user' }).click();
    await expect(page.getByText('No open lab orders or unsigned reports.')).toBeVisible();
    await checkPage(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click();
    await expect(main(page).getByRole('button', { name: 'Restore membership' })).toBeVisible();
    await checkPage(page);

    // The open page notices it because its connection ends.
    await visit.waitForURL(/\/locked/, { timeout: 15_000 });
    await visit.goto(`${url()}/patients`);
    await expect(visit).toHaveURL(/\/sign-in/);
    await visit.context().close();
  },
);

test('an administrator corrects the name of a user', { tag: '@nightly' }, async ({ page }) => {
  const { id } = await newPerson({ name: 'Robin Mispelt' });
  await actAs(page, 'admin');
  await openHydrated(page, `/admin/people/${id}`);
  const form = page.getByRole('form', { name: 'Correct name' });
  await form.getByLabel('Name', { exact: true }).fill(' ');
  await form.getByRole('button', { name: 'Save name' }).click();
  await expect(form.getByText('Fix 1 field to continue.')).toBeVisible();
  await checkPage(page);
  await form.getByLabel('Name', { exact: true }).fill('Robin Misspelt');
  await form.getByRole('button', { name: 'Save name' }).click();
  await expect(heading(page)).toHaveText('Robin Misspelt');
});

test(
  'ending a membership shows the API keys of the user and revokes them',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson({ role: 'admin', name: 'Robin Leaving' });
    const names = { key: 'Night import', app: 'Ward screen' };
    const key = await portal<{ id: string }>('admin', 'apiKeys.createApiKey', {
      name: names.key,
      scopes: ['labs:read'],
    });
    const app = await portal<{ id: string }>('admin', 'oauthApps.createOauthApp', {
      name: names.app,
      kind: 'public',
      redirect_uris: ['https://ward.example/'],
      scopes: ['labs:read'],
    });
    await statement('UPDATE api_keys SET created_by = $1 WHERE id = $2', [
      person.id,
      readId('api_key', key.id),
    ]);
    await statement('UPDATE oauth_apps SET created_by = $1 WHERE id = $2', [
      person.id,
      readId('oauth_app', app.id),
    ]);
    await actAs(page, 'admin');
    await openHydrated(page, `/admin/people/${person.id}`);
    await expect(page.getByText('No second factor.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Remove user' }).click();
    const question = page.getByRole('dialog', { name: /^Remove .* from the organization/ });
    await expect(question).toContainText('Still active: 1 API key and 1 application');
    await expect(question).toContainText(`${names.key} and ${names.app}`);
    await checkPage(page);
    await question.getByRole('button', { name: 'Remove user' }).click();
    await expect(main(page).getByRole('button', { name: 'Restore membership' })).toBeVisible();
    const made = page.getByRole('region', { name: 'API keys and applications created' });
    await expect(made.getByRole('link', { name: names.app })).toBeVisible();
    await checkPage(page);
    await made.getByRole('button', { name: `Revoke ${names.key}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(made.getByRole('link', { name: names.key })).toHaveCount(0);
    await expect(made.getByRole('link', { name: names.app })).toBeVisible();
  },
);

test(
  'withdrawn invitation leads to the page for invalid links',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const link = await invite(page, 'Withdrawn Guest', 'withdrawn@guests.example');
    await page.getByLabel('I have sent or saved it').check();
    await openHydrated(page, '/admin/people?view=invitations');
    await page.getByRole('button', { name: 'New link for Withdrawn Guest' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const renewed = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue();
    expect(renewed).not.toBe(link);
    await checkPage(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Withdraw the invitation of Withdrawn Guest' }).click();
    await page.getByRole('button', { name: 'Withdraw invitation' }).click();
    await expect(page.getByRole('row', { name: /Withdrawn Guest/ })).toContainText(/Withdrawn \d\d-/);
    const visit = await newVisit(browser);
    const bodies = new Set<string>();
    for (const bad of [link, renewed, link.slice(0, -43) + 'A'.repeat(43), `${link}x`]) {
      const answer = (await visit.goto(bad))!;
      expect(answer.status()).toBe(200);
      bodies.add(await main(visit).innerHTML());
    }
    expect(bodies.size).toBe(1);
    await visit.context().close();
  },
);

test(
  'absence is recorded in the time zone of the organization, and ended',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await openHydrated(page, '/account/absence');
    await page.getByRole('textbox', { name: 'Start date' }).fill('31-Feb-2041');
    await page.getByRole('textbox', { name: 'End time' }).fill('25:00');
    await page.getByRole('button', { name: 'Record absence' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Select a covering colleague.',
      'Enter the start date, for example 05-Nov-2026.',
      'Enter the end date, for example 05-Nov-2026.',
      'Enter the end time, for example 08:00.',
    ]);
    await checkPage(page);
    await page.getByLabel('Covering colleague').selectOption({ label: 'Robin Admin' });
    await page.getByRole('textbox', { name: 'End date' }).fill('09-Jan-2041');
    await page.getByRole('textbox', { name: 'End time' }).fill('23:59');
    await page.getByRole('textbox', { name: 'Start date' }).fill('02-Jan-2041');
    await page.getByRole('button', { name: 'Record absence' }).click();
    const row = page.getByRole('row', { name: /Robin Admin/ });
    await expect(row).toContainText('02-Jan-2041 00:00');
    await expect(row).toContainText('09-Jan-2041 23:59');
    await checkPage(page);
    await row.getByRole('button', { name: /End the absence/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End absence' }).click();
    await expect(row).toContainText('Ended early');
  },
);
