import { safeCell } from '../../server/shared/csv';
import { VALUES } from '../support/tricky-values';
import { fileReports } from './support/own-report';
import { actAs, api, demoRecords, newPatient, open, portal } from './support/page-session';
import { expect, test } from './support/portal';

/** Flow sheet and trend without scripts, on a narrow screen, by keyboard, and as a file. */

const records = demoRecords();
const chart = () => `/patients/${records().ids.patientId}`;
const PHONE = { width: 390, height: 844 };

test(
  'flow sheet opens at its newest end without scripts, with test names visible',
  { tag: '@nightly' },
  async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 600, height: 800 },
    });
    const page = await context.newPage();
    try {
      await actAs(page, 'viewer');
      await page.setViewportSize({ width: 800, height: 1600 });
      await open(page, `${chart()}/results/flow`);
      const heads = page.locator('.flow-table thead tr:last-child th');
      await expect(heads.last()).toBeInViewport({ ratio: 0.9 });
      await expect(page.getByRole('rowheader', { name: /^Potassium/ })).toBeInViewport({ ratio: 0.9 });
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Potassium/ }) });
      await expect(row.getByRole('cell').last()).toHaveText(/^HHCritical high6\.9mmol\/L$/);
      const years = await heads.evaluateAll((all) =>
        all.slice(1).map((head) => head.textContent!.slice(7, 11)),
      );
      expect(years).toEqual([...years].sort());
    } finally {
      await context.close();
    }
  },
);

test(
  'arrow keys move the focus in the flow sheet with announcements, and Enter opens the report',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'viewer');
    await open(page, `${chart()}/results/flow`);
    const box = page.getByRole('region', { name: 'Flow sheet, scrolls sideways' });
    const potassium = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^Potassium/ }) });
    const ring = page.locator('.flow-table td:focus');
    await box.focus();
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await expect(ring).toHaveCount(1, { timeout: 500 });
    }, 'keys are heard once the scripts run').toPass();
    // The dates stay visible while scrolling.
    await page.setViewportSize({ width: 1280, height: 560 });
    await box.getByRole('rowheader').last().scrollIntoViewIfNeeded();
    await expect(box.locator('thead tr:last-child th').last()).toBeInViewport();
    await page.keyboard.press('End');
    for (let step = 0; step < 60 && !(await potassium.locator('td:focus').count()); step++)
      await page.keyboard.press('ArrowDown');
    const newest = /^Potassium \d\d-\w{3}-\d{4} \d\d:\d\d Critical high 6\.9 mmol\/L$/;
    await expect(ring).toHaveAccessibleName(newest);
    await page.keyboard.press('ArrowLeft');
    await expect(ring).not.toHaveAccessibleName(newest);
    await page.keyboard.press('End');
    // Narrower than the sheet: the focused cell is scrolled into view, next to the sticky test names.
    await page.setViewportSize({ width: 780, height: 800 });
    expect(await box.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBeGreaterThan(50);
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key);
      await expect(ring).toBeInViewport({ ratio: 0.9 });
      const covered = await ring.evaluate((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        const at = [left + 3, right - 3].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
        return at.some((seen) => !cell.contains(seen));
      });
      expect(covered, `${key}: behind something`).toBe(false);
    }
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'move between values',
    );
    await page.keyboard.press('Escape');
    await ring.or(potassium.getByRole('gridcell').last()).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/results/${records().ids.resultId}`);
  },
);

test('phone shows the newest and previous time, and pages by one', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await page.setViewportSize(PHONE);
  await open(page, `${chart()}/results/flow`);
  const heads = page.locator('.flow-table thead tr:last-child th:visible');
  await expect(heads).toHaveCount(3);
  const newest = await heads.last().innerText();
  const before = await heads.nth(1).innerText();
  await page.getByRole('link', { name: 'Earlier', exact: true }).click();
  await expect(heads.last()).toHaveText(new RegExp(before.slice(0, 11)));
  await page.getByRole('link', { name: 'Later', exact: true }).click();
  await expect(heads.last()).toHaveText(new RegExp(newest.slice(0, 11)));
});

// `same-bytes.test.ts` reads them from printed reports and flow sheets in the suite.
test(
  'four hundred values are shown on every page and in the export as the laboratory sent them',
  { tag: '@nightly' },
  async ({ page }) => {
    // Blanks are not a value in HL7 v2, and `""` deletes one.
    const values = VALUES.filter((value) => value.trim() !== '' && value !== '""');
    const byName = new Map(values.map((value, nth) => [`Value ${nth}`, value]));
    const patient = await newPatient('Bytes', 'Same');
    const { id } = patient;
    const day = (nth: number) =>
      `${new Date(Date.UTC(2024, 0, 1 + nth)).toISOString().slice(0, 10).replaceAll('-', '')}0800`;
    const filed = await fileReports(
      { patient, connectionId: records().ids.connectionId! },
      {
        times: {
          at: '20260301080000',
          lines: values.map((value, nth) => ({ test: 'One test', value, at: day(nth) })),
        },
        tests: {
          at: '20260302080000',
          lines: values.map((value, nth) => ({ test: `Value ${nth}`, value })),
        },
      },
    );
    await actAs(page, 'viewer');
    /** Values by the name of their row. */
    const shown = (name: string) =>
      page
        .locator(`main tr:has(.${name})`)
        .evaluateAll(
          (rows, of) =>
            rows.map((row) => [
              /^Value \d+|/.exec(row.querySelector('th')!.textContent!)![0],
              ...[...row.querySelectorAll(`.${of}`)].map((value) => value.textContent!),
            ]),
          name,
        );
    const named = async (name: string) =>
      new Map((await shown(name)).filter(([row]) => row) as [string, string][]);

    await open(page, `/patients/${id}/results/flow`);
    expect(await named('flow-value')).toEqual(byName);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^results-.+\.csv$/);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const fields = [
      ...Buffer.concat(parts)
        .toString('utf8')
        .matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g),
    ].map(([, text]) => text!.replaceAll('""', '"'));
    const rows = Array.from({ length: fields.length / 12 }, (_unused, row) =>
      fields.slice(row * 12, row * 12 + 12),
    );
    expect(new Map(rows.flatMap(([name, , value]) => (byName.has(name!) ? [[name!, value!]] : [])))).toEqual(
      new Map([...byName].map(([name, value]) => [name, safeCell(value)])),
    );
    expect(rows.filter(([name]) => name === 'One test').map(([, , value]) => value)).toEqual(
      values.map(safeCell),
    );

    await open(page, `/patients/${id}/results/trend/One%20test`);
    expect((await shown('trend-value')).map(([, value]) => value)).toEqual([...values].reverse());
    await open(page, `/print/patients/${id}/flow`);
    expect(await named('flow-value')).toEqual(byName);
    for (const path of [`/patients/${id}/results/${filed.tests}`, `/print/results/${filed.tests}`]) {
      await open(page, path);
      expect(await named('text-value'), path).toEqual(byName);
    }
    await api(`/v1/patients/${id}`, undefined, 'DELETE');
  },
);

test('trend is accurate to a pixel, and keys move its cursor', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, `${chart()}/results/trend/2823-3?with=2345-7`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Potassium, mmol/L', 'Glucose, mg/dL']);
  const graph = page.locator('figure').nth(1);
  const places = await graph.locator('.trend-point').evaluateAll((all) =>
    all.map((point) => {
      const box = point.querySelector('path')!.getBoundingClientRect();
      return box.left + box.width / 2;
    }),
  );
  const days = [-730, -365, 0];
  const [from, to] = [places[0]!, places.at(-1)!];
  expect(places).toHaveLength(3);
  for (const [nth, place] of places.entries())
    expect(Math.abs(place - from - ((days[nth]! + 730) / 730) * (to - from))).toBeLessThan(1);
  const line = graph.getByRole('slider', { name: 'Value of Glucose (mg/dL)' });
  await line.focus();
  await expect(line).toHaveAttribute('aria-valuetext', /188 mg\/dL, High/);
  await page.keyboard.press('ArrowLeft');
  await expect(line).toHaveAttribute('aria-valuetext', /156 mg\/dL, High/);
  await expect(graph.locator('.trend-readout')).toHaveText(/^\d\d-\w{3}-\d{4} \d\d:\d\d, 156 mg\/dL, High/);
  await page.keyboard.press('Home');
  await expect(line).toHaveAttribute('aria-valuenow', '1');
});

test(
  'test is pinned at once, and unpinned with a reason if the server does not answer',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `${chart()}/results/trend/4548-4`);
    const pin = page.getByRole('button', { name: 'Pin to summary: Hemoglobin A1c' });
    const unpin = page.getByRole('button', { name: 'Unpin: Hemoglobin A1c' });
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    const request = '**/api/trpc/labResults.pinTest*';
    await page.route(request, async (route) => {
      await held;
      await route.abort();
    });
    await pin.click();
    await expect(unpin).toBeDisabled();
    respond();
    await expect(pin).toBeEnabled();
    await expect(page.getByRole('alert').filter({ hasText: 'connection' })).toBeVisible();
    await page.unroute(request);

    await pin.click();
    await expect(unpin).toBeEnabled();
    await open(page, chart());
    const row = page
      .getByRole('table', { name: 'Pinned tests, newest values' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Hemoglobin A1c' }) });
    await expect(row.getByRole('cell', { name: /^7\.9 %\s*High/ })).toBeVisible();
    await row.getByRole('link', { name: 'Hemoglobin A1c', exact: true }).click();
    await unpin.click();
    await expect(pin).toBeEnabled();
  },
);

test('time window without values explains how to see them', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, `${chart()}/results/trend/4548-4?window=3m`);
  await expect(page.getByText('One value so far.')).toBeVisible();
  await expect(page.getByText('0 shown, 1 outside the selected period.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('cell', { name: /^7\.9/ })).toBeVisible();
});

test('printout has the paper size of the organization', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  for (const [paper_size, points] of [
    ['letter', /MediaBox \[0 0 612 792/],
    ['a4', /MediaBox \[0 0 59\d(?:\.\d+)? 84\d/],
  ] as const) {
    await portal('admin', 'organizations.updateOrganizationSettings', { paper_size });
    await open(page, `/print/results/${records().ids.resultId}`);
    const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheet, paper_size).toMatch(points);
    // A report of eight lines fits on one sheet, and a chart on two.
    expect(sheet.match(/MediaBox/g), paper_size).toHaveLength(1);
    await open(page, chart());
    const summary = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(summary.match(/MediaBox/g), paper_size).toHaveLength(2);
  }
});

test('printout shows patient, unsigned state and author on each sheet', async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, `/print/results/${records().ids.resultId}`);
  await expect(page.locator('.print-identity')).toBeHidden();
  await expect(page.locator('.print-status')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  // The table header is repeated on each sheet.
  await expect(page.locator('thead .print-identity')).toHaveText(
    /^OKAFOR, Adaeze Ruth Born 12-Mar-1958 · Sex Female · MRN \d+$/,
  );
  await expect(page.locator('.print-sheet > thead')).toHaveCSS('display', 'table-header-group');
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByText('Unsigned.')).toBeVisible();
  await expect(page.getByText(/^Demo Clinic\. Printed \d\d-\w{3}-\d{4} \d\d:\d\d by /)).toBeVisible();
  // Side by side as on screen, although paper is narrower than the screen on which rows are stacked.
  await page.setViewportSize({ width: 700, height: 1000 });
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Potassium' }) });
  await expect(row.locator('td.value')).toHaveText(/^6\.9mmol\/LCritical high$/);
  const cells = await row
    .getByRole('cell')
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
  expect(new Set(cells).size).toBe(1);
});

test(
  'shortcut list shows the keys of the page and can disable them',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'viewer');
    await open(page, `${chart()}/results/${records().ids.resultId}`);
    const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(map).toBeVisible({ timeout: 500 });
    }, 'keys are heard once the scripts run').toPass();
    await expect(map.getByRole('term')).toHaveText([
      '1',
      '2',
      '3',
      '4',
      '5',
      'p',
      't',
      '/',
      'Ctrl K',
      'g t',
      'g p',
      'g o',
      'g d',
      'g s',
      'Ctrl Enter',
      '?',
    ]);
    await page.keyboard.press('p');
    await expect(map, 'keys rest while a question is open').toBeVisible();
    await map.getByRole('button', { name: 'Turn off shortcuts' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).not.toBeFocused();
    await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
    await open(page, '/account/display');
    const keys = page.getByRole('checkbox', { name: /^Enable single-letter shortcuts/ });
    await expect(keys).not.toBeChecked();
    await keys.check();
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Find a patient, an action or a page' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL(/\/patients$/);
  },
);

test('orientation of the flow sheet is stored for the user', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, '/account/display');
  await page.getByRole('radio', { name: /^Newest first/ }).check();
  await open(page, `${chart()}/results/flow`);
  const years = () =>
    page.locator('.flow-years th').evaluateAll((all) => all.map((head) => Number(head.textContent)));
  const newestFirst = await years();
  expect(newestFirst).toEqual([...newestFirst].sort((a, b) => b - a));
  await page.getByRole('link', { name: 'Oldest first' }).click();
  await expect(page.getByRole('link', { name: 'Newest first' })).toBeVisible();
  await open(page, `${chart()}/results/flow`);
  expect(await years()).toEqual([...newestFirst].reverse());
});

test('result filters show what they hide', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'viewer');
  await open(page, `${chart()}/results`);
  await page.getByLabel('Test or panel').fill('hemoglobin');
  await page.getByLabel('From', { exact: true }).fill('01-Jan-2020');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('1 shown, 3 hidden by test hemoglobin, from 01-Jan-2020')).toBeVisible();
  // A choice is applied at once, and text that is being typed stays.
  const status = page.getByLabel('Status');
  await status.focus();
  await status.selectOption('Canceled');
  await page.getByRole('textbox', { name: 'To (inclusive)' }).fill('01-Ja');
  await expect(page.getByText(/^0 shown, 4 hidden by test hemoglobin, status Canceled/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'To (inclusive)' })).toHaveValue('01-Ja');
  await status.focus();
  await status.selectOption('Any');
  await expect(page.getByText('Fix the dates of the filter to see the list.')).toBeVisible();
  await expect(status).toBeFocused();
  await page.getByRole('textbox', { name: 'To (inclusive)' }).fill('');
  await status.focus();
  await status.selectOption('Canceled');
  await expect(page.getByText(/^0 shown, 4 hidden by test hemoglobin, status Canceled/)).toBeVisible();
  await expect(status).toBeFocused();
  await page.getByRole('link', { name: 'Show all reports' }).click();
  await expect(page.getByText(/^4 reports, unsigned first by severity/)).toBeVisible();
});
