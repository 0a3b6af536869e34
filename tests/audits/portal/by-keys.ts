import { expect, type Page } from '@playwright/test';
import { hydrated } from '../../browser/support/hydrated';
import { readDemo, type Service } from '../../support/service';
import { keyboardOf, type Keyboard } from './keyboard';
import type { Finding } from '../../support/finding';

/**
 * Every task of a clinician and of an administrator by keyboard alone (P-07). Any trusted click or touch fails the
 * task.
 */

interface Desk {
  page: Page;
  keys: Keyboard;
  url: string;
  /** Demo patient with unsigned reports. */
  chart: string;
}

type Task = [name: string, role: 'clinician' | 'admin', work: (desk: Desk) => Promise<void>];

export async function byKeys(page: Page, service: Service, chart: string): Promise<Finding[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(15_000);
  // Counted outside the page, because navigation would reset it.
  let pointed = 0;
  await page.exposeFunction('reportPointed', () => pointed++);
  await page.addInitScript(() => {
    const { reportPointed } = window as unknown as { reportPointed: () => void };
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(kind, ({ isTrusted }) => isTrusted && reportPointed(), true);
  });
  const findings: Finding[] = [];
  let signedIn = '';
  for (const [name, role, work] of TASKS) {
    process.stderr.write(`- By keys, ${name}\n`);
    const keys = keyboardOf(page);
    let broke = '';
    pointed = 0;
    try {
      if (signedIn !== role) await signIn(page, keys, service, role);
      signedIn = role;
      await work({ page, keys, url: service.url, chart });
      if (pointed > 0) broke = 'a pointer was used';
    } catch (error) {
      broke = (error as Error).message.split('\n').slice(0, 3).join(' ');
    }
    const { keys: pressed, stops, faults } = keys.tally();
    findings.push({
      name: `by keys alone, ${name}`,
      measured: [`${pressed} keys, ${stops} places`, ...(broke ? [broke] : []), ...faults].join('; '),
      met: broke === '' && faults.length === 0,
    });
  }
  return findings;
}

async function signIn(page: Page, keys: Keyboard, { url, dataDir }: Service, role: string): Promise<void> {
  const person = (await readDemo(dataDir)).people.find((one) => one.role === role)!;
  // The page before must not react to the end of its session.
  await page.goto(`${url}/healthz`);
  await page.context().clearCookies();
  await open(page, `${url}/sign-in`);
  await keys.write(page.getByLabel('Email'), person.email);
  await keys.write(page.getByLabel('Password'), person.password);
  await keys.press('Enter');
  await page.waitForURL(/\/today/);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: typeof name === 'string' });
const answer = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: typeof name === 'string' });

const HOST = '127.0.0.1:9';

/** Can be filtered to run one part. */
const TASKS: readonly Task[] = [
  [
    'one document is filed',
    'clinician',
    async ({ page, keys, url, chart }) => {
      const chooser = page.waitForEvent('filechooser');
      await open(page, url + chart);
      await expect(page.getByRole('button', { name: 'Choose files' })).toBeEnabled();
      await keys.press('u');
      await (
        await chooser
      ).setFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Invented example.') });
      await expect(page.getByRole('button', { name: /^File 1 document to / })).toBeFocused();
      await keys.press('Enter');
      await expect(page.getByText('Filed:')).toBeVisible();
    },
  ],
  [
    'the newest report is read and signed',
    'clinician',
    async ({ page, keys, url }) => {
      await open(page, `${url}/inbox`);
      await expect(page.locator('button[form=sign-report]')).not.toHaveAttribute('aria-disabled', 'true');
      const report = page.url();
      const note = page.locator('#note:focus');
      const signed = page.getByText(/^Signed .* for /).first();
      // Content that was not visible must be scrolled into view first.
      await expect(async () => {
        await keys.press('s');
        await expect(note.or(signed)).toBeVisible({ timeout: 1_000 });
      }).toPass();
      // Critical results require a note first.
      if (await note.isVisible()) {
        await keys.type('Called Dr. Example at once.');
        await keys.press('Control+Enter');
      }
      await expect(page).not.toHaveURL(report);
      await expect(page.getByText(/^Signed .* for /).first()).toBeVisible();
    },
  ],
  [
    'a patient is found by name and the chart is read',
    'clinician',
    async ({ page, keys, url }) => {
      await open(page, `${url}/inbox`);
      await keys.press('/');
      await keys.type('okafor adaeze');
      await keys.press('Enter');
      // The only match opens.
      await page.waitForURL(/\/patients\/pat_/);
      await expect(page.getByRole('region', { name: 'Patient', exact: true })).toBeVisible();
      await hydrated(page);
      await keys.press('2');
      await page.waitForURL(/\/results$/);
      await keys.use(main(page).getByRole('table').getByRole('link').first());
      await page.waitForURL(/\/results\/res_/);
    },
  ],
  [
    'one test is ordered',
    'clinician',
    async ({ page, keys, url, chart }) => {
      await open(page, url + chart);
      await keys.press('o');
      await page.waitForURL(/\/orders\/new/);
      await expect(page.getByLabel('Add a test')).toBeFocused();
      await keys.type('lip');
      await expect(page.getByRole('option').first()).toBeVisible();
      await keys.press('Enter');
      await expect(page.getByRole('list', { name: 'Tests in this order' })).toBeVisible();
      await keys.press('Control+Enter');
      await page.waitForURL(/\/orders(\/ord_\w+)?$/);
    },
  ],
  [
    'a patient is recorded',
    'clinician',
    async ({ page, keys, url }) => {
      await open(page, `${url}/patients/new`);
      await keys.write(page.getByLabel('Family name'), 'Keyboardson');
      await keys.write(page.getByLabel('Given names'), 'Kim');
      await keys.write(page.getByLabel('Birth date', { exact: true }), '02-Jan-1961');
      await keys.use(page.getByRole('radio', { name: 'Female' }), 'Space');
      await keys.press('Control+Enter');
      await page.waitForURL(/\/patients\/pat_/);
    },
  ],
  [
    'a webhook is made and seen to work',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin`);
      await keys.press('g');
      await keys.press('w');
      await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
      // Shortcuts start to work a moment after the page is visible.
      await expect(async () => {
        await keys.press('n');
        await page.waitForURL(/\/webhooks\/new/, { timeout: 1_000 });
      }).toPass({ timeout: 15_000 });
      await hydrated(page);
      await keys.write(page.getByLabel('URL'), `http://${HOST}/hooks/keys`);
      await keys.press('Control+Enter');
      await expect(page.getByText('Shown once')).toBeVisible();
      // No receiver is listening, and the page shows that.
      await expect(page.getByText('Test event failed')).toBeVisible({ timeout: 20_000 });
      await keys.use(page.getByLabel('I have saved it'), 'Space');
      await keys.use(page.getByRole('link', { name: 'Go to webhook' }));
      await page.waitForURL(/\/webhooks\/wh_/);
    },
  ],
  [
    'a webhook is paused and resumed',
    'admin',
    async ({ page, keys }) => {
      await hydrated(page);
      await keys.use(button(page, 'Pause'));
      await expect(button(page, /^Resume/).first()).toBeVisible();
      await keys.use(button(page, /^Resume/).first());
      await expect(button(page, 'Pause')).toBeVisible();
    },
  ],
  [
    'a delivery is sent again',
    'admin',
    async ({ page, keys }) => {
      const hook = page.url();
      await keys.use(main(page).getByRole('table').getByRole('link').first());
      await page.waitForURL(/\/deliveries\//);
      await hydrated(page);
      await keys.use(button(page, /^Resend/).first());
      await expect(page.getByText(/again|Attempt/i).first()).toBeVisible();
      await open(page, hook);
    },
  ],
  [
    'a webhook is deleted, its host typed',
    'admin',
    async ({ page, keys }) => {
      await keys.use(button(page, /^Delete/));
      await keys.write(page.getByLabel(`Type ${HOST}/hooks/keys to confirm`), `${HOST}/hooks/keys`);
      await keys.use(answer(page, /^Delete/));
      await page.waitForURL(/\/admin\/webhooks$/);
    },
  ],
  [
    'an API key is made',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/api-keys/new`);
      await keys.write(page.getByLabel('Name', { exact: true }), 'Keyed by hand');
      await keys.use(page.getByLabel('Patients: read'), 'Space');
      await keys.press('Control+Enter');
      await expect(page.getByRole('heading', { name: 'Key for “Keyed by hand”' })).toBeFocused();
      await keys.use(page.getByLabel('I have saved it'), 'Space');
      await keys.use(page.getByRole('link', { name: 'Go to API keys' }));
      await page.waitForURL(/\/admin\/api-keys$/);
    },
  ],
  [
    'an API key is revoked with a reason',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/api-keys`);
      await keys.use(page.getByRole('button', { name: 'Revoke Keyed by hand' }));
      await keys.write(page.getByRole('dialog').getByLabel('Reason'), 'No longer used');
      await keys.use(answer(page, 'Revoke key'));
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
  [
    'an application is registered',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/apps/new`);
      await keys.write(page.getByLabel('Name', { exact: true }), 'Keyed board');
      await keys.write(page.getByLabel('Redirect URIs'), 'https://board.example/callback');
      await keys.use(page.getByLabel('Patients: read'), 'Space');
      await keys.use(button(page, 'Register application'));
      await expect(page.getByRole('heading', { name: 'Secret for “Keyed board”' })).toBeFocused();
      await keys.use(page.getByLabel('I have saved it'), 'Space');
      await keys.use(page.getByRole('link', { name: 'Go to application' }));
      await page.waitForURL(/\/admin\/apps\/app_/);
    },
  ],
  [
    'an application is deleted, its name typed',
    'admin',
    async ({ page, keys }) => {
      await hydrated(page);
      await keys.use(button(page, 'Delete'));
      await keys.write(page.getByLabel('Type Keyed board to confirm'), 'Keyed board');
      await keys.use(answer(page, 'Delete application'));
      await page.waitForURL(/\/admin\/apps$/);
    },
  ],
  [
    'a user is invited',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/people/invite`);
      await keys.write(page.getByLabel('Name', { exact: true }), 'Keyed Guest');
      await keys.write(page.getByLabel('Email'), 'keyed@guests.example');
      await keys.use(page.getByRole('radio', { name: /^Viewer/ }), 'Space');
      await keys.use(button(page, 'Invite'));
      await expect(page.getByText('Shown once')).toBeVisible();
      await keys.use(page.getByLabel('I have sent or saved it'), 'Space');
      await keys.use(page.getByRole('link', { name: 'Go to invitations' }));
      await page.waitForURL(/view=invitations/);
    },
  ],
  [
    'an invitation is withdrawn',
    'admin',
    async ({ page, keys }) => {
      await hydrated(page);
      await keys.use(page.getByRole('button', { name: 'Withdraw the invitation of Keyed Guest' }));
      await keys.use(answer(page, 'Withdraw invitation'));
      await expect(page.getByRole('row', { name: /Keyed Guest/ })).toContainText('Withdrawn');
    },
  ],
  [
    'a role is changed',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/people`);
      const viewer = main(page).getByRole('row').filter({ hasText: 'Viewer' });
      await keys.use(viewer.getByRole('link').first());
      await page.waitForURL(/\/people\/usr_/);
      await hydrated(page);
      const role = page.getByRole('combobox', { name: 'Role' });
      await keys.to(role);
      await keys.type('Clin');
      await keys.use(button(page, 'Change role'));
      await keys.use(answer(page, 'Change role'));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(role).toHaveValue('clinician');
    },
  ],
  [
    'a laboratory is connected',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/lab-connections/new`);
      await keys.write(page.getByLabel('Name', { exact: true }), 'Keyed laboratory');
      await keys.write(page.getByLabel('Port', { exact: true }), '26575');
      await keys.press('Control+Enter');
      await expect(page.getByText(/Keyed laboratory/).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    },
  ],
  [
    'the audit is narrowed to what was rejected',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/admin/audit`);
      await keys.use(
        main(page)
          .locator('summary')
          .filter({ hasText: /^Filter/ }),
      );
      await keys.to(page.getByLabel('Outcome'));
      await keys.press('ArrowDown');
      await keys.use(button(page, 'Apply'));
      await page.waitForURL(/outcome=/);
    },
  ],
  [
    'a patient is deleted and brought back',
    'admin',
    async ({ page, keys, url }) => {
      await open(page, `${url}/patients?q=keyboardson`);
      await keys.use(main(page).getByRole('link', { name: /^KEYBOARDSON, Kim/ }));
      await page.waitForURL(/\/patients\/pat_/);
      await hydrated(page);
      await keys.use(page.getByRole('link', { name: 'Details', exact: true }));
      await page.waitForURL(/\/details$/);
      await hydrated(page);
      await keys.use(button(page, /^Delete/));
      await keys.use(answer(page, /^Delete/));
      await page.waitForURL(/\/deleted-patients/);
      await keys.use(page.getByRole('button', { name: /^Restore KEYBOARDSON/ }));
      await keys.use(answer(page, 'Restore patient'));
      await page.waitForURL(/\/patients\/pat_/);
    },
  ],
];
