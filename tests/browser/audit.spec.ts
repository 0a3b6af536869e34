import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, htmlFor, newPatient, open } from './support/page-session';
import { expect, test, url } from './support/portal';

/** The audit log for people: names with links, one row for each request. */

test('entries name the patient and the object, with links to those that exist', async ({ page }) => {
  const patient = await newPatient('Audited', 'Ada');
  const hook = await api<{ id: string }>('/v1/webhooks', {
    url: 'https://audited.example.org/hook',
    events: ['*'],
  });
  await api(`/v1/webhooks/${hook.id}`, undefined, 'DELETE');
  await actAs(page, 'admin');
  await open(page, '/admin/audit');
  const deleted = page.getByRole('row', { name: /deleted a webhook/ }).first();
  await expect(deleted).toContainText('https://audited.example.org/hook');
  await expect(deleted).toContainText('Webhook, deleted');
  await expect(deleted.getByRole('link')).toHaveCount(0);
  const created = page.getByRole('row', { name: /created the record/ }).first();
  await expect(created).toContainText('API key');
  await checkPage(page);
  await created.getByRole('link', { name: 'AUDITED, Ada' }).click();
  await expect(page).toHaveURL(`${url()}/patients/${patient.id}`);
  await api(`/v1/patients/${patient.id}`, undefined, 'DELETE');
  await open(page, '/admin/audit');
  const removed = page.getByRole('row', { name: /deleted the record/ }).first();
  await expect(removed).toContainText(patient.id);
  await expect(removed).toContainText('Patient, deleted');
  await expect(page.getByRole('table')).not.toContainText('AUDITED');
});

test('entries of one request are one row that opens', async ({ page, browser }) => {
  await htmlFor(browser, 'admin', '/admin');
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/audit');
  const row = page.getByRole('row').filter({ hasText: '5 actions in one request' }).first();
  await expect(row).toContainText('Robin Admin');
  await expect(row).toContainText(/127\.0\.0\.1 · req_[0-9a-z]{26}/);
  const actions = row.getByRole('listitem');
  await expect(actions).toHaveCount(0);
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(actions).toHaveCount(5);
  await expect(actions.filter({ hasText: 'listed API keys' })).toBeVisible();
  await checkPage(page);
});
