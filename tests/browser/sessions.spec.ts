import type { BrowserContext, Page } from '@playwright/test';
import { openHydrated } from './support/hydrated';
import { newPerson, type Person } from './support/new-user';
import { checkPage } from './support/page-checks';
import { htmlFor, portal } from './support/page-session';
import { admin, expect, test, url } from './support/portal';
import { statement as sql } from './support/statement';

/**
 * P-16 in a browser: the warning, both tabs, what remains in the page at the end, and the return with the input; also
 * pages of a former organization. The clock of the browser is moved, and the session in its row.
 */

const OF_PERSON = 'user_id = (SELECT id FROM users WHERE email = $1)';
const idleFor = ({ email }: Person, minutes: number) =>
  sql(`UPDATE auth_sessions SET last_seen_at = now() - $2 * interval '1 minute' WHERE ${OF_PERSON}`, [
    email,
    minutes,
  ]);

async function fillSignIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto(`${url()}/sign-in`);
  await fillSignIn(page, person);
  await page.waitForURL(/\/today/);
}
const dialog = (page: Page) => page.getByRole('alertdialog');

async function secondsLeft(page: Page): Promise<number> {
  const text = await dialog(page).innerText();
  const [, minutes = 0, seconds = 0] = /in (?:(\d+) minutes? ?)?(?:(\d+) seconds?)?/.exec(text)!;
  return Number(minutes) * 60 + Number(seconds);
}

async function twoTabs(context: BrowserContext, ...paths: [string, string]): Promise<[Page, Page]> {
  const tabs: [Page, Page] = [await context.newPage(), await context.newPage()];
  for (const [at, tab] of tabs.entries()) await openHydrated(tab, paths[at]!);
  return tabs;
}

/** Layout shift since the page was opened. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((report) => {
        new PerformanceObserver((list) => {
          const moved = list.getEntries() as (PerformanceEntry & { value: number })[];
          report(moved.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // It is not called without entries.
        requestAnimationFrame(() => requestAnimationFrame(() => report(0)));
      }),
  );

test(
  'session warning counts down in both tabs, any key continues, and the end clears the page first',
  { tag: '@nightly' },
  async ({ page, context }) => {
    const person = await newPerson();
    const double = { family: `Typed-${person.id.slice(-8)}`, given: 'Once', born: '01-Jan-1970' };
    await portal('clinician', 'patients.registerPatient', {
      name: { family: double.family, given: [double.given] },
      birth_date: '1970-01-01',
      sex: 'female',
      duplicate_reason: 'different_person',
    });
    const list = await htmlFor('clinician', '/inbox?scope=everyone');
    const report = `/inbox/${/\/inbox\/(res_\w+)/.exec(list)![1]!}`;
    await signIn(page, person);
    await page.close();
    await context.clock.install();
    const [one, two] = await twoTabs(context, '/patients/new', report);
    await idleFor(person, 13.05);
    await context.clock.fastForward('13:01');
    for (const tab of [one, two]) await expect(dialog(tab)).toBeVisible();
    const shown = await secondsLeft(one);
    expect(shown).toBeLessThanOrEqual(120);
    await context.clock.runFor('00:10');
    await expect.poll(() => secondsLeft(one)).toBeLessThanOrEqual(shown - 10);
    await checkPage(one);
    await one.keyboard.press('a');
    await expect(dialog(one)).toBeHidden();
    await expect(dialog(two)).toBeHidden();

    await one.getByLabel('Family name').fill(double.family);
    await one.getByLabel('Given names').fill(double.given);
    await one.getByLabel('Birth date', { exact: true }).fill(double.born);
    const note = two.locator('#note');
    await two.keyboard.press('c');
    await note.fill('Called the ward');
    const kept = () =>
      sql(`SELECT 1 FROM drafts WHERE ${OF_PERSON}`, [person.email]).then((rows) => rows.length);
    await expect.poll(kept).toBe(2);
    await one.evaluate(() =>
      window.addEventListener('pagehide', () => {
        const fields = document.querySelectorAll('input, dialog, nav').length;
        sessionStorage.setItem('left', JSON.stringify([document.title, document.body.innerText, fields]));
      }),
    );
    await idleFor(person, 15);
    await context.clock.fastForward('15:01');
    for (const tab of [one, two]) await tab.waitForURL(/\/locked$/);
    const [title, text, fields] = JSON.parse((await one.evaluate(() => sessionStorage.getItem('left')))!) as [
      string,
      string,
      number,
    ];
    expect([title, text.trim().split(/\s*\n\s*/), fields]).toEqual([
      'Clinical Data Service',
      ['Session ended', 'Sign in again'],
      0,
    ]);
    await expect(one.getByText('The session ended because there was no activity.')).toBeVisible();
    await expect(one.getByText('Robin New was signed in.')).toBeVisible();
    await expect(one.getByLabel('Email')).toBeFocused();
    await checkPage(one);

    // The same user returns to the same form with the input.
    await fillSignIn(one, person);
    await one.waitForURL(/\/patients\/new$/);
    await expect(one.getByText(/Draft from .* restored/)).toBeVisible();
    await expect(one.getByLabel('Family name')).toHaveValue(double.family);
    await expect(one.getByRole('link', { name: 'Open existing' })).toBeVisible();
    expect(await shifts(one)).toBeLessThan(0.005);
    await checkPage(one);
    // Without a second sign-in.
    const draft = two.getByText(/Draft from .* restored/);
    await two.waitForURL(`**${report}`);
    await expect(note).toHaveValue('Called the ward');
    await expect(draft).toBeVisible();
    await one.getByLabel('Female').check();
    await one.getByLabel('I have compared the records').check();
    await one.getByRole('button', { name: /^Create/ }).click();
    await one.waitForURL(/\/patients\/pat_/);
    await expect.poll(kept).toBe(1);

    await openHydrated(two, report);
    await expect(note).toHaveValue('Called the ward');
    await expect(draft).toBeVisible();
    expect(await shifts(two)).toBeLessThan(0.005);
    await checkPage(two);

    const other = await newPerson();
    await openHydrated(two, '/locked');
    await fillSignIn(two, other);
    await two.waitForURL(/\/today$/);
    await one.waitForURL(/\/locked$/);
    for (const _ of ['at once', 'after a reload']) {
      await expect(one.getByText('Another user is signed in with this browser.')).toBeVisible();
      await expect(one.getByText('Robin New was signed in.')).toBeVisible();
      await one.reload();
    }
    await openHydrated(two, report);
    await two.keyboard.press('c');
    await expect(note).toHaveValue('');
    await expect(draft).toHaveCount(0);
    expect(await kept()).toBe(1);
  },
);

test(
  'uploaded files and their details return after sign-in, to be filed',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson();
    await signIn(page, person);
    const patient = await portal<{ id: string }>('clinician', 'patients.registerPatient', {
      name: { family: 'Upload', given: ['Kept'] },
      birth_date: '1970-01-01',
      sex: 'unknown',
      duplicate_reason: 'different_person',
    });
    const path = `/patients/${patient.id}/documents`;
    await openHydrated(page, path);
    const note = { name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from(`a note ${person.email}`) };
    const kept = () =>
      sql(`SELECT 1 FROM drafts WHERE ${OF_PERSON}`, [person.email]).then((rows) => rows.length);
    const files = page.getByRole('list', { name: 'Files' });
    await expect(page.getByRole('button', { name: /Choose files/ })).toBeEnabled();
    await page.getByLabel('Files to upload').setInputFiles(note);
    await expect(files.getByText('Uploaded, not filed')).toBeVisible();
    await files.getByLabel('Title').fill('Letter of the ward');
    await files.getByLabel('Type').selectOption('consent');
    await files.getByLabel('Document date', { exact: true }).fill('05-Nov-2026');
    await expect.poll(kept).toBe(1);
    await idleFor(person, 16);
    await page.reload();
    await page.waitForURL(/\/sign-in|\/locked/);
    await expect(page.getByText('The session ended because there was no activity.')).toBeVisible();
    await fillSignIn(page, person);
    await page.waitForURL(new RegExp(`${path}$`));
    await expect(page.getByText(/Draft from .* restored/)).toBeVisible();
    await expect(files.getByText('Uploaded, not filed')).toBeVisible();
    await checkPage(page);
    await expect(files.getByLabel('Title')).toHaveValue('Letter of the ward');
    await expect(files.getByLabel('Type')).toHaveValue('consent');
    await expect(files.getByLabel('Document date', { exact: true })).toHaveValue('05-Nov-2026');
    await page.getByRole('button', { name: /^File 1 document/ }).click();
    await expect(page.getByText('Filed:')).toBeVisible();
    await expect.poll(kept).toBe(0);
  },
);

test(
  'abandoned form keeps no draft, and a restored draft can be discarded',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson();
    await signIn(page, person);
    await openHydrated(page, '/patients/new');
    const kept = () =>
      sql(`SELECT 1 FROM drafts WHERE ${OF_PERSON}`, [person.email]).then((rows) => rows.length);
    await page.getByLabel('Family name').fill('Left');
    await expect.poll(kept).toBe(1);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL(/\/patients$/);
    await expect.poll(kept).toBe(0);
    await openHydrated(page, '/patients/new');
    await page.getByLabel('Family name').fill('Reloaded');
    await expect.poll(kept).toBe(1);
    await page.reload();
    await expect(page.getByLabel('Family name')).toHaveValue('Reloaded');
    await expect(page.getByText(/Draft from .* restored/)).toBeVisible();
    // Only sections with values are opened.
    await expect(page.getByLabel('City')).toBeHidden();
    await page.getByText('phone, email, address').click();
    const saved = page.waitForResponse(/drafts\.saveDraft/);
    await page.getByLabel('City').fill('Wells');
    await saved;
    await page.reload();
    await expect(page.getByText(/Draft from .* restored/)).toBeVisible();
    await expect(page.getByLabel('City')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Wells');
    const discard = page.getByRole('button', { name: 'Discard' });
    await discard.click();
    await expect(page.getByLabel('Family name')).toHaveValue('');
    await expect.poll(kept).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Family name')).toHaveValue('Reloaded');
    await expect(page.getByLabel('City')).toHaveValue('Wells');
    await expect.poll(kept).toBe(1);
    await discard.click();
    await expect.poll(kept).toBe(0);
  },
);

test(
  'form with unsaved changes asks before keys, search or Back leave the page',
  { tag: '@nightly' },
  async ({ page }) => {
    const person = await newPerson();
    await signIn(page, person);
    await openHydrated(page, '/patients');
    await page.getByRole('link', { name: 'New patient' }).click();
    await page.waitForURL(/\/patients\/new$/);
    await page.getByLabel('Family name').fill('Unsaved');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stays = async () => {
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      expect(new URL(page.url()).pathname).toBe('/patients/new');
      await expect(page.getByLabel('Family name')).toHaveValue('Unsaved');
    };
    // Not awaited: the navigation does not finish.
    const back = () => void page.goBack().catch(() => null);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await stays();
    const search = page.getByRole('searchbox', { name: /^Find a patient by name/ });
    await search.fill('Smith');
    await search.press('Enter');
    await stays();
    back();
    await stays();
    back();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL(/\/patients$/);
    await expect
      .poll(() => sql(`SELECT 1 FROM drafts WHERE ${OF_PERSON}`, [person.email]).then((rows) => rows.length))
      .toBe(0);
    // The history is unchanged: Forward leads to the form, which has discarded its input, and Back is not blocked.
    await page.goForward();
    await page.waitForURL(/\/patients\/new$/);
    await expect(page.getByLabel('Family name')).toHaveValue('');
    await page.goBack();
    await page.waitForURL(/\/patients$/);
  },
);

/** A tab that receives changes neither from other tabs nor from the server. */
async function uninformedTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await tab.route(/\/api\/trpc\/(changes|reviews)\./, () => undefined);
  return tab;
}

test(
  'after a switch in one tab the other tab cannot act in the wrong organization',
  { tag: '@nightly' },
  async ({ page, context }) => {
    const person = await newPerson({ role: 'admin' });
    const slug = `sandbox-${process.pid}`;
    await admin(
      'org',
      'create',
      '--name',
      'Demo Sandbox',
      '--slug',
      slug,
      '--sandbox-of',
      'demo',
      '--second-factor',
      'optional',
    );
    await sql(
      `INSERT INTO memberships (org_id, user_id, role, created_at)
     SELECT o.id, u.id, 'admin', now() + interval '1 second' FROM organizations o, users u WHERE o.slug = $1 AND u.email = $2`,
      [slug, person.email],
    );
    await signIn(page, person);
    const otherTab = await context.newPage();
    await openHydrated(otherTab, '/patients/new');
    const deaf = await uninformedTab(context);
    await openHydrated(deaf, '/patients/new');
    // A draft that is saved after the switch would be rejected as well, and before the button could be pressed.
    const draft = deaf.waitForResponse(/drafts\.saveDraft/);
    await deaf.getByLabel('Family name').fill('Wrongplace');
    await deaf.getByLabel('Given names').fill('Never');
    await deaf.getByLabel('Birth date', { exact: true }).fill('01-Jan-1970');
    await deaf.getByLabel('Female').check();
    await draft;
    const walker = await uninformedTab(context);
    await openHydrated(walker, '/patients');

    await page.locator('.person-menu summary').click();
    await page.getByRole('link', { name: 'Switch organization' }).click();
    await page.getByRole('button', { name: 'Switch to Demo Sandbox' }).click();
    await page.waitForURL(/\/today$/);
    await expect(page.getByText('Sandbox data, not for patient care')).toBeVisible();

    // These two first: each page reads the counts once a minute, which would reveal the switch. A link opens the
    // organization of the session, with its whole frame.
    await walker.getByRole('link', { name: 'New patient' }).click();
    await expect(walker.getByText('Sandbox data, not for patient care')).toBeVisible();
    await deaf.getByRole('button', { name: /^Create/ }).click();
    await expect(deaf.getByText(/You switched to .*Nothing was changed/)).toBeVisible();
    expect(await sql("SELECT 1 FROM patients WHERE name::text LIKE '%Wrongplace%'")).toEqual([]);
    await expect(otherTab.getByText('You switched to Demo Sandbox')).toBeVisible();
    await expect(otherTab.getByLabel('Family name')).toHaveCount(0);
    await checkPage(otherTab);

    for (const path of [
      '/account',
      '/account/sessions',
      '/account/organizations',
      '/admin',
      '/admin/api-keys',
    ]) {
      await openHydrated(page, path);
      await expect(page.getByText('Sandbox data, not for patient care'), path).toBeVisible();
    }
    expect(
      await sql<{ slug: string }>(
        `SELECT o.slug FROM auth_sessions s JOIN organizations o ON o.id = s.org_id WHERE s.revoked_at IS NULL AND ${OF_PERSON}`,
        [person.email],
      ),
    ).toEqual([{ slug }]);
  },
);

test(
  'user sees and ends sessions, and the other browser is signed out at its next click',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    // A clinician's page follows the changes of the server, and would not wait for the click.
    const person = await newPerson({ role: 'viewer' });
    await signIn(page, person);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await signIn(other, person);
    await openHydrated(page, '/account/sessions');
    await expect(page.getByText('This session', { exact: true })).toHaveCount(1);
    await checkPage(page);
    await page.getByRole('button', { name: /^End the session of Chrome/ }).click();
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await other.getByRole('link', { name: 'Patients' }).first().click();
    await other.waitForURL(/\/locked$/);
    await expect(other.getByText('ended on another device or by an administrator')).toBeVisible();
    await elsewhere.close();
  },
);
