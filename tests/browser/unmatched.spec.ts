import type { Locator } from '@playwright/test';
import { hydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api, htmlFor, newPatient, open, portal } from './support/page-session';
import { admin, expect, signIn, test, url } from './support/portal';

/** A report arrives that cannot be matched with certainty, and a user matches it. */

type Send = (...lines: string[]) => Promise<void>;

async function laboratory(): Promise<Send> {
  const { key } = await admin(
    'lab-connection',
    'create',
    '--org',
    'demo',
    '--transport',
    'https',
    '--name',
    `Laboratory ${Date.now()}`,
  );
  return async (...lines) => {
    const answer = await fetch(`${url()}/ingest/hl7v2`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key as string}`, 'Content-Type': 'application/hl7-v2+er7' },
      body: lines.map((line) => `${line}\r`).join(''),
    });
    expect(answer.status).toBe(200);
  };
}

const send: Send = async (...lines) => (await laboratory())(...lines);

/** Of the first lines of its cells, each measured by an empty inline block, whose bottom is on the baseline. */
const baselines = (row: Locator): Promise<number[]> =>
  row.evaluate((cells) => {
    const found = [...cells.querySelectorAll('th, td')].map((cell) => {
      let first: Element = cell;
      while (first.firstElementChild && first.firstChild === first.firstElementChild)
        first = first.firstElementChild;
      const probe = document.createElement('span');
      probe.style.display = 'inline-block';
      first.prepend(probe);
      const { bottom } = probe.getBoundingClientRect();
      probe.remove();
      return Math.round(bottom);
    });
    return [...new Set(found)];
  });

test('clinician compares an unmatched report, gives a reason, and files it in the chart', async ({
  page,
}) => {
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|${Date.now()}|P|2.5.1`,
    'PID|1||||Lindqvist^Bjorn||19711103|M',
    'OBR|1||UNM-1|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
    'OBX|1|NM|ZINC^Zinc^L||11.9|umol/L||LL|||F',
  );
  await signIn(page, 'clinician');
  const row = page.getByRole('link', { name: 'Lindqvist, Bjorn' });
  await expect(async () => {
    await page.goto(`${url()}/unmatched`);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('row', { name: /Lindqvist/i })).toContainText('Zinc 11.9 µmol/L LL');
  expect(await baselines(page.getByRole('row', { name: /Lindqvist/i }))).toHaveLength(1);
  await page.goto(`${url()}/today`);
  const alert = page.getByRole('region', { name: 'Unmatched critical result' });
  await expect(alert).toContainText('Zinc 11.9 µmol/L LL');
  await alert.getByRole('link', { name: 'Match now' }).click();
  await expect(page.getByRole('heading', { name: 'Report for Lindqvist, Bjorn' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '11.9 µmol/L' })).toBeVisible();
  const candidate = page.getByRole('article', { name: /Lindqvist/i });
  // The name differs only by its accent; the birth date differs and is marked as a whole.
  await expect(candidate.locator('mark')).toHaveText('03-Nov-1971');
  await candidate.getByRole('button', { name: /File here/ }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.getByRole('button', { name: 'File report' });
  await expect(file).toBeDisabled();
  await expect(dialog.getByRole('row', { name: 'Birth date' })).toContainText('03-Nov-1971');
  await dialog.getByLabel(/Reason for filing/).fill('Called the laboratory.');
  await file.click();
  await expect(page).toHaveURL(/\/unmatched$/);
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
    /^Report filed to LINDQVIST, Bj[oö]rn/,
  );
  await expect(row).toHaveCount(0);
  // Back on its page, nothing is left to decide.
  await page.goBack();
  await expect(
    page.getByText(/^Filed to LINDQVIST, Bj[oö]rn on .* by .*Called the laboratory\./),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Open in chart' })).toBeVisible();
  await expect(page.getByRole('button', { name: /File here|Set aside|Reject/ })).toHaveCount(0);
  await page.getByRole('searchbox').first().fill('Lindqvist');
  await page.keyboard.press('Enter');
  // The only match, so the chart opens.
  await page.waitForURL(/\/patients\/pat_/);
  await expect(page.getByText('Zinc').first()).toBeVisible();
});

test('partially matching given name is marked "partial match"', { tag: '@nightly' }, async ({ page }) => {
  const family = 'Partova';
  await api('/v1/patients', {
    name: { family, given: ['Adaeze', 'Ruth'] },
    birth_date: '1958-03-12',
    sex: 'female',
  });
  const id = `P${Date.now()}`;
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|${id}|P|2.5.1`,
    `PID|1||||${family}^Adaeze||19590312|F`,
    `OBR|1||${id}|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F`,
    'OBX|1|NM|ZINC^Zinc^L||11.9|umol/L|||||F',
  );
  await actAs(page, 'clinician');
  const row = page.getByRole('link', { name: `${family}, Adaeze` });
  await expect(async () => {
    await page.goto(`${url()}/unmatched`);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await row.click();
  const candidate = page.getByRole('article', { name: new RegExp(family, 'i') });
  const line = (label: string) => candidate.locator('dl > div').filter({ hasText: label });
  await expect(line('Given name')).toHaveText(
    /^Given nameAdaeze Ruthpartial match; Laboratory \d+ sent: Adaeze$/,
  );
  await expect(line('Family name')).toHaveText(`Family name${family} same`);
});

test(
  'placeholder instead of a name is shown as sent, not as missing',
  { tag: '@nightly' },
  async ({ page }) => {
    const family = 'Placeholdova';
    await api('/v1/patients', {
      name: { family, given: ['Ottilie'] },
      birth_date: '1947-07-19',
      sex: 'female',
    });
    const id = `U${Date.now()}`;
    await send(
      `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|${id}|P|2.5.1`,
      'PID|1||||Unknown^Ottilie||19470719|F',
      `OBR|1||${id}|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F`,
      'OBX|1|NM|ZINC^Zinc^L||11.9|umol/L|||||F',
    );
    await actAs(page, 'clinician');
    const row = page.getByRole('link', { name: 'Unknown, Ottilie' });
    await expect(async () => {
      await page.goto(`${url()}/unmatched`);
      await expect(row).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await row.click();
    const candidate = page.getByRole('article', { name: new RegExp(family, 'i') });
    await expect(candidate.locator('dl > div').filter({ hasText: 'Family name' })).toHaveText(
      new RegExp(`^Family name${family}not compared; Laboratory \\d+ sent: Unknown$`),
    );
  },
);

test(
  'report is filed by keyboard, then moved to a searched patient; the old address shows the move',
  { tag: '@nightly' },
  async ({ page }) => {
    const family = 'Movedova';
    const right = await newPatient(family, 'Renata');
    const sent = 'Lindquist';
    await send(
      `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|M${Date.now()}|P|2.5.1`,
      `PID|1||||${sent}^Bjorn||19711103|M`,
      'OBR|1||UNM-2|CU^Copper^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
      'OBX|1|NM|CU^Copper^L||14.5|umol/L|||||F',
    );
    await send(
      `MSH|^~\\&|LIS|LAB|||20261101093100+0000||ORU^R01|N${Date.now()}|P|2.5.1`,
      'PID|1||||Nextqvist^Nora||19650412|F',
      'OBR|1||UNM-2B|CU^Copper^L|||20261101080000+0000|||||||||||||||20261101093100+0000|||F',
      'OBX|1|NM|CU^Copper^L||15.5|umol/L|||||F',
    );
    await actAs(page, 'clinician');
    const row = page.getByRole('link', { name: `${sent}, Bjorn` });
    const following = page.getByRole('link', { name: 'Nextqvist, Nora' });
    await expect(async () => {
      await open(page, '/unmatched');
      await expect(row).toBeVisible({ timeout: 1_000 });
      await expect(following).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText('Shortcuts are off.').or(page.locator('kbd').first())).toBeVisible();
    await row.focus();
    await page.keyboard.press('m');
    await expect(page).toHaveURL(/\/unmatched\/rpt_/);
    await page.getByLabel('Find another patient', { exact: true }).fill('Lindqvist');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Results for “Lindqvist”' })).toBeVisible();
    await expect(page.locator('[data-key-row]').first()).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('button', { name: /^File here, to LINDQVIST/ })).toBeFocused();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Reason for filing/).fill('Looks like him.');
    await dialog.getByRole('button', { name: 'File report' }).click();
    await expect(page).toHaveURL(/\/unmatched$/);
    await expect(following).toBeFocused();

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
    await expect(page.getByRole('heading', { name: 'Patient as sent by the laboratory' })).toBeVisible();
    await page.getByLabel('Find a patient', { exact: true }).fill(family);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Move here, to ${family}, Renata` }).click();
    await expect(dialog).toContainText(/From\s*LINDQVIST/);
    await expect(dialog).toContainText(`To${family.toUpperCase()}, Renata`);
    const move = dialog.getByRole('button', { name: 'Move report' });
    await expect(move).toBeDisabled();
    await dialog.getByLabel('Reason').fill('Two tubes were exchanged.');
    await checkPage(page);
    await move.click();
    await expect(page).toHaveURL(new RegExp(`/patients/${right.id}/results/res_`));
    await expect(page.getByText('moved the report here from another patient')).toBeVisible();
    // A user who still has it open cannot sign it, and sees its new state.
    await colleague.getByRole('button', { name: 'Sign', exact: true }).click();
    await colleague.locator('.sign-panel').getByRole('button', { name: 'Show newest version' }).click();
    await expect(colleague.getByText('This report was filed to the wrong patient.')).toBeVisible();
    await expect(colleague.getByText('14.5')).toHaveCount(0);
    await colleague.close();
    await open(page, new URL(before).pathname);
    await expect(page.getByText('14.5')).toHaveCount(0);
    await open(page, `${new URL(before).pathname}/move`);
    await expect(page.getByText('This report was filed to the wrong patient.')).toBeVisible();
    // Also where it was unsigned.
    await open(page, `/inbox/${before.split('/').at(-1)}`);
    await expect(page.getByText('This report was filed to the wrong patient.')).toBeVisible();
    await expect(page.getByText('14.5')).toHaveCount(0);
    await page.getByRole('link', { name: 'Open in the correct chart' }).click();
    await expect(page).toHaveURL(new RegExp(`/patients/${right.id}/results/res_`));
  },
);

test(
  'patient without a record is created from the received data, and the report can be filed',
  { tag: '@nightly' },
  async ({ page }) => {
    const family = `Newcome${Date.now().toString(36).replace(/\d/g, 'q')}`;
    await send(
      `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|N${Date.now()}|P|2.5.1`,
      `PID|1||||${family}^Nadia||198808|F|||12 Mill Lane^^York^^YO1 7HH^GBR||+44 1904 496000`,
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
    await expect(page.getByLabel('Find a patient', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'New patient', exact: true }).click();
    await expect(page.getByLabel('Family name')).toHaveValue(family);
    const born = page.getByLabel('Birth date', { exact: true });
    await expect(page.getByText(/^Laboratory \d+ sent: Aug-1988$/)).toBeVisible();
    await born.fill('12-Sep-1988');
    await expect(page.getByText('Differs from the sent birth date.')).toBeVisible();
    await born.fill('12-Aug-1988');
    await expect(page.getByText('Differs from the sent birth date')).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+44 1904 496000');
    await expect(page.getByLabel('Street and number')).toHaveValue('12 Mill Lane');
    await expect(page.getByLabel('Country code')).toHaveValue('GB');
    await checkPage(page);
    await page.getByRole('button', { name: 'Create patient' }).click();
    await page.waitForURL(/\/unmatched\/rpt_/);
    await page.getByRole('button', { name: `File here, to ${family}, Nadia` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'File report' }).click();
    await expect(page).toHaveURL(/\/unmatched$/);
    await expect(row).toHaveCount(0);
    // A patient is created for a report that is moved, too.
    await page.getByRole('link', { name: 'Open in chart' }).click();
    await page.getByRole('link', { name: 'Move this report to another patient' }).click();
    await page.getByRole('link', { name: 'New patient', exact: true }).click();
    await expect(page.getByLabel('Family name')).toHaveValue(family);
    await expect(page.getByText('Then move')).toBeVisible();
  },
);

/** Other sizes, with figures: `LONG_LINES=30000` (docs/performance-history.md). */
const LONG = Number(process.env.LONG_LINES ?? 1_500);

test(
  'long report is paged, filed, and shown with its first and flagged lines until all are requested',
  { tag: '@nightly' },
  async ({ page }) => {
    test.setTimeout(LONG * 20 + 60_000);
    const family = 'Longova';
    await newPatient(family, 'Lena');
    const last = LONG - 1;
    const lines = Array.from({ length: LONG }, (_, at) =>
      at === last
        ? `OBX|${at}|NM|T${at}^Test ${at}^L||${at}.5|mmol/L|3.5 - 5.1|HH|||F`
        : `OBX|${at}|NM|T${at}^Test ${at}^L||${at}|mg/dL|||||F`,
    );
    await send(
      `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|L${Date.now()}|P|2.5.1`,
      'PID|1||||Longowa^Lena||19711103|M',
      'OBR|1||UNM-LONG|PROF^Long profile^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
      ...lines,
    );
    await actAs(page, 'clinician');
    const row = page.getByRole('link', { name: 'Longowa, Lena' });
    await expect(async () => {
      await open(page, '/unmatched');
      await expect(row).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await row.click();
    const counted = new Intl.NumberFormat('en-US').format;
    await expect(page.getByText(`Lines 1 to 500 of ${counted(LONG)}.`)).toBeVisible();
    await page.getByRole('link', { name: 'Next lines' }).click();
    await expect(page.getByRole('cell', { name: /^500 mg\/dL/ })).toBeVisible();
    await expect(page.getByRole('cell', { name: /^499 mg\/dL/ })).toHaveCount(0);
    await checkPage(page);
    const reportId = new URL(page.url()).pathname;
    await open(page, `${reportId}?q=${family}`);
    await page.getByRole('button', { name: `File here, to ${family}, Lena` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Reason for filing/).fill('The name is spelled otherwise.');
    await dialog.getByRole('button', { name: 'File report' }).click();
    await expect(page).toHaveURL(/\/unmatched$/, { timeout: LONG * 10 + 10_000 });

    await open(page, `/patients?q=${family}`);
    await page
      .getByRole('link', { name: new RegExp(family, 'i') })
      .first()
      .click();
    await page.getByRole('link', { name: 'Results' }).first().click();
    await page.waitForURL(/\/results$/);
    await page.getByRole('link', { name: /Long profile/ }).click();
    await expect(page.getByText(`501 of ${counted(LONG)} results shown.`).first()).toBeVisible();
    const rows = page.locator('.result-row');
    await expect(rows).toHaveCount(501);
    await expect(page.getByRole('rowheader', { name: `Test ${last}` })).toBeVisible();
    const path = new URL(page.url()).pathname;
    if (LONG > 1_500)
      for (const address of [path, `${path}?lines=all`, `/inbox/${path.split('/').at(-1)}`]) {
        const began = performance.now();
        const html = await htmlFor('clinician', address);
        console.log(address, Math.round(performance.now() - began), 'ms', html.length, 'characters');
      }
    else {
      await page
        .getByRole('link', { name: `Show all ${counted(LONG)} results` })
        .first()
        .click();
      await expect(rows).toHaveCount(LONG);
    }
    await open(page, `/inbox/${path.split('/').at(-1)}`);
    await expect(rows).toHaveCount(501);
  },
);

test('report that was set aside or rejected is returned', { tag: '@nightly' }, async ({ page }) => {
  const id = `R${Date.now()}`;
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|${id}|P|2.5.1`,
    'PID|1||||Zuruck^Gerda||19600312|F',
    `OBR|1||${id}|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F`,
    'OBX|1|NM|ZINC^Zinc^L||11.9|umol/L|||||F',
  );
  await actAs(page, 'clinician');
  const row = page.getByRole('link', { name: 'Zuruck, Gerda' });
  await expect(async () => {
    await page.goto(`${url()}/unmatched`);
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // Before, the click would load the page as a whole, and the list would not know the next record.
  await hydrated(page);
  const names = await page.locator('[data-key-row] a').allInnerTexts();
  const place = names.indexOf(await row.innerText());
  const hasNext = place < names.length - 1;
  await row.click();
  const question = page.getByRole('dialog');
  const done = page.getByRole('region', { name: 'Latest action' });
  await page.getByRole('button', { name: 'Set aside' }).click();
  await expect(question.getByRole('heading')).toHaveText('Set report for ZURUCK, Gerda aside?');
  await question.getByRole('button', { name: 'Set aside' }).click();
  await expect(page).toHaveURL(/\/unmatched$/);
  await expect(row).toHaveCount(0);
  await expect(done).toContainText('Report for ZURUCK, Gerda set aside.');
  await expect(
    hasNext
      ? page.locator('[data-key-row] a').nth(place)
      : page.getByRole('heading', { level: 1, name: 'Unmatched' }),
  ).toBeFocused();
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/\/unmatched\/rpt_/);
  await expect(page.getByRole('button', { name: 'Set aside' })).toBeVisible();
  await page.getByRole('button', { name: 'Set aside' }).click();
  await question.getByRole('button', { name: 'Set aside' }).click();
  // The list of open reports may still show it until it is read again.
  await expect(page).toHaveURL(/\/unmatched$/);
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: /^Set aside/ }).click();
  await expect(page).toHaveURL(/\?view=parked$/);
  await row.click();
  await expect(page.getByText(/^Set aside on .+ by .+\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).click();
  await question.getByLabel('Reason').fill('Not ours.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(page).toHaveURL(/\/unmatched\?view=parked$/);
  await page.getByRole('link', { name: 'Rejected' }).click();
  await expect(page.getByText('m open', { exact: true })).toBeVisible();
  await row.click();
  await expect(page.getByText('“Not ours.”')).toBeVisible();
  await expect(page.getByRole('button', { name: /File here|Set aside|Reject/ })).toHaveCount(0);
  await checkPage(page);
  await page.getByRole('button', { name: 'Return to unmatched' }).click();
  await expect(done).toContainText('Report for ZURUCK, Gerda returned to unmatched reports.');
  await expect(page.getByRole('button', { name: 'Set aside' })).toBeVisible();
  await expect(page.getByText('“Not ours.”')).toHaveCount(0);
  // A colleague decides while the dialog is open.
  await page.getByRole('button', { name: 'Set aside' }).click();
  await question.getByRole('textbox').fill('Ask the ward first.');
  const report = page.url().split('/').at(-1)!;
  await portal('clinician', 'inboundReports.rejectReport', { id: report, reason: 'Sent twice.' });
  await expect(question).toContainText('Decided in the meantime, or a newer message was received.');
  await expect(question.getByRole('button', { name: 'Set aside' })).toBeDisabled();
  await expect(question.getByRole('textbox')).toHaveValue('Ask the ward first.');
  await expect(question.getByRole('button', { name: 'Copy reason' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('“Sent twice.”')).toBeVisible();
  // The button that opened the dialog is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test(
  'open list shows a report that arrives, and marks one with a newer version',
  { tag: '@nightly' },
  async ({ page }) => {
    const id = `N${Date.now()}`;
    const sendHere = await laboratory();
    const sendVersion = (reported: string) =>
      sendHere(
        `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|${id}-${reported}|P|2.5.1`,
        'PID|1||||Neuling^Gerda||19600312|F',
        `OBR|1||${id}|ZINC^Zinc^L|||20261101080000+0000|||||||||||||||${reported}+0000|||F`,
        'OBX|1|NM|ZINC^Zinc^L||11.9|umol/L|||||F',
      );
    await page.clock.install();
    await actAs(page, 'clinician');
    await open(page, '/unmatched');
    const rows = page.getByRole('row', { name: /Neuling/i });
    await sendVersion('20261101093000');
    const isListed = async (text: string) => (await htmlFor('clinician', '/unmatched')).includes(text);
    await expect.poll(() => isListed('NEULING')).toBe(true);
    await expect(rows).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await expect(rows).toHaveCount(1);
    const newer = rows.getByRole('link', { name: 'Newer version received' });
    await sendVersion('20261102093000');
    await expect.poll(() => isListed('Newer version received')).toBe(true);
    await expect(newer).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await expect(newer).toHaveCount(1);
    await newer.click();
    await expect(page.getByText('02-Nov-2026')).toBeVisible();
  },
);

test('open list shows a new critical report at once', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, '/unmatched');
  // A list that was just read is not read again at the first message of its connection.
  await page.waitForTimeout(6_000);
  await send(
    `MSH|^~\\&|LIS|LAB|||20261101093000+0000||ORU^R01|L${Date.now()}|P|2.5.1`,
    'PID|1||||Eilig^Erna||19711103|F',
    'OBR|1||UNM-9|K^Potassium^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
    'OBX|1|NM|K^Potassium^L||7.9|mmol/L|3.5-5.1|HH|||F',
  );
  // It would be read again after a minute.
  await expect(page.getByRole('row', { name: /EILIG, Erna/ })).toContainText('7.9', { timeout: 20_000 });
  // On every page, without the name.
  const mark = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: /^Unmatched \d+ critical$/ });
  await expect(mark).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+ critical\) Unmatched/);
  const banner = page.getByRole('alert', { name: 'New critical results' });
  await expect(banner).toContainText('No patient matched: Potassium 7.9 mmol/L HH');
  await expect(banner).not.toContainText(/eilig/i);
  await checkPage(page);
  await banner.getByRole('link', { name: 'Match Potassium' }).click();
  await page.waitForURL(/\/unmatched\/rpt_/);
  await expect(page.getByRole('heading', { name: 'Report for Eilig, Erna' })).toBeVisible();
  await expect(banner).toBeHidden();
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  await open(page, '/inbox');
  const inInbox = page.getByRole('main').getByRole('link', { name: /^\d+ unmatched critical results?$/ });
  await expect(inInbox).toHaveAttribute('href', /^\/unmatched\/rpt_/);
  await checkPage(page);
  const before = Number.parseInt(await inInbox.innerText(), 10);
  await portal('clinician', 'inboundReports.rejectReport', { id, reason: 'Another clinic.' });
  await open(page, '/inbox');
  if (before > 1) await expect(inInbox).toHaveText(new RegExp(`^${before - 1} `));
  else await expect(inInbox).toHaveCount(0);
});

test('viewer gets an explanation instead of unmatched reports', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, 'viewer');
  await page.goto(`${url()}/unmatched`);
  await expect(
    page.getByText('Your role does not allow you to review unmatched reports, documents and patient data.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unmatched' })).toHaveCount(0);
});

test(
  'older version and another report with the same number are compared with the filed report, and filed',
  { tag: '@nightly' },
  async ({ page }) => {
    const [own, other] = [await newPatient('Numbera', 'Ines'), await newPatient('Numbera', 'Olga')];
    const number = `TWICE-${Date.now()}`;
    const sent = await laboratory();
    const report = ({ mrn, name }: typeof own, at: string, filler: string, line: string) =>
      sent(
        `MSH|^~\\&|LIS|LAB|||20261120${at}+0000||ORU^R01|${number}-${at}|P|2.5.1`,
        `PID|1||${mrn}^^^CLINIC^MR||${name.family}^${name.given[0]}||19700131|U`,
        `OBR|1|${number}|${filler}|K^Potassium^L|||20261120080000+0000|||||||||||||||20261120${at}+0000|||F`,
        `OBX|1|NM|K^Potassium^L||${line}`,
      );
    await report(own, '110000', 'F1', '4.9|mmol/L|||||F');
    await report(own, '093000', 'F1', '7.4|mmol/L|||||C');
    await report(other, '120000', 'F2', '3.1|mmol/L|||||P');
    await actAs(page, 'admin');
    await expect(async () => {
      await open(page, '/admin/lab-connections/messages?state=stale');
      const row = page.getByRole('row', { name: `Control ID ${number}-093000` });
      await row.getByRole('link').click({ timeout: 1_000 });
    }).toPass();
    await page.getByRole('link', { name: 'Compare both versions' }).click();
    await expect(page.getByText('Older than the filed version and different from it.')).toBeVisible();
    const shown = (part: string) =>
      page.getByRole('region', { name: part }).getByRole('table').getByRole('row');
    await expect(shown('Report as sent').last()).toHaveText(/^PotassiumCorrected7.4 mmol\/LNo flag$/);
    await expect(shown('Filed report with the same number').last()).toHaveText(
      /^Potassium4.9 mmol\/LNo flag$/,
    );
    await checkPage(page);
    const dialog = page.getByRole('dialog');
    const fileAt = async (given: string, relation: string) => {
      await page.getByRole('button', { name: `File here, to Numbera, ${given}` }).click();
      await expect(dialog.getByRole('button', { name: 'File report' })).toBeDisabled();
      await dialog.getByLabel('This report is').selectOption(relation);
      await checkPage(page);
      await dialog.getByRole('button', { name: 'File report' }).click();
      await expect(page).toHaveURL(/\/unmatched$/);
    };
    await fileAt('Ines', 'The newest version of the filed report');
    await page.getByRole('row', { name: number }).getByRole('link', { name: 'Numbera, Olga' }).click();
    await expect(shown('Report as sent').last()).toContainText('Preliminary');
    await expect(shown('Filed report with the same number').last()).toContainText('7.4 mmol/L');
    await fileAt('Olga', 'Another report with the same number');
    for (const [{ id }, value] of [
      [own, '7.4'],
      [other, '3.1'],
    ] as const) {
      await open(page, `/patients/${id}/results`);
      await page.getByRole('link', { name: 'Potassium' }).first().click();
      await expect(page.getByRole('row', { name: 'Potassium' })).toContainText(value);
    }
  },
);
