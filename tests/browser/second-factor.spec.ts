import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { readId } from '../../server/shared/ids';
import { openFold } from './support/open-fold';
import { hydrated, openHydrated } from './support/hydrated';
import { newPerson, type Person } from './support/new-user';
import { asksBeforeLeaving, checkPage } from './support/page-checks';
import { fill, routesOfTree } from './support/page-routes';
import { api, demoRecords, portal } from './support/page-session';
import { admin, expect, signOut, test, url } from './support/portal';
import { statement } from './support/statement';

/** A clinician adds a passkey, an app and recovery codes, and signs in with each; sensitive actions ask again. */

async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await openHydrated(page, '/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Chromium's virtual authenticator, which unlocks automatically. */
async function virtualAuthenticator(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return client;
}

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Enrollment and sign-ins use codes faster than they are generated. */
const freshCodes = (person: Person) =>
  statement('UPDATE totp_secrets SET last_step = NULL WHERE user_id = $1', [readId('user', person.id)]);

/** The field of a wrong code is empty and focused, and has the error. */
async function expectCodeAgain(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toHaveAccessibleDescription(/Incorrect or already used code\. Check it/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
}

test(
  'user adds a passkey, signs in with it alone and as second factor, and removes it',
  { tag: '@nightly' },
  async ({ page }) => {
    await virtualAuthenticator(page);
    const person = await newPerson();
    await enterPassword(page, person);
    await page.waitForURL(/\/today/);
    await openHydrated(page, '/account/security');
    await checkPage(page);
    await page.getByLabel('Passkey name').fill('Ward laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ward laptop' })).toBeVisible();
    await checkPage(page);

    await signOut(page);
    await openHydrated(page, '/sign-in');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/today/);

    await signOut(page);
    await enterPassword(page, person);
    await page.waitForURL(/\/sign-in\/second-factor/);
    expect((await page.request.get(`${url()}/patients`, { maxRedirects: 0 })).status()).toBe(303);
    await checkPage(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/today/);

    await openHydrated(page, '/account/security');
    await expect(page.getByText(/last used/)).toBeVisible();
    await page.getByRole('button', { name: 'Remove the passkey Ward laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ward laptop' })).toHaveCount(0);
  },
);

test('user adds an authenticator app and recovery codes', { tag: '@nightly' }, async ({ page }) => {
  const person = await newPerson();
  await enterPassword(page, person);
  await page.waitForURL(/\/today/);
  await openHydrated(page, '/account/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByText(/^Scan the QR code/)).toBeFocused();
  const secret = (await page.locator('code').first().textContent())!;
  await checkPage(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Add app' }).click();
  await expectCodeAgain(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByText('No recovery codes.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Authenticator app' })).toBeFocused();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  await page.getByRole('button', { name: 'Create codes' }).click();
  const codes = page.getByRole('listitem').locator('code');
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Print' })).toBeInViewport();
  await expect(page.getByText('No recovery codes.')).toHaveCount(0);
  // It would cover the buttons of the codes.
  await expect(page.getByText('Authenticator app added.')).toHaveCount(0);
  const recovery = (await codes.first().textContent())!;
  await checkPage(page);
  const all = await codes.allTextContents();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(all.join('\n'));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n').slice(-10)).toEqual(all);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveText(
    new RegExp(
      `^Recovery codes for .+\\s+${person.email}, created \\S+\\.\\s+Each code works once\\.\\s+${all.join('\\s+')}$`,
    ),
    { useInnerText: true },
  );
  await page.emulateMedia({ media: null });
  expect(await asksBeforeLeaving(page)).toBe(true);
  await page.getByRole('link', { name: 'Patients' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('Recovery codes not saved. They cannot be shown again.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await page.getByLabel('I have saved them').check();
  expect(await asksBeforeLeaving(page)).toBe(false);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 codes left.')).toBeVisible();

  await signOut(page);
  await freshCodes(person);
  await enterPassword(page, person);
  await page.waitForURL(/\/sign-in\/second-factor/);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectCodeAgain(page);
  await checkPage(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/today/);

  await signOut(page);
  await enterPassword(page, person);
  await page.waitForURL(/\/sign-in\/second-factor/);
  await page.getByRole('textbox', { name: 'Code' }).fill(recovery);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/account\/security/);
  await expect(page.getByText('Recovery code used')).toBeVisible();
  await expect(page.getByText('9 codes left.').first()).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
  await expect(page.getByRole('dialog')).toContainText('your recovery codes stop working');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Replace the authenticator app' }).click();
  await expect(page.getByText('your current app stays valid')).toBeFocused();
  const next = (await page.locator('code').first().textContent())!;
  await checkPage(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('123');
  await page.getByRole('button', { name: 'Replace app' }).click();
  await expect(page.getByText('Enter six digits.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(next));
  await page.getByRole('button', { name: 'Replace app' }).click();
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('app replaced.');
  await expect(page.getByText('Recovery code used')).toHaveCount(0);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(/\/today/);
});

test(
  'password alone opens only the enrollment page where all users need a factor',
  { tag: '@nightly' },
  async ({ page }) => {
    await virtualAuthenticator(page);
    const slug = `strict-${Date.now()}`;
    await admin('org', 'create', '--name', 'Strict Clinic', '--slug', slug);
    const person = await newPerson({ role: 'viewer', org: slug });
    await enterPassword(page, person);
    await page.waitForURL(/\/sign-in\/second-factor/);
    await expect(page.getByText('Strict Clinic requires a second factor')).toBeVisible();
    await checkPage(page);
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await checkPage(page);
    // The test browser has a mouse.
    const link = page.getByText('Open in authenticator app');
    await expect(link).toBeHidden();
    await expect(link).toHaveAttribute('href', /^otpauth:\/\/totp\/.+secret=/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/sign-in\?/);
    await page.goto(`${url()}/sign-in/second-factor`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await enterPassword(page, person);
    await page.waitForURL(/\/sign-in\/second-factor/);
    await page.getByLabel('Passkey name').fill('Phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.waitForURL(/\/account\/security/);
    await expect(page.getByText('Phone', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove the passkey Phone' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByText('this is your last one')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = (await page.locator('code').first().textContent())!;
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.getByRole('button', { name: 'Add app' }).click();
    await expect(page.getByRole('button', { name: 'Remove the authenticator app' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove the passkey Phone' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    // A required factor can be replaced only.
    await expect(page.getByRole('button', { name: 'Remove the authenticator app' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Replace the authenticator app' })).toBeVisible();
  },
);

test(
  'organization that requires a factor redirects to enrollment, and opens afterwards',
  { tag: '@nightly' },
  async ({ page }) => {
    await virtualAuthenticator(page);
    const slug = `strict-second-${Date.now()}`;
    await admin('org', 'create', '--name', 'Strict Annex', '--slug', slug);
    const person = await newPerson();
    await admin('membership', 'create', '--org', slug, '--email', person.email, '--role', 'viewer');
    await enterPassword(page, person);
    await page.waitForURL(/\/today/);
    await openHydrated(page, '/account/organizations');
    const row = page.getByRole('row', { name: /Strict Annex/ });
    await expect(row).toContainText('Requires a second factor. You have none yet.');
    await expect(row.getByRole('button')).toHaveCount(0);
    await checkPage(page);
    await row.getByRole('link', { name: 'Add a second factor' }).click();
    await page.getByLabel('Passkey name').fill('Phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Phone' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue' }).click();
    await row.getByRole('button', { name: 'Switch to Strict Annex' }).click();
    await page.waitForURL(/\/today$/);
    await expect(page.getByRole('banner')).toContainText('Strict Annex');
  },
);

const records = demoRecords();

test('required second factor protects every portal page (C-03)', { tag: '@nightly' }, async ({ browser }) => {
  const visitor = async () => {
    const page = await browser.newPage();
    await enterPassword(page, await newPerson({ role: 'admin' }));
    return page;
  };
  const { ids } = records();
  const { name } = await api<{ name: { family: string } }>(`/v1/patients/${ids.patientId}`);
  const paths = routesOfTree()
    .filter(({ portal }) => portal)
    .map(({ pattern }) => fill(pattern, ids));
  paths.push('/resume', `/oauth/consent/${ids.secret}`, `/patients?q=${name.family}`);
  const before = await visitor();
  await before.waitForURL(/\/today/);
  await statement("UPDATE organizations SET second_factor = 'everyone' WHERE slug = 'demo'");
  try {
    const half = await visitor();
    await half.waitForURL(/\/sign-in\/second-factor/);
    const wrong: string[] = [];
    // As a page, and as the partial response that Next requests for links.
    const kinds: Record<string, string>[] = [{}, { RSC: '1', 'Next-Router-State-Tree': '%5B%22%22%5D' }];
    for (const headers of kinds)
      for (const [who, page] of Object.entries({ before, half }))
        for (const path of paths) {
          const answer = await page.request.get(url() + path, { maxRedirects: 0, headers });
          const away = answer.status() === 303 && /^\/sign-in\?/.test(answer.headers().location ?? '');
          if (!away || (await answer.body()).length > 0) wrong.push(`${who}: ${path}: ${answer.status()}`);
        }
    expect(wrong).toEqual([]);
    expect(paths.length).toBeGreaterThan(35);
    for (const page of [before, half]) {
      await page.goto(`${url()}/patients`);
      await expect(page).toHaveURL(/\/sign-in\?/);
    }
  } finally {
    await statement("UPDATE organizations SET second_factor = 'optional' WHERE slug = 'demo'");
  }
  // The same session is accepted again, so the rejections had no other cause.
  const chart = await before.request.get(`${url()}/patients/${ids.patientId}`, { maxRedirects: 0 });
  expect([chart.status(), (await chart.text()).includes(name.family.toUpperCase())]).toEqual([200, true]);
  await Promise.all(browser.contexts().map((context) => context.close()));
});

test('sensitive operation asks for step-up and keeps the input', { tag: '@nightly' }, async ({ page }) => {
  const person = await newPerson({ role: 'admin' });
  await enterPassword(page, person);
  await page.waitForURL(/\/today/);
  await statement(
    "UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
    [readId('user', person.id)],
  );
  await openHydrated(page, '/admin/api-keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Registration desk');
  await page.getByLabel(/^Patients: read/).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(dialog).toBeVisible();
  await checkPage(page);
  // A new dialog after a rejection takes time: an earlier sufficient answer is accepted.
  const asked = '**/api/sign-in/step-up';
  await page.route(asked, (route) => (route.request().postData() === null ? undefined : route.continue()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Enter your password.')).toBeVisible();
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Your identity was not confirmed.')).toBeVisible();
  await page.unroute(asked);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Registration desk');
  await page.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByLabel('Password').press('Enter');
  await expect(page.getByRole('heading', { name: 'Key for “Registration desk”' })).toBeVisible();
});

test(
  'opening a key to more addresses asks for step-up and keeps the input',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson({ role: 'admin' });
    const key = await portal<{ id: string }>('admin', 'apiKeys.createApiKey', {
      name: 'Narrow desk',
      scopes: ['labs:read'],
      ip_allow_list: ['127.0.4.0/24'],
    });
    await enterPassword(page, person);
    await page.waitForURL(/\/today/);
    await statement(
      "UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [readId('user', person.id)],
    );
    await openHydrated(page, `/admin/api-keys/${key.id}`);
    await openFold(page, 'Edit key');
    const addresses = page.getByLabel('Allowed addresses');
    const save = page.getByRole('button', { name: 'Save changes' });
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await addresses.fill('127.0.4.7');
    await save.click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('API key updated.');
    await expect(addresses).toHaveValue('127.0.4.7');
    await addresses.fill('127.0.0.0/16');
    await save.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Your identity was not confirmed.')).toBeVisible();
    await expect(addresses).toHaveValue('127.0.0.0/16');
    await save.click();
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByLabel('Password').press('Enter');
    await expect(dialog).toBeHidden();
    await page.reload();
    await hydrated(page);
    await expect(addresses).toHaveValue('127.0.0.0/16');
  },
);

test(
  'administrator ends the sessions of a member and resets a lost factor',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const visit = await (await browser.newContext()).newPage();
    const lost = await newPerson();
    await enterPassword(visit, lost);
    await visit.waitForURL(/\/today/);
    await openHydrated(visit, '/account/security');
    await visit.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = (await visit.locator('code').first().textContent())!;
    await visit.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await visit.getByRole('button', { name: 'Add app' }).click();
    await expect(visit.getByText('No recovery codes.')).toBeVisible();

    const helper = await newPerson({ role: 'admin' });
    await enterPassword(page, helper);
    await page.waitForURL(/\/today/);
    await openHydrated(page, `/admin/people/${lost.id}`);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await checkPage(page);
    await page.getByRole('button', { name: 'End sessions' }).click();
    await expect(page.getByText('Not signed in.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      'Sessions of Robin New ended.',
    );
    await visit.goto(`${url()}/patients`);
    await expect(visit).toHaveURL(/\/sign-in/);
    await enterPassword(visit, lost);
    await visit.waitForURL(/\/sign-in\/second-factor/);

    await statement(
      "UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [readId('user', helper.id)],
    );
    await page.getByRole('button', { name: 'Reset second factor' }).click();
    await checkPage(page);
    const question = page.getByRole('dialog', { name: /^Reset the second factor/ });
    await question.getByRole('button', { name: 'Reset second factor' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByLabel('Password').fill(helper.password);
    await proof.getByLabel('Password').press('Enter');
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      'Second factor of Robin New reset.',
    );
    await expect(question).toBeHidden();
    await enterPassword(visit, lost);
    await visit.waitForURL(/\/today/);
    await visit.context().close();
  },
);

test(
  'organization settings require a factor of the administrator first',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const slug = `settings-${Date.now()}`;
    await admin('org', 'create', '--name', 'Settings Clinic', '--slug', slug, '--second-factor', 'optional');
    const person = await newPerson({ role: 'admin', org: slug });
    await enterPassword(page, person);
    await page.waitForURL(/\/today/);
    await openHydrated(page, '/admin/security');
    await page.getByRole('radio', { name: /^Required for all users/ }).check();
    await expect(page.getByText('Your own account needs a second factor first.')).toBeVisible();
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('updateOrganizationSettings')) saves.push(request.url());
    });
    await page.getByRole('button', { name: 'Save' }).click();
    const problem = page
      .getByRole('alert')
      .filter({ hasText: 'Your own account needs a second factor first' });
    await expect(problem.getByRole('link', { name: 'Add one in Account, Security (new tab)' })).toBeVisible();
    await expect(problem).not.toContainText('Request ID');
    // The request would ask for the password first.
    expect(saves).toEqual([]);
    await expect(page.getByText(/your own account/i)).toHaveCount(1);
    await checkPage(page);
    // The form keeps its values while the account opens.
    const [account] = await Promise.all([
      page.waitForEvent('popup'),
      problem.getByRole('link', { name: 'Add one in Account, Security (new tab)' }).click(),
    ]);
    await hydrated(account);
    await virtualAuthenticator(account);
    await account.getByLabel('Passkey name').fill('Office');
    await account.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(account.getByRole('listitem').filter({ hasText: 'Office' })).toBeVisible();
    await account.close();
    await page.bringToFront();
    // The browser of the test keeps every tab focused.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('Your own account needs a second factor first.')).toBeHidden();
    await expect(problem).toBeHidden();
    await expect(page.getByRole('radio', { name: /^Required for all users/ })).toBeChecked();
    const other = await newPerson({ role: 'clinician', org: slug, name: 'Sam Other' });
    const visit = await browser.newPage();
    await enterPassword(visit, other);
    await visit.waitForURL(/\/today/);
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Require a second factor?' });
    await expect(question).toContainText('1 user has no second factor.');
    await expect(question).toContainText('1 is signed in without one and will be signed out now.');
    await expect(question).toContainText('Most unsaved forms are restored.');
    await checkPage(page);
    const [users] = await Promise.all([
      page.waitForEvent('popup'),
      question.getByRole('link', { name: 'Show user (new tab)' }).click(),
    ]);
    await expect(users.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(2);
    await expect(users.getByRole('rowheader', { name: /Sam Other/ })).toBeVisible();
    await users.close();
    await question.getByRole('button', { name: 'Require' }).click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Settings saved.');
    await visit.waitForURL(/\/locked/, { timeout: 15_000 });
    await expect(visit.getByText('Your organization now requires a second factor.')).toBeVisible();
    await expect(visit.getByText('Most unsaved forms are restored.')).toBeVisible();
    await expect(visit.getByText('by an administrator')).toHaveCount(0);
    await visit.goto(`${url()}/patients`);
    await expect(visit.getByText('your organization now requires a second factor')).toBeVisible();
    await visit.close();
    await page.getByRole('radio', { name: /^Required for administrators/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const weaker = page.getByRole('dialog', { name: 'Require it for administrators only?' });
    await expect(weaker).toContainText('Administrators still need a second factor.');
    await expect(weaker.getByRole('button', { name: 'Change rule' })).toBeVisible();
    await weaker.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('radio', { name: /^Optional/ }).check();
    await page.getByLabel('Inactivity before sign-out (minutes)').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Fix 1 field to continue.')).toBeVisible();
    const withdrawal = page.getByRole('dialog', { name: 'Stop requiring a second factor?' });
    await expect(withdrawal).toBeHidden();
    await page.getByLabel('Inactivity before sign-out (minutes)').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(withdrawal).toContainText(
      'Users without a second factor can then sign in with a password alone. Others can remove theirs.',
    );
    await checkPage(page);
    // The message of the first change may still be shown.
    const saved = page.waitForResponse((response) => response.url().includes('updateOrganizationSettings'));
    await withdrawal.getByRole('button', { name: 'Stop requiring' }).click();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(page.getByLabel('Inactivity before sign-out (minutes)')).toHaveValue('10');
  },
);
