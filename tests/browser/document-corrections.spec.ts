import { checkPage } from './support/page-checks';
import { actAs, api, portal } from './support/page-session';
import { expect, test, url } from './support/portal';

test(
  'clinician moves a document to the right patient: both patients side by side, the reason in both charts',
  { tag: '@nightly' },
  async ({ page }) => {
    const make = (given: string) =>
      portal<{ id: string; mrn: string }>('clinician', 'patients.registerPatient', {
        name: { family: 'Movable', given: [given] },
        birth_date: '1950-01-02',
        sex: 'female',
        duplicate_reason: 'different_person',
      });
    const [wrong, right] = [await make('Wrong'), await make('Right')];
    const document = await api<{ id: string }>('/v1/documents', {
      patient_id: wrong.id,
      title: 'Letter of the ward',
      content: { data: Buffer.from(`letter ${wrong.id}`).toString('base64'), file_name: 'letter.txt' },
    });
    await actAs(page, 'clinician');
    await page.goto(`${url()}/patients/${wrong.id}/documents/${document.id}`);
    await page.getByRole('button', { name: 'Sign off' }).click();
    await expect(page.getByRole('button', { name: 'Withdraw sign-off' })).toBeVisible();
    await page.getByRole('link', { name: 'Move to another patient' }).click();
    await expect(page.getByRole('main').locator('dl').first()).toContainText('DocumentLetter');
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible();
    await expect(page.getByLabel('Find the patient')).toBeFocused();
    await page.getByLabel('Find the patient').fill(`Movable ${right.mrn}`);
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    await page.getByRole('link', { name: /^Choose Movable/ }).click();
    await expect(page.getByRole('main')).toContainText('MOVABLE, Wrong, born 02-Jan-1950');
    await expect(page.getByRole('main')).toContainText('MOVABLE, Right, born 02-Jan-1950');
    await checkPage(page);
    await expect(page.getByRole('main')).toContainText('Its sign-off stays in this chart.');
    await page.getByLabel('Reason').fill('Scanned into the wrong chart.');
    await page.getByRole('button', { name: 'Move to MOVABLE, Right' }).click();
    await page.waitForURL(new RegExp(`${right.id}/documents/doc_`));
    await expect(page.locator('[data-patient]')).toHaveAttribute('data-patient', right.id);
    await expect(page.getByRole('main')).toContainText(/Moved\. ?From another patient on \d\d-/);
    await expect(page.getByRole('main')).toContainText('Reason: “Scanned into the wrong chart.”');
    await checkPage(page);

    await page.getByRole('button', { name: 'Mark as entered in error' }).click();
    await expect(page.getByRole('dialog')).toContainText('MOVABLE, Right');
    const mark = async () => {
      await page.getByLabel('Reason').fill('Not hers either.');
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as entered in error' }).click();
      await expect(page.getByText('This file can no longer be opened.')).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Not hers either.');
    };
    await mark();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      'Undone. Letter of the ward is valid again.',
    );
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Restored by');
    await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
    await page.getByRole('button', { name: 'Mark as entered in error' }).click();
    await mark();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByText('Not hers either.').first()).toBeInViewport();
    await expect(page.locator('iframe')).toHaveCount(0);

    await page.goto(`${url()}/patients/${wrong.id}/documents/${document.id}`);
    await expect(page.getByRole('main')).toContainText('Moved to another patient');
    await expect(page.getByText('The file opens in the other chart only.')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Move to another patient' })).toHaveCount(0);
    await checkPage(page);
    // As by Back.
    await page.goto(`${url()}/patients/${wrong.id}/documents/${document.id}/move`);
    await expect(page.getByText('This document was moved to another patient.')).toBeVisible();
    await page.getByRole('link', { name: 'Open in that chart' }).click();
    await page.waitForURL(new RegExp(`${right.id}/documents/doc_`));
  },
);

test(
  'clinician corrects type, title and date of a filed document, and the page shows the history',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: 'Correctable', given: ['Cora'] },
      birth_date: '1950-01-02',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    const document = await api<{ id: string }>('/v1/documents', {
      patient_id: patient.id,
      title: 'Scan 0012',
      content: { data: Buffer.from(`scan ${patient.id}`).toString('base64'), file_name: 'scan.txt' },
    });
    await actAs(page, 'clinician');
    await page.goto(`${url()}/patients/${patient.id}/documents/${document.id}`);
    await page.getByRole('button', { name: 'Correct details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct details' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    const future = dialog.getByText('Document date cannot be in the future.');
    await dialog.getByLabel('Document date', { exact: false }).first().fill('31-Dec-2999');
    await dialog.getByLabel('Reason').focus();
    await expect(future).toBeVisible();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(future).toHaveCount(2);

    await dialog.getByLabel('Title').fill('');
    await dialog.getByLabel('Document date', { exact: false }).first().fill('31-Feb-2026');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Fix 2 fields to continue.');
    await expect(dialog.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await checkPage(page);

    await dialog.getByLabel('Title').fill('Letter of the ward');
    await dialog.getByLabel('Type').selectOption('Discharge summary');
    await dialog.getByLabel('Document date', { exact: false }).first().fill('2 Oct 2026');
    await dialog.getByLabel('Reason').fill('Filed in a hurry.');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Letter of the ward');
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Details corrected.');
    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText('Type: from Other → to Discharge summary');
    await expect(history).toContainText('Document date: from none → to 02-Oct-2026');
    await expect(history).toContainText('Reason: “Filed in a hurry.”');
    await expect(history).toContainText(/Corrected by .+, \d\d-\w{3}-\d{4} \d\d:\d\d/);
    await checkPage(page);

    // Another user corrects it while the dialog is open.
    await page.getByRole('button', { name: 'Correct details' }).click();
    await portal('clinician', 'documents.updateDocument', {
      id: document.id,
      title: 'Of a colleague',
    });
    await dialog.getByLabel('Type').selectOption('Referral');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Another user changed this document.');
    await expect(dialog.getByRole('alert')).toContainText('Letter of the ward → to Of a colleague');
    await expect(dialog.getByLabel('Title')).toHaveValue('Of a colleague');
    await expect(dialog.getByLabel('Type')).toHaveValue('referral');
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of a colleague');
    await expect(history).toContainText('Type: from Discharge summary → to Referral');
    await page.getByRole('region', { name: 'Latest action' }).getByRole('button', { name: 'Undo' }).click();
    await expect(history).toContainText('Type: from Referral → to Discharge summary');
  },
);

test(
  'clinician signs off a document with undo, finds the unsigned ones, and withdraws with a reason',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: 'Signable', given: ['Sam'] },
      birth_date: '1950-01-02',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    const file = (title: string) =>
      api<{ id: string }>('/v1/documents', {
        patient_id: patient.id,
        title,
        content: { data: Buffer.from(`${title} ${patient.id}`).toString('base64'), file_name: 'a.txt' },
      });
    await file('Other letter');
    const document = await file('Ward letter');
    const list = `${url()}/patients/${patient.id}/documents`;
    await actAs(page, 'clinician');
    await page.goto(`${list}/${document.id}`);
    const toast = page.getByRole('region', { name: 'Latest action' });
    await page.getByRole('button', { name: 'Sign off' }).click();
    await expect(toast).toContainText(/Signed off .+\./);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toast).toContainText('is not signed off.');
    await page.getByRole('button', { name: 'Sign off', exact: true }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText(/^Signed off by .+, \d\d-\w{3}-\d{4} \d\d:\d\d$/)).toHaveCount(2);
    await expect(history).toContainText('Sign-off withdrawn by');
    await checkPage(page);

    await page.goto(list);
    await expect(page.getByRole('row', { name: /Ward letter/ })).toContainText(/Signed off \d\d-\w{3}-\d{4}/);
    await page.getByLabel('Sign-off').selectOption('Not signed off');
    await expect(page.getByText('1 shown, 1 hidden by filter: Not signed off')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Other letter' })).toBeVisible();
    await page.goto(`${url()}/documents?sign_off=signed`);
    await expect(page.getByRole('row', { name: /Ward letter/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Other letter/ })).toHaveCount(0);
    await checkPage(page);
    await page.getByRole('link', { name: 'Ward letter' }).click();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(`${url()}/documents?sign_off=signed`);

    // A page that was opened before shows who was first.
    await page.goto(`${list}/${document.id}`);
    await page.getByRole('button', { name: 'Withdraw sign-off' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Wrong letter.');
    await page.keyboard.press('Control+Enter');
    await expect(history).toContainText('Reason: “Wrong letter.”');
    await expect(page.getByRole('button', { name: 'Sign off', exact: true })).toBeVisible();
    await portal('admin', 'documents.signOffDocument', { id: document.id });
    await page.getByRole('button', { name: 'Sign off', exact: true }).click();
    // It stays after the page has reloaded without the button.
    await expect(page.getByRole('button', { name: 'Sign off', exact: true })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      /Already signed by .+ on \d\d-\w{3}-\d{4} at \d\d:\d\d\./,
    );
  },
);
