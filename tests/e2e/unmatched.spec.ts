import { checkPage } from './support/page-checks';
import { actAs, newPatient, open } from './support/page-session';
import { admin, expect, signIn, test, url } from './support/portal';

/** A report comes in that fits nobody for certain, and somebody says whose it is. */

async function send(...lines: string[]): Promise<void> {
  const { key } = await admin(
    ...[
      'lab-connection',
      'create',
      '--org',
      'demo',
      '--transport',
      'https',
      '--name',
      `Laboratory ${Date.now()}`,
    ],
  );
  const answer = await fetch(`${url()}/ingest/hl7v2`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key as string}`, 'Content-Type': 'application/hl7-v2+er7' },
    body: lines.map((line) => `${line}\r`).join(''),
  });
  expect(answer.status).toBe(200);
}

test('a clinician sees what differs, says why it is this patient, and the result is in the chart', async ({
  page,
}) => {
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|${Date.now()}|P|2.5.1`,
    'PID|1||||Lindqvist^Bjorn||19711103|M',
    'OBR|1||UNM-1|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
    'OBX|1|NM|ZINC^Zinc^L||11.9|umol/L|||||F',
  );
  await signIn(page, 'clinician');
  const row = page.getByRole('link', { name: 'Lindqvist, Bjorn' });
  await expect(async () => {
    await page.goto(`${url()}/unmatched`);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.click();
  await expect(page.getByRole('cell', { name: '11.9 umol/L' })).toBeVisible();
  const candidate = page.getByRole('article', { name: /Lindqvist/ });
  // The name is the same without its accent; the birth date is another one, and marked as a whole.
  await expect(candidate.locator('mark')).toHaveText('03-Nov-1971');
  await candidate.getByRole('button', { name: /File the report/ }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.getByRole('button', { name: 'File here' });
  await expect(file).toBeDisabled();
  await dialog.getByLabel(/Why it is this patient/).fill('Called the laboratory.');
  await file.click();
  await expect(page).toHaveURL(/\/unmatched$/);
  await expect(row).toHaveCount(0);
  await page.getByRole('searchbox').first().fill('Lindqvist');
  await page.keyboard.press('Enter');
  // The only one of that name: the chart opens.
  await page.waitForURL(/\/patients\/pat_/);
  await expect(page.getByText('Zinc').first()).toBeVisible();
});

test('by keys a report is filed, and by hand moved to the patient who was looked up; the old address says so', async ({
  page,
}) => {
  const family = 'Movedova';
  const right = await newPatient(family, 'Renata');
  const sent = 'Lindquist';
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|M${Date.now()}|P|2.5.1`,
    `PID|1||||${sent}^Bjorn||19711103|M`,
    'OBR|1||UNM-2|CU^Copper^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
    'OBX|1|NM|CU^Copper^L||14.5|umol/L|||||F',
  );
  await actAs(page, 'clinician');
  const row = page.getByRole('link', { name: `${sent}, Bjorn` });
  await expect(async () => {
    await open(page, '/unmatched');
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('Single-letter keys').or(page.locator('kbd').first())).toBeVisible();
  await row.focus();
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/\/unmatched\/rpt_/);
  await page.getByLabel('Look up another patient').fill('Lindqvist');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Found for “Lindqvist”' })).toBeVisible();
  await expect(page.locator('[data-key-row]').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: /^File the report at .*Lindqvist/ })).toBeFocused();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Why it is this patient/).fill('Looks like him.');
  await dialog.getByRole('button', { name: 'File here' }).click();
  await expect(page).toHaveURL(/\/unmatched$/);

  await open(page, '/patients?q=Lindqvist');
  await page
    .getByRole('link', { name: /Lindqvist/i })
    .first()
    .click();
  await page.getByRole('link', { name: 'Results' }).first().click();
  await page.waitForURL(/\/results$/);
  await page.getByRole('link', { name: /Copper/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Copper' })).toBeVisible();
  const before = page.url();
  const colleague = await page.context().newPage();
  await open(colleague, new URL(before).pathname);
  await page.getByRole('link', { name: 'Move this report to another patient' }).click();
  await expect(page.getByRole('heading', { name: 'Whom the laboratory named' })).toBeVisible();
  await page.getByLabel('Look up another patient').fill(family);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Move the report to Renata ${family}` }).click();
  // Both people stand beside each other.
  await expect(dialog).toContainText(/It leaves\s*Lindqvist/);
  await expect(dialog).toContainText(`It goes to${family}, Renata`);
  const move = dialog.getByRole('button', { name: 'Move the report' });
  await expect(move).toBeDisabled();
  await dialog.getByLabel('Why it belongs to this patient').fill('Two tubes were exchanged.');
  await checkPage(page);
  await move.click();
  await expect(page).toHaveURL(new RegExp(`/patients/${right.id}/results/res_`));
  await expect(page.getByText('moved the report here from another patient')).toBeVisible();
  // Whoever still has it open cannot sign it, and sees what became of it.
  await colleague.getByRole('button', { name: 'Sign', exact: true }).click();
  await colleague.getByRole('button', { name: 'Show the newest state' }).click();
  await expect(colleague.getByText('This report was filed here by mistake')).toBeVisible();
  await expect(colleague.getByText('14.5')).toHaveCount(0);
  await colleague.close();
  await open(page, new URL(before).pathname);
  await expect(page.getByText('14.5')).toHaveCount(0);
  // Where it waited to be signed as well.
  await open(page, `/inbox/${before.split('/').at(-1)}`);
  await expect(page.getByText('This report was filed at the wrong patient by mistake')).toBeVisible();
  await expect(page.getByText('14.5')).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the report where it belongs' }).click();
  await expect(page).toHaveURL(new RegExp(`/patients/${right.id}/results/res_`));
});

test('a patient who has no record is made from what the laboratory sent, and the report comes back', async ({
  page,
}) => {
  const family = `Newcome${Date.now().toString(36).replace(/\d/g, 'q')}`;
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|N${Date.now()}|P|2.5.1`,
    `PID|1||||${family}^Nadia||19880812|F|||||+44 1904 496000`,
    'OBR|1||UNM-3|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
    'OBX|1|NM|ZINC^Zinc^L||12.5|umol/L|||||F',
  );
  await actAs(page, 'clinician');
  const row = page.getByRole('link', { name: `${family}, Nadia` });
  await expect(async () => {
    await open(page, '/unmatched');
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.click();
  await page.getByRole('link', { name: 'New patient from this report' }).click();
  await expect(page.getByLabel('Family name')).toHaveValue(family);
  await expect(page.getByLabel('Birth date', { exact: true })).toHaveValue('12-Aug-1988');
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+44 1904 496000');
  await checkPage(page);
  await page.getByRole('button', { name: 'Create patient' }).click();
  await page.waitForURL(/\/unmatched\/rpt_/);
  await page.getByRole('button', { name: `File the report at Nadia ${family}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'File here' }).click();
  await expect(page).toHaveURL(/\/unmatched$/);
  await expect(row).toHaveCount(0);
});

test('a viewer is told that this is not for them', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto(`${url()}/unmatched`);
  await expect(page.getByText('Your role does not allow you to match results.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unmatched' })).toHaveCount(0);
});
