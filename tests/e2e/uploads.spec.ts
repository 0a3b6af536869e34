import type { Browser, Page } from '@playwright/test';
import { newPerson } from './support/new-person';
import { checkPage } from './support/page-checks';
import { actAs, portal } from './support/page-session';
import { expect, test, url } from './support/portal';

/** Files on their way into a chart, as people meet them (P-14). What the queue itself does: `unit/portal/upload-queue`. */

const DOOR = '**/api/portal/documents/uploads';
let made = 0;

const note = (name: string) => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from(`note ${name} ${made++} ${Date.now()}`) },
});

async function patientOf(browser: Browser, given: string): Promise<{ id: string; path: string }> {
  const { id } = await portal<{ id: string }>(browser, 'clinician', 'patients.createPatient', {
    ...{ name: { family: 'Upload', given: [given] }, birth_date: '1945-07-14', sex: 'unknown' },
  });
  return { id, path: `/patients/${id}` };
}

/** What the chart holds, by its page. */
async function filed(page: Page, patient: { path: string }): Promise<string[]> {
  const tab = await page.context().newPage();
  await tab.goto(`${url()}${patient.path}/documents`);
  const titles = await tab.getByRole('table').getByRole('link').allInnerTexts();
  await tab.close();
  return titles.sort();
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' });
const open = (page: Page, path: string) => page.goto(`${url()}${path}`, { waitUntil: 'networkidle' });
/** Nothing is taken in the moment after the chart changed. */
const armed = (page: Page) => expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();

async function drop(page: Page, names: string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File([`dropped ${name}`], name, { type: 'text/plain' }));
    return transfer;
  }, names);
  await page.dispatchEvent('h1', 'dragover', { dataTransfer });
  await expect(page.getByText(/^Drop to add to UPLOAD, /)).toBeVisible();
  await page.dispatchEvent('h1', 'drop', { dataTransfer });
}

test('one drop anywhere in a chart and one click file documents to the patient that the button names', async ({
  page,
  browser,
}) => {
  const patient = await patientOf(browser, 'Dropped');
  await actAs(page, 'clinician');
  await open(page, `${patient.path}/orders/new`);
  await armed(page);
  await drop(page, ['one.txt', 'two.txt', 'two.txt']);
  const confirm = page.getByRole('button', { name: 'File 3 documents to UPLOAD, Dropped, born 14-Jul-1945' });
  await confirm.click();
  await expect(files(page).getByText('Filed:')).toHaveCount(3);
  expect(await filed(page, patient)).toEqual(['one', 'two', 'two']);
});

test('the keys u and Enter file what was chosen', async ({ page, browser }) => {
  const patient = await patientOf(browser, 'Keyed');
  await actAs(page, 'clinician');
  // Awaited from the beginning: the browser is told so, and answers, before the key is pressed.
  const chooser = page.waitForEvent('filechooser');
  await open(page, patient.path);
  await armed(page);
  await page.keyboard.press('u');
  await (await chooser).setFiles(note('keyed.txt'));
  await expect(page.getByRole('button', { name: /^File 1 document to UPLOAD, Keyed/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(files(page).getByText('Filed:')).toBeVisible();
  expect(await filed(page, patient)).toEqual(['keyed']);
});

test('what travels goes on while the person looks at another patient, and is filed to nobody but its own', async ({
  page,
  browser,
}) => {
  const [own, other] = [await patientOf(browser, 'Own'), await patientOf(browser, 'Other')];
  await actAs(page, 'clinician');
  await open(page, `${own.path}/documents`);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(DOOR, async (route) => {
    await held;
    await route.continue();
  });
  await armed(page);
  await page.getByLabel('Files to add').setInputFiles([note('a.txt'), note('b.txt')]);
  await expect(files(page).getByRole('progressbar')).toHaveCount(2);
  // Inside the portal, as a click does it.
  await page.getByRole('link', { name: 'Patients', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Find a patient', exact: true }).waitFor();
  const dock = page.getByRole('region', { name: 'Uploads' });
  await expect(dock).toContainText('0 of 2 files sent');
  await expect(dock).toContainText('UPLOAD, Own, born 14-Jul-1945');
  await checkPage(page);
  release();
  await expect(dock).toContainText('2 files not filed yet');
  // The other chart: nothing of it is offered here.
  const search = page.getByRole('searchbox', { name: /^Find a patient by name/ });
  await search.fill('upload other');
  await search.press('Enter');
  await page.locator(`a[href="${other.path}"]`).click();
  await page.waitForURL(new RegExp(other.id));
  await expect(dock).toContainText('2 files not filed yet');
  await expect(files(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^File \d/ })).toHaveCount(0);
  await dock.getByRole('link').click();
  await page.waitForURL(new RegExp(`${own.id}/documents`));
  await expect(dock).toHaveCount(0);
  await page.getByRole('button', { name: 'File 2 documents to UPLOAD, Own, born 14-Jul-1945' }).click();
  await expect(files(page).getByText('Filed:')).toHaveCount(2);
  expect(await filed(page, own)).toEqual(['a', 'b']);
  expect(await filed(page, other)).toEqual([]);
});

test('what was sent and not filed waits for its owner alone, and can be removed', async ({
  page,
  browser,
}) => {
  const patient = await patientOf(browser, 'Left');
  const person = await newPerson();
  await page.goto(`${url()}/sign-in`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/patients/);
  await open(page, `${patient.path}/documents`);
  await armed(page);
  await page.getByLabel('Files to add').setInputFiles([note('kept.txt'), note('thrown.txt')]);
  await expect(files(page).getByText('Sent, not filed yet')).toHaveCount(2);
  await open(page, '/documents');
  const unfiled = page.getByRole('region', { name: 'Unfiled' });
  await expect(unfiled.getByRole('row', { name: /kept\.txt/ })).toContainText('UPLOAD, Left');
  await checkPage(page);
  const colleague = await browser.newPage();
  await actAs(colleague, 'admin');
  await colleague.goto(`${url()}/documents`);
  await expect(colleague.getByRole('heading', { name: 'Recently filed' })).toBeVisible();
  await expect(colleague.getByText('thrown.txt')).toHaveCount(0);
  await colleague.close();
  await unfiled.getByRole('link', { name: 'thrown.txt' }).click();
  await page.getByRole('button', { name: 'Remove thrown.txt' }).click();
  await expect(files(page).getByRole('listitem')).toHaveCount(1);
  await armed(page);
  await page.getByRole('button', { name: /^File 1 document to UPLOAD, Left/ }).click();
  await expect(files(page).getByText('Filed:')).toBeVisible();
  expect(await filed(page, patient)).toEqual(['kept']);
  await open(page, '/documents');
  await expect(page.getByRole('region', { name: 'Unfiled' })).toHaveCount(0);
});
