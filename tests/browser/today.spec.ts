import { expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, newPatient, open, portal } from './support/page-session';
import { simulatedReport } from './support/simulated-report';
import { statement } from './support/statement';

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

test('clinician starts with critical results, signs them, and sees the numbers fall', async ({ page }) => {
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
  for (const name of ['Reports to sign', 'Unmatched reports', 'Recently viewed'])
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
  await page.getByLabel(/Document the action taken|Action taken/).fill('Called the patient.');
  await page.getByRole('button', { name: /^Sign critical/ }).click();
  await expect(page.getByText(/^Signed .* for /).first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Today' })
    .click();
  await page.waitForURL(/\/today$/);
  await expect(critical.getByText('HEUTEMANN, Ida')).toHaveCount(0);
  if (before > 1) await expect(heading).toHaveText(new RegExp(`^${before - 1} `));
});

test('open start page shows a new critical result without a reload', async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, '/today');
  const { id } = await newPatient('Livemann', 'Ada');
  await expect(page.getByText('LIVEMANN, Ada')).toHaveCount(0);
  // The connection is opened once the page is idle.
  await page.waitForTimeout(6_000);
  await simulatedReport(id, 'critical');
  const row = page.getByRole('main').getByText('LIVEMANN, Ada');
  await expect(row).toBeVisible({ timeout: 10_000 });
  // A list under the pointer stays.
  await row.hover();
  const other = await newPatient('Waitmann', 'Ada');
  await simulatedReport(other.id, 'critical');
  await page.waitForTimeout(4_000);
  await expect(page.getByRole('main').getByText('WAITMANN, Ada')).toHaveCount(0);
  await page.mouse.move(5, 300);
  await expect(page.getByRole('main').getByText('WAITMANN, Ada')).toBeVisible();
  for (const one of [id, other.id])
    await portal('admin', 'patients.deletePatient', { id: one }).catch(() => undefined);
});

test('administrator sees the health of the service, a viewer neither health nor results to sign', async ({
  page,
}) => {
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

  await page.context().clearCookies();
  await actAs(page, 'viewer');
  await open(page, '/today');
  await expect(page.getByRole('region', { name: /^Recently viewed/ })).toBeVisible();
  await expect(health).toHaveCount(0);
  for (const name of [/critical/, /^Reports to sign/, /^Unmatched/, /^Unfiled/])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await checkPage(page);
});
