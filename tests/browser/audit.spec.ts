import { openFold } from './support/open-fold';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, htmlFor, newPatient, open } from './support/page-session';
import { expect, test, url } from './support/portal';

/** The audit log: names with links, reads when asked for, one row for each request, presets and saved filters. */

test(
  'entries name the patient and the object, with links to those that exist',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await newPatient('Audited', 'Ada');
    const hook = await api<{ id: string }>('/v1/webhooks', {
      url: 'https://audited.example.org/hook',
      events: ['*'],
    });
    await api(`/v1/webhooks/${hook.id}`, undefined, 'DELETE');
    await actAs(page, 'admin');
    await open(page, '/admin/audit');
    const deleted = page
      .getByRole('row')
      .filter({ hasText: /deleted a webhook/ })
      .first();
    await expect(deleted).toContainText('https://audited.example.org/hook');
    await expect(deleted).toContainText('Webhook, deleted');
    await expect(deleted.getByRole('link')).toHaveCount(0);
    const created = page
      .getByRole('row')
      .filter({ hasText: /created a patient/ })
      .first();
    await expect(created).toContainText('API key');
    await checkPage(page);
    await created.getByRole('link', { name: 'AUDITED, Ada' }).click();
    await expect(page).toHaveURL(`${url()}/patients/${patient.id}`);
    await api(`/v1/patients/${patient.id}`, undefined, 'DELETE');
    await open(page, '/admin/audit');
    const removed = page
      .getByRole('row')
      .filter({ hasText: /deleted a patient record/ })
      .first();
    await expect(removed).toContainText(patient.id);
    await expect(removed).toContainText('Patient, deleted');
    await expect(page.getByRole('table')).not.toContainText('AUDITED');
  },
);

test(
  'reads are hidden until they are asked for, and one request is one row that opens',
  { tag: '@nightly' },
  async ({ page }) => {
    await htmlFor('admin', '/admin');
    await actAs(page, 'admin');
    await openHydrated(page, '/admin/audit');
    const row = page
      .getByRole('row')
      .filter({ hasText: 'in one request' })
      .filter({ hasText: 'listed API keys' })
      .first();
    await expect(page.getByText('Views, lists and drafts are hidden')).toBeVisible();
    await expect(page.getByRole('table')).not.toContainText('listed API keys');
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: 'Show views and lists' }).click();
    await expect(page).toHaveURL(`${url()}/admin/audit?reads=shown`);
    await expect(row).toContainText('Robin Admin');
    await expect(row).toContainText(/Portal · 127\.0\.0\.1\s*req_[0-9a-z]{26}/);
    const actions = row.getByRole('listitem');
    await expect(actions).toHaveCount(0);
    await row.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(actions).toHaveCount(6);
    await expect(actions.filter({ hasText: 'listed API keys' })).toBeVisible();
    await checkPage(page);
    // The form keeps it.
    await openFold(page, 'Filter');
    await page.getByLabel('Outcome').selectOption('Allowed');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/reads=shown.*outcome=allowed/);
    await page.getByRole('link', { name: 'Hide views and lists' }).click();
    await expect(page).toHaveURL(`${url()}/admin/audit?outcome=allowed`);
    await expect(page.getByRole('table')).not.toContainText('listed API keys');
  },
);

test(
  'presets filter by topic, and lead to the access log of one patient',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await newPatient('Preset', 'Paula');
    const gone = await newPatient('Preset', 'Gone');
    await api(`/v1/patients/${gone.id}`, undefined, 'DELETE');
    await actAs(page, 'admin');
    await openHydrated(page, '/admin/audit');
    const presets = page.getByRole('navigation', { name: 'Presets' });
    await presets.getByRole('link', { name: 'Deletions' }).click();
    await expect(presets.locator('[aria-current]')).toHaveText('Deletions');
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /deleted a patient record/ })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('table')).not.toContainText('created a patient');
    await openFold(page, 'Filter');
    await page.getByLabel('Actor').selectOption('System');
    const from = page.getByRole('textbox', { name: 'From' });
    const toDay = page.getByRole('textbox', { name: 'To (inclusive)' });
    await from.fill('sometime');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(from).toHaveAccessibleDescription('Enter a valid date. Example: 05-Nov-2026');
    await expect(from).toHaveValue('sometime');
    await from.fill('yesterday');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/from=\d\d-\w{3}-\d{4}/);
    await expect(page.getByText('Fix the dates of the filter')).toHaveCount(0);
    await from.fill('31-Dec-2098');
    await toDay.fill('30-Dec-2098');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(from).toHaveAccessibleDescription('From must not be after To.');
    await expect(page.getByRole('table')).toHaveCount(0);
    await checkPage(page);
    await toDay.fill('');
    await from.fill('31-Dec-2099');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No entries match these filters.')).toBeVisible();
    await checkPage(page);
    await page.goto(`${url()}/print/patients/${patient.id}/access?from=soon`);
    await expect(page).toHaveURL(`${url()}/patients/${patient.id}/access-log?from=soon`);
    await expect(from).toHaveAccessibleDescription('Enter a valid date. Example: 05-Nov-2026');
    await openHydrated(page, '/admin/audit?from=soon');
    await expect(presets.locator('[aria-current]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL(`${url()}/admin/audit`);
    await presets.getByRole('link', { name: 'Patient access log' }).click();
    const find = page.getByLabel('Find the patient');
    await expect(find).toBeFocused();
    await find.fill('Preset Paula');
    await page.getByRole('button', { name: 'Search' }).last().click();
    const found = page.getByRole('main').getByRole('link', { name: 'PRESET, Paula' });
    await expect(found).toBeVisible();
    await expect(page).toHaveTitle(/^Patient access log/);
    await checkPage(page);
    await found.click();
    await expect(page).toHaveURL(`${url()}/admin/audit?about=${patient.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access log of PRESET, Paula');
    await expect(presets.locator('[aria-current]')).toHaveText('Patient access log');
    await expect(page.getByText(`PRESET, Paula, MRN ${patient.mrn}`)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: /created a patient/ })).toBeVisible();
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /opened the chart|viewed patients/ })
        .first(),
    ).toBeVisible();
    await expect(page).toHaveTitle(/^Patient access log/);
    await checkPage(page);
    await page.getByRole('link', { name: 'Remove patient' }).click();
    await expect(page).toHaveURL(`${url()}/admin/audit`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
    await api(`/v1/patients/${patient.id}`, undefined, 'DELETE');
  },
);

test('a filter is saved, opened, deleted and restored', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/audit');
  const saved = page.getByRole('region', { name: 'Saved filters' });
  await openFold(page, 'Saved filters');
  await expect(saved).toContainText('None. Apply a filter to save it.');
  await expect(page.getByRole('button', { name: 'Save filter' })).toHaveCount(0);
  await openFold(page, 'Filter');
  await page.getByLabel('Type').selectOption('Changes');
  await page.getByLabel('Outcome').selectOption('Denied');
  await page.getByRole('button', { name: 'Apply' }).click();
  const address = `${url()}/admin/audit?kind=write&outcome=refused`;
  await expect(page).toHaveURL(/outcome=refused/);
  await openFold(page, 'Saved filters');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Name');
  await page.getByLabel('Name for this filter').fill('Denied changes');
  await page.getByRole('button', { name: 'Save filter' }).click();
  const link = saved.getByRole('link', { name: 'Denied changes' });
  await expect(link).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: 'Save filter' })).toHaveCount(0);
  await checkPage(page);

  await openHydrated(page, '/admin/audit?outcome=failed');
  await openFold(page, 'Saved filters');
  await page.getByLabel('Name for this filter').fill('denied changes');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(page.getByText('You already have a filter with this name.')).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel('Outcome')).toHaveValue('refused');

  await page.getByRole('button', { name: 'Delete filter Denied changes' }).click();
  await expect(link).toHaveCount(0);
  const message = page.getByRole('region', { name: 'Latest action' });
  await expect(message).toContainText('Filter “Denied changes” deleted.');
  await message.getByRole('button', { name: /Undo/ }).click();
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'Delete filter Denied changes' }).click();
  await expect(link).toHaveCount(0);
});

test('one request or object is found by its ID, also in the file', { tag: '@nightly' }, async ({ page }) => {
  const hook = await api<{ id: string }>('/v1/webhooks', {
    url: 'https://found.example.org/hook',
    events: ['*'],
  });
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/audit');
  const first = await page.getByRole('table').locator('tbody tr').first().boundingBox();
  expect(first!.y).toBeLessThan(270);
  await openFold(page, 'Filter');
  const field = page.getByLabel('MRN or ID');
  await field.fill(` ${hook.id} `);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/about=/);
  const chosen = page.getByRole('paragraph').filter({ has: page.getByRole('link', { name: 'Remove' }) });
  await expect(chosen).toContainText('https://found.example.org/hook');
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
  const request = await page.getByRole('table').getByText(/^req_/).textContent();
  await openHydrated(page, `/admin/audit?about=${request}`);
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('table')).toContainText('created a webhook');
  await checkPage(page);
});

test('an auditor finds the access log of a patient by MRN', { tag: '@nightly' }, async ({ page }) => {
  const patient = await newPatient('Sought', 'Sam');
  await actAs(page, 'auditor');
  await openHydrated(page, '/admin/audit');
  await page.getByRole('link', { name: 'Patient access log' }).click();
  await expect(page.getByLabel('MRN')).toBeFocused();
  await page.getByRole('button', { name: 'Show access log' }).click();
  await expect(page.getByText('Enter an MRN.')).toBeVisible();
  await expect(page.getByLabel('MRN')).toBeFocused();
  await checkPage(page);
  await page.getByLabel('MRN').fill('NONE-1');
  await page.getByRole('button', { name: 'Show access log' }).click();
  await expect(page.getByText(/No patient has the MRN .?NONE-1/)).toBeVisible();
  await checkPage(page);
  await openFold(page, 'Filter');
  await page.getByLabel('MRN or ID').fill(` ${patient.mrn} `);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`${url()}/admin/audit?about=${patient.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access log of SOUGHT, Sam');
  await checkPage(page);
});
