import type { Page } from '@playwright/test';
import { expect, signOut, test } from './support/portal';
import { counted } from './support/input-counter';
import { checkPage } from './support/page-checks';
import { actAs, newPatient, open, portal } from './support/page-session';
import { simulatedReport } from './support/simulated-report';
import { statement } from './support/statement';
import { readId } from '../../server/shared/ids';

/** The start page shows the most urgent work first. */

let patient: string;
/** Orders left by other tests. The page shows the five oldest, so these are made newer than those of this file. */
let leftover: { id: string }[] = [];

test.beforeAll(async () => {
  leftover = await statement(
    "UPDATE lab_results SET critical_since = critical_since + interval '30 days' WHERE critical_since IS NOT NULL RETURNING id",
  );
  patient = (await newPatient('Heutemann', 'Ida')).id;
  await simulatedReport(patient, 'critical');
});
test.afterAll(async () => {
  await portal('admin', 'patients.deletePatient', { id: patient }).catch(() => undefined);
  await statement(
    "UPDATE lab_results SET critical_since = critical_since - interval '30 days' WHERE id = ANY($1)",
    [leftover.map(({ id }) => id)],
  );
});

test(
  'clinician starts with critical results, signs them, and sees the numbers fall',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/');
    await page.waitForURL(/\/today$/);
    await expect(
      page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link').first(),
    ).toHaveAttribute('aria-current', 'page');
    const critical = page.getByRole('region', { name: /critical results? to sign$/ });
    await expect(critical).toBeVisible();
    // First on the page, in the color of critical results, with the only button of full weight.
    const box = (await critical.boundingBox())!;
    for (const name of ['Reports to sign', 'Unmatched', 'Recently viewed'])
      expect(
        (await page.getByRole('region', { name: new RegExp(`^${name}`) }).boundingBox())!.y,
      ).toBeGreaterThan(box.y + box.height);
    await expect(critical).toHaveCSS('border-top-color', 'rgb(155, 28, 28)');
    const row = critical.getByRole('listitem').filter({ hasText: 'HEUTEMANN, Ida' });
    await expect(row).toContainText(/\d.* (HH|LL)/);
    await expect(row).toContainText('Born 31-Jan-1970 (56y)');
    await checkPage(page);
    const heading = critical.getByRole('heading', { name: /critical results? to sign$/ });
    const before = Number.parseInt(await heading.innerText(), 10);
    await row.getByRole('link').first().click();
    await page.waitForURL(/\/inbox\/res_/);
    const acts = await counted(page);
    await page.getByLabel(/Document the action taken|Action taken/).fill('Called the patient.');
    await page.getByRole('button', { name: /^Sign critical/ }).click();
    await expect(page.getByText(/^Signed .* for /).first()).toBeVisible();
    // Besides the note.
    expect(acts()).toEqual({ clicks: 1, keys: 0 });
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Today' })
      .click();
    await page.waitForURL(/\/today$/);
    await expect(critical.getByText('HEUTEMANN, Ida')).toHaveCount(0);
    if (before > 1) await expect(heading).toHaveText(new RegExp(`^${before - 1} `));
  },
);

test(
  'open start page shows a new critical result without a reload',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const following = page.waitForResponse(/changes\.watchChanges/);
    await open(page, '/today');
    await following;
    const listed = (tab: Page, name: string) => tab.getByRole('main').getByText(name);
    const { id } = await newPatient('Livemann', 'Ada');
    await expect(listed(page, 'LIVEMANN, Ada')).toHaveCount(0);
    const { report } = await simulatedReport(id, 'critical');
    await expect(listed(page, 'LIVEMANN, Ada')).toBeVisible();
    // A list under the pointer stays: another tab shows when it would have been read again.
    const unused = await page.context().newPage();
    await open(unused, '/today');
    await listed(page, 'LIVEMANN, Ada').hover();
    const other = await newPatient('Waitmann', 'Ada');
    await simulatedReport(other.id, 'critical');
    await expect(listed(unused, 'WAITMANN, Ada')).toBeVisible();
    await expect(listed(page, 'WAITMANN, Ada')).toHaveCount(0);
    const main = page.getByRole('main');
    await expect(main).toContainText('1 new critical result.');
    await portal('admin', 'reviews.signLabResult', { id: report, version: 1, note: 'Called' });
    const row = main.getByRole('listitem').filter({ hasText: 'LIVEMANN, Ada' });
    await expect(row).toContainText('Changed');
    await expect(row).not.toContainText('Unsigned for');
    await expect(main).toContainText('1 new critical result.');
    // It may only have been escalated.
    await expect(row.getByRole('link').first()).not.toHaveCSS('text-decoration-line', 'line-through');
    await main.getByRole('button', { name: 'Show' }).click();
    await expect(main).not.toContainText('1 new critical result.');
    await expect(listed(page, 'WAITMANN, Ada')).toBeVisible();
    // It changes the size of the window, after which the pointer may not be in the list.
    await checkPage(page);
    for (const one of [id, other.id])
      await portal('admin', 'patients.deletePatient', { id: one }).catch(() => undefined);
  },
);

test(
  'administrator sees the health of the service, a viewer unsigned critical results in their charts',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    await open(page, '/today');
    const health = page.getByRole('region', { name: 'Service health' });
    for (const [title, sentence] of [
      ['Laboratory feeds', /connection/],
      ['Webhooks', /webhook|None/i],
      ['Audit log', /sealed/],
      ['Document storage', /scan/],
    ] as const) {
      const part = health.getByRole('listitem').filter({ hasText: title });
      await expect(part).toContainText(sentence);
      await expect(part.getByRole('img', { name: /in the last 24 hours/ })).toBeVisible();
    }
    await checkPage(page);

    await signOut(page);
    await actAs(page, 'viewer');
    await open(page, '/today');
    await expect(page.getByRole('region', { name: /^Recently viewed/ })).toBeVisible();
    await expect(health).toHaveCount(0);
    for (const name of [/to sign/, /^Unmatched/, /^Unfiled/])
      await expect(page.getByRole('region', { name })).toHaveCount(0);
    await checkPage(page);
    const { id } = await newPatient('Lesemann', 'Ida');
    await simulatedReport(id, 'critical');
    // The shown ones are the longest unsigned.
    await statement('UPDATE lab_results SET critical_since = $1 WHERE patient_id = $2', [
      '2026-01-01',
      readId('patient', id),
    ]);
    await open(page, '/today');
    const critical = page.getByRole('region', { name: /unsigned critical results?$/ });
    await critical
      .getByRole('listitem')
      .filter({ hasText: 'LESEMANN, Ida' })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(new RegExp(`/patients/${id}/results/res_`));
    await expect(page.getByRole('button', { name: /^Sign/ })).toHaveCount(0);
    await portal('admin', 'patients.deletePatient', { id });
  },
);
