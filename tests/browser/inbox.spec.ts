import type { Page } from '@playwright/test';
import { noteForm } from '../../server/domain/drafts/rules';
import { readId } from '../../server/shared/ids';
import { counted } from './support/input-counter';
import { expect, test, url } from './support/portal';
import { checkPage } from './support/page-checks';
import { actAs, api, newPatient, open, portal } from './support/page-session';
import { simulate, simulatedReport, type SimulatedKind } from './support/simulated-report';
import { statement } from './support/statement';

/** Reading and signing reports: the number of clicks and keys, and protection against accidental signatures. */

test.describe.configure({ mode: 'serial' });

let patient: string;
const FAMILY = 'Inboxa';

const ordered = (kind: SimulatedKind) => simulatedReport(patient, kind);
const report = async (kind: SimulatedKind) => (await ordered(kind)).report;

const reviewOf = async (id: string) =>
  (await api<{ review: { status: string; reviews: { comment: string | null }[] } }>(`/v1/labs/results/${id}`))
    .review;

const opened = (page: Page) => page.locator('#open-report');
const sign = (page: Page) => page.getByRole('button', { name: 'Sign and next' });
/** A report with its panel is visible when it opens; keys sign only viewed reports (inbox-actions.spec.ts). */
const TALL = { width: 1280, height: 1400 };
const isListening = (page: Page) => expect(page.locator('button[form=sign-report]')).toBeEnabled();

/** Shared by the tests, because starting the operator's tool is slow. */
let charted: string;
let passed: string;
let signed: string;

test.beforeAll(async () => {
  patient = (await newPatient(FAMILY, 'Ines')).id;
  charted = await report('abnormal');
  passed = await report('abnormal');
  signed = await report('abnormal');
});
test.afterAll(async () => {
  await portal('admin', 'patients.deletePatient', { id: patient }).catch(() => undefined);
});

test('one click signs and opens the next report', async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, `/inbox/${signed}`);
  await isListening(page);
  const acts = await counted(page);
  await expect(opened(page)).toHaveText('Basic metabolic panel');
  await sign(page).click();
  await expect(page).not.toHaveURL(new RegExp(signed));
  expect(acts()).toEqual({ clicks: 1, keys: 0 });
  expect((await reviewOf(signed)).status).toBe('reviewed');
  await expect(page.locator(`.inbox-row[href*="${signed}"]`)).toHaveCount(0);
  await expect(opened(page)).toBeFocused();
});

test('one key signs and continues; an early key signs nothing; another key undoes it', async ({ page }) => {
  await page.setViewportSize(TALL);
  await actAs(page, 'clinician');
  await open(page, `/inbox/${passed}`);
  await isListening(page);
  const acts = await counted(page);
  // Again as soon as the next report has opened.
  await page.evaluate(() => {
    const before = document.querySelector('.sign-panel');
    let isPressed = false;
    new MutationObserver((_changes, watch) => {
      const panel = document.querySelector('.sign-panel');
      if (!panel || panel === before) return;
      // Before it is painted: no press may get lost between the two reports.
      if (!isPressed) document.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }));
      isPressed = true;
      const [early] = panel.textContent?.match(/Report just .*/) ?? [];
      if (!early) return;
      document.documentElement.dataset.early = early;
      watch.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('s');
  await expect(opened(page)).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-early', 'Report just opened. Press S again.');
  expect(acts()).toEqual({ clicks: 0, keys: 1 });
  expect((await reviewOf(passed)).status).toBe('reviewed');
  await expect(
    page
      .getByText(new RegExp(`^Signed Basic metabolic panel \\([^)]+\\) for ${FAMILY.toUpperCase()}, Ines`))
      .first(),
  ).toBeVisible();
  const next = /res_\w+/.exec(page.url())![0];
  // True until the next action only.
  await page.keyboard.press('f');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('.sign-panel')).not.toContainText('Report just opened.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(page).toHaveURL(new RegExp(passed));
  expect((await reviewOf(passed)).status).toBe('unreviewed');
  expect((await reviewOf(next)).status).toBe('unreviewed');
});

test('a key pressed while a report loads signs nothing, and the report explains why', async ({ page }) => {
  const ids = [await report('abnormal'), await report('abnormal')];
  await page.setViewportSize(TALL);
  await actAs(page, 'clinician');
  await open(page, `/inbox/${ids[0]}`);
  await isListening(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/inbox\/res_/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator(`.inbox-row[href*="${ids[1]}"]`).click();
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeAttached();
  const early = page.locator('.sign-panel').getByText(/^Report was not open yet\. Press \S again\.$/);
  for (const key of ['c', 'f', 'x', 'o', 's']) {
    await page.keyboard.press(key);
    await expect(early).toHaveText(`Report was not open yet. Press ${key.toUpperCase()} again.`);
  }
  // Longer than the sentence is shown in an open report.
  await page.clock.install();
  await page.clock.fastForward(5_000);
  await expect(early).toBeVisible();
  release();
  await expect(page).toHaveURL(new RegExp(ids[1]!));
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0);
  await expect(early).toBeVisible();
  for (const id of ids) expect((await reviewOf(id)).status).toBe('unreviewed');
  await page.clock.fastForward(2_000);
  await expect(early).toBeHidden();
  await page.keyboard.press('s');
  await expect(page).not.toHaveURL(new RegExp(ids[1]!));
  expect((await reviewOf(ids[1]!)).status).toBe('reviewed');
  expect((await reviewOf(ids[0]!)).status).toBe('unreviewed');
});

test(
  'j and k open the next and previous report, o opens the chart, and letter keys can be disabled',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    await isListening(page);
    const links = page.locator('.inbox-row');
    const [first, second] = [
      await links.nth(0).getAttribute('href'),
      await links.nth(1).getAttribute('href'),
    ];
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(`${second}$`));
    await expect(opened(page)).toBeFocused();
    await page.keyboard.press('k');
    await expect(page).toHaveURL(new RegExp(`${first}$`));
    await page.getByRole('button', { name: 'Turn off shortcuts' }).click();
    await page.keyboard.press('j');
    await expect(page.getByText('Shortcuts are off.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${first}$`));
    await page.getByRole('button', { name: 'Turn on shortcuts' }).click();
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/patients\/pat_\w+\/results\/res_/);
  },
);

test('critical report requires the action taken, stored with the signature', async ({ page }) => {
  const id = await report('critical');
  await page.setViewportSize(TALL);
  await actAs(page, 'clinician');
  // Written for a version that was not critical.
  const content = JSON.stringify({ text: 'No action, normal' });
  await portal('clinician', 'drafts.saveDraft', { form: noteForm(id), content });
  await open(page, '/inbox');
  await expect(page.locator('.inbox-list section').first()).toContainText('Critical');
  await open(page, `/inbox/${id}`);
  await isListening(page);
  await page.keyboard.press('s');
  const note = page.getByLabel('Action taken (who was notified, and when)');
  await expect(note).toBeFocused();
  await expect(note).toHaveAccessibleDescription('Document the action taken before signing.');
  await page.getByRole('button', { name: 'Sign critical result and next' }).click();
  await expect(note).toHaveAttribute('aria-invalid', 'true');
  await expect(note).toBeFocused();
  expect((await reviewOf(id)).status).toBe('unreviewed');
  await expect(page.locator('.sign-panel')).toContainText(
    'before the result was critical: “No action, normal”',
  );
  await page.getByRole('button', { name: 'Use note' }).click();
  await expect(note).toHaveValue('No action, normal');
  await expect(page.getByRole('button', { name: 'Use note' })).toHaveCount(0);
  await note.fill('');
  await page.keyboard.insertText('Called the ward,\ntold sister Kim,\nwho read it back');
  await expect(note).not.toHaveAttribute('aria-invalid', 'true');
  expect(await note.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
  await note.fill('Called the ward, sister Kim');
  await page.keyboard.press('Control+Enter');
  await expect(opened(page)).toBeFocused();
  expect((await reviewOf(id)).reviews).toMatchObject([{ comment: 'Called the ward, sister Kim' }]);
});

test('report corrected while open is not signed, and the note is kept', async ({ page }) => {
  const { order, report: id } = await ordered('critical');
  await page.setViewportSize(TALL);
  await actAs(page, 'clinician');
  await open(page, `/inbox/${id}`);
  await expect(page.getByRole('list', { name: 'Critical values' })).toBeInViewport({ ratio: 1 });
  await isListening(page);
  const words = 'Called the ward, sister Kim';
  await page.getByLabel('Action taken (who was notified, and when)').fill(words);
  await simulate(order, 'corrected');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.sign-panel')).toContainText('A newer version was received.');
  const panel = page.locator('.sign-panel').getByRole('button');
  await expect(panel.first()).toHaveText('Show newest version');
  await panel.first().click();
  await expect(opened(page)).toBeFocused();
  await expect(page.locator('#note')).toHaveValue(words);
  await expect(page.getByText(/^was .+, reported \d\d-/).first()).toBeVisible();
  expect((await reviewOf(id)).status).toBe('unreviewed');
});

test(
  'normal reports are signed together after a question that lists them',
  { tag: '@nightly' },
  async ({ page }) => {
    const id = await report('normal');
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    // A comment must be read: the simulator says that the report is simulated.
    await expect(page.locator(`.inbox-row[href*="${id}"]`)).toHaveAttribute('data-alone', 'has_note');
    await statement('UPDATE lab_results SET notes = $1 WHERE id = $2', ['[]', readId('lab_result', id)]);
    // A unit with other words for screen readers.
    await statement(
      "UPDATE lab_observations SET unit = '10*3/uL' WHERE name = 'Chloride' AND result_id = $1",
      [readId('lab_result', id)],
    );
    await report('normal');
    await open(page, '/inbox');
    await expect(
      page.getByText(/^Sign \d+ other normal reports? separately(: it has comments)?\.$/),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Sign \d+ normal report/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(FAMILY.toUpperCase());
    // When it opens, only the question is read out, without lists and buttons.
    await expect(dialog).toHaveAccessibleDescription(/^All results are final and normal.* comments\.$/);
    // Each row has what the clinician compares, and a long list scrolls in the dialog.
    const row = dialog
      .getByRole('list', { name: 'Reports' })
      .getByRole('listitem')
      .filter({ hasText: `${FAMILY.toUpperCase()}, Ines` })
      .first();
    await expect(row).toContainText(/born \d\d-\w{3}-\d{4}, MRN \d+: Basic metabolic panel/);
    await expect(row).toContainText(/Collected \d\d-\w{3}-\d{4} \d\d:\d\d, \d+ values/);
    await expect(row).toContainText(/Sodium 1\d\d mmol\/L · /);
    await page.setViewportSize({ width: 1280, height: 500 });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
    await checkPage(page);
    // A repeated Enter confirms nothing.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await reviewOf(id)).status).toBe('unreviewed');
    // A selected report is signed without the others.
    await open(page, `/inbox/${id}?kind=normal`);
    await isListening(page);
    const line = page.locator(`.inbox-row[href*="${id}"]`);
    await page.keyboard.press('x');
    await expect(line).toContainText('Selected');
    await page.keyboard.press('x');
    await expect(line).not.toContainText('Selected');
    // A focused row can be selected whatever report is open; one that must be signed separately states the reason.
    await open(page, `/inbox/${charted}`);
    await isListening(page);
    await page.keyboard.press('x');
    await expect(page.getByRole('region', { name: 'Latest action' })).toContainText(
      'Sign this report separately: not all results are normal.',
    );
    await line.focus();
    await page.keyboard.press('x');
    await expect(line).toContainText('Selected');
    await expect(page.locator('.inbox-row').getByText('Selected', { exact: true })).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign 1 selected report' }).click();
    await dialog.getByRole('button', { name: 'Sign 1 selected report' }).click();
    // The page knows what it can undo when the row is gone.
    await expect(line).toHaveCount(0);
    expect((await reviewOf(id)).status).toBe('reviewed');
    // Another report was open, and stays open.
    await expect(page).toHaveURL(new RegExp(`/inbox/${charted}$`));
    // No normal report is left, so the button is gone.
    await expect(page.getByRole('button', { name: /^Sign \d+ normal report/ })).toHaveCount(0);
    await expect(page.locator('#open-report')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await reviewOf(id)).status).toBe('unreviewed');
    await expect(line).toBeVisible();
    // The open report is signed: the next one opens.
    await expect(page).toHaveURL(new RegExp(`/inbox/${charted}$`));
    await open(page, `/inbox/${id}`);
    await isListening(page);
    const rows = page.locator('.inbox-row');
    const at = await rows.evaluateAll(
      (all, of) => all.findIndex((row) => row.getAttribute('data-report') === of),
      id,
    );
    const hrefs = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href')!));
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Sign 1 selected report' }).click();
    await dialog.getByRole('button', { name: 'Sign 1 selected report' }).click();
    await expect(page).toHaveURL((url) => url.pathname === (hrefs[at + 1] ?? hrefs[0]!));
    await expect(page.locator('#open-report')).toBeFocused();
    await open(page, '/inbox/signed');
    await expect(page.getByRole('row', { name: new RegExp(FAMILY, 'i') }).first()).toBeVisible();
  },
);

test(
  'filter links show counts, work without scripts, and keep critical reports in view',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const critical = await report('critical');
    await report('normal');
    const filters = (one: Page) => one.getByRole('navigation', { name: 'Filter' });
    const numberOf = async (one: Page, name: string) =>
      Number(
        /\d+$/.exec(
          await filters(one)
            .getByRole('link', { name: new RegExp(`^${name}`) })
            .innerText(),
        )![0],
      );
    await actAs(page, 'clinician');
    await open(page, '/inbox');
    const [all, normal] = [await numberOf(page, 'All'), await numberOf(page, 'Normal')];
    await expect(page.locator('.inbox-row')).toHaveCount(all);
    await filters(page)
      .getByRole('link', { name: /^Normal/ })
      .click();
    await expect(page).toHaveURL(/kind=normal$/);
    const current = filters(page).locator('ul:first-child > li > [aria-current]');
    await expect(current).toHaveText([`Normal ${normal}`]);
    await expect(filters(page)).toContainText(`${normal} of ${all} reports match.`);
    // The critical reports that the filter hides, with their number.
    const strip = page.getByRole('region', { name: /^Critical [1-9]/ });
    await expect(strip).toBeVisible();
    await expect(page.locator('.inbox-row')).toHaveCount(
      normal + (await strip.locator('.inbox-row').count()),
    );
    await page.setViewportSize({ width: 1440, height: 700 });
    await page.locator('.inbox-list').evaluate((box) => (box.scrollTop = box.scrollHeight));
    await expect(strip.locator('.inbox-row').first()).toBeInViewport({ ratio: 1 });
    await strip.locator(`[data-report="${critical}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${critical}[?]kind=normal$`));
    await checkPage(page);
    await filters(page).getByRole('link', { name: 'Show all' }).click();
    await expect(current).toHaveText([`All ${all}`]);

    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await actAs(plain, 'clinician');
    await plain.goto(`${url()}/inbox`);
    await filters(plain).getByText('Age: any').click();
    await filters(plain).getByRole('link', { name: 'over 7 days' }).click();
    await expect(plain).toHaveURL(/age=over_7$/);
    await expect(filters(plain)).toContainText('Age: over 7 days');
    await expect(plain.getByRole('region', { name: /^Critical [1-9]/ })).toBeVisible();
    await context.close();
  },
);

test(
  'a restored note is continued at its end, and replaces nothing that was typed while the page loads',
  { tag: '@nightly' },
  async ({ page }) => {
    const id = await report('critical');
    const content = JSON.stringify({ text: 'Called the ward', purpose: 'action' });
    await portal('clinician', 'drafts.saveDraft', { form: noteForm(id), content });
    await actAs(page, 'clinician');
    await page.setViewportSize(TALL);
    await open(page, `/inbox/${id}`);
    await isListening(page);
    const note = page.locator('#note');
    // The key of a fast typist is followed by others before the next frame.
    const focused = await page.evaluate(() => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true }),
      );
      return document.activeElement?.id;
    });
    expect(focused).toBe('note');
    await page.keyboard.type(', told sister Kim');
    await expect(note).toHaveValue('Called the ward, told sister Kim');
    // Left before the pause after which it is saved. The scripts of the next page arrive late.
    let deliver = () => {};
    const scripts = new Promise<void>((resolve) => (deliver = resolve));
    await page.route('**/_next/static/**/*.js', async (route) => {
      await scripts;
      await route.fallback();
    });
    await page.goto(`${url()}/inbox/${id}`, { waitUntil: 'commit' });
    await expect(note).toHaveValue('Called the ward, told sister Kim');
    await note.press('Control+End');
    await page.keyboard.type(' at 14:05');
    deliver();
    await isListening(page);
    await expect(note).toHaveValue('Called the ward, told sister Kim at 14:05');
    await page.getByRole('button', { name: /^Sign critical result/ }).click();
    await expect
      .poll(async () => (await reviewOf(id)).reviews)
      .toMatchObject([{ comment: 'Called the ward, told sister Kim at 14:05' }]);
  },
);

test(
  'on a phone the required note covers no critical value and is visible before signing',
  { tag: '@nightly' },
  async ({ page }) => {
    const id = await report('critical');
    const text = 'Unfinished: called the ward,\nno answer,\ncalled again,\nno answer';
    const content = JSON.stringify({ text, purpose: 'action' });
    await portal('clinician', 'drafts.saveDraft', { form: noteForm(id), content });
    await actAs(page, 'clinician');
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `/inbox/${id}`);
    const signing = page.getByRole('button', { name: /^Sign critical result/ });
    const critical = page.getByRole('list', { name: 'Critical values' }).getByRole('listitem').first();
    const note = page.locator('#note');
    const inSight = async () => {
      await expect(signing).toBeInViewport({ ratio: 1 });
      await expect(critical).toBeInViewport({ ratio: 1 });
      const covered = await critical.evaluate((line) => {
        const { left, right, top, bottom } = line.getBoundingClientRect();
        const points = [top + 1, (top + bottom) / 2, bottom - 1].flatMap((y) => [
          [left + 1, y],
          [(left + right) / 2, y],
        ]);
        return points.filter(([x, y]) => !line.contains(document.elementFromPoint(x!, y!)));
      });
      expect(covered).toEqual([]);
    };
    await isListening(page);
    await expect(note).toHaveValue(text);
    await inSight();
    await expect(signing).not.toHaveAttribute('aria-disabled');
    // By touch: a click of the test would scroll first.
    const touch = async (name: string | RegExp) => {
      const { x, y } = (await page.getByRole('button', { name }).boundingBox())!;
      await page.mouse.click(x + 20, y + 20);
    };
    // The whole first lines of the note, not the message about the draft.
    await expect(note).toBeInViewport({ ratio: 0.95 });
    await expect(page.getByText('Not saved with the report yet.')).toBeHidden();
    await inSight();
    const discarded = page.waitForResponse(/drafts\.discardDraft/);
    await touch('Discard draft');
    await discarded;
    await expect(note).toHaveValue('');
    await expect(note).toBeVisible();
    await inSight();
    const restored = page.waitForResponse(/drafts\.saveDraft/);
    await touch(/^Undo/);
    await expect(note).toHaveValue(text);
    await restored;
    // Too low for the note and the report.
    await page.setViewportSize({ width: 390, height: 600 });
    await page.reload();
    await isListening(page);
    await expect(note).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show draft note' })).toBeVisible();
    await touch(/^Sign critical result/);
    await expect(note).toBeFocused();
    await expect(note).toHaveValue(text);
    await inSight();
    expect((await reviewOf(id)).status).toBe('unreviewed');
    await checkPage(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await note.fill('Told sister Kim at 14:05');
    await signing.click();
    await expect
      .poll(async () => (await reviewOf(id)).reviews)
      .toMatchObject([{ comment: 'Told sister Kim at 14:05' }]);
  },
);

test(
  'at 200 % zoom the report has the screen, and its draft note is shown with the button to sign',
  { tag: '@nightly' },
  async ({ page }) => {
    const id = await report('critical');
    const content = JSON.stringify({ text: 'Called the ward', purpose: 'action' });
    await portal('clinician', 'drafts.saveDraft', { form: noteForm(id), content });
    await actAs(page, 'clinician');
    await page.setViewportSize({ width: 720, height: 450 });
    await open(page, `/inbox/${id}`);
    await isListening(page);
    expect((await page.locator('.inbox-identity').boundingBox())!.y).toBeLessThanOrEqual(100);
    await page.getByRole('button', { name: 'Show draft note' }).click();
    await expect(page.locator('#note')).toBeInViewport({ ratio: 1 });
    const bar = page.getByRole('navigation', { name: 'Main, phone' });
    const signing = page.getByRole('button', { name: /^Sign critical result/ });
    const bottom = async () => {
      const { y, height } = (await signing.boundingBox())!;
      return y + height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual((await bar.boundingBox())!.y);
  },
);

test(
  'on a phone the list leads to the report, signed with a button in reach of the thumb',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/inbox');
    await expect(opened(page)).toBeHidden();
    await page.locator(`.inbox-row[href*="${passed}"]`).click();
    await expect(page.locator('.inbox-list')).toBeHidden();
    await isListening(page);
    await expect(sign(page)).toBeInViewport();
    // Other parts are collapsed to leave room for the report.
    expect((await page.locator('.sign-panel').boundingBox())!.height).toBeLessThan(100);
    await expect(page.getByRole('button', { name: 'Forward' })).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('button', { name: 'Forward' })).toBeInViewport();
    await page.getByRole('link', { name: 'Back to list' }).click();
    await expect(page.locator(`.inbox-row[href*="${passed}"]`)).toBeVisible();
  },
);

test(
  'clinician signs a report in the chart and withdraws the signature with a reason',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await open(page, `/patients/${patient}/results/${charted}`);
    await isListening(page);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page.getByText('signed version 1')).toBeVisible();
    expect((await reviewOf(charted)).status).toBe('reviewed');
    await checkPage(page);
    // Later it is withdrawn with a reason; the report is unsigned again, and both are in the history.
    await page.getByRole('button', { name: 'Withdraw sign-off' }).click();
    const dialog = page.getByRole('dialog');
    const withdraw = dialog.getByRole('button', { name: 'Withdraw' });
    await expect(withdraw).toBeDisabled();
    await expect(dialog).toContainText(`${FAMILY.toUpperCase()}, Ines`);
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await dialog.getByLabel('Reason').fill('The sample was haemolysed.');
    await withdraw.click();
    await expect(page.getByText('withdrew the sign-off of version 1')).toBeVisible();
    await expect(page.getByText('The sample was haemolysed.')).toBeVisible();
    expect((await reviewOf(charted)).status).toBe('unreviewed');
    await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeVisible();
  },
);

test('inbox shows the report next to the list at every width', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await open(page, '/inbox');
  await checkPage(page);
});

test(
  'j pressed while a report loads moves the mark at once, and only the last report opens',
  { tag: '@nightly' },
  async ({ page }) => {
    for (const kind of ['normal', 'normal', 'normal'] as const) await report(kind);
    await actAs(page, 'clinician');
    await open(page, '/inbox?scope=everyone');
    await isListening(page);
    const rows = page.locator('.inbox-row');
    const ids = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.report!));
    expect(ids.length).toBeGreaterThanOrEqual(4);
    const loaded: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/inbox\/res_/, async (route) => {
      loaded.push(/res_\w+/.exec(route.request().url())![0]);
      await held;
      await route.continue();
    });
    for (const _press of [1, 2, 3]) await page.keyboard.press('j');
    const marked = page.locator('[data-marked] > .inbox-row');
    await expect(marked).toHaveAttribute('data-report', ids[3]!);
    expect(loaded).toEqual([ids[1]]);
    release();
    await expect(page).toHaveURL(new RegExp(ids[3]!));
    await expect(opened(page)).toBeFocused();
    await expect(marked).toHaveAttribute('aria-current', 'true');
    expect(new Set(loaded)).toEqual(new Set([ids[1], ids[3]]));
  },
);
