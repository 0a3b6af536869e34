import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readId } from '../../server/shared/ids';
import { openFold } from './support/open-fold';
import { hydrated, openHydrated } from './support/hydrated';
import { listen, type LoopbackClient } from './support/loopback-client';
import { checkPage } from './support/page-checks';
import { actAs, portal } from './support/page-session';
import { admin, demo, expect, test, url } from './support/portal';
import { statement } from './support/statement';

/** The lifecycle of an application: registered, connected by a user, viewed, disconnected, deleted. */

let client: LoopbackClient;
let arrived = '';
test.beforeAll(async () => {
  client = await listen((req, res) => {
    if (req.url?.startsWith('/callback')) arrived = req.url;
    res.end('<h1>Back at the application</h1>');
  });
});
test.afterAll(() => client.close());

const ask = (token: string) =>
  fetch(`${url()}/v1/labs/orders?limit=1`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  );

async function signInAs(page: Page, role: string): Promise<string> {
  const person = (await demo()).people.find((one) => one.role === role)!;
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return person.email;
}

test(
  'administrator registers, connects, disconnects and deletes an application',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    test.slow();
    await actAs(page, 'admin');
    await openHydrated(page, '/admin/apps/new');
    await page.getByLabel('Name', { exact: true }).fill('Lab board');
    const addresses = page.getByLabel('Redirect URIs');
    await addresses.fill('http://board.example/callback');
    await expect(page.getByText(/board\.example\/callback” must start with https/)).toBeVisible();
    await page.getByLabel('Public client').check();
    await addresses.fill('com.example.board:/done');
    await expect(page.getByText(/must start with/)).toHaveCount(0);
    await page.getByLabel('Confidential client').check();
    await expect(page.getByText(/com\.example\.board:\/done” must start with/)).toBeVisible();
    await page.getByRole('button', { name: 'Register application' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      /com\.example\.board:\/done” must start with/,
      'Select at least one permission.',
    ]);
    await checkPage(page);
    await addresses.fill(`${client.at}/callback`);
    await page.getByLabel('Lab orders and results: read').check();
    await page.getByLabel('Patients: write').check();
    await page.getByRole('button', { name: 'Register application' }).click();
    await expect(page.getByRole('heading', { name: 'Secret for “Lab board”' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application registered');
    await expect(page).toHaveTitle(/^(\(\d+ critical\) )?Application registered · /);
    const secret = await page.getByLabel('Client secret', { exact: true }).inputValue();
    await page.getByLabel('I have saved it').check();
    await page.getByRole('link', { name: 'Go to application' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lab board');
    expect(await page.content()).not.toContain(secret);
    const here = page.url();

    // Runs the samples of the page.
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const sample = async (title: RegExp) => (await page.locator('pre', { hasText: title }).textContent())!;
    const authorize = (await sample(/response_type=code/))
      .replace('STATE', 'st4te')
      .replace('CHALLENGE', challenge);
    const curl = await sample(/^curl/);

    const context = await browser.newContext();
    const visit = await context.newPage();
    await visit.goto(authorize);
    await signInAs(visit, 'viewer');
    await expect(
      visit.getByText('Create and edit patients, and view the edited records (requires the role Clinician)'),
    ).toBeVisible();
    await expect(visit.getByText('Publisher not verified.')).toBeVisible();
    await checkPage(visit);
    const first = visit.url();
    await visit.getByRole('button', { name: 'Not you? Sign in as someone else' }).click();
    await visit.waitForURL(/\/sign-in\?return_to=/);
    const email = await signInAs(visit, 'clinician');
    await expect(visit.getByRole('heading', { level: 1 })).toHaveText(
      'Lab board wants access to your account',
    );
    expect(visit.url()).not.toBe(first);
    await expect(visit.getByText(email)).toBeVisible();
    await visit.locator('summary', { hasText: 'Not requested' }).click();
    await expect(visit.getByText('Search patients and see records that it does not change')).toBeVisible();
    await expect(visit.getByText(/See patient names/)).toHaveCount(0);
    await visit.getByLabel('Create and edit patients').uncheck();
    await visit.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(visit.getByRole('heading', { name: 'Back at the application' })).toBeVisible();
    const answer = new URL(arrived, client.at).searchParams;
    expect([answer.get('state'), answer.get('iss')]).toEqual(['st4te', url()]);
    const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('curl', 'curl -sS')], {
      env: { ...process.env, CODE: answer.get('code')!, VERIFIER: verifier, CLIENT_SECRET: secret },
    });
    const token = (JSON.parse(stdout) as { access_token: string }).access_token;
    expect(await ask(token)).toBe(200);

    await page.goto(here);
    await hydrated(page);
    await expect(page.getByText('1', { exact: true }).first()).toBeVisible();
    await openFold(page, 'Client secret');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await expect(page.getByRole('heading', { name: 'New secret of “Lab board”' })).toBeFocused();
    await page.getByLabel('I have saved it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/valid until/)).toBeVisible();
    await openFold(page, 'Publisher');
    await page.getByLabel('Host name of the publisher').fill('board.example');
    await page.getByRole('button', { name: 'Save host name' }).click();
    await expect(page.getByLabel('Publish at')).toHaveValue(
      'https://board.example/.well-known/clinical-data-verification.txt',
    );
    await checkPage(page);

    await openHydrated(visit, '/account/apps');
    await expect(visit.getByRole('heading', { name: 'Lab board' })).toBeVisible();
    await expect(visit.getByText('See lab orders and results')).toBeVisible();
    await expect(visit.getByText(/Connected \d.* Last used \d.* Access expires \d/)).toBeVisible();
    await checkPage(visit);
    await visit.getByRole('button', { name: 'Disconnect Lab board' }).click();
    await visit.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await expect(visit.getByRole('heading', { name: 'Lab board' })).toHaveCount(0);
    expect(await ask(token)).toBe(401);
    await context.close();

    await page.goto(here);
    await hydrated(page);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause application' }).click();
    await expect(page.getByText(/No access since/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('button', { name: 'Disconnect all users' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect all users' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await expect(question.getByRole('button', { name: 'Delete application' })).toBeDisabled();
    await question.getByLabel('Type Lab board to confirm').fill('Lab board');
    await question.getByRole('button', { name: 'Delete application' }).click();
    await page.waitForURL(/\/admin\/apps$/);
    await expect(page.getByRole('link', { name: 'Lab board' })).toHaveCount(0);
  },
);

test('public application opens at once, with its samples', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/apps/new');
  await page.getByLabel('Name', { exact: true }).fill('Bedside app');
  await page.getByLabel('Public client').check();
  await page.getByLabel('Redirect URIs').fill('com.example.bedside:/done');
  await page.getByLabel('Lab orders and results: read').check();
  await page.getByRole('button', { name: 'Register application' }).click();
  await page.waitForURL(/\/admin\/apps\/app_/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bedside app');
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('is registered.');
  await expect(page.getByRole('button', { name: 'Copy: Authorization URL' })).toBeVisible();
  await checkPage(page);
});

test('application of another organization offers the switch', { tag: '@nightly' }, async ({ page }) => {
  const app = await portal<{ id: string }>('admin', 'oauthApps.createOauthApp', {
    name: 'Ward map',
    kind: 'public',
    redirect_uris: [`${client.at}/callback`],
    scopes: ['patients:read'],
  });
  await admin(
    'org',
    'create',
    '--name',
    'Night Clinic',
    '--slug',
    'night-clinic',
    '--second-factor',
    'optional',
  );
  const email = 'both@night.example';
  const person = await admin(
    'user',
    'create',
    '--org',
    'night-clinic',
    '--email',
    email,
    '--name',
    'Sam Both',
    '--role',
    'viewer',
  );
  await statement(
    `INSERT INTO memberships (org_id, user_id, role, created_at) SELECT id, $1, 'viewer', now() FROM organizations WHERE slug = 'demo'`,
    [readId('user', String(person.id))],
  );
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.id,
    redirect_uri: `${client.at}/callback`,
    scope: 'patients:read',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  await page.goto(`${url()}/oauth/authorize?${query}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(String(person.password));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Ward map belongs to another organization',
  );
  await expect(page.getByText('You are signed in to Night Clinic')).toBeVisible();
  await checkPage(page);
  await statement("UPDATE organizations SET second_factor = 'everyone' WHERE slug = 'demo'");
  try {
    await page.reload();
    await expect(page.getByText('Add one to your account first.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Switch to / })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to your organizations' })).toBeVisible();
    await checkPage(page);
  } finally {
    await statement("UPDATE organizations SET second_factor = 'optional' WHERE slug = 'demo'");
  }
  await page.reload();
  await page.getByRole('button', { name: /^Switch to / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ward map wants access to your account');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Back at the application' })).toBeVisible();
  expect(arrived).toContain('code=');
});
