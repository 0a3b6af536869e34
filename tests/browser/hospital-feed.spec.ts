import { checkPage } from './support/page-checks';
import { postMessage } from './support/page-routes';
import { actAs } from './support/page-session';
import { expect, test, url } from './support/portal';

/** An administrator connects a hospital; a clinician decides about data that contradicts a chart. */

const message = (pid: string, event = 'A08') =>
  [
    `MSH|^~\\&|PAS|HOSP|||20260105143000+0100||ADT^${event}|F${Date.now()}|P|2.5.1`,
    `EVN|${event}|20260105143000+0100`,
    pid,
    '',
  ].join('\r');

test('hospital feed creates a patient, and a contradiction is decided by a clinician', async ({ page }) => {
  const stamp = String(Date.now());
  await actAs(page, 'admin');
  const main = page.getByRole('main');
  await page.goto(`${url()}/admin/lab-connections/new`);
  await page.getByLabel('Hospital feed').check();
  await page.getByLabel('HTTPS').check();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Hospital ${stamp}`);
  await expect(page.getByLabel('Laboratory director')).toHaveCount(0);
  await page.getByLabel('Create unknown patients').check();
  await page.getByLabel('Email addresses').uncheck();
  await checkPage(page);
  await main.getByRole('button', { name: 'Create connection' }).click();
  await expect(main.getByRole('heading', { name: /created$/ })).toBeFocused();
  const key = await page.getByLabel('Ingest key').inputValue();
  const command = await page.getByRole('group', { name: 'Send a test message with this key' }).innerText();
  expect(command).toContain('ADT^A03');

  const mrn = `H${stamp}`;
  const pid = (born: string) => `PID|1||${mrn}^^^HOSP^MR||Feed${stamp}^Fiona||${born}|F|||1 Main St^^Bonn`;
  expect((await postMessage(url(), key, message(pid('19500101'), 'A28'))).status).toBe(200);
  expect((await postMessage(url(), key, message(pid('19500102')))).status).toBe(200);

  await actAs(page, 'clinician');
  const row = page
    .getByRole('region', { name: 'Patient data from a hospital' })
    .getByRole('row', { name: mrn });
  await expect(async () => {
    await page.goto(`${url()}/unmatched`);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('The patient with this MRN has another birth date.');
  await checkPage(page);
  await row.getByRole('link').first().click();
  const candidate = page.getByRole('article', { name: `Feed${stamp}` });
  await expect(candidate).toContainText('hospital sent: 02-Jan-1950');
  await checkPage(page);
  await candidate.getByRole('button', { name: /Apply to/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Reason for applying/).fill('Passport seen.');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page).toHaveURL(/\/unmatched$/);
  await page.getByRole('region', { name: 'Latest action' }).getByRole('link', { name: 'Open chart' }).click();
  await expect(page.getByText('02-Jan-1950').first()).toBeVisible();

  await actAs(page, 'admin');
  await page.goto(`${url()}/admin/lab-connections/messages`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Nov|Jan|Dec|20/ })
    .first()
    .click();
  const patients = page.getByRole('region', { name: 'Patients' });
  await expect(patients).toContainText('Changed: birth date.');
  await expect(patients).toContainText('Passport seen.');
  await checkPage(page);
});
