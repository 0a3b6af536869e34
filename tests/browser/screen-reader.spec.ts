import type { Locator, Page } from '@playwright/test';
import { actAs, demoRecords, open } from './support/page-session';
import { expect, test } from './support/portal';
import { spoken } from './support/screen-reader';

/** The announcement of frequent rows in reading order (P-08): severity first, every mark included. */

const records = demoRecords();
const chart = () => `/patients/${records().ids.patientId}`;

/** Without group boundaries and the options of a field; times are replaced by words. */
async function said(part: Locator): Promise<string[]> {
  return (await spoken(part))
    .filter((phrase) => !/^(end of|row,|link,|option|paragraph|code|listitem)/.test(phrase))
    .map((phrase) =>
      phrase
        .replace(/\d\d-\w{3}-20\d\d \d\d:\d\d(:\d\d)?/g, 'MOMENT')
        .replace(/^\d\d-\w{3}-20\d\d$/, 'DAY')
        .replace(/^\d\d:\d\d$/, 'CLOCK')
        .replace(/\b\d{11}\b/g, 'NUMBER')
        .replace(/^\d+y$/, 'AGE')
        .replace(/^\d+[mhd] ago$/, 'AGO')
        .replace(/^(less than a minute|\d+ (minute|hour|day)s?)$/, 'SINCE')
        .replace(/\b\d+ ms/g, 'SOME ms'),
    );
}

const rowOf = (page: Page, test: RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: test }) });

test('line of a report and of the flow sheet is spoken completely', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, `${chart()}/results/${records().ids.resultId}`);
  expect(await said(rowOf(page, /^Potassium/))).toEqual([
    'cell, Critical high',
    'Critical high',
    'rowheader, Potassium',
    'cell, 6.9mmol/L Critical high',
    '6.9',
    'mmol/L',
    'Critical high',
    'cell, 3.5-5.0',
    '3.5-5.0',
    'cell, 4.6 (+2.3) MOMENT',
    '4.6',
    '(',
    '+2.3',
    ')',
    'DAY',
    'CLOCK',
    'cell, Potassium, last 3 values over time',
    'Potassium, last 3 values over time',
  ]);
  await open(page, `${chart()}/results/flow`);
  const cells = await said(rowOf(page, /^Potassium/));
  expect(cells.slice(0, 4)).toEqual(['rowheader, Potassium, mmol/L 3.5-5.0', ',', 'mmol/L', '3.5-5.0']);
  expect(cells.slice(-4)).toEqual(['cell, Critical high 6.9 mmol/L', 'Critical high', '6.9', 'mmol/L']);
});

test(
  'line of the inbox and of uploaded files is spoken completely',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    expect(await said(page.locator('.inbox-row', { hasText: 'OKAFOR' }).first())).toEqual([
      'Critical high',
      'OKAFOR, Adaeze Ruth',
      'AGE',
      'Female',
      'time, Unsigned since MOMENT',
      'SINCE',
      'Potassium',
      '6.9 mmol/L',
      'Critical high',
      ', up from',
      '4.6',
      '·',
      'Glucose',
      '188 mg/dL',
      'High',
      ', up from',
      '156',
      '·',
      'BUN',
      '34 mg/dL',
      'High',
      ', up from',
      '19',
      '·',
      'Basic metabolic panel',
    ]);
    await open(page, `${chart()}/documents`);
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'spoken.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Invented example, read aloud.'),
      });
    const line = page.getByRole('list', { name: 'Files' }).getByRole('listitem').first();
    await expect(line).toContainText('Uploaded, not filed');
    expect(await said(line)).toEqual([
      'spoken.txt',
      'Plain text · 29 bytes · Uploaded, not filed',
      'button, Open spoken.txt in a new tab',
      'Open',
      'button, Remove spoken.txt',
      'Remove',
      'Type (suggested)',
      'combobox, Type (suggested), clinical_note, has popup listbox, not expanded',
      'Title',
      'textbox, Title, Spoken',
      'Document date',
      'textbox, Document date',
      'button, Choose date: Document date',
    ]);
    await line.getByRole('button', { name: 'Remove spoken.txt' }).click();
    await expect(line).toHaveCount(0);
  },
);

test('a repeated announcement is spoken again', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, chart());
  const region = page.locator('[aria-live=polite].sr-only');
  const announce = () =>
    page.evaluate(() =>
      window.dispatchEvent(new CustomEvent('portal:announce', { detail: 'Settings saved.' })),
    );
  await expect(async () => {
    await announce();
    await expect(region).toHaveText('Settings saved.', { timeout: 500 });
  }).toPass();
  const first = await region.locator('span').elementHandle();
  await announce();
  // Screen readers announce an added element, not unchanged text.
  await expect.poll(() => first!.evaluate((element) => element.isConnected)).toBe(false);
  await expect(region).toHaveText('Settings saved.');
});

test('webhook delivery is spoken completely', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  await open(page, `/admin/webhooks/${records().ids.webhookId}`);
  const delivery = page.getByRole('main').getByRole('table').getByRole('row').nth(1);
  await expect(delivery).toContainText('Failed');
  expect(await said(delivery)).toEqual([
    'rowheader, webhook.test',
    'webhook.test',
    'cell, Failed',
    'cell, MOMENT',
    'cell, 1',
    'cell, The connection was refused MOMENT, SOME ms',
    'The connection was refused',
    'MOMENT',
    ',',
    expect.stringMatching(/^\d+$/),
    'ms',
    'cell, Resend',
    'button, Resend webhook.test',
    'Resend',
  ]);
});
