import type { Page } from '@playwright/test';
import { counted } from './support/input-counter';
import { expect, test, url } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, open, portal } from './support/page-session';
import { simulatedReport } from './support/simulated-report';

/** A user finds a patient and signs the unsigned reports on the summary of the chart, with few clicks and keys. */

test.describe.configure({ mode: 'serial' });

const OWN = 'Qvarnstrom';
let own: string;
let other: string;

const statusOf = async (id: string) =>
  (await api<{ review: { status: string } }>(`/v1/labs/results/${id}`)).review.status;

const search = (page: Page) => page.getByRole('searchbox', { name: /^Find a patient by name/ });
const unsigned = (page: Page) => page.getByRole('region', { name: 'Awaiting signature' });
const isListening = (page: Page) =>
  expect(page.locator('button[form=sign-report]')).not.toHaveAttribute('aria-disabled', 'true');

/** Most severe first. */
let reports: [string, string];

test.beforeAll(async () => {
  own = (await newPatient(OWN, 'Quirin')).id;
  other = (await newPatient('Qvist', 'Ada')).id;
  const normal = await simulatedReport(own, 'normal');
  reports = [(await simulatedReport(own, 'abnormal')).report, normal.report];
});
test.afterAll(async () => {
  for (const id of [own, other])
    await portal('admin', 'patients.deletePatient', { id }).catch(() => undefined);
});

test(
  'clinician signs the newest report of a patient found by search: three letters, Enter, one button',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    const acts = await counted(page);
    await page.keyboard.press('/');
    await page.keyboard.type('qva');
    await page.keyboard.press('Enter');
    // By the search while typing, or by the search page if Enter was faster.
    await page.waitForURL(new RegExp(own));
    await expect(page.getByRole('main')).toBeFocused();
    await expect(search(page)).toHaveValue('');
    await expect(unsigned(page)).toContainText('More reports to sign');
    await isListening(page);
    await unsigned(page).getByRole('button', { name: 'Sign and next' }).click();
    await expect(page.getByText(/^Signed .*Basic metabolic panel.* for /).first()).toBeVisible();
    expect(acts()).toEqual({ clicks: 1, keys: 5 });
    expect(await statusOf(reports[0])).toBe('reviewed');
    expect(await statusOf(reports[1])).toBe('unreviewed');
    // The next report opens at the reader's position.
    await expect(page.getByRole('heading', { name: 'Awaiting signature' })).toBeFocused();
    await expect(unsigned(page)).not.toContainText('More reports');
    await expect(unsigned(page).getByRole('link', { name: 'Open with trends' })).toHaveAttribute(
      'href',
      `/patients/${own}/results/${reports[1]}`,
    );
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusOf(reports[0])).toBe('unreviewed');
    await expect(unsigned(page)).toContainText('More reports to sign');
  },
);

test(
  'clinician selects one of two matching patients and signs by clicks',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    const acts = await counted(page);
    await search(page).pressSequentially('qv');
    await search(page).press('Enter');
    await page.waitForURL(/[?]q=qv/);
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('main').locator(`a[href="/patients/${own}"]`).click();
    await page.waitForURL(new RegExp(own));
    await expect(page.getByText('The only patient')).toHaveCount(0);
    await isListening(page);
    await unsigned(page).getByRole('button', { name: 'Sign and next' }).click();
    await expect.poll(() => statusOf(reports[0])).toBe('reviewed');
    expect(acts()).toEqual({ clicks: 2, keys: 3 });
  },
);

test(
  'after the last unsigned report the chart shows the state and keeps the way back',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/patients/${own}`);
    await checkPage(page);
    await isListening(page);
    await unsigned(page).getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(unsigned(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('status')).toContainText('No more reports to sign in this chart.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(unsigned(page)).toBeVisible();
    expect(await statusOf(reports[1])).toBe('unreviewed');
  },
);

test(
  'without scripts the only match opens, and a viewer gets no sign button',
  { tag: '@nightly' },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await actAs(page, 'viewer');
    await page.goto(`${url()}/patients`);
    await search(page).fill('qva');
    await search(page).press('Enter');
    await page.waitForURL(new RegExp(own));
    await expect(page.getByText('1 match for “qva”.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Newest results' })).toBeVisible();
    await expect(unsigned(page)).toHaveCount(0);
    await context.close();
  },
);

test(
  'report that a colleague has signed meanwhile is not signed again in the chart',
  { tag: '@nightly' },
  async ({ page }) => {
    const { report } = await simulatedReport(other, 'critical');
    await actAs(page, 'clinician');
    await open(page, `/patients/${other}`);
    await isListening(page);
    await page.locator('#note').fill('Called the ward');
    await portal('admin', 'reviews.signLabResult', {
      id: report,
      version: 1,
      note: 'Told sister Kim',
    });
    await unsigned(page).getByRole('button', { name: 'Sign critical result' }).click();
    const message = page.getByRole('region', { name: 'Latest action' });
    await expect(message).toContainText(/Already signed by \W?Robin Admin\W? on /);
    await expect(message).toContainText('Nothing was signed.');
    await expect(unsigned(page)).toHaveCount(0);
    const { review } = await api<{ review: { reviews: { comment: string }[] } }>(
      `/v1/labs/results/${report}`,
    );
    expect(review.reviews.map(({ comment }) => comment)).toEqual(['Told sister Kim']);
    await message.getByRole('link', { name: 'Open report' }).click();
    await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue('Called the ward');
    await expect(page.getByText('“Called the ward”')).toHaveCount(0);
  },
);

test(
  'critical report requires the action taken, and the unsigned count updates',
  { tag: '@nightly' },
  async ({ page }) => {
    const { report } = await simulatedReport(other, 'critical');
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    const inbox = page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: /^Inbox/ });
    const counted = async () => Number(/\d+/.exec(await inbox.innerText())?.[0] ?? 0);
    const before = await counted();
    expect(before).toBeGreaterThan(0);
    await search(page).fill('qvi');
    await search(page).press('Enter');
    await page.waitForURL(new RegExp(other));
    await isListening(page);
    const sign = unsigned(page).getByRole('button', { name: 'Sign critical result' });
    await sign.click();
    await expect(page.getByText('Not signed: a note is required.')).toBeVisible();
    expect(await statusOf(report)).toBe('unreviewed');
    await page.locator('#note').fill('Called the ward');
    await sign.click();
    await expect(unsigned(page)).toHaveCount(0);
    expect(await statusOf(report)).toBe('reviewed');
    await expect.poll(counted).toBe(before - 1);
  },
);
