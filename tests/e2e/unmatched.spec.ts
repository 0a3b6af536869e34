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
  await page
    .getByRole('link', { name: /Lindqvist/i })
    .first()
    .click();
  await expect(page.getByText('Zinc').first()).toBeVisible();
});

test('a viewer is told that this is not for them', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto(`${url()}/unmatched`);
  await expect(page.getByText('Your role does not allow you to match results.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unmatched' })).toHaveCount(0);
});
