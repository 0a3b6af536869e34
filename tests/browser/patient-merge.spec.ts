import { expect, test } from './support/portal';
import { checkBanner, checkPage } from './support/page-checks';
import { actAs, api, newPatient, open } from './support/page-session';

/** Two records of one patient are compared, merged, reached by both addresses, and separated again. */

test('clinician merges two records, and undoes the merge', { tag: '@nightly' }, async ({ page }) => {
  const kept = await newPatient('Doubled', 'Dora');
  const other = await newPatient('Doubled', 'Dorothea');
  await api(`/v1/patients/${kept.id}`, { sex: 'female' }, 'PATCH');
  await api(
    `/v1/patients/${other.id}`,
    { phones: [{ value: '+49 30 1234567', use: 'home' }], sex: 'male' },
    'PATCH',
  );
  const catalog = await api<{ data: { id: string }[] }>('/v1/labs/catalog?q=lipid&kind=panel');
  const order = await api<{ id: string }>('/v1/labs/orders', {
    patient_id: other.id,
    items: [{ test_id: catalog.data[0]!.id }],
  });
  await actAs(page, 'clinician');
  await open(page, `/patients/${kept.id}/details`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Merge with another record' }).click();
  await main.getByLabel('Find the other record').fill(other.mrn);
  await page.keyboard.press('Enter');
  await main.getByRole('link', { name: `Choose Doubled, MRN ${other.mrn}` }).click();
  await expect(main.getByRole('region', { name: /^Merged into the kept record/ })).toContainText('1 order');
  await expect(main.getByText('These may be two people')).toBeVisible();
  await expect(main.getByText('Name and sex differ. Merge only if')).toBeVisible();
  const row = (name: RegExp) => main.getByRole('row', { name });
  // Nothing is taken over silently, except into an empty field.
  await expect(row(/^Sex/).getByRole('radio', { name: 'Female' })).toBeChecked();
  await expect(row(/^Phones/).getByRole('radio', { name: /1234567/ })).toBeChecked();
  await row(/^Name/).getByRole('radio', { name: 'DOUBLED, Dorothea' }).check();
  await checkPage(page);
  await main.getByRole('button', { name: 'Merge records' }).click();
  await expect(main.getByRole('alert')).toContainText('Enter a reason.');
  await main.getByRole('textbox', { name: 'Reason' }).fill('Registered twice; same insurance card.');
  await main.getByRole('button', { name: 'Merge records' }).click();
  await page.waitForURL(`**/patients/${kept.id}`);
  await checkBanner(page, { ...kept, name: other.name, sex: 'female' });
  await open(page, `/patients/${kept.id}/merge?with=${other.id}`);
  await expect(main.getByText('These records are merged.')).toBeVisible();

  await open(page, `/patients/${other.id}/orders/${order.id}`);
  await page.waitForURL(`**/patients/${kept.id}/orders/${order.id}`);

  const opened = main.getByText(`Opened from the merged record MRN ${other.mrn}.`);
  await open(page, `/patients/${other.id}`);
  await page.waitForURL(`**/patients/${kept.id}?merged=${other.id}`);
  await expect(opened).toBeVisible();
  await checkPage(page);
  await open(page, `/patients/${kept.id}?merged=${kept.id}`);
  await expect(opened).toHaveCount(0);

  await open(page, `/patients/${kept.id}/details`);
  await checkPage(page);
  await main.getByRole('button', { name: `Undo merge of MRN ${other.mrn}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Undo the merge with MRN ${other.mrn}?`);
  await dialog.getByRole('textbox').fill('Two sisters.');
  await dialog.getByRole('button', { name: 'Undo merge' }).click();
  await expect(main.getByText('Merge undone')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Latest action' })).toHaveCount(0);
  await main.getByRole('link', { name: `Open the restored record, MRN ${other.mrn}` }).click();
  await checkBanner(page, { ...other, sex: 'male' });
  await open(page, `/patients/${other.id}/orders/${order.id}`);
});
