import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type BrowserContext, type Page, type Request } from '@playwright/test';
import pg from 'pg';
import { connectionOfRunningServer } from '../../server/embedded/embedded-postgres';
import { isFull } from '../support/test-size';
import { FRAMED, VECTORS, type At, type From } from './support/csrf-vectors';
import { actAs, newPatient } from './support/page-session';
import { demo, signIn, url } from './support/portal';
import { ownService } from './support/services';

/**
 * C-09: a signed-in user opens a page of an attacker, from the same host on another port (cookies included), from
 * another host and from a subdomain. The page can neither change anything nor frame the portal.
 */

let server: http.Server;
let database: pg.Client;
let html = '';
let at: At;
let context: BrowserContext;

/** The name of loopback that the service does not use. */
const hostOf = (from: From): string => {
  const { hostname } = new URL(url());
  if (from === 'neighbor') return hostname;
  if (from === 'subdomain') return `evil.localhost`;
  return hostname === 'localhost' ? '127.0.0.1' : 'localhost';
};
const attacker = (from: From) => `http://${hostOf(from)}:${(server.address() as AddressInfo).port}/`;

test.beforeAll(async ({ browser }) => {
  server = http.createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    res.end(
      `<!doctype html><title>Win</title><script>function done(){document.title='done'}</script>${html}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  database = new pg.Client({
    connectionString: (await connectionOfRunningServer(ownService().dataDir))!.adminUrl,
  });
  await database.connect();
  context = await browser.newContext();
  at = await prepare();
});
test.afterAll(async () => {
  await context?.close();
  await database?.end();
  server?.closeAllConnections();
  server?.close();
});

/** A signed-in administrator with a consent page open, and an account of the attacker's. */
async function prepare(): Promise<At> {
  const page = await context.newPage();
  // A separate session, because the test checks whether it ends.
  await signIn(page, 'admin');
  const made = await page.request.post(`${url()}/api/trpc/oauthApps.createOauthApp`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: {
      name: 'Forger',
      kind: 'public',
      redirect_uris: ['https://forger.example/callback'],
      scopes: ['patients:read'],
    },
  });
  expect(made.status(), await made.text()).toBe(200);
  const app = ((await made.json()) as { result: { data: { id: string } } }).result.data;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.id,
    redirect_uri: 'https://forger.example/callback',
    scope: 'patients:read',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  await page.goto(`${url()}/oauth/authorize?${query}`);
  await page.waitForURL(/\/oauth\/consent\//);
  const consentId = new URL(page.url()).pathname.split('/').at(-1)!;
  await page.close();
  const viewer = (await demo()).people.find(({ role }) => role === 'viewer')!;
  const patientId = (await newPatient('Target', 'Of')).id;
  return {
    url: url(),
    patientId,
    consentId,
    clientId: app.id,
    redirectUri: 'https://forger.example/callback',
    email: viewer.email,
    password: viewer.password,
  };
}

const TABLES = [
  'patients',
  'documents',
  'uploads',
  'lab_orders',
  'api_keys',
  'webhooks',
  'events',
  'memberships',
  'users',
  'auth_sessions',
  'oauth_apps',
  'oauth_grants',
  'oauth_codes',
  'oauth_consents',
];

/** All records that a user can change, and audited changes; reads are harmless. */
async function state(): Promise<string> {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ');
  const { rows } = await database.query<Record<string, string>>(
    `select ${counts},
       (select count(*) from audit_events where outcome = 'allowed' and kind in ('write', 'auth') and action <> 'authorize_again') as acts,
       (select count(*) from auth_sessions where revoked_at is null) as open_sessions,
       (select count(*) from oauth_requests where decided_at is not null) as decided,
       (select count(*) from patients where deleted_at is null) as in_sight`,
  );
  return JSON.stringify(rows[0]);
}

/** Rejections of unknown and of known callers. */
async function countRejections(): Promise<string> {
  const { rows } = await database.query<{ sum: string }>(
    `select coalesce(sum(count), 0) + (select count(*) from audit_events where outcome = 'refused') as sum
     from security_events`,
  );
  return rows[0]!.sum;
}

/**
 * Opens the page and waits until its request was answered or could not be sent.
 * @param asks the browser may send only a preflight request: then the page reports its own end
 */
async function visit(from: From, asks = false): Promise<{ page: Page; reached: boolean }> {
  const page = await context.newPage();
  const before = await countRejections();
  let [reached, over, under] = [false, false, 0];
  const ours = (request: Request) => request.url().startsWith(url());
  const answered = (request: Request) => {
    if (!ours(request)) return;
    reached = true;
    if (--under === 0) over = true;
  };
  page.on('request', (request) => void (under += ours(request) ? 1 : 0));
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  page.on('websocket', () => (reached = true));
  await page.goto(attacker(from), { waitUntil: 'commit' });
  // Beacons and frame requests without an origin are not always visible here; their rejection is.
  const end = expect.poll(
    async () => {
      if ((await countRejections()) !== before) reached = true;
      return over || reached || (asks && (await page.title().catch(() => '')) === 'done');
    },
    { intervals: [20, 50, 100] },
  );
  await end.toBe(true).catch(() => undefined);
  return { page, reached };
}

test('foreign pages cannot change anything', async () => {
  test.setTimeout(180_000);
  expect(VECTORS.length).toBeGreaterThanOrEqual(24);
  const before = await state();
  const changed: string[] = [];
  const unsent: string[] = [];
  let sent = 0;
  for (const [nth, vector] of VECTORS.entries())
    // One origin each in turn; all of them in the nightly run.
    for (const from of isFull ? vector.from : [vector.from[nth % vector.from.length]!]) {
      html = vector.page(at);
      const { page, reached } = await visit(from, vector.asks);
      await page.close();
      sent++;
      if (!reached && !vector.asks) unsent.push(`${vector.name}, from ${from}`);
      if ((await state()) !== before) {
        changed.push(`${vector.name}, from ${from}`);
        break;
      }
    }
  expect(changed).toEqual([]);
  expect(unsent, 'every vector reached the server').toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(isFull ? 60 : 24);
  // The user is unchanged and still signed in.
  const page = await context.newPage();
  await page.goto(`${url()}/admin/api-keys`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API keys');
  await page.close();
});

test('foreign pages cannot frame the portal', { tag: '@nightly' }, async () => {
  for (const from of ['neighbor', 'stranger'] as const)
    for (const path of FRAMED(at)) {
      html = `<iframe src="${url()}${path}" onload="done()"></iframe><object data="${url()}${path}"></object>`;
      const { page } = await visit(from);
      await page.waitForFunction(() => document.title === 'done');
      const shown = page
        .frames()
        .filter((frame) => frame !== page.mainFrame() && frame.url().startsWith(url()));
      expect(
        shown.map((frame) => frame.url()),
        `${path}, from ${from}`,
      ).toEqual([]);
      await page.close();
    }
});

test('the same requests from the portal succeed, so the vectors are effective', async ({ page }) => {
  await actAs(page, 'admin');
  await page.goto(`${url()}/patients/new`);
  const before = await state();
  const status = await page.evaluate(
    async ([create, id]) => {
      const send = (path: string, body: object) =>
        fetch(`${create}/api/trpc/patients.${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }).then((answer) => answer.status);
      const name = { family: 'Genuine', given: ['By'] };
      return [
        await send('registerPatient', { name, birth_date: '1990-01-01', sex: 'unknown' }),
        await send('deletePatient', { id }),
      ];
    },
    [url(), at.patientId],
  );
  expect(status).toEqual([200, 200]);
  expect(await state()).not.toBe(before);
});
