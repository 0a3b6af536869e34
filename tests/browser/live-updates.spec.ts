import type { BrowserContext, Page, Request } from '@playwright/test';
import { few } from '../support/test-size';
import { checkPage } from './support/page-checks';
import { fileReports, type Line } from './support/own-report';
import { actAs, api, demoRecords, newPatient, open, portal } from './support/page-session';
import { hydrated } from './support/hydrated';
import { newPerson } from './support/new-user';
import { demo, expect, test, url } from './support/portal';
import { statement } from './support/statement';

/** A new critical result on open pages: banner, count, title and alerts, one connection for each browser, and its end. */

const records = demoRecords();
/** Two seconds on an idle machine (tests/integration/api/changes, audit:changes). */
const LIMIT = { timeout: 5_000 };
const LOW: Line = { test: 'Glucose', value: '38', flag: 'LL' };

let patient: Awaited<ReturnType<typeof newPatient>>;
test.beforeAll(async () => {
  patient = await newPatient('Livesey', 'Elif');
});
test.afterAll(() => portal('admin', 'patients.deletePatient', { id: patient.id }).catch(() => undefined));

let number = 0;
const nextName = () => `live-${++number}`;
/** Resolves once the report is filed. @param name of an earlier report: its next version @returns `res_…` */
async function arrives(lines: readonly Line[] = [LOW], name = nextName()): Promise<string> {
  const filed = await fileReports(
    { patient, connectionId: records().ids.connectionId! },
    { [name]: { at: '20261105080000', lines } },
  );
  return filed[name]!;
}

const newReports = (page: Page) => page.locator('.news');
const banner = (page: Page) => page.getByRole('alert', { name: 'New critical results' });
const inbox = (page: Page) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: /^Inbox/ });
const criticalIn = async (page: Page) => Number(/\d+/.exec(await inbox(page).innerText())?.[0] ?? 0);

/** Connections to the stream that the pages of a browser have opened, and those still open. */
function streamsOf(context: BrowserContext) {
  const opened: Request[] = [];
  const ended = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().includes('changes.watchChanges')) opened.push(request);
  });
  const end = (request: Request) => void ended.add(request);
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  return {
    opened,
    current: () => opened.filter((one) => !ended.has(one) && !one.frame().page().isClosed()).length,
  };
}

/** Resolves when the page follows changes: it is connected, or has read what it may have missed. */
async function openLive(page: Page, path: string): Promise<void> {
  const read = page.waitForResponse(/changes\.watchChanges|reviews\.listNewCriticalResults/);
  await open(page, path);
  await hydrated(page);
  await read;
}

test('a critical result appears within seconds on the pages of all tabs, over one connection', async ({
  page,
}) => {
  await actAs(page, 'clinician');
  const streams = streamsOf(page.context());
  await openLive(page, '/patients');
  const other = await page.context().newPage();
  await open(other, '/orders');
  await hydrated(other);
  const before = await criticalIn(page);
  // With unmatched ones.
  const titled = Number(/^\((\d+) critical\)/.exec(await page.title())?.[1] ?? 0);
  await expect.poll(() => streams.current()).toBe(1);
  // The other tab waits for the connection to be free.
  const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending!.length);
  await expect.poll(waiting).toBe(1);

  await arrives([LOW, { test: 'Sodium', value: '118', flag: 'LL' }]);
  const words = /New critical result.*LIVESEY, Elif \(born .*, MRN .*\): Glucose 38 LL.* and 1 more critical/;
  for (const tab of [page, other]) {
    await expect(banner(tab)).toContainText(words, LIMIT);
    await expect(inbox(tab)).toHaveText(`Inbox ${before + 1} critical`, LIMIT);
    await expect(tab).toHaveTitle(new RegExp(`^\\(${titled + 1} critical\\) (Patients|Orders) · `), LIMIT);
    expect(await tab.title()).not.toMatch(/Livesey/i);
  }
  expect(streams.opened).toHaveLength(1);
  await checkPage(page);

  // Next sets the title of another page.
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Documents' })
    .click();
  await expect(page).toHaveTitle(new RegExp(`^\\(${titled + 1} critical\\) Documents · `));
  await expect(banner(page)).toBeVisible();

  await banner(other).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(other)).toBeHidden();
  await expect(banner(page)).toBeHidden();
  await expect(inbox(page)).toHaveText(`Inbox ${before + 1} critical`);

  const next = await arrives();
  await expect(banner(page).getByRole('listitem')).toHaveCount(1, LIMIT);
  await banner(page).getByRole('link', { name: 'Open Glucose of LIVESEY, Elif' }).click();
  // No one is assigned: the list next to the report is the one that contains it.
  await page.waitForURL(`**/inbox/${next}?scope=unassigned`);
  await expect(page.locator(`[data-report="${next}"]`)).toHaveAttribute('aria-current', 'true');
  await expect(banner(page)).toBeHidden();
  await expect(banner(other)).toBeHidden();

  // The next tab connects when the one with the connection is closed.
  await page.close();
  await expect.poll(() => streams.opened.length).toBe(2);
  await expect.poll(() => streams.current()).toBe(1);
  await arrives();
  await expect(banner(other)).toBeVisible(LIMIT);
});

test('open pages show what colleagues assign and sign', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'clinician');
  await openLive(page, '/patients');
  const other = await page.context().newPage();
  await open(other, '/orders');
  await hydrated(other);
  const before = await criticalIn(page);
  const titled = Number(/^\((\d+) critical\)/.exec(await page.title())?.[1] ?? 0);
  const id = await arrives();
  await expect(banner(other)).toContainText(/^New critical result/, LIMIT);
  await banner(other).getByRole('button', { name: 'Dismiss' }).click();
  const next = await arrives();
  await banner(page).getByRole('link', { name: 'Open Glucose of LIVESEY, Elif' }).click();
  await page.waitForURL(`**/inbox/${next}?scope=unassigned`);
  await expect(banner(other)).toBeHidden();

  // Assigned by a colleague.
  const person = (await demo()).people.find(({ role }) => role === 'clinician')!;
  await portal('admin', 'reviews.assignLabResult', { id, to_id: person.id });
  await expect(banner(other)).toContainText(/^Critical result assigned to you by \S/, LIMIT);
  await other.reload();
  await hydrated(other);
  await expect(banner(other)).toContainText(/^Critical result assigned to you by \S/, LIMIT);
  await banner(other).getByRole('button', { name: 'Dismiss' }).click();

  // On the open report: taken by a colleague.
  const notice = page.getByRole('alert').filter({ hasText: /^(Assigned|Returned)/ });
  const admin = (await demo()).people.find(({ role }) => role === 'admin')!;
  await portal('admin', 'reviews.assignLabResult', { id: next, to_id: admin.id });
  await expect(notice).toHaveText(/^Assigned to \D+ at \d\d:\d\d\.Show$/, LIMIT);
  await expect(page.locator('.review-trail')).toContainText('Awaiting signature by');
  await expect(page.locator(`[data-report="${next}"]`)).toContainText(
    /Left the list.*Assigned to (?!.*Unassigned)/s,
    LIMIT,
  );
  await notice.getByRole('button', { name: 'Show' }).click();
  await expect(notice).toBeHidden();
  await expect(page.locator('.review-trail')).toContainText('Awaiting signature by');
  await portal('admin', 'reviews.assignLabResult', { id: next, to_id: null });
  await expect(notice).toContainText('Returned to the group by', LIMIT);
  await expect(page.locator('.review-trail')).toContainText('Awaiting signature, unassigned.');

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Forward' }).click();
  await dialog.getByLabel('To').selectOption(admin.id);

  // Signed by a colleague.
  const third = await arrives();
  await expect(banner(other)).toContainText(/^New critical result/, LIMIT);
  await portal('admin', 'reviews.assignLabResult', { id: third, to_id: person.id });
  await expect(banner(other)).toContainText(/^Critical result assigned to you by \S/, LIMIT);
  for (const one of [id, next, third])
    await portal('admin', 'reviews.signLabResult', { id: one, version: 1, note: 'Called' });
  await dialog.getByRole('button', { name: /^Forward to / }).click();
  await expect(dialog).toContainText('Already signed by');
  await expect(dialog).not.toContainText('unsigned');
  await expect(dialog.getByRole('button')).toHaveText(['Show']);
  await checkPage(page);
  await dialog.getByRole('button').click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.review-trail')).not.toContainText('Awaiting signature');
  await expect(banner(other)).toBeHidden();
  await expect(inbox(other)).toHaveText(before > 0 ? `Inbox ${before} critical` : 'Inbox');
  await expect(other).not.toHaveTitle(titled > 0 ? /^Orders/ : /critical/);
});

test('an open chart shows that a report was received, and Back shows it', async ({ page }) => {
  await arrives();
  await actAs(page, 'clinician');
  const chart = `/patients/${patient.id}`;
  await openLive(page, `${chart}/results`);
  const rows = page.getByRole('main').getByRole('row');
  const before = await rows.count();
  const second = await arrives();
  await expect(newReports(page)).toHaveText('1 new report.Show', LIMIT);
  expect(await rows.count()).toBe(before);
  await checkPage(page);
  await banner(page).getByRole('link', { name: /^Open/ }).click();
  await page.waitForURL(`**/inbox/${second}?*`);
  await page.goBack();
  await expect(rows).toHaveCount(before + 1);
  await expect(newReports(page)).toBeHidden();

  for (const path of few([chart, `${chart}/results/flow`], 1)) {
    await page.goto(url() + path);
    await hydrated(page);
    // Also one that arrives before the page is connected.
    await arrives();
    await expect(newReports(page)).toHaveText('1 new report.Show', LIMIT);
    await newReports(page).getByRole('button', { name: 'Show' }).click();
    await expect(newReports(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test(
  'open lists of documents and orders show that one was added or changed',
  { tag: '@nightly' },
  async ({ page }) => {
    const own = await newPatient('Filewell', 'Elif');
    const { id } = own;
    const file = (title: string) =>
      api<{ id: string }>('/v1/documents', {
        patient_id: id,
        title,
        content: { data: Buffer.from(title).toString('base64'), file_name: `${title}.txt` },
      });
    const catalog = await api<{ data: { id: string }[] }>('/v1/labs/catalog?q=lipid&kind=panel');
    const order = () =>
      api<{ id: string }>('/v1/labs/orders', {
        patient_id: id,
        items: [{ test_id: catalog.data[0]!.id }],
      });
    const main = page.getByRole('main');
    const rows = main.getByRole('row');
    const show = async (words: string, count: number) => {
      await expect(main).toContainText(words, LIMIT);
      await checkPage(page);
      await main.getByRole('button', { name: 'Show' }).click();
      await expect(main).not.toContainText(words);
      // With the head of the table.
      await expect(rows).toHaveCount(count + 1);
    };
    await actAs(page, 'clinician');
    await openLive(page, `/patients/${id}/documents`);
    await expect(main).toContainText('No documents.');
    const first = await file('First');
    await expect(main).not.toContainText('No documents.', LIMIT);
    await show('1 new document.', 1);
    await file('Second');
    await show('1 new document.', 2);
    await portal('admin', 'documents.markDocumentInError', { id: first.id, reason: 'Wrong.' });
    await show('Documents have changed.', 2);

    await openLive(page, `/patients/${id}/orders`);
    const placed = await order();
    await show('1 new order.', 1);
    await portal('admin', 'labOrders.cancelLabOrder', { id: placed.id, reason: 'Ordered twice.' });
    await show('Orders have changed.', 1);

    // Other tests order as well.
    const changed = /\d+ new orders?\.|Orders have changed\./;
    await openLive(page, '/orders?view=all');
    const listed = await order();
    await expect(main).toContainText(changed, LIMIT);
    await main.getByRole('button', { name: 'Show' }).click();
    const link = main.locator(`a[href*="${listed.id}"]`).first();
    await expect(link).toBeVisible();
    await portal('admin', 'labOrders.cancelLabOrder', { id: listed.id, reason: 'Ordered twice.' });
    await expect(main).toContainText(changed, LIMIT);

    // A viewer has no inbox.
    await actAs(page, 'viewer');
    await openLive(page, `/patients/${id}/results`);
    await fileReports(
      { patient: own, connectionId: records().ids.connectionId! },
      { viewed: { at: '20261105080000', lines: [LOW] } },
    );
    await expect(main).toContainText('1 new report.', LIMIT);
    await expect(banner(page)).toBeHidden();
    await checkPage(page);
    const start = await page.context().newPage();
    await open(start, '/today');
    await hydrated(start);
    await expect(start.getByRole('main')).toContainText('FILEWELL, Elif');
    await portal('admin', 'restrictedCharts.setChartRestriction', { id, restriction: 'vip' });
    await expect(page.getByRole('heading', { name: 'Restricted chart' })).toBeVisible(LIMIT);
    await expect(start.getByRole('main')).not.toContainText('FILEWELL', { timeout: 8_000 });
  },
);

test('an open chart that is restricted is left at once', async ({ page }) => {
  const hidden = await newPatient('Hideley', 'Elif');
  await actAs(page, 'clinician');
  await openLive(page, `/patients/${hidden.id}`);
  await page.getByRole('link', { name: 'Documents', exact: true }).last().click();
  await page.waitForURL('**/documents');
  await portal('admin', 'restrictedCharts.setChartRestriction', { id: hidden.id, restriction: 'vip' });
  await expect(page.getByRole('heading', { name: 'Restricted chart' })).toBeVisible(LIMIT);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Restricted chart' })).toBeVisible(LIMIT);
});

test(
  'a report corrected while open says so within seconds and keeps its values until a click',
  { tag: '@nightly' },
  async ({ page }) => {
    const name = nextName();
    const id = await arrives([LOW], name);
    const potassium = (value: string, flag = ''): Line => ({ test: 'Potassium', value, flag, status: 'C' });
    await actAs(page, 'clinician');
    await openLive(page, `/inbox/${id}?scope=unassigned`);
    const tabs = [page];
    for (const path of [`/patients/${patient.id}/results/${id}`, `/patients/${patient.id}`]) {
      const tab = await page.context().newPage();
      await open(tab, path);
      await hydrated(tab);
      tabs.push(tab);
    }
    const newer = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'A newer version was received.' });
    const glucose = (tab: Page, value: string) =>
      tab.getByRole('row', { name: 'Glucose' }).getByText(value, { exact: true }).first();

    await arrives([{ ...LOW, value: '83', flag: '', status: 'C' }, potassium('7.2', 'HH')], name);
    for (const tab of tabs) {
      await tab.bringToFront();
      await expect(newer(tab)).toBeVisible(LIMIT);
      await expect(glucose(tab, '38')).toBeVisible();
    }
    await checkPage(page);
    await page.bringToFront();
    await expect(banner(page)).toContainText('Potassium 7.2 HH', LIMIT);
    // The list next to the report still has the value that was corrected.
    const row = page.locator(`[data-report="${id}"]`);
    await expect(row).toContainText('Outdated', LIMIT);
    await expect(row.locator('.listed-values')).toHaveCSS('text-decoration-line', 'line-through');
    await expect(page.locator('[data-outdated]')).toHaveCount(1);
    for (const tab of tabs) {
      await tab.bringToFront();
      await newer(tab).getByRole('button', { name: 'Show newest version' }).click();
      await expect(newer(tab)).toBeHidden();
      await expect(glucose(tab, '83')).toBeVisible();
      // The new critical value is in the report now.
      await expect(banner(tab)).toBeHidden();
    }
    await page.bringToFront();
    await expect(row).not.toContainText('Outdated');
    await arrives([{ ...LOW, value: '83', flag: '', status: 'C' }, potassium('7.5', 'HH')], name);
    await expect(newer(page)).toBeVisible(LIMIT);
    await portal('admin', 'reviews.signLabResult', { id, version: 3, note: 'Called' });
  },
);

test('the age of a critical result grows in an open inbox', { tag: '@nightly' }, async ({ page }) => {
  const id = await arrives();
  await actAs(page, 'clinician');
  await page.clock.install();
  await open(page, '/inbox?scope=unassigned');
  await hydrated(page);
  const age = page.locator(`[data-report="${id}"] time`);
  await expect(age).toContainText('less than a minute');
  await page.clock.fastForward('06:00');
  await expect(age).toContainText('6 minutes');
  await portal('admin', 'reviews.signLabResult', { id, version: 1, note: 'Called' });
});

test(
  'what arrives without a network or while the page is in memory is shown afterwards',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    await openLive(page, '/documents');
    await page.context().setOffline(true);
    await expect(inbox(page)).toHaveText(/[Oo]ffline$/);
    await arrives();
    await page.context().setOffline(false);
    await expect(banner(page)).toContainText('LIVESEY, Elif');
    await expect(inbox(page)).toHaveText(/\d+ critical$/);
    await page.context().setOffline(true);
    await banner(page).getByRole('link', { name: /^Open/ }).click();
    const message = page.getByRole('region', { name: 'Latest action' });
    await expect(message).toContainText('You are offline.');
    // Not covered by the message.
    await banner(page).getByRole('link', { name: /^Open/ }).click({ trial: true });
    await page.context().setOffline(false);
    await expect(message).toBeHidden();
    await banner(page).getByRole('button', { name: 'Dismiss' }).click();
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    });
    await arrives();
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(banner(page)).toContainText('LIVESEY, Elif');

    // A new version of the service has replaced the scripts.
    const old = await page.context().newPage();
    await openLive(old, '/documents');
    await old.route('**/_next/static/chunks/**', (route) => route.abort());
    await arrives();
    const notice = old.getByRole('alert').filter({ hasText: 'New critical result.' });
    await notice.getByRole('link', { name: 'Open the inbox' }).click();
    await old.waitForURL('**/inbox?scope=everyone&kind=critical');
  },
);

test(
  'after sign-out nothing is sent, and another user of the browser has a connection',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson();
    const streams = streamsOf(page.context());
    const signIn = async () => {
      await page.goto(`${url()}/sign-in`);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(person.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/today/);
    };
    await signIn();
    await expect.poll(() => streams.current()).toBe(1);
    const other = await page.context().newPage();
    await openLive(other, '/orders');
    // Ended by an administrator, for example: the pages notice it because their connection ends.
    await statement(
      "UPDATE auth_sessions SET revoked_at = now(), revoked_reason = 'ended' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
      [person.email],
    );
    for (const tab of [page, other]) await tab.waitForURL(/\/locked/, { timeout: 15_000 });
    await expect.poll(() => streams.current()).toBe(0);
    const opened = streams.opened.length;
    await arrives();
    expect(streams.opened).toHaveLength(opened);
    await expect(banner(page)).toBeHidden();
    await signIn();
    await expect.poll(() => streams.current()).toBe(1);
  },
);

test(
  'notification and sound are off until enabled, and name no patient',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const calls: string[] = [];
      class FakeNotification {
        static permission = 'default';
        static requestPermission = async () => {
          calls.push('asked');
          const { answer } = window as unknown as { answer: Promise<string> };
          return (FakeNotification.permission = await answer);
        };
        constructor(words: string) {
          calls.push(words);
        }
        close() {}
      }
      class FakeAudio extends AudioContext {
        constructor() {
          super();
          calls.push('sound');
        }
      }
      Object.assign(window, { Notification: FakeNotification, AudioContext: FakeAudio, alerts: calls });
    });
    const alerts = () => page.evaluate(() => (window as unknown as { alerts: string[] }).alerts);
    await actAs(page, 'clinician');
    await openLive(page, '/account/display');
    await arrives();
    await expect(banner(page)).toBeVisible(LIMIT);
    expect(await alerts()).toEqual([]);
    await banner(page).getByRole('button', { name: 'Dismiss' }).click();
    const settings = page.getByRole('group', { name: 'New critical results' });
    const notification = page.getByRole('checkbox', { name: /^Desktop notification/ });
    const answer = (given: string | null) =>
      page.evaluate((one) => {
        Object.assign(window, { answer: one === null ? new Promise(() => {}) : Promise.resolve(one) });
      }, given);
    for (const [given, words] of [
      [null, 'Your browser asks for permission. Select Allow.'],
      ['default', 'Notifications are off. Select “Desktop notification” again, then Allow.'],
      ['denied', 'This browser blocks notifications.'],
    ] as const) {
      await answer(given);
      await notification.click();
      await expect(settings).toContainText(words);
      await expect(notification).not.toBeChecked();
      await checkPage(page);
    }
    await answer('granted');
    await notification.check();
    await expect(settings).not.toContainText(/blocks|are off|asks/);
    await page.getByRole('checkbox', { name: /^Sound/ }).check();
    await checkPage(page);
    const before = ['asked', 'asked', 'asked', 'asked', 'sound'];
    expect(await alerts()).toEqual(before);
    await arrives();
    await expect.poll(alerts).toEqual([...before, '1 new critical result', 'sound']);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /^Sound/ })).toBeChecked();
    // The permission was withdrawn in the browser.
    await expect(notification).not.toBeChecked();
    await page.getByRole('checkbox', { name: /^Sound/ }).uncheck();
  },
);

test(
  'the banner covers neither identity nor signing, and moves nothing',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'clinician');
    const first = await arrives();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await openLive(page, `/patients/${patient.id}/results/${first}`);
      const places = () =>
        page.evaluate(() =>
          ['.patient-banner', 'h1', 'button[form=sign-report], #sign-report button'].map((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return box ? [Math.round(box.top), Math.round(box.left)] : null;
          }),
        );
      const before = await places();
      await arrives();
      await expect(banner(page)).toBeVisible(LIMIT);
      expect(await places()).toEqual(before);
      await page
        .locator('button[form=sign-report]')
        .evaluateAll(([button]) => button?.scrollIntoView({ block: 'center' }));
      const covered = () =>
        page.evaluate(() => {
          const over = document.querySelector('.new-critical')!.getBoundingClientRect();
          return ['.patient-banner', 'button[form=sign-report]'].filter((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return (
              box &&
              box.bottom > over.top &&
              box.top < over.bottom &&
              box.right > over.left &&
              box.left < over.right
            );
          });
        });
      // The message moves above the panel after the scroll event.
      await expect.poll(covered).toEqual([]);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-${width}.png` });
      await banner(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('main')).toBeFocused();
    }
  },
);
