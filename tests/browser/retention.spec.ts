import { hydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, open, portal } from './support/page-session';
import { expect, test } from './support/portal';

test(
  'administrator shortens a retention period after seeing what is removed',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    await open(page, '/admin/settings');
    await hydrated(page);
    const part = page.getByRole('region', { name: 'Data retention' });
    const received = part.getByRole('textbox', { name: /^Content of received messages/ });
    const audit = part.getByRole('textbox', { name: /^Audit log/ });
    const save = page.getByRole('button', { name: 'Save settings' });
    await expect(received).toHaveValue('24');
    await expect(audit).toHaveValue('7');

    await received.fill('2');
    await save.click();
    await expect(page.getByRole('main').getByRole('alert').first()).toContainText('Fix 1 field to continue.');
    await expect(received).toHaveAccessibleDescription(
      /Content of received messages must be at least 3 months\./,
    );
    await received.fill('24');
    await part.getByRole('textbox', { name: /^Webhook deliveries/ }).fill('400');
    await save.click();
    await expect(page.getByRole('main').getByRole('alert').first()).toContainText(
      'must not be longer than the retention of events',
    );
    await part.getByRole('textbox', { name: /^Webhook deliveries/ }).fill('30');

    // A longer period removes nothing and needs no confirmation.
    await audit.fill('10');
    await save.click();
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Settings saved.');

    await received.fill('12');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Shorten retention?' });
    await expect(dialog).toContainText('Received messages, 24 → 12 months: none yet');
    await expect(dialog).not.toContainText('Events');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(save).toBeFocused();
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'People' })
      .click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(received).toHaveValue('12');
    await page.reload();
    await hydrated(page);
    await expect(received).toHaveValue('24');
    await expect(audit).toHaveValue('10');

    await received.fill('12');
    await save.click();
    await dialog.getByRole('button', { name: 'Shorten' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Settings saved.');
    await page.reload();
    await expect(received).toHaveValue('12');
    await checkPage(page);
  },
);

test.afterAll(() =>
  portal('admin', 'organizations.updateOrganizationSettings', {
    inbound_message_months: 24,
    audit_retention_years: 7,
  }),
);
