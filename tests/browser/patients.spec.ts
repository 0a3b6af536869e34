import { openHydrated } from './support/hydrated';
import { actAs, api, newPatient } from './support/page-session';
import { demo, expect, test, url } from './support/portal';
import { asksBeforeLeaving, checkPage } from './support/page-checks';

/** Editing a patient's record. */

test(
  'two users edit one record: the second sees the saved change and decides',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await api<{ id: string; version: number }>('/v1/patients', {
      name: { family: 'Twofold', given: ['Ann'] },
      birth_date: '1961-02-03',
      sex: 'female',
      phones: [{ value: '+441632960100', use: 'home' }],
    });
    const details = `/patients/${patient.id}/details`;
    await actAs(page, 'admin');
    await openHydrated(page, details);
    await expect(page.getByRole('main')).toContainText('+44 1632 960100 (home)');
    await page.getByRole('link', { name: 'Edit details' }).click();
    await page.waitForURL(`${url()}${details}/edit`);
    await expect(page.getByRole('button', { name: 'Save details' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Save details' })).toBeInViewport();
    expect(await asksBeforeLeaving(page)).toBe(false);
    await page.getByLabel('Family name').first().fill('Mine');
    await page.getByRole('button', { name: 'Add email' }).click();
    await page
      .getByRole('group', { name: 'Email 1' })
      .getByLabel('Email', { exact: true })
      .fill('ann@example.org');
    await api(`/v1/patients/${patient.id}`, { name: { family: 'Theirs' }, language: 'fr' }, 'PATCH');

    await page.keyboard.press('Control+Enter');
    const decision = page.getByRole('alert').filter({ hasText: 'Another user changed this record' });
    await expect(decision).toBeFocused();
    await expect(decision.getByRole('group', { name: 'Family name' })).toContainText(/Theirs.*Mine/s);
    await expect(decision.getByText('Language')).toBeVisible();
    await checkPage(page);
    expect(await saved(patient.id)).toMatchObject({ version: 2, name: { family: 'Theirs' }, emails: [] });

    const takeOver = decision.getByRole('button', { name: 'Apply to form' });
    await expect(takeOver).toBeDisabled();
    await decision.getByLabel(/You entered\s+Mine/).check();
    await takeOver.click();
    await expect(page.getByLabel('Family name').first()).toHaveValue('Mine');
    expect(await asksBeforeLeaving(page)).toBe(true);

    // An internal link asks for confirmation too and keeps the input.
    await page.getByRole('link', { name: 'Orders' }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Family name').first().press('Control+Enter');
    await page.waitForURL(`${url()}${details}`);
    await expect(page.getByRole('main')).toContainText('ann@example.org');
    await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('MINE, Ann');
    expect(await saved(patient.id)).toMatchObject({
      version: 3,
      name: { family: 'Mine' },
      language: 'fr',
      emails: [{ value: 'ann@example.org' }],
      phones: [{ value: '+441632960100' }],
    });
  },
);

const saved = (id: string) => api<object>(`/v1/patients/${id}`);

test(
  'another patient with the same name and birth date requires a reason',
  { tag: '@nightly' },
  async ({ page }) => {
    const { name, birth_date } = await newPatient('Samename', 'Ann');
    await actAs(page, 'clinician');
    await openHydrated(page, '/patients/new');
    await page.getByLabel('Family name').fill(name.family.toLowerCase());
    await page.getByLabel('Given names').fill('Ann');
    await page.getByLabel('Birth date', { exact: true }).fill(birth_date);
    await expect(page.getByRole('link', { name: 'Open existing' })).toBeVisible();
    // The error summary moves the fields down: the second press hits one of them and must not select it.
    await page.getByRole('button', { name: 'Create anyway' }).dblclick();
    await expect(page.getByRole('alert').filter({ hasText: 'Select a sex' })).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByLabel('Female').check();
    await page.getByRole('button', { name: 'Create anyway' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'give a reason for creating another one' }),
    ).toBeFocused();
    await checkPage(page);
    await page.getByLabel('I have compared the records').check();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/patients\/pat_/);
    await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('SAMENAME, Ann');
  },
);

test(
  'likely duplicate is rejected even after fast entry, and a failed check is shown',
  { tag: '@nightly' },
  async ({ page }) => {
    const { id, birth_date } = await api<{ id: string; birth_date: string }>('/v1/patients', {
      name: { family: 'Quickly', given: ['Zenobia', 'Ruth'] },
      birth_date: '1958-03-12',
      sex: 'female',
    });
    const registered = () =>
      api<{ data: unknown[] }>('/v1/patients?q=zenobia').then(({ data }) => data.length);
    await actAs(page, 'clinician');
    // The duplicate check fails before the form is submitted.
    await page.route('**/api/trpc/patients.findDuplicates*', (route) => route.abort());
    await openHydrated(page, '/patients/new');
    await page.getByLabel('Family name').fill('Quickley');
    await page.getByLabel('Given names').fill('zenobia');
    await page.getByLabel('Birth date', { exact: true }).fill(birth_date);
    await page.getByLabel('Female').check();
    await page.getByLabel('Family name').press('Enter');
    await expect(
      page.getByRole('alert').filter({ hasText: 'give a reason for creating another one' }),
    ).toBeFocused();
    const aside = page.getByRole('status').filter({ hasText: 'Could not check for duplicates' });
    await expect(aside.getByRole('link', { name: 'Open existing' })).toHaveAttribute(
      'href',
      `/patients/${id}`,
    );
    await checkPage(page);
    await page.getByLabel('Family name').press('Enter');
    await expect(
      page.getByRole('alert').filter({ hasText: 'give a reason for creating another one' }),
    ).toBeFocused();
    expect(await registered()).toBe(1);

    // With the check: the record is shown next to the form by name and phone, even without a birth date.
    await page.unroute('**/api/trpc/patients.findDuplicates*');
    await page.getByLabel('Given names').fill('Zenobia');
    await expect(page.getByText('QUICKLY, Zenobia Ruth')).toBeVisible();
    await expect(aside).toHaveCount(0);
    await page.getByLabel('Given names').fill('Xaveria');
    await page.getByLabel('Family name').fill('Qzzwyk');
    await expect(page.getByRole('status').filter({ hasText: 'None found.' })).toBeVisible();
    await page.getByLabel('Family name').fill('Quickley');
    await page.getByLabel('Given names').fill('Zenobia');
    await expect(page.getByText('QUICKLY, Zenobia Ruth')).toBeVisible();
    await page.getByLabel('I have compared the records').check();
    await page.getByRole('button', { name: 'Create anyway' }).click();
    await page.waitForURL(/\/patients\/pat_/);
    expect(await registered()).toBe(2);
  },
);

test('viewer sees read-only details', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  const { id: before } = await newPatient('Readbefore', 'Ann');
  const { id } = await newPatient('Readonly', 'Ann');
  const clinician = (await demo()).people.find(({ role }) => role === 'clinician')!;
  await api(`/v1/patients/${id}`, { primary_clinician_id: clinician.id }, 'PATCH');
  for (const each of [before, id]) await page.goto(`${url()}/patients/${each}/details`);
  await expect(page.getByRole('main').getByText('Family name')).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/Primary clinician\s*Dr\. Kim Clinician/);
  await expect(page.getByRole('main')).not.toContainText('usr_');
  await page.goto(`${url()}/patients`);
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await expect(recent.getByRole('row').nth(1)).toContainText('READONLY, Ann');
  await expect(recent.getByRole('row').nth(2)).toContainText('READBEFORE, Ann');
});

test(
  'wrong birth date and phone are reported together, and the printed summary says by whom and when',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await newPatient('Printed', 'Paula');
    await actAs(page, 'clinician');
    await openHydrated(page, `/patients/${patient.id}/details/edit`);
    await page.getByLabel('Family name').first().fill('');
    await page.getByLabel('Birth date', { exact: true }).fill('01-Jan-2999');
    await page.getByRole('button', { name: 'Add phone' }).click();
    await page.getByRole('group', { name: 'Phone 1' }).getByRole('textbox').fill('555 abc');
    await page.getByRole('button', { name: 'Add address' }).click();
    const address = page.getByRole('group', { name: 'Address 1' });
    const bottom = async (label: string) => {
      const { y, height } = (await address.getByLabel(label).boundingBox())!;
      return y + height;
    };
    // On one line with its city, below the street.
    expect(Math.abs((await bottom('Postal code')) - (await bottom('City')))).toBeLessThan(2);
    expect((await bottom('Postal code')) - (await bottom('Street and number'))).toBeGreaterThan(40);
    await page.getByRole('button', { name: 'Save details' }).click();
    const summary = page.getByRole('main').getByRole('alert').first();
    await expect(summary).toContainText('Fix 3 fields');
    await expect(summary).toContainText('Birth date cannot be in the future.');
    await expect(summary).toContainText('Enter a phone number in digits.');

    await openHydrated(page, `/patients/${patient.id}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Print' })).toBeVisible();
    const foot = page.getByText(/Printed \d\d-\w{3}-\d{4} \d\d:\d\d by /);
    await expect(foot).toHaveCount(0);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(foot).toBeVisible();
    await page.emulateMedia({ media: null });
  },
);
