import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { counted } from './support/input-counter';
import { openHydrated } from './support/hydrated';
import { newPerson, type Person } from './support/new-user';
import { asksBeforeLeaving, checkPage } from './support/page-checks';
import { actAs, portal } from './support/page-session';
import { expect, signOut, test, url } from './support/portal';
import { statement } from './support/statement';
import { weigh } from './support/page-weight';

/** Uploads into a chart, as users see them (P-14). The queue itself: `unit/portal/upload-queue`. */

const UPLOADS = '**/api/portal/documents/uploads';
let made = 0;

const note = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`note ${name} – ä ${made++} ${Date.now()}`),
});

async function patientOf(browser: Browser, given: string): Promise<{ id: string; path: string }> {
  const { id } = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
    name: { family: 'Upload', given: [given] },
    birth_date: '1945-07-14',
    sex: 'unknown',
    duplicate_reason: 'different_person',
  });
  return { id, path: `/patients/${id}` };
}

/** Documents of the chart, according to its page. */
async function filed(page: Page, patient: { path: string }): Promise<string[]> {
  const tab = await page.context().newPage();
  await tab.goto(`${url()}${patient.path}/documents`);
  const titles = await tab.getByRole('table').getByRole('link').allInnerTexts();
  await tab.close();
  return titles.sort();
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' });
/** Files are ignored for a moment after the chart changed. */
const armed = (page: Page) => expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();

async function enter(page: Page, person: Person): Promise<void> {
  await page.goto(`${url()}/sign-in`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/today/);
}

async function drop(page: Page, names: string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File([`dropped ${name}`], name, { type: 'text/plain' }));
    return transfer;
  }, names);
  await page.dispatchEvent('h1', 'dragover', { dataTransfer });
  await expect(page.getByText(/^Drop to upload to UPLOAD, /).first()).toBeVisible();
  await page.dispatchEvent('h1', 'drop', { dataTransfer });
}

test('one drop in a chart and one click file six documents to the patient named on the button', async ({
  page,
  browser,
}) => {
  const patient = await patientOf(browser, 'Dropped');
  await actAs(page, 'clinician');
  await openHydrated(page, `${patient.path}/orders/new`);
  await armed(page);
  const acts = await counted(page);
  const names = ['Five', 'Four', 'One', 'Six', 'Three', 'Two'];
  await drop(
    page,
    names.map((name) => `${name.toLowerCase()}.txt`),
  );
  const confirm = page.getByRole('button', { name: 'File 6 documents to UPLOAD, Dropped, born 14-Jul-1945' });
  await confirm.click();
  await expect(files(page).getByText('Filed:')).toHaveCount(6);
  await expect(files(page).getByText('6 files filed')).toBeVisible();
  await expect(files(page).getByText('Filed:').first()).toBeHidden();
  expect(acts()).toEqual({ clicks: 1, keys: 0 });
  expect(await filed(page, patient)).toEqual(names);
});

test(
  'several photographs become one PDF, which contains each as it was',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Combined');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const photo = (name: string) =>
      readFile(path.join(import.meta.dirname, '../fixtures/documents/images', name));
    const images = [
      { name: 'page 1.jpg', mimeType: 'image/jpeg', buffer: await photo('simhosp_note2.jpg') },
      { name: 'page 2.jpg', mimeType: 'image/jpeg', buffer: await photo('hopper_orientation_7.jpg') },
      { name: 'page 3.png', mimeType: 'image/png', buffer: await photo('ResultsWithLabLocation.png') },
    ];
    await page.getByLabel('Files to upload').setInputFiles(images);
    const widths = () =>
      files(page)
        .locator('img')
        .evaluateAll((shown: HTMLImageElement[]) => shown.map(({ naturalWidth }) => naturalWidth));
    await expect.poll(async () => (await widths()).filter((width) => width > 0).length).toBe(3);
    await files(page).getByLabel('Type').first().selectOption('Referral');
    await page.getByRole('button', { name: 'Combine 3 images into one PDF' }).click();
    await expect(files(page).getByRole('listitem')).toHaveCount(1);
    await expect(files(page)).toContainText('page 1.pdf');
    await expect(files(page)).toContainText('3 pages in this order: page 1.jpg, page 2.jpg and page 3.png');
    const toast = page.getByRole('region', { name: 'Latest action' });
    await expect(toast).toContainText('3 images combined into one PDF (3 pages).');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(files(page).getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: 'Combine 3 images into one PDF' }).click();
    await expect(files(page).getByRole('listitem')).toHaveCount(1);
    await checkPage(page);
    await page.getByRole('button', { name: /^File 1 document to UPLOAD, Combined/ }).click();
    await files(page).getByRole('link', { name: 'page 1' }).click();
    await expect(page.getByRole('main')).toContainText('File typePDF');
    const link = page.getByRole('link', { name: 'Download' });
    const pdf = Buffer.from(await (await page.request.get((await link.getAttribute('href'))!)).body());
    for (const { buffer } of images.slice(0, 2)) expect(pdf.includes(buffer)).toBe(true);
    expect(pdf.toString('latin1')).toContain('/Count 3 ');
  },
);

test(
  'six scans of one type take a drop, a type and a click, and a repeated one is not filed',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Scanned');
    await actAs(page, 'clinician');
    await page.setViewportSize({ width: 1440, height: 900 });
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const bytes = await readFile('tests/fixtures/documents/pdf/simhosp_note2.pdf');
    const scan = (number: number, content = number) => ({
      name: `scan ${number}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.concat([bytes, Buffer.from(`\n% ${patient.id} ${content}\n`)]),
    });
    await page.getByLabel('Files to upload').setInputFiles([1, 2, 3, 4, 5, 6].map((number) => scan(number)));
    const confirm = page.getByRole('button', { name: /^File 6 documents to UPLOAD, Scanned/ });
    await expect(confirm).toBeInViewport();
    await page.getByLabel('Files to upload').setInputFiles(scan(7, 1));
    await expect(files(page).getByText('Same content as scan 1.pdf')).toBeVisible();
    await expect(page.getByText('1 repeated file will not be filed.')).toBeVisible();
    await checkPage(page);
    const all = page.getByRole('group', { name: 'All files' });
    await all.getByLabel('Type for all files').selectOption('Referral');
    await expect(files(page).getByLabel('Type', { exact: true }).nth(5)).toHaveValue('referral');
    await confirm.click();
    await expect(files(page).getByText('Filed:')).toHaveCount(6);
    await expect(page.getByText('Nothing to file: 1 repeated file. Remove it')).toBeVisible();
    await expect(page.getByRole('button', { name: /^File \d/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove scan 7.pdf' }).click();
    // The names are those of a machine.
    expect(await filed(page, patient)).toEqual(Array.from({ length: 6 }, () => 'Referral'));
  },
);

test(
  'chosen image opens in a new tab before it is filed, and all files are removed together',
  {
    tag: '@nightly',
  },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Viewed');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const buffer = await readFile('tests/fixtures/documents/images/hopper.jpg');
    await page
      .getByLabel('Files to upload')
      .setInputFiles([{ name: 'wound.jpg', mimeType: 'image/jpeg', buffer }, note('wound.txt')]);
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(2);
    const text = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open wound.txt in a new tab' }).click();
    await expect((await text).locator('pre')).toContainText('note wound.txt – ä');
    await (await text).close();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open wound.jpg in a new tab' }).click();
    await expect((await opened).locator('img')).toHaveJSProperty('complete', true);
    await page.getByRole('button', { name: 'Remove all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove 2 files?' });
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Remove all' }).click();
    await expect(files(page)).toHaveCount(0);
    expect(await filed(page, patient)).toEqual([]);
  },
);

test(
  'image from a closed page opens in a new tab before it is filed',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Reopened');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const buffer = await readFile('tests/fixtures/documents/images/hopper.jpg');
    await page
      .getByLabel('Files to upload')
      .setInputFiles([{ name: 'wound.jpg', mimeType: 'image/jpeg', buffer }, note('wound.txt')]);
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(2);
    await page.reload();
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Open wound.txt in a new tab' })).toBeVisible();
    await checkPage(page);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open wound.jpg in a new tab' }).click();
    const image = (await opened).locator('img');
    await expect(image).toHaveJSProperty('complete', true);
    expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    await (await opened).close();
    await files(page).getByLabel('Type', { exact: true }).selectOption('Photo');
    await page.getByRole('button', { name: /^File 2 documents to UPLOAD, Reopened/ }).click();
    await expect(files(page).getByText('Filed:')).toHaveCount(2);
    await expect(page.getByRole('link', { name: /^Open wound/ })).toHaveCount(0);
  },
);

test(
  'page stays in place while files are chosen, removed and put back',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Unmoved');
    await actAs(page, 'clinician');
    await page.setViewportSize({ width: 1280, height: 640 });
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const bytes = await readFile('tests/fixtures/documents/pdf/simhosp_note2.pdf');
    const pdf = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.concat([bytes, Buffer.from(`\n% ${name} ${made++} ${Date.now()}\n`)]),
    });
    const cut = { ...pdf('consent 5.pdf'), buffer: bytes.subarray(0, bytes.length / 2) };
    // The first one arrives last.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      UPLOADS,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const names = [1, 2, 3, 4].map((number) => `consent ${number}.pdf`);
    await page.getByLabel('Files to upload').setInputFiles([...names.map(pdf), cut, pdf('scan.pdf')]);
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(5);
    release();
    const top = () => page.evaluate(() => scrollY);
    const needs = page.getByRole('button', { name: '1 file needs a type' });
    await expect(needs).toBeFocused();
    expect(await top()).toBe(0);
    const line = (name: string) => files(page).getByRole('listitem').filter({ hasText: name });
    await expect(line('consent 5.pdf')).toContainText('This PDF may be incomplete: its end is missing.');
    await page.keyboard.press('Enter');
    await expect(line('scan.pdf').getByLabel('Type')).toBeFocused();
    await expect.poll(top).toBeGreaterThan(0);
    await line('consent 3.pdf').getByLabel('Title', { exact: true }).fill('Consent to surgery');
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(6);

    // Playwright scrolls to what it clicks.
    await page.getByRole('button', { name: 'Remove consent 3.pdf' }).hover();
    const before = await top();
    await page.getByRole('button', { name: 'Remove consent 3.pdf' }).click();
    await expect(page.getByRole('button', { name: 'Remove consent 4.pdf' })).toBeFocused();
    expect(Math.abs((await top()) - before)).toBeLessThan(5);
    await checkPage(page);
    await page.getByRole('region', { name: 'Latest action' }).getByRole('button', { name: /^Undo/ }).click();
    const order = [...names, 'consent 5.pdf', 'scan.pdf'].map((name) => new RegExp(name));
    await expect(files(page).getByRole('listitem')).toHaveText(order);
    await expect(line('consent 3.pdf').getByLabel('Title', { exact: true })).toHaveValue(
      'Consent to surgery',
    );
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(6);

    const saved = page.waitForResponse(/drafts\.saveDraft/);
    await line('scan.pdf').getByLabel('Type').selectOption('Referral');
    await saved;
    page.once('dialog', (dialog) => void dialog.accept());
    await openHydrated(page, `${patient.path}/documents`);
    await expect(page.getByText(/Draft from .* restored/)).toBeInViewport();
    await expect(files(page).getByRole('listitem')).toHaveText(order);
    await expect(line('consent 5.pdf')).toContainText('This PDF may be incomplete');
    expect(await top()).toBe(0);
    await expect(page.locator(':focus')).toHaveCount(0);

    // Only the server has it: it could not be put back.
    await page.getByRole('button', { name: 'Remove scan.pdf' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove consent 5.pdf' })).toBeFocused();
    await expect(files(page).getByRole('listitem')).toHaveCount(5);
  },
);

test('keys u and Enter file the chosen files', { tag: '@nightly' }, async ({ page, browser }) => {
  const patient = await patientOf(browser, 'Keyed');
  await actAs(page, 'clinician');
  // Awaited from the start: the response must arrive before the key is pressed.
  const chooser = page.waitForEvent('filechooser');
  await openHydrated(page, patient.path);
  await armed(page);
  const acts = await counted(page);
  await page.keyboard.press('u');
  await (await chooser).setFiles(note('keyed.txt'));
  await expect(page.getByRole('button', { name: /^File 1 document to UPLOAD, Keyed/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(files(page).getByText('Filed:')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(acts()).toEqual({ clicks: 0, keys: 2 });
  expect(await filed(page, patient)).toEqual(['Keyed']);
});

test(
  'types and dates are guessed and marked as guesses; a file without a type is not filed',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Guessed');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const bytes = await readFile('tests/fixtures/documents/pdf/simhosp_note2.pdf');
    // A comment may follow the end.
    const pdf = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.concat([bytes, Buffer.from(`\n% ${name} ${made++} ${Date.now()}\n`)]),
    });
    await page
      .getByLabel('Files to upload')
      .setInputFiles([pdf('Consent 02-Oct-2026.pdf'), pdf('scan 1.pdf'), pdf('scan 2.pdf')]);
    const line = (name: string) => files(page).getByRole('listitem').filter({ hasText: name });
    const consent = line('Consent 02-Oct-2026.pdf');
    await expect(consent.getByLabel('Type (suggested)')).toHaveValue('consent');
    await expect(consent.getByLabel('Document date (suggested)', { exact: true })).toHaveValue('02-Oct-2026');
    await expect(consent.getByLabel('Title (suggested)')).toHaveValue('Consent');
    // The first missing type takes the focus, so that Enter files nothing as "Other".
    await expect(line('scan 1.pdf').getByLabel('Type')).toBeFocused();
    await expect(line('scan 1.pdf').getByLabel('Type')).toHaveValue('');
    await line('scan 2.pdf').getByLabel('Document date', { exact: true }).fill('31-Feb-2026');
    await page.keyboard.press('Control+Enter');
    await expect(line('scan 1.pdf').getByLabel('Type')).toBeFocused();
    await expect(line('scan 1.pdf').getByText('Choose a type.')).toBeVisible();
    await expect(line('scan 2.pdf').getByText('Enter a valid date. Example: 05-Nov-2026')).toBeVisible();
    await expect(consent.getByText('Choose a type.')).toHaveCount(0);
    await checkPage(page);
    // An invalid date is corrected without losing a key.
    const all = page.getByRole('group', { name: 'All files' });
    const ofAll = all.getByLabel('Document date for all files', { exact: true });
    for (const date of [line('scan 2.pdf').getByLabel('Document date', { exact: true }), ofAll]) {
      await date.fill('31-Feb-2026');
      await date.press('Tab');
      await expect(date).toHaveAttribute('aria-invalid', 'true');
      await date.press('End');
      await date.press('Backspace');
      await expect(date).toHaveValue('31-Feb-202');
      await date.fill('');
    }
    expect(await filed(page, patient)).toEqual([]);

    await all.getByLabel('Type for all files').selectOption('Referral');
    // The suggested type was replaced as well.
    await page.getByRole('region', { name: 'Latest action' }).getByRole('button', { name: /^Undo/ }).click();
    await expect(consent.getByLabel('Type (suggested)')).toHaveValue('consent');
    await expect(line('scan 1.pdf').getByLabel('Type')).toHaveValue('');
    await all.getByLabel('Type for all files').selectOption('Referral');
    await ofAll.fill('3 Oct 2026');
    await expect(consent.getByLabel('Type', { exact: true })).toHaveValue('referral');
    await expect(line('scan 2.pdf').getByLabel('Document date', { exact: true })).toHaveValue('03-Oct-2026');
    await ofAll.press('Control+Enter');
    await expect(files(page).getByText('Filed:')).toHaveCount(3);
    await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeFocused();
    await page.goto(`${url()}${patient.path}/documents`);
    await expect(page.getByRole('row').filter({ hasText: /Referral.*03-Oct-2026/ })).toHaveCount(3);
  },
);

test(
  'uploads continue while the user views another patient, and are filed to their own',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const [own, other] = [await patientOf(browser, 'Own'), await patientOf(browser, 'Other')];
    await actAs(page, 'clinician');
    await openHydrated(page, `${own.path}/documents`);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(UPLOADS, async (route) => {
      await held;
      await route.continue();
    });
    await armed(page);
    await page.getByLabel('Files to upload').setInputFiles([note('first.txt'), note('second.txt')]);
    await expect(files(page).getByRole('progressbar')).toHaveCount(2);
    // Client-side navigation, as by a click.
    await page.getByRole('link', { name: 'Patients', exact: true }).first().click();
    await page.getByRole('searchbox', { name: 'Find a patient', exact: true }).waitFor();
    const dock = page.getByRole('region', { name: 'Uploads' });
    await expect(dock).toContainText('0 of 2 files uploaded');
    await expect(dock).toContainText('UPLOAD, Own, born 14-Jul-1945');
    await checkPage(page);
    release();
    await expect(dock).toContainText('2 files not filed');
    // The other chart offers none of them.
    const search = page.getByRole('searchbox', { name: /^Find a patient by name/ });
    await search.fill('upload other');
    await search.press('Enter');
    await page.waitForURL(new RegExp(other.id));
    await expect(dock).toContainText('2 files not filed');
    await expect(files(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^File \d/ })).toHaveCount(0);
    await dock.getByRole('link').click();
    await page.waitForURL(new RegExp(`${own.id}/documents`));
    await expect(dock).toHaveCount(0);
    await page.getByRole('button', { name: 'File 2 documents to UPLOAD, Own, born 14-Jul-1945' }).click();
    await expect(files(page).getByText('Filed:')).toHaveCount(2);
    expect(await filed(page, own)).toEqual(['First', 'Second']);
    expect(await filed(page, other)).toEqual([]);
  },
);

test(
  'files that are not filed take one line above a document, with what was entered',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Folded');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    // The end of an upload moves the button.
    const file = async () => {
      await files(page).getByText('Uploaded, not filed').waitFor();
      await page.getByRole('button', { name: /^File 1 document/ }).click();
      await files(page).getByText('Filed:').waitFor();
    };
    await page.getByLabel('Files to upload').setInputFiles(note('filed.txt'));
    await file();
    await page.getByRole('button', { name: 'Dismiss 1 filed file' }).click();
    await expect(files(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
    await page.getByLabel('Files to upload').setInputFiles(note('again.txt'));
    await file();
    await page.getByLabel('Files to upload').setInputFiles(note('open.txt'));
    await files(page).getByLabel('Title', { exact: true }).fill('A title');
    await files(page).getByText('Uploaded, not filed').waitFor();
    await files(page).getByText('Filed:').locator('xpath=..').getByRole('link').click();
    await page.waitForURL(/\/documents\/doc_/);
    await expect(page.getByText('1 file not filed')).toBeVisible();
    await expect(files(page)).toBeHidden();
    await checkPage(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(files(page).getByLabel('Title', { exact: true })).toHaveValue('A title');

    // A file that cannot be filed is shown until the page is left.
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ ...note('a.txt'), buffer: Buffer.from('#!/bin/sh\n') });
    const rejected = files(page).getByRole('listitem').filter({ hasText: 'not a readable text file' });
    await expect(rejected).toBeVisible();
    await files(page).getByRole('button', { name: 'Remove open.txt' }).click();
    await page.getByLabel('Chart').getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL(/\/orders$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await expect(files(page)).toBeHidden();
    await expect(page.getByText('not filed')).toHaveCount(0);
    await page.getByLabel('Chart').getByRole('link', { name: 'Documents' }).click();
    await expect(rejected).toBeVisible();
  },
);

test(
  'uploaded files are visible to their owner only, and can be removed',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Left');
    await enter(page, await newPerson());
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    // One after the other: the draft would rearrange what arrives in another order.
    for (const [at, name] of ['kept.txt', 'thrown.txt'].entries()) {
      await page.getByLabel('Files to upload').setInputFiles(note(name));
      await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(at + 1);
    }
    await openHydrated(page, '/documents');
    const unfiled = page.getByRole('region', { name: 'Unfiled' });
    await expect(unfiled.getByRole('row', { name: /kept\.txt/ })).toContainText('UPLOAD, Left');
    await checkPage(page);
    const colleague = await browser.newPage();
    await actAs(colleague, 'admin');
    await colleague.goto(`${url()}/documents`);
    await expect(colleague.getByRole('heading', { name: 'Recently filed' })).toBeVisible();
    await expect(colleague.getByText('thrown.txt')).toHaveCount(0);
    await colleague.close();
    // Rendered by the server: nothing moves at hydration.
    const weight = await weigh(page, url());
    await openHydrated(page, `${patient.path}/documents`);
    await expect(page.getByRole('button', { name: 'File 2 documents to UPLOAD, Left' })).toBeEnabled();
    expect((await weight.read()).shift).toBeLessThan(0.005);
    await weight.stop();
    await page.goBack();
    await unfiled.getByRole('link', { name: 'thrown.txt' }).click();
    await page.getByRole('button', { name: 'Remove thrown.txt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(files(page).getByRole('listitem')).toHaveCount(1);
    await armed(page);
    await page.getByRole('button', { name: /^File 1 document to UPLOAD, Left/ }).click();
    await expect(files(page).getByText('Filed:')).toBeVisible();
    expect(await filed(page, patient)).toEqual(['Kept']);
    await openHydrated(page, '/documents');
    await expect(page.getByRole('region', { name: 'Unfiled' })).toHaveCount(0);
  },
);

test(
  'each invalid file has its own message, and the others are filed under any name',
  { tag: '@nightly' },
  async ({ page, browser }, testInfo) => {
    const patient = await patientOf(browser, 'Rejected');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    const chooser = page.getByLabel('Files to upload');
    const line = (name: string) => files(page).getByRole('listitem').filter({ hasText: name });
    const proxy = { status: 413, contentType: 'text/html', body: '<h1>413</h1>' };
    await page.route(UPLOADS, (route) => route.fulfill(proxy), { times: 1 });
    await chooser.setInputFiles([note('too-large.txt')]);
    await expect(line('too-large.txt')).toContainText('The file is too large. Split it');
    await chooser.setInputFiles([
      { ...note('empty.txt'), buffer: Buffer.alloc(0) },
      { ...note('report.pdf'), buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4]) },
      { ...note('run.exe'), buffer: Buffer.from('#!/bin/sh\n') },
    ]);
    await expect(page.getByRole('alert').getByText('empty.txt is empty. Choose another file.')).toBeVisible();
    await expect(
      page.getByRole('alert').getByText(/report\.pdf\W? is not a readable PDF file\. Save it again as PDF\./),
    ).toBeVisible();
    // Rejected by the server: a retry would be rejected as well.
    await expect(line('run.exe')).toContainText('Unsupported file type. Use PDF,');
    for (const name of ['run.exe', 'too-large.txt'])
      await expect(line(name).getByRole('button')).toHaveText(['Remove']);
    const changed = testInfo.outputPath('changed.txt');
    const unnoticed = testInfo.outputPath('unnoticed.txt');
    await writeFile(changed, 'As it was, long.');
    await writeFile(unnoticed, 'As it was chosen.');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      UPLOADS,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 3 },
    );
    await chooser.setInputFiles([
      note(`${'w'.repeat(251)}.txt`),
      note('مرحبا \u202Efdp.txt'),
      note('third.txt'),
    ]);
    await chooser.setInputFiles([changed, unnoticed]);
    await expect(line('changed.txt')).toContainText('Queued');
    await expect(line('مرحبا').locator('bdi').first()).toHaveText('مرحبا fdp.txt');
    // All checksums are computed by then.
    const confirm = (count: number) =>
      page.getByRole('button', { name: new RegExp(`^File ${count} documents to UPLOAD, Rejected`) });
    await expect(confirm(5)).toBeVisible();
    // The file on disk changes before its upload starts.
    await writeFile(changed, 'As it is now, and longer than it was.');
    // Browsers compare seconds.
    await utimes(changed, new Date(), new Date(Date.now() + 10_000));
    // Another file of the same length and time: browsers send it as if it were the chosen one.
    const { atime, mtime } = await stat(unnoticed);
    await writeFile(unnoticed, 'As it is now, ok.');
    await utimes(unnoticed, atime, mtime);
    release();
    await expect(line('changed.txt')).toContainText('was changed, moved or deleted after you chose it');
    await expect(line('unnoticed.txt')).toContainText('The file changed during the upload. Upload it again.');
    await page.getByRole('button', { name: '4 files failed' }).click();
    const remove = page.getByRole('button', { name: 'Remove too-large.txt' });
    await expect(remove).toBeFocused();
    await expect(remove).toHaveAccessibleDescription(/^The file is too large/);
    await expect(line('too-large.txt')).toBeInViewport({ ratio: 1 });
    await checkPage(page);
    await confirm(3).click();
    await expect(files(page).getByText('Filed:')).toHaveCount(3);
    expect(await filed(page, patient)).toEqual(['Third', `W${'w'.repeat(199)}`, 'مرحبا fdp']);
    // After reopening, the page asks only for the file that can still be uploaded.
    await openHydrated(page, `${patient.path}/documents`);
    const restored = page.getByText(/Draft from .* restored/);
    await expect(restored).toContainText(/Choose these files again: \W?unnoticed\.txt\W?\./);
    // In the server's page, so that nothing moves.
    const html = await (await page.request.get(`${url()}${patient.path}/documents`)).text();
    expect(html).toContain('Choose these files again');
  },
);

test(
  'rejected files stay in view above the accepted ones, and are read before anything is filed',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Stayed');
    await actAs(page, 'clinician');
    await page.setViewportSize({ width: 1280, height: 640 });
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    await page
      .getByLabel('Files to upload')
      .setInputFiles([
        { ...note('empty.pdf'), buffer: Buffer.alloc(0) },
        ...['one.txt', 'two.txt', 'three.txt', 'four.txt'].map(note),
        { ...note('evil.exe'), buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4]) },
      ]);
    const confirm = page.getByRole('button', { name: /^File 4 documents to UPLOAD, Stayed/ });
    await expect(confirm).toBeEnabled();
    // By then the focus would have moved.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
    await expect(page.getByText('empty.pdf is empty. Choose another file.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(/^evil\.exe: Unsupported file type\./)).toBeInViewport({
      ratio: 1,
    });
    await expect(confirm).not.toBeFocused();
    // Also on the next page of the chart.
    await page.getByLabel('Chart').getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL(/\/orders$/);
    await expect(page.getByText('empty.pdf is empty. Choose another file.')).toBeVisible();
    // Without a rejection the focus moves to the button.
    await page.getByLabel('Files to upload').setInputFiles([note('five.txt')]);
    await expect(page.getByRole('button', { name: /^File 5 documents to UPLOAD, Stayed/ })).toBeFocused();
    await expect(page.getByText(/^evil\.exe:/)).toHaveCount(0);
  },
);

test(
  'offline upload resumes automatically; a lost response files nothing twice; leaving asks first',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Offline');
    await actAs(page, 'clinician');
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    await page.context().setOffline(true);
    await page.getByLabel('Files to upload').setInputFiles([note('same.txt'), note('same.txt')]);
    await expect(files(page).getByText('Connection lost. Retrying.')).toHaveCount(2);
    expect(await asksBeforeLeaving(page)).toBe(true);
    // Navigation is blocked offline: the browser's error page would discard the uploads.
    const here = page.url();
    await page.getByRole('banner').getByRole('link', { name: 'Orders' }).click();
    const message = page.getByRole('region', { name: 'Latest action' });
    await expect(message).toContainText('You are offline.');
    expect(page.url()).toBe(here);
    const resumes = files(page).getByText('You are offline. The upload resumes when you are online.');
    await expect(resumes).toHaveCount(2, { timeout: 15_000 });
    await page.context().setOffline(false);
    // No longer true.
    await expect(message).toHaveCount(0);
    await expect(files(page).getByText('Uploaded, not filed')).toHaveCount(2);
    // The server files it, but the response is lost.
    let lost = 0;
    await page.route('**/api/trpc/uploads.fileUpload*', async (route) => {
      if (lost++ >= 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const confirm = page.getByRole('button', { name: /^File 2 documents to UPLOAD, Offline/ });
    await confirm.click();
    await expect(files(page).getByText('The server could not be reached.')).toHaveCount(2);
    // The rows may be out of view.
    await expect(
      page.getByRole('alert').filter({ hasText: '2 documents not filed. The server could not be reached.' }),
    ).toBeVisible();
    await confirm.click();
    await expect(files(page).getByText('Filed:')).toHaveCount(2);
    expect(await filed(page, patient)).toEqual(['Same', 'Same']);
    expect(await asksBeforeLeaving(page)).toBe(false);
  },
);

test(
  'session end stops uploads; the next user sees none of them, their owner does',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const patient = await patientOf(browser, 'Ended');
    const [owner, next] = [await newPerson(), await newPerson()];
    await enter(page, owner);
    await openHydrated(page, `${patient.path}/documents`);
    await armed(page);
    await page.getByLabel('Files to upload').setInputFiles(note('arrived.txt'));
    await expect(files(page).getByText('Uploaded, not filed')).toBeVisible();
    await page.route(
      UPLOADS,
      async (route) => {
        await statement(
          `UPDATE auth_sessions SET last_seen_at = now() - interval '1 day'
         WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
          [owner.email],
        );
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByLabel('Files to upload').setInputFiles(note('late.txt'));
    await page.waitForURL(/\/locked$/);
    await expect(page.getByText(/arrived|late\.txt|UPLOAD/)).toHaveCount(0);
    const look = async (person: Person) => {
      await signOut(page);
      await enter(page, person);
      await openHydrated(page, `${patient.path}/documents`);
      await armed(page);
      return files(page).getByRole('listitem');
    };
    await expect(await look(next)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^File \d/ })).toHaveCount(0);
    await expect(await look(owner)).toHaveText([/arrived\.txt/]);
    await page.getByRole('button', { name: /^File 1 document to UPLOAD, Ended/ }).click();
    await expect(files(page).getByText('Filed:')).toBeVisible();
    expect(await filed(page, patient)).toEqual(['Arrived']);
  },
);
