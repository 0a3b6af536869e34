import type { Page } from '@playwright/test';
import { STATUS, type ErrorCode } from '../../server/errors/domain-error';
import { GUIDE } from '../../server/errors/error-guide';
import { readId } from '../../server/shared/ids';
import { exchange } from '../support/raw';
import { openHydrated } from './support/hydrated';
import { checkPage } from './support/page-checks';
import { actAs, api } from './support/page-session';
import { demo, expect, signOut, test, url } from './support/portal';
import { statement } from './support/statement';

/** The pages that `type` of problem documents links to, and errors that pages could hide. */

test('each error code of the contract has a public page', { tag: '@nightly' }, async () => {
  for (const code of Object.keys(STATUS) as ErrorCode[]) {
    const answer = await fetch(`${url()}/docs/errors/${code}`, { redirect: 'manual' });
    expect(answer.status, code).toBe(200);
    const html = await answer.text();
    expect(html, code).toContain(GUIDE[code].meaning.split('`')[0]!.replaceAll("'", '&#x27;'));
    expect(html, code).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
  }
});

test('type URL of an error opens its page', { tag: '@nightly' }, async () => {
  const problems = [
    await fetch(`${url()}/v1/patients`),
    await fetch(`${url()}/v1/patients`, { headers: { authorization: 'Bearer x' } }),
    await fetch(`${url()}/v1/nothing`, { headers: { authorization: `Bearer ${(await demo()).apiKey}` } }),
  ];
  for (const problem of problems) {
    const { type, code } = (await problem.json()) as { type: string; code: string };
    expect(type).toBe(`${url()}/docs/errors/${code}`);
    expect((await fetch(type)).status).toBe(200);
  }
});

test('rejections on pages are recorded in the audit', async ({ page }) => {
  await actAs(page, 'admin');
  const elsewhere = { 'X-Clinical-Organization': 'org_01k00000000000000000000000' };
  const shown = await page.request.get(`${url()}/patients`, { headers: elsewhere, maxRedirects: 0 });
  expect(shown.status()).toBe(409);
  const audited = await statement('SELECT action, outcome, code FROM audit_events WHERE request_id = $1', [
    shown.headers()['x-request-id'],
  ]);
  expect(audited).toEqual([{ action: 'open_page', outcome: 'refused', code: 'organisation_changed' }]);
  const posted = await fetch(`${url()}/patients`, { method: 'POST' });
  expect(posted.status).toBe(405);
  const counted = await statement('SELECT code FROM security_events WHERE last_request_id = $1', [
    posted.headers.get('x-request-id'),
  ]);
  expect(counted).toEqual([{ code: 'method_not_allowed' }]);
});

/** Denies the service a table for a while, as if it were damaged. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await statement(`REVOKE SELECT ON ${table} FROM clinical_app`);
  try {
    await work();
  } finally {
    await statement(`GRANT SELECT ON ${table} TO clinical_app`);
  }
}

const idOf = async (list: string): Promise<string> =>
  (await api<{ data: { id: string }[] }>(list)).data[0]!.id;

/** The first report of the inbox. */
const waitingReport = async (page: Page): Promise<string> =>
  /res_\w+/.exec(await (await page.request.get(`${url()}/inbox?scope=everyone`)).text())![0];

interface Fault {
  table: string;
  path: string;
  said: string;
  /** Text of the other parts. */
  stays: string;
  /** Text of an empty part. */
  never?: string;
}

test(
  'forms show each error at its field, in the same way everywhere',
  { tag: '@nightly' },
  async ({ page }) => {
    const forms = [
      ['/admin/people/invite', 'Invite', ['name', 'email']],
      ['/admin/webhooks/new', 'Create and test', ['url']],
      ['/admin/apps/new', 'Register application', ['name', 'redirects']],
      ['/patients/new', 'Create patient', ['family', 'given', 'birth_date', 'sex']],
    ] as const;
    await actAs(page, 'admin');
    for (const [path, button, fields] of forms) {
      await openHydrated(page, path);
      await page.getByRole('button', { name: button }).click();
      const summary = page.getByRole('alert').filter({ hasText: /^Fix \d field/ });
      await expect(summary, path).toBeFocused();
      for (const field of fields) {
        await expect(summary.locator(`a[href="#${field}"]`), `${path} ${field}`).toBeVisible();
        await expect(page.locator(`#${field}-error`)).toBeVisible();
        // Without codes such as `front_desk`.
        await expect(page.locator(`#${field}-error`)).not.toContainText('_');
      }
      const [error, ink] = await page.evaluate(
        (id) =>
          [document.getElementById(`${id}-error`)!, document.body].map(
            (part) => getComputedStyle(part).color,
          ),
        fields[0],
      );
      expect(error).not.toBe(ink);
      await checkPage(page);
    }
    await signOut(page);
    await openHydrated(page, '/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address.');
    await expect(page.locator('#password-error')).toHaveText('Enter your password.');
    // Without email, the page itself explains what to do.
    await expect(page.getByText(/Forgot your password\? Ask an administrator/)).toBeVisible();
  },
);

test('failed part of a page shows an error while the others stay', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  const patient = await idOf('/v1/patients?external_id=demo-01');
  const chart = `/patients/${patient}`;
  const reports = await (await page.request.get(`${url()}${chart}/results`)).text();
  const report = `${chart}/results/${/res_\w+/.exec(reports)![0]}`;
  const document = `${chart}/documents/${await idOf(`/v1/documents?patient_id=${patient}`)}`;
  const counted = 'Could not check for unsigned or unmatched critical results. There may be some.';
  const faults: Fault[] = [
    { table: 'documents', path: chart, said: 'Documents', stays: 'All results', never: 'No documents.' },
    { table: 'lab_order_items', path: chart, said: 'Orders', stays: 'All results', never: 'No open orders.' },
    { table: 'pinned_tests', path: chart, said: 'Pinned tests', stays: 'All results' },
    { table: 'lab_results', path: chart, said: 'Results', stays: counted, never: 'No results.' },
    { table: 'review_entries', path: chart, said: 'The unsigned report', stays: 'Newest results' },
    { table: 'review_entries', path: report, said: 'Sign-offs and notes', stays: 'Reference range' },
    { table: 'document_corrections', path: document, said: 'Corrections', stays: 'Document date' },
    { table: 'favorite_tests', path: `${chart}/orders/new`, said: 'Favorite tests', stays: 'New lab' },
    {
      table: 'recent_patients',
      path: '/patients',
      said: 'Recently viewed patients',
      stays: 'Recently added',
    },
    { table: 'inbound_messages', path: '/admin', said: 'The status', stays: 'active key' },
    {
      table: 'webhook_secrets',
      path: '/admin',
      said: 'The status',
      stays: 'active key',
      never: 'none failing',
    },
  ];
  const wrong: string[] = [];
  for (const { table, path, said, stays, never } of faults)
    await withoutTable(table, async () => {
      const answer = await page.request.get(`${url()}${path}`);
      const html = await answer.text();
      const id = answer.headers()['x-request-id']!;
      const failed = await statement(
        "SELECT action FROM audit_events WHERE request_id = $1 AND outcome = 'failed'",
        [id],
      );
      const reported = (what: string, holds: boolean) => holds || wrong.push(`${table} at ${path}: ${what}`);
      reported(`answers ${answer.status()}`, answer.status() === 200);
      reported('does not say what failed', html.includes(`${said} could not be loaded.`));
      reported('has no way to try again', html.includes('Try again'));
      reported('does not show the request ID', html.includes(`>${id}</code>`));
      reported('lost another part', html.includes(stays));
      reported('looks empty', never === undefined || !html.includes(never));
      reported('left no row in the audit', failed.length > 0);
    });
  // A page that failed completely also shows the request ID.
  await withoutTable('lab_results', async () => {
    const answer = (await page.goto(`${url()}${chart}/results`))!;
    expect(answer.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
    const id = page.getByRole('main').getByText(answer.headers()['x-request-id']!, { exact: true });
    await expect(id).toBeVisible();
    await checkPage(page);
  });
  // In administration, its navigation stays.
  await withoutTable('webhooks', async () => {
    expect((await page.goto(`${url()}/admin/webhooks`))!.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
    const navigation = page.getByRole('navigation', { name: 'Administration' });
    await expect(navigation.getByRole('link', { name: 'Audit log' })).toBeVisible();
    await checkPage(page);
  });
  expect(wrong).toEqual([]);
  const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await withoutTable('documents', async () => {
    await page.goto(`${url()}${chart}`);
    await expect(failed).toContainText('Documents');
    await checkPage(page);
  });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(failed).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Recently filed documents' }).getByRole('link').nth(1),
  ).toBeVisible();
});

test(
  'page outside the frame, and one whose frame failed, show the request ID',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const fails = async (path: string) => {
      const answer = (await page.goto(url() + path))!;
      expect(answer.status()).toBe(500);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
      const id = answer.headers()['x-request-id']!;
      await expect(page.getByRole('main').getByText(id, { exact: true })).toBeVisible();
      await checkPage(page);
    };
    await withoutTable('auth_sessions', () => fails('/sign-in'));
    // Only the list of the user's organizations, which the frame shows.
    await statement(`CREATE POLICY broken ON memberships AS RESTRICTIVE FOR SELECT TO clinical_app
      USING (CASE WHEN current_query() ~ 'order by "memberships"."created_at"' THEN 1 / (0 * length(current_query())) = 0 ELSE true END)`);
    try {
      await fails('/patients');
    } finally {
      await statement('DROP POLICY broken ON memberships');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  },
);

test(
  'report deleted between list and detail queries leaves the list unchanged',
  { tag: '@nightly' },
  async ({ page }) => {
    await actAs(page, 'admin');
    const first = await waitingReport(page);
    // Only the list still finds it.
    await statement(`CREATE POLICY hidden ON lab_results AS RESTRICTIVE FOR SELECT TO clinical_app
    USING (id <> '${readId('lab_result', first)}' OR current_query() ~ 'order by .*(inbox_rank|critical_since)')`);
    try {
      const answer = await page.goto(`${url()}/inbox?scope=everyone`);
      expect(answer?.status()).toBe(200);
      await expect(
        page.getByRole('alert').filter({ hasText: 'The report could not be loaded.' }),
      ).toContainText('The record was deleted');
      await expect(page.locator('.inbox-list').locator(`a[href*="${first}"]`).first()).toBeVisible();
      await checkPage(page);
      expect((await page.request.get(`${url()}/inbox/${first}?scope=everyone`)).status()).toBe(404);
    } finally {
      await statement('DROP POLICY hidden ON lab_results');
    }
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toHaveCount(0);
  },
);

test('incomplete download is not saved', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  await openHydrated(page, '/admin/audit');
  const press = () => page.getByRole('button', { name: 'Download CSV' }).click();
  let saved = 0;
  page.on('download', () => saved++);
  const pieces = '**/api/trpc/auditLog.exportAuditEvents*';
  await page.route(pieces, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result?: { data: { next_cursor: string | null } } };
    // The response announces another part, with an invalid cursor.
    if (json.result) json.result.data.next_cursor = 'torn';
    await route.fulfill({ response, json });
  });
  await press();
  await expect(page.getByRole('alert').filter({ hasText: 'No file was saved.' })).toBeVisible();
  expect(saved).toBe(0);
  await page.unroute(pieces);
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString('utf8').split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff"Time \(UTC\)","Actor"/);
  await expect(page.getByText(`${lines.length - 2} lines in the file`)).toBeVisible();
});

test('unknown error code returns 404', { tag: '@nightly' }, async () => {
  for (const word of ['no_such_code', 'constructor', '__proto__', 'toString', 'NOT_FOUND', '%00', 'a/b'])
    expect((await fetch(`${url()}/docs/errors/${word}`)).status, word).toBe(404);
});

test('Upgrade requests reach no handler, also after pages were served', { tag: '@nightly' }, async () => {
  await fetch(`${url()}/sign-in`);
  const { host } = new URL(url());
  const { answers } = await exchange(
    url(),
    [
      `GET /v1/patients HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    ],
    { answers: 1 },
  );
  expect(answers.map(({ status }) => status)).toEqual([401]);
  expect(JSON.parse(answers[0]!.body)).toMatchObject({ code: 'missing_credentials' });
});
