import type { Locator, Page } from '@playwright/test';
import { demo, expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, open, portal } from './support/page-session';
import { readId } from '../../server/shared/ids';
import { statement } from './support/statement';
import { simulatedReport, type SimulatedKind } from './support/simulated-report';

/**
 * Actions on a report are intended, visible and can be undone: keys, dialogs, messages, and two tabs with one report.
 */

test.describe.configure({ mode: 'serial' });

const FAMILY = 'Actsa';
/** With its critical value or the time of collection. */
const NAMED = `Basic metabolic panel \\([^)]+\\) for ${FAMILY.toUpperCase()}, Ines`;
let patient: string;
let abnormal: string;
let critical: string;

const report = async (kind: SimulatedKind) => (await simulatedReport(patient, kind)).report;
const reviewOf = async (id: string) =>
  (await api<{ review: { status: string; reviews: { comment: string | null }[] } }>(`/v1/labs/results/${id}`))
    .review;

const opened = (page: Page) => page.locator('#open-report');
const message = (page: Page) => page.getByRole('region', { name: 'Latest action' });
const isListening = (page: Page) =>
  expect(page.locator('button[form=sign-report]')).not.toHaveAttribute('aria-disabled', 'true');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Assigned to' }).getByRole('link', { name });
const NOTE = /^Action taken/;

test.beforeAll(async () => {
  patient = (await newPatient(FAMILY, 'Ines')).id;
  abnormal = await report('abnormal');
  critical = await report('critical');
});
test.afterAll(async () => {
  await portal('admin', 'patients.deletePatient', { id: patient }).catch(() => undefined);
});

test('pages of a chart offer no key to sign', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  for (const path of [`/patients/${patient}`, `/patients/${patient}/results/${critical}`]) {
    await open(page, path);
    await isListening(page);
    await page.getByRole('main').focus();
    await page.locator('#note').fill('Called the ward');
    await page.getByRole('main').focus();
    await page.keyboard.type('sh');
    await page.keyboard.press('x');
    await page.keyboard.press('c');
    await page.keyboard.press('f');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.locator('#note').focus();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('#note')).toBeFocused();
    await expect(page.getByRole('main').locator('kbd')).toHaveCount(0);
    expect(
      await page.getByRole('button', { name: 'Sign critical result' }).getAttribute('aria-keyshortcuts'),
    ).toBeNull();
    // Waits for an action that would have finished by now.
    await api(`/v1/labs/results/${critical}`);
  }
  expect((await reviewOf(critical)).status).toBe('unreviewed');
  await page.locator('#note').fill('');
});

test('inbox key signs only a report that was in view, and scrolls to it first', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await actAs(page, 'clinician');
  await open(page, `/inbox/${abnormal}`);
  await isListening(page);
  await page.keyboard.press('s');
  await expect(message(page)).toContainText(/Scrolled .* Press S again to /);
  const last = page.locator('.result-row').last();
  // The abnormal lines and the end of the report.
  await expect(page.locator('.inbox-report .result-row.must-view')).not.toHaveCount(0);
  await expect(page.locator('.inbox-report div.must-view')).toHaveCount(1);
  expect((await reviewOf(abnormal)).status).toBe('unreviewed');
  // Each press scrolls on until the last line was in view. One more would act on the next report.
  let isSent = false;
  page.on('request', (request) => (isSent ||= request.url().includes('signLabResult')));
  await expect
    .poll(async () => {
      if (!isSent) await page.keyboard.press('s');
      return (await reviewOf(abnormal)).status;
    })
    .toBe('reviewed');
  await expect(message(page)).toContainText(new RegExp(`Signed ${NAMED}`));
  // The open report is signed; keys pressed right afterwards do not affect the next one.
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await reviewOf(abnormal)).status).toBe('unreviewed');
  await expect(page).toHaveURL(new RegExp(`/inbox/${abnormal}$`));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(last).toBeInViewport();
});

test(
  'a signature is not reported as a change of the inbox, that of another session is',
  { tag: '@nightly' },
  async ({ page }) => {
    const [own, other] = [await report('abnormal'), await report('abnormal')];
    await actAs(page, 'clinician');
    await open(page, `/inbox/${own}`);
    await isListening(page);
    const changed = 'The inbox has changed.';
    await page.evaluate((sentence) => {
      new MutationObserver(() => {
        if (document.body.textContent.includes(sentence)) document.documentElement.dataset.changed = 'shown';
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }, changed);
    // The next report opens after the list has been compared.
    const compared = page.waitForResponse(/reviews\.getInboxMark/);
    await page.route('**/inbox/res_*', async (route) => {
      await compared;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Sign and next' }).click();
    await expect(message(page)).toContainText(new RegExp(`Signed ${NAMED}`));
    await expect(page).not.toHaveURL(new RegExp(own));
    await expect(opened(page)).toBeFocused();
    await expect(page.locator('html')).not.toHaveAttribute('data-changed');
    await page.unroute('**/inbox/res_*');
    // No row moves under the pointer.
    const top = () =>
      page
        .locator('.inbox-list [data-report]')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top + window.scrollY);
    const before = await top();
    await portal('clinician', 'reviews.signLabResult', { id: other, version: 1 });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.locator('.inbox-list').getByText(changed)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-changed', 'shown');
    expect(await top()).toBe(before);
    await page.context().setOffline(true);
    await expect(page.locator('.inbox-list').getByText(/^Offline since/)).toBeVisible();
    expect(await top()).toBe(before);
    await expect(page.locator('.sign-panel').getByText(/^You are offline\. Continue when/)).toBeVisible();
    for (const name of [/^Sign .*and next/, 'Forward', /^(Assign to me|Return to group)$/])
      await expect(page.locator('.sign-panel').getByRole('button', { name })).toBeDisabled();
    // The browser's error page would replace the portal.
    const address = page.url();
    for (const key of ['j', 'k', 'o']) {
      await page.keyboard.press(key);
      await expect(message(page)).toContainText('You are offline. Your work is kept.');
    }
    expect(page.url()).toBe(address);
    await expect(opened(page)).toBeVisible();
    // Read before it can be signed: a colleague may have signed it.
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    await page.route(/reviews\.getReviewState/, async (route) => {
      await response;
      await route.continue();
    });
    await page.context().setOffline(false);
    await expect(page.locator('.sign-panel')).toContainText('Checking for changes.');
    const sign = page.locator('.sign-panel').getByRole('button', { name: /^Sign .*and next/ });
    await expect(sign).toBeDisabled();
    respond();
    await expect(sign).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test(
  'list follows the open report and highlights it, and the page does not move',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await actAs(page, 'clinician');
    await open(page, '/inbox?scope=everyone');
    await isListening(page);
    const rows = page.locator('.inbox-row');
    const last = (await rows.count()) - 1;
    expect(last).toBeGreaterThanOrEqual(4);
    const list = page.locator('.inbox-list');
    const current = page.locator('.inbox-row[aria-current]');
    const background = (row: Locator) => row.evaluate((element) => getComputedStyle(element).backgroundColor);
    const plain = await background(rows.nth(1));
    const step = async (key: string, to: number) => {
      await page.keyboard.press(key);
      await expect(current).toHaveAttribute('href', (await rows.nth(to).getAttribute('href'))!);
      await expect(current).toBeInViewport({ ratio: 0.95 });
      await expect(opened(page)).toBeInViewport();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    };
    for (let to = 1; to <= last; to++) await step('j', to);
    expect(await background(current)).not.toBe(plain);
    expect(await list.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    for (let to = last - 1; to >= 0; to--) await step('k', to);
    // The user may scroll away from the open report.
    await list.evaluate((box) => (box.scrollTop = box.scrollHeight));
    await expect(rows.last()).toBeInViewport({ ratio: 0.95 });
    await expect(current).not.toBeInViewport({ ratio: 0.1 });
  },
);

test('report opens at its top from a scrolled page', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  const scrolled = () => page.evaluate(() => window.scrollY);
  const isAtTop = async (href: string) => {
    await expect(page).toHaveURL((url) => href === url.pathname + url.search);
    await expect(opened(page)).toBeInViewport({ ratio: 1 });
    expect(await scrolled()).toBe(0);
  };
  const rows = page.locator('.inbox-row');
  const hrefOf = async (row: Locator) => (await row.getAttribute('href'))!;

  await page.setViewportSize({ width: 390, height: 400 });
  await open(page, '/inbox?scope=everyone');
  await isListening(page);
  await rows.last().scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(0);
  const last = await hrefOf(rows.last());
  await rows.last().click();
  await isAtTop(last);

  await page.setViewportSize({ width: 1280, height: 500 });
  await open(page, '/inbox?scope=everyone');
  await isListening(page);
  for (const act of [() => page.keyboard.press('j'), () => rows.nth(0).click(), () => rows.nth(1).click()]) {
    const hrefs = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href')!));
    const at = hrefs.findIndex((href) => href.includes(/res_\w+/.exec(page.url())?.[0] ?? ' '));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await scrolled()).toBeGreaterThan(0);
    await act();
    await isAtTop(hrefs[at === 1 ? 0 : 1]!);
  }
});

test('rows with three values are 44 to 56 px high in each density', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const density of ['comfortable', 'compact', 'dense'] as const) {
    await portal('clinician', 'displaySettings.updateDisplaySettings', { density });
    await open(page, '/inbox');
    const heights = await page
      .locator('.inbox-row')
      // The birth date and MRN of patients of the same name have an additional line.
      .filter({ hasNotText: 'Same name' })
      .evaluateAll((rows) =>
        rows.map((row) => ({
          height: row.getBoundingClientRect().height,
          values: row.querySelectorAll('.listed-values > :is(.text-critical, .text-abnormal)').length,
          isCut: [...row.querySelectorAll('.listed-values > :is(.text-critical, .text-abnormal)')].some(
            (value) =>
              value.getBoundingClientRect().bottom >
              value.closest('.inbox-facts')!.getBoundingClientRect().bottom + 1,
          ),
        })),
      );
    expect(heights.filter(({ values }) => values === 3).length).toBeGreaterThan(0);
    expect(heights.filter(({ height, isCut }) => height < 44 || height > 56 || isCut)).toEqual([]);
  }
  await portal('clinician', 'displaySettings.updateDisplaySettings', { density: 'comfortable' });
});

test(
  'signed row is struck out at once, and is back with a reason if the server rejects it',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/inbox/${abnormal}`);
    await isListening(page);
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/api/trpc/reviews.signLabResult*', async (route) => {
      await held;
      await route.abort();
    });
    const row = page.locator(`.inbox-row[href*="${abnormal}"] > span`).last();
    const isStruck = () =>
      row.evaluate((part) => getComputedStyle(part).textDecorationLine === 'line-through');
    expect(await isStruck()).toBe(false);
    await page.getByRole('button', { name: 'Sign and next' }).click();
    await expect.poll(isStruck).toBe(true);
    respond();
    await expect(page.locator('.sign-panel').getByRole('alert')).toBeVisible();
    expect(await isStruck()).toBe(false);
    expect((await reviewOf(abnormal)).status).toBe('unreviewed');
  },
);

test('undo of a signed critical report restores the note', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, `/inbox/${critical}`);
  await isListening(page);
  await page.getByLabel(NOTE).fill('Called the ward at 14:05');
  await page.getByRole('button', { name: 'Sign critical result' }).click();
  await expect(message(page)).toContainText(new RegExp(`Signed ${NAMED}`));
  // The list ends above the message.
  await expect
    .poll(async () => {
      const [list, bar] = await Promise.all([
        page.locator('.inbox-list').boundingBox(),
        message(page).boundingBox(),
      ]);
      // The next report is opening.
      return bar && list ? bar.y - (list.y + list.height) : -1;
    })
    .toBeGreaterThanOrEqual(0);
  await message(page).getByRole('button', { name: 'Undo' }).click();
  await expect(message(page)).toContainText('Undone.');
  await expect(page).toHaveURL(new RegExp(`/inbox/${critical}$`));
  await expect(page.getByLabel(NOTE)).toHaveValue('Called the ward at 14:05');
  // The draft is saved again: it is there after a reload.
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByLabel(NOTE).inputValue();
    })
    .toBe('Called the ward at 14:05');
  await page.getByLabel(NOTE).fill('');
});

test('undo keeps list, scope and filter', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, `/inbox/${abnormal}?kind=abnormal`);
  await isListening(page);
  await page.getByRole('button', { name: 'Sign and next' }).click();
  await expect(message(page)).toContainText(new RegExp(`Signed ${NAMED}`));
  const row = page.locator(`.inbox-row[href*="${abnormal}"]`);
  await expect(row).toHaveCount(0);
  await message(page).getByRole('button', { name: 'Undo' }).click();
  // The page has been read again.
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`/inbox/${abnormal}[?]kind=abnormal$`));
  await expect(tab(page, 'Mine')).toHaveAttribute('aria-current', 'page');
  await expect(opened(page)).toBeFocused();
  await expect(message(page)).toContainText(new RegExp(`Undone\\. ${NAMED} is unsigned\\.`));
  expect((await reviewOf(abnormal)).status).toBe('unreviewed');
});

test(
  'report that is assigned stays open although it leaves the list of unassigned ones',
  { tag: '@nightly' },
  async ({ page }) => {
    const assign = (to_id: string | null) =>
      portal('clinician', 'reviews.assignLabResult', { id: abnormal, to_id });
    await assign(null);
    await actAs(page, 'clinician');
    await open(page, '/inbox?scope=unassigned&kind=abnormal');
    await isListening(page);
    const row = (await page.locator('.inbox-row[aria-current]').getAttribute('href'))!;
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(message(page)).toContainText(/^Assigned .* to you/);
    await expect(page).toHaveURL(
      new RegExp(`/inbox/${/res_\w+/.exec(row)![0]}[?]scope=unassigned&kind=abnormal$`),
    );
    await expect(page.locator(`.inbox-row[href*="${/res_\w+/.exec(row)![0]}"]`)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Return to group' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(message(page)).toContainText('Undone.');
    await assign((await demo()).people.find(({ role }) => role === 'clinician')!.id);
  },
);

test(
  'returning a critical report asks first, confirms, and can be undone',
  { tag: '@nightly' },
  async ({ page }) => {
    await portal('clinician', 'reviews.assignLabResult', { id: critical, to_id: null });
    await actAs(page, 'clinician');
    await open(page, `/inbox/${critical}`);
    await isListening(page);
    // Assigned without a question.
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(message(page)).toContainText(new RegExp(`Assigned ${NAMED} to you`));
    const returns = page.getByRole('button', { name: 'Return to group' });
    await returns.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`${FAMILY.toUpperCase()}, Ines`);
    await expect(dialog).toContainText('Basic metabolic panel');
    await expect(dialog).toContainText('group');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(returns).toBeFocused();
    const row = page.locator(`.inbox-row[href*="${critical}"]`);
    await expect(row).toHaveCount(1);
    await returns.click();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Return to group' }).click();
    await expect(message(page)).toContainText(new RegExp(`Returned ${NAMED} to the group`));
    await expect(message(page)).toBeInViewport();
    await expect(row).toHaveCount(0);
    await checkPage(page);
    await page.context().setOffline(true);
    const undo = message(page).getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect(message(page)).toContainText('You are offline. Try again when you are reconnected.');
    await page.context().setOffline(false);
    await undo.click();
    await expect(message(page)).toContainText(new RegExp(`Undone\\. ${NAMED} is assigned to you\\.`));
    await expect(page).toHaveURL(new RegExp(`/inbox/${critical}$`));
    await expect(row).toHaveCount(1);
    await expect(page.getByText(/undid this: assigned to/)).toBeVisible();
    await message(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(message(page)).toHaveCount(0);
  },
);

test(
  'forwarding a critical report shows patient and new assignee, and can be undone',
  { tag: '@nightly' },
  async ({ page }) => {
    const admin = (await demo()).people.find(({ role }) => role === 'admin')!;
    await actAs(page, 'clinician');
    await open(page, `/inbox/${critical}`);
    await isListening(page);
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('To').selectOption(admin.id);
    await expect(dialog).toContainText('Critical result, unsigned.');
    await expect(dialog.getByText('Basic metabolic panel')).toHaveCount(1);
    await dialog.getByRole('button', { name: /^Forward to / }).click();
    await expect(message(page)).toContainText(new RegExp(`Forwarded ${NAMED} to`));
    await expect(page.locator(`.inbox-row[href*="${critical}"]`)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(page).toHaveURL(new RegExp(`/inbox/${critical}$`));
    await expect(page.locator(`.inbox-row[href*="${critical}"]`)).toHaveCount(1);
  },
);

test(
  'report signed in one tab cannot be signed in another, which keeps its note',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/inbox/${critical}`);
    const other = await page.context().newPage();
    await open(other, `/inbox/${critical}`);
    await isListening(page);
    await isListening(other);
    await page.getByLabel(NOTE).fill('Called the ward');
    await other.getByLabel(NOTE).fill('Called the ward again, spoke to sister Kim');
    await page.getByRole('button', { name: 'Sign critical result' }).click();
    await expect(message(page)).toContainText(new RegExp(`Signed ${NAMED}`));
    await other.getByRole('button', { name: 'Sign critical result' }).click();
    await expect(message(other)).toContainText(
      /Already signed by you on \d\d-\w{3}-\d{4} at \d\d:\d\d\. Nothing was signed\. Your note is kept below the report\./,
    );
    // The current state, with the text that was not sent.
    await expect(other.getByText(/signed version 1, \d\d-\w{3}-\d{4}/)).toBeVisible();
    await expect(opened(other)).toBeFocused();
    expect((await reviewOf(critical)).reviews).toMatchObject([{ comment: 'Called the ward' }]);
    const written = other.getByRole('textbox', { name: 'Your note' });
    await expect(written).toHaveValue('Called the ward again, spoke to sister Kim');
    await expect(other.getByRole('button', { name: /^Sign critical result/ })).toHaveCount(0);
    // The text is still there after a reload.
    await other.reload();
    await expect(written).toHaveValue('Called the ward again, spoke to sister Kim');
    await checkPage(other);
    await other.getByRole('button', { name: 'Discard note' }).click();
    await expect(written).toHaveCount(0);
    await message(other).getByRole('button', { name: 'Undo' }).click();
    await expect(written).toHaveValue('Called the ward again, spoke to sister Kim');
    await other.getByRole('button', { name: 'Save note' }).click();
    await expect(other.getByText('“Called the ward again, spoke to sister Kim”')).toBeVisible();
    await expect(written).toHaveCount(0);
    expect((await reviewOf(critical)).reviews).toHaveLength(1);
  },
);

test('partial report shows what is pending next to its button', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, '/inbox');
  await page.locator('.inbox-row', { hasText: 'Partial (1 of 2 panels)' }).first().click();
  await expect(page.getByRole('button', { name: /^Sign .*\(Lipid panel pending\)/ })).toBeVisible();
});

test(
  'critical count updates after return, in other tabs, on navigation and after network loss',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const inbox = (one: Page) =>
      one.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: /^Inbox/ });
    await open(page, '/orders');
    const before = Number(/\d+/.exec(await inbox(page).innerText())?.[0] ?? 0);
    const words = (count: number) => (count > 0 ? `Inbox ${count} critical` : 'Inbox');
    await expect(inbox(page)).toHaveText(words(before));
    const id = await report('critical');
    const assign = (to_id: string | null) => portal('clinician', 'reviews.assignLabResult', { id, to_id });
    const { people } = await demo();
    const idOf = (role: string) => people.find((one) => one.role === role)!.id;
    const [self, away] = [idOf('clinician'), idOf('admin')];
    // Focus on the tab, restored page, restored network, and navigation.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(inbox(page)).toHaveText(words(before + 1));
    await assign(away);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(inbox(page)).toHaveText(words(before));
    await assign(self);
    await page.context().setOffline(true);
    await expect(inbox(page)).toHaveText(/[Oo]ffline$/);
    await checkPage(page);
    await page.context().setOffline(false);
    await expect(inbox(page)).toHaveText(words(before + 1));
    await assign(away);
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Documents' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents');
    await expect(inbox(page)).toHaveText(words(before));
    await assign(self);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(inbox(page)).toHaveText(words(before + 1));

    // Signed in another tab: this frame, and the frame and title of the other tab.
    const other = await page.context().newPage();
    await open(other, `/inbox/${id}`);
    await expect(other).toHaveTitle(`(${before + 1} critical) Inbox · Clinical Data Service`);
    const mine = async () => Number(/\d+/.exec(await tab(other, 'Mine').innerText())![0]);
    const held = await mine();
    await isListening(other);
    await other.getByLabel(NOTE).fill('Called the ward');
    await other.getByRole('button', { name: 'Sign critical result' }).click();
    await expect(message(other)).toContainText(new RegExp(`Signed ${NAMED}`));
    await expect(inbox(page)).toHaveText(words(before));
    await expect(inbox(other)).toHaveText(words(before));
    await expect.poll(mine).toBe(held - 1);
    await expect(other).toHaveTitle(
      before > 0 ? `(${before} critical) Inbox · Clinical Data Service` : 'Inbox · Clinical Data Service',
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(
      page.getByRole('navigation', { name: 'Main, phone' }).getByRole('link', { name: /^Inbox/ }),
    ).toHaveText(words(before));
  },
);

test(
  'counts of an open inbox and of the administrator start page update',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    // Fallback fonts of browsers are wider.
    await page.route('**/*.woff2', (route) => route.abort());
    await open(page, '/admin');
    const sentence = page
      .locator('dl > div')
      .filter({ hasText: /^Critical results/ })
      .getByRole('paragraph');
    const unsigned = Number(/\d+/.exec(await sentence.innerText())?.[0] ?? 0);
    const other = await page.context().newPage();
    await open(other, '/inbox?scope=everyone');
    const everyone = tab(other, 'All');
    const all = Number(/\d+/.exec(await everyone.innerText())![0]);
    const id = await report('critical');
    const admin = (await demo()).people.find(({ role }) => role === 'admin')!;
    await portal('clinician', 'reviews.assignLabResult', { id, to_id: admin.id });
    for (const one of [page, other]) await one.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(sentence).toHaveText(new RegExp(`^${unsigned + 1} unsigned critical results?`));
    await expect(everyone).toHaveText(`All ${all + 1}`);
    await expect(other.getByText('The inbox has changed.').first()).toBeVisible();
    // The banner of overdue results appears without a reload.
    const banner = page.getByRole('region', { name: 'Warning' });
    await statement(`UPDATE lab_results SET critical_since = now() - interval '30 days' WHERE id = $1`, [
      readId('lab_result', id),
    ]);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(banner).toHaveText(/^\d+ critical results? unsigned for over \d+ minutes\./);
    // The bars must not grow with the text: sticky content would be covered.
    const heightOf = async (bar: string) => (await page.locator(bar).boundingBox())!.height;
    await page.context().setOffline(true);
    await expect(page.locator('.portal-bar')).toContainText('critical, offline');
    expect(await heightOf('.portal-bar')).toBeLessThanOrEqual(48);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await heightOf('.phone-bar')).toBeLessThanOrEqual(56);
    await page.context().setOffline(false);
    await portal('clinician', 'reviews.signLabResult', { id, version: 1, note: 'Called the ward' });
    for (const one of [page, other]) await one.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(everyone).toHaveText(`All ${all}`);
  },
);
