import { expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, open } from './support/page-session';

/** An administrator erases a patient by order: preview, rejections, certificate. */

test(
  'administrator erases a patient by order and reads the certificate',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await newPatient('Vanishing', 'Vera');
    await api('/v1/documents', {
      patient_id: patient.id,
      title: 'Letter',
      content: { data: Buffer.from('Private.').toString('base64'), file_name: 'letter.txt' },
    });
    await actAs(page, 'admin');
    await open(page, `/patients/${patient.id}/details`);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Erase patient' }).click();
    await expect(main).toContainText('0 results, 0 orders, 1 document');
    await expect(main).toContainText('10 years, ends');
    await checkPage(page);

    // The legal basis stays on the certificate: none is preselected.
    await expect(main.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(main.getByRole('radio').first()).toHaveAccessibleName('Patient request');
    await main.getByRole('textbox', { name: 'MRN' }).fill('1');
    await main.getByRole('button', { name: 'Erase patient' }).click();
    await expect(main.getByRole('alert').getByRole('link')).toHaveText([
      'Select the legal basis.',
      'Enter a reason.',
      'MRN does not match this patient.',
    ]);

    await main.getByRole('radio', { name: /Retention period ended/ }).check();
    await main.getByRole('textbox', { name: 'Reason' }).fill('Requested in writing.');
    await main.getByRole('textbox', { name: 'MRN' }).fill(patient.mrn);
    await main.getByRole('button', { name: 'Erase patient' }).click();
    await expect(main.getByRole('alert')).toContainText('The retention period has not ended.');

    await main.getByRole('radio', { name: /Order of a court/ }).check();
    await main.getByRole('textbox', { name: 'Reference' }).fill('REQ 9/2026');
    await main.getByRole('textbox', { name: 'MRN' }).fill('1');
    await main.getByRole('button', { name: 'Erase patient' }).click();
    await expect(main.getByRole('alert')).toContainText('MRN does not match this patient.');
    await main.getByRole('textbox', { name: 'MRN' }).fill(patient.mrn);
    await checkPage(page);
    await main.getByRole('button', { name: 'Erase patient' }).click();

    await page.waitForURL('**/admin/erasures/ers_*');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Certificate of erasure');
    await expect(main).toContainText('REQ 9/2026');
    await expect(main).toContainText(patient.id);
    await expect(main.getByRole('row', { name: 'Documents 1' })).toBeVisible();
    await expect(main).not.toContainText('Vanishing');
    await expect(main).not.toContainText(patient.mrn);
    await checkPage(page);
    await main.getByRole('link', { name: 'Erased patients' }).click();
    await expect(main.getByRole('cell', { name: patient.id })).toBeVisible();
    await checkPage(page);
    await open(page, `/patients/${patient.id}`, 404);
  },
);

test('open orders replace the form', { tag: '@nightly' }, async ({ page }) => {
  const patient = await newPatient('Ordered', 'Olaf');
  const catalog = await api<{ data: { id: string }[] }>('/v1/labs/catalog?q=lipid&kind=panel');
  await api('/v1/labs/orders', { patient_id: patient.id, items: [{ test_id: catalog.data[0]!.id }] });
  await actAs(page, 'admin');
  await open(page, `/admin/erasures/new?patient=${patient.id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Complete or cancel 1 open order first.');
  await expect(main.getByRole('button')).toHaveCount(0);
  await checkPage(page);
  await main.getByRole('link', { name: '1 open order' }).click();
  await page.waitForURL(`**/patients/${patient.id}/orders`);
});

test('clinician cannot erase a patient', { tag: '@nightly' }, async ({ page }) => {
  const patient = await newPatient('Remaining', 'Rosa');
  await actAs(page, 'clinician');
  await open(page, `/patients/${patient.id}/details`);
  await expect(page.getByRole('link', { name: 'Erase patient' })).toHaveCount(0);
  await open(page, `/admin/erasures/new?patient=${patient.id}`);
  await expect(page.getByRole('main')).toContainText('Your role does not allow you');
});
