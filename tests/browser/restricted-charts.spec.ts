import { isFull } from '../support/test-size';
import { expect, test } from './support/portal';
import { checkBanner, checkPage, type PatientRecord } from './support/page-checks';
import { fill, routesOfTree } from './support/page-routes';
import { fileReports } from './support/own-report';
import { actAs, answerFor, api, demoRecords, newPatient, open, portal } from './support/page-session';
import { statement } from './support/statement';

/** A restricted chart is opened with a reason, by one user at a time; without one, no page shows what it contains. */

const records = demoRecords();

test('no page shows a restricted chart before a reason is stated', async () => {
  const { ids } = records();
  const { name, mrn } = await api<PatientRecord>(`/v1/patients/${ids.patientId!}`);
  await portal('admin', 'restrictedCharts.setChartRestriction', { id: ids.patientId!, restriction: 'staff' });
  try {
    const shown: string[] = [];
    const marks = [mrn, `${name.family}, ${name.given[0]!}`].map((mark) => mark.toLowerCase());
    // In the suite without administration: its procedures are called in `restricted-charts.test.ts`.
    const routes = routesOfTree().filter(({ portal: isOurs, admin }) => isOurs && (isFull || !admin));
    for (const { pattern } of routes) {
      const answer = await answerFor('admin', fill(pattern, ids));
      const text = `${answer.headers.get('location') ?? ''} ${await answer.text()}`.toLowerCase();
      if (answer.status >= 500) shown.push(`${pattern} fails with ${answer.status}`);
      // Messages that belong to no chart yet name their patient.
      const isQueue = pattern === '/today' || pattern.startsWith('/unmatched');
      for (const mark of isQueue ? marks.slice(0, 1) : marks)
        if (text.includes(mark)) shown.push(`${pattern} shows ${mark}`);
      if (pattern.includes('[patientId]'))
        expect(answer.headers.get('location'), pattern).toContain(`/restricted-charts/${ids.patientId!}`);
    }
    expect(shown).toEqual([]);
  } finally {
    await portal('admin', 'restrictedCharts.openRestrictedChart', {
      id: ids.patientId!,
      reason: 'administration',
      note: 'End of the test.',
    });
    await portal('admin', 'restrictedCharts.setChartRestriction', { id: ids.patientId!, restriction: null });
  }
});

test(
  'administrator restricts a chart, clinician states a reason, administrator sees it',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    await statement('DELETE FROM chart_accesses');
    const patient = await newPatient('Hidden', 'Hedda');
    await actAs(page, 'admin');
    const followed = page.waitForResponse(/changes\.watchChanges/);
    await open(page, `/patients/${patient.id}/details`);
    const main = page.getByRole('main');
    await followed;
    const { hidden } = await fileReports(
      { patient, connectionId: records().ids.connectionId! },
      {
        hidden: { at: '20261105080000', lines: [{ test: 'Potassium', value: '7.0', flag: 'HH' }] },
      },
    );
    const critical = page.getByRole('alert', { name: 'New critical results' });
    await expect(critical).toContainText('HIDDEN, Hedda');
    const colleague = await (await browser.newContext()).newPage();
    await actAs(colleague, 'clinician');
    const colleagueFollows = colleague.waitForResponse(/changes\.watchChanges/);
    await open(colleague, `/inbox/${hidden}?scope=everyone`);
    const inbox = colleague.getByRole('main');
    await expect(inbox).toContainText(/hidden, hedda/i);
    await colleagueFollows;
    await main.getByRole('button', { name: 'Restrict chart' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Member of staff').check();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Restrict chart' }).click();
    const message = page.getByRole('region', { name: 'Latest action' });
    await expect(message).toContainText('Chart of H., H. restricted.');
    const chartLink = await message.getByRole('link', { name: 'Open chart' }).getAttribute('href');
    // The administrator has not opened the chart either.
    await page.waitForURL('**/patients');
    await expect(critical).toContainText('H., H.');
    await expect(page.locator('body')).not.toContainText(/hidden, hedda/i);
    await checkPage(page);
    await expect(inbox.getByRole('heading', { name: 'Restricted chart' })).toBeVisible();
    await expect(inbox).not.toContainText(/hidden, hedda/i);
    await expect(inbox.locator('.inbox-row[aria-current]')).toContainText('H., H.');
    await colleague.context().close();
    await open(page, chartLink!);
    await page.waitForURL(`**/restricted-charts/${patient.id}`);

    await actAs(page, 'clinician');
    await open(page, `/patients?q=${patient.mrn}`);
    await expect(main.getByRole('row', { name: /H\., H\. Restricted chart/ }).first()).toBeVisible();
    await main.getByRole('link', { name: 'H., H.' }).click();
    await page.waitForURL(`**/restricted-charts/${patient.id}**`);
    await expect(main).not.toContainText('Hidden');
    await main.getByRole('button', { name: 'Open chart' }).click();
    await expect(main.getByRole('alert')).toContainText('Fix 2 fields');
    await checkPage(page);
    await main.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`**/patients?q=${patient.mrn}`);
    await main.getByRole('link', { name: 'H., H.' }).click();
    await page.waitForURL(`**/restricted-charts/${patient.id}**`);
    await main.getByLabel('I am treating this patient').check();
    await main.getByLabel('Note').fill('On call tonight.');
    await main.getByRole('button', { name: 'Open chart' }).click();
    await page.waitForURL(`**/patients/${patient.id}`);
    await checkBanner(page, patient);
    await expect(page.getByRole('region', { name: 'Patient' })).toContainText(
      /Restricted \(open until (?:\d\d-\w{3}-\d{4} )?\d\d:\d\d\)/,
    );
    await checkPage(page);

    await actAs(page, 'admin');
    await open(page, '/admin/privacy');
    const row = main.getByRole('row', { name: /H\., H\./ });
    await expect(row).toContainText('I am treating this patient');
    await expect(row).toContainText('On call tonight.');
    await checkPage(page);
    await open(page, '/admin');
    await expect(main).toContainText('1 restricted chart opened in 7 days');
  },
);

test(
  'open lists of patients and of signed reports hide a chart that is restricted',
  { tag: '@nightly' },
  async ({ page }) => {
    const patient = await newPatient('Listed', 'Lena');
    const { signed } = await fileReports(
      { patient, connectionId: records().ids.connectionId! },
      { signed: { at: '20261105080000', lines: [{ test: 'Sodium', value: '140' }] } },
    );
    await portal('clinician', 'reviews.signLabResult', { id: signed, version: 1 });
    await actAs(page, 'clinician');
    const pages = [page, await page.context().newPage()];
    for (const [index, path] of [`/patients?q=${patient.mrn}`, '/inbox/signed'].entries()) {
      await open(pages[index]!, path);
      await expect(pages[index]!.getByRole('main')).toContainText('LISTED, Lena');
    }
    // One of them has the connection of the browser.
    await expect
      .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending!.length))
      .toBe(1);
    await portal('admin', 'restrictedCharts.setChartRestriction', { id: patient.id, restriction: 'vip' });
    for (const one of pages) {
      await one.bringToFront();
      await expect(one.getByRole('main')).not.toContainText('LISTED, Lena');
    }
    await expect(page.getByRole('main')).toContainText('Restricted chart');
  },
);
