import { readFile } from 'node:fs/promises';
import { unzip } from '../support/zip';
import { expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, open } from './support/page-session';

test('administrator downloads the whole chart of a patient', { tag: '@nightly' }, async ({ page }) => {
  const patient = await newPatient('Leaving', 'Lena');
  await api('/v1/documents', {
    patient_id: patient.id,
    title: 'Discharge letter',
    content: { data: Buffer.from('Well again.').toString('base64'), file_name: 'letter.txt' },
  });
  await actAs(page, 'admin');
  await open(page, `/patients/${patient.id}/details`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Export chart' }).click();
  await expect(main.getByRole('button', { name: 'Download ZIP' })).toBeVisible();
  await checkPage(page);
  const downloading = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download ZIP' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`patient-${patient.mrn}.zip`);
  const files = unzip(await readFile((await download.path())!));
  expect([...files.keys()]).toEqual(['files/001-letter.txt', 'bundle.json', 'index.html', 'README.txt']);
  expect(files.get('files/001-letter.txt')!.toString()).toBe('Well again.');
  await expect(main.getByText('Download started')).toBeVisible();
  await expect(main).toContainText('No results, no orders, 1 document');
  await checkPage(page);
  expect(files.get('index.html')!.toString()).toContain('<h1>Medical record of Lena Leaving</h1>');
});

test('clinician cannot export a chart', { tag: '@nightly' }, async ({ page }) => {
  const patient = await newPatient('Staying', 'Stan');
  await actAs(page, 'clinician');
  await open(page, `/patients/${patient.id}/details`);
  await expect(page.getByRole('link', { name: 'Export chart' })).toHaveCount(0);
  await open(page, `/patients/${patient.id}/export`);
  await expect(page.getByRole('main')).toContainText('Your role does not allow you to export charts.');
});
