import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OAuth2Strategy from 'passport-oauth2';
import { checkPage } from './support/page-checks';
import { actAs } from './support/page-session';
import { demo, expect, signIn, test, url } from './support/portal';

/**
 * A web application with passport redirects a user, who signs in, reads the request, deselects a scope and allows the
 * rest.
 */

let client: http.Server;
let at: string;
let strategy: OAuth2Strategy;
let accessToken = '';
let lastAnswer = '';

const session = {};

/** passport reports outcomes to the strategy's methods; a plain server needs only these. */
function authenticate(req: IncomingMessage, res: ServerResponse): void {
  const query = Object.fromEntries(new URL(req.url ?? '/', at).searchParams);
  const one = Object.assign(Object.create(strategy) as OAuth2Strategy, {
    redirect: (to: string) => res.writeHead(302, { Location: to }).end(),
    success: (user: { token: string }) => {
      accessToken = user.token;
      res.end((lastAnswer = 'connected'));
    },
    fail: (info: { message?: string }) => res.end((lastAnswer = `rejected: ${info?.message ?? 'unknown'}`)),
    error: (error: Error) => res.end((lastAnswer = `error: ${error.message}`)),
  });
  one.authenticate(Object.assign(req, { query, session }) as never, {});
}

test.beforeAll(async () => {
  client = http.createServer(authenticate).listen(0, '127.0.0.1');
  await new Promise((resolve) => client.once('listening', resolve));
  at = `http://127.0.0.1:${(client.address() as AddressInfo).port}`;
});
test.afterAll(() => new Promise((resolve) => client.close(resolve)));

test('user connects an application: sign-in, consent, token; or denies it without scripts', async ({
  page,
  browser,
}) => {
  await actAs(page, 'admin');
  const made = await page.request.post(`${url()}/api/trpc/oauthApps.createOauthApp`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: {
      name: 'AcmeSync',
      kind: 'confidential',
      auth_method: 'client_secret_post',
      redirect_uris: [`${at}/callback`],
      scopes: ['patients:read', 'labs:read', 'documents:read'],
    },
  });
  expect(made.status(), await made.text()).toBe(200);
  const app = ((await made.json()) as { result: { data: { id: string; client_secret: string } } }).result
    .data;
  strategy = new OAuth2Strategy(
    {
      authorizationURL: `${url()}/oauth/authorize`,
      tokenURL: `${url()}/oauth/token`,
      clientID: app.id,
      clientSecret: app.client_secret,
      callbackURL: `${at}/callback`,
      scope: ['patients:read', 'labs:read'],
      state: true,
      pkce: true,
    },
    (token: string, _refresh: string, _profile: unknown, done: (error: null, user: object) => void) =>
      done(null, { token }),
  );

  const person = (await demo()).people.find(({ role }) => role === 'clinician')!;
  const context = await browser.newContext();
  const visit = await context.newPage();
  await visit.goto(`${at}/login`);
  await visit.waitForURL(/\/sign-in/);
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText(/^Sign in to continue to \S/);
  await visit.getByLabel('Email').fill(person.email);
  await visit.getByLabel('Password').fill(person.password);
  const shown = visit.waitForResponse((answer) => answer.url().includes('/oauth/consent/'));
  await visit.getByRole('button', { name: 'Sign in' }).click();
  const headers = (await shown).headers();
  expect(headers['content-security-policy']).toContain(`form-action 'self' ${at}`);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
  await expect(visit.getByRole('heading', { level: 1 })).toHaveText('AcmeSync wants access to your account');
  await expect(visit.getByText(person.email)).toBeVisible();
  const other = visit.getByText('See clinical documents');
  await expect(other).toBeHidden();
  await visit.getByText('Not requested').click();
  await expect(other).toBeVisible();
  await checkPage(visit);
  await visit.getByLabel('See lab orders and results').uncheck();
  await visit.getByRole('button', { name: 'Allow', exact: true }).click();
  await visit.waitForURL(`${at}/callback**`);
  expect(lastAnswer).toBe('connected');
  const ask = (path: string) =>
    fetch(`${url()}${path}`, { headers: { Authorization: `Bearer ${accessToken}` } });
  expect((await ask('/v1/patients?limit=1')).status).toBe(200);
  expect((await ask('/v1/labs/orders?limit=1')).status).toBe(403);

  // The scope that was not granted is requested again; the page works without scripts.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const bare = await plain.newPage();
  await bare.goto(`${at}/login`);
  await expect(bare.getByText('New: you have not allowed this before.')).toBeVisible();
  await bare.getByRole('button', { name: 'Do not allow' }).click();
  await bare.waitForURL(`${at}/callback**`);
  expect(lastAnswer).toContain('rejected');
  await plain.close();
  await context.close();
});

test(
  'invalid authorization request shows an error page without redirect',
  { tag: '@nightly' },
  async ({ page }) => {
    await signIn(page, 'viewer');
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto(
      `${url()}/oauth/authorize?client_id=app_01k00000000000000000000000&redirect_uri=https%3A%2F%2Fevil.example`,
    );
    await expect(heading).toHaveText('The application could not be connected');
    await expect(page.getByRole('banner')).toContainText('Clinical Data Service');
    await expect(page.getByText('Error code: invalid_client')).toBeVisible();
    await checkPage(page);
    await page.getByRole('link', { name: 'OAuth guide' }).click();
    await expect(page.getByRole('heading', { name: 'Acting for a user' })).toBeInViewport();
    await page.goto(`${url()}/oauth/authorize`);
    await expect(page.getByText('Error code: invalid_request')).toBeVisible();
    await page.goto(`${url()}/oauth/consent/${'A'.repeat(43)}`);
    await expect(heading).toHaveText('This request is no longer valid');
  },
);
