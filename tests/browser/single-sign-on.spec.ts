import { startProvider, type TestProvider } from '../support/identity-provider';
import { readId } from '../../server/shared/ids';
import { openHydrated } from './support/hydrated';
import { newPerson } from './support/new-user';
import { openFold } from './support/open-fold';
import { checkPage } from './support/page-checks';
import { actAs } from './support/page-session';
import { expect, signOut, test, url } from './support/portal';
import { ownService } from './support/services';
import { statement } from './support/statement';

/** An administrator sets up the identity provider; a member links the account, signs in with it, and signs out. */

let provider: TestProvider;

test.beforeAll(async () => {
  provider = await startProvider({
    redirect: `${url()}/api/auth/callback/sso-demo`,
    postLogout: `${url()}/sign-in/signed-out`,
    port: ownService().receiverPort,
  });
});
test.afterAll(() => provider.close());

test(
  'changed settings of single sign-on are not left without asking',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    await openHydrated(page, '/admin/single-sign-on');
    const issuer = page.getByRole('main').getByLabel('Issuer');
    // All fields are checked at once.
    await issuer.fill('login');
    await page.getByRole('main').getByLabel('Client ID').fill('portal');
    await page.getByRole('button', { name: 'Save provider' }).click();
    const problems = page.getByRole('main').getByRole('alert').first();
    await expect(problems).toContainText('Enter a client secret.');
    await expect(problems.getByRole('link')).toHaveCount(2);
    await issuer.fill('https://login.example');
    const elsewhere = page.getByRole('link', { name: 'Audit log' });
    await elsewhere.click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(issuer).toHaveValue('https://login.example');
    await elsewhere.click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
  },
);

test('single sign-on is set up, tested, turned on and used', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/single-sign-on');
  const main = page.getByRole('main');
  await checkPage(page);
  await expect(main.getByLabel('Redirect URI', { exact: true })).toHaveValue(
    `${url()}/api/auth/callback/sso-demo`,
  );
  const enter = async (secret: string) => {
    await main.getByLabel('Issuer').fill(provider.issuer);
    await main.getByLabel('Client ID').fill(provider.client.id);
    await main.getByLabel('Client secret').fill(secret);
    await main.getByRole('button', { name: 'Save provider' }).click();
    await expect(main.getByText('Not tested with these settings.')).toBeVisible();
    await main.getByRole('button', { name: 'Run test' }).click();
    await page.waitForURL(/\/admin\/single-sign-on$/);
  };
  provider.account = { sub: 'admin-1', claims: { email: 'admin@hospital.example', email_verified: true } };
  await enter('wrong');
  const outcome = main.getByRole('group', { name: 'Test result' });
  await expect(outcome).toBeFocused();
  await expect(outcome).toBeInViewport({ ratio: 1 });
  await expect(main.getByText('invalid_client')).toBeVisible();
  await checkPage(page);
  await openHydrated(page, '/admin/single-sign-on');
  await enter(provider.client.secret);
  await expect(main.getByText('A sign-in would succeed.')).toBeVisible();
  await expect(main.getByText('admin-1')).toBeVisible();
  await openHydrated(page, '/admin/single-sign-on');
  await main.getByRole('radio', { name: /^On/ }).check();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('On.', { exact: true })).toBeVisible();
  await openFold(page, 'Verify email domains');
  await main.getByRole('textbox', { name: 'Email domain' }).fill('Hospital.example');
  await main.getByRole('button', { name: 'Add domain' }).click();
  await expect(main.getByLabel('Name (type TXT)')).toHaveValue('_clinical-data-service.hospital.example');
  await openFold(page, 'Encrypted ID tokens');
  await main.getByRole('button', { name: 'Create key' }).click();
  await expect(main.getByLabel('Key set (JWKS) URI')).toHaveValue(`${url()}/api/single-sign-on/demo/jwks`);
  await checkPage(page);

  const person = await newPerson({ name: 'Sam Single', role: 'admin' });
  provider.account = { sub: 'member-1', claims: { email: 'elsewhere@other.example' } };
  await signOut(page);
  await openHydrated(page, '/sign-in/single-sign-on/demo');
  await checkPage(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/sign-in\/problem/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is not linked yet');
  await checkPage(page);

  await openHydrated(page, '/sign-in');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/today/);
  await openHydrated(page, '/account/security');
  await page.getByRole('button', { name: 'Link account' }).click();
  await page.waitForURL(/\/account\/security\?linked=1/);
  await expect(page.getByText(/Linked to your account/)).toBeVisible();

  await signOut(page);
  await openHydrated(page, '/sign-in/single-sign-on/demo?return_to=%2Fpatients');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${url()}/patients`);
  await openHydrated(page, '/account/security');
  await expect(page.getByText('You signed in through your organization.')).toBeVisible();
  await checkPage(page);

  // A step-up takes place in a second window, and the input of the page is kept.
  await statement(
    `UPDATE auth_sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`,
    [readId('user', person.id)],
  );
  await openHydrated(page, '/admin/security');
  await main.getByLabel('Inactivity before sign-out (minutes)').fill('16');
  await main.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await (await popup).waitForEvent('close');
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Settings saved.');
  await expect(main.getByLabel('Inactivity before sign-out (minutes)')).toHaveValue('16');
  await main.getByLabel('Inactivity before sign-out (minutes)').fill('15');
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Settings saved.');

  await openHydrated(page, '/account');
  await page.locator('.person-menu summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((at) => at.href.startsWith(`${provider.issuer}/session/end`));

  await signOut(page);
  await openHydrated(page, '/sign-in');
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await page.waitForURL(/\/sign-in\/single-sign-on/);
  await page.getByLabel('Work email').fill('someone@hospital.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  // The domain is not verified.
  await expect(page.getByText(/No organization uses single sign-on/)).toBeVisible();
  await checkPage(page);

  await actAs(page, 'admin');
  await openHydrated(page, '/admin/single-sign-on');
  await main.getByRole('button', { name: 'Remove hospital.example' }).click();
  await page.getByRole('button', { name: 'Remove domain' }).click();
  await main.getByRole('button', { name: 'Delete provider' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete provider' }).click();
  await expect(main.getByText('Off.', { exact: true })).toBeVisible();
});
