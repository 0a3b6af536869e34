import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, open } from './support/page-session';
import { demo, expect, test, url } from './support/portal';

/** Failed sign-ins of members, for administrators. */

async function signInWithWrongPassword(email: string): Promise<void> {
  const csrf = await fetch(`${url()}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie().map((one) => one.split(';')[0]);
  await fetch(`${url()}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookies.join('; ') },
    body: new URLSearchParams({ csrfToken, email, password: 'not the password' }),
  });
}

test(
  'a failed sign-in is listed with user, event and source, and found by filters',
  { tag: '@nightly' },
  async ({ page }) => {
    const { people } = await demo();
    await signInWithWrongPassword(people.find(({ role }) => role === 'viewer')!.email);
    await actAs(page, 'admin');
    await openHydrated(page, '/admin/security-events');
    const row = page.getByRole('row', { name: /Sign-in with a wrong password/ }).first();
    await expect(row).toContainText('Sam Viewer');
    await expect(row).toContainText(/127\.0\.0\.1/);
    await checkPage(page);
    await page.getByLabel('Event').selectOption('Sign-in with a wrong password or passkey');
    await page.getByLabel('User').selectOption('Sam Viewer');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/who=usr_.*code=sign_in_failed/);
    await expect(row).toBeVisible();
    await page.getByLabel('Event').selectOption('Sign-in with a passkey that may have been copied');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No events match these filters.')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).first().click();
    await expect(page).toHaveURL(`${url()}/admin/security-events`);
    await expect(row).toBeVisible();
  },
);

test('only administrators and auditors see it', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, '/admin/security-events');
  await expect(page.getByText('read the audit log')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
