import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import NextAuthModule, { type AuthOptions } from 'next-auth';
import { listen, type LoopbackClient } from './support/loopback-client';
import { portal } from './support/page-session';
import { demo, expect, test, url } from './support/portal';

/**
 * A web application with next-auth signs a user in through this service: its unchanged handler, with `pkce` and
 * `state`, discovers everything by our metadata.
 */

const NextAuth = ((NextAuthModule as unknown as { default?: typeof NextAuthModule }).default ??
  NextAuthModule) as typeof NextAuthModule;

let client: LoopbackClient;
let options: AuthOptions;
let accessToken = '';
let callback = '';
const faults: string[] = [];

/** The parts of Next's page route that next-auth needs, added to Node's request and response. */
async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '/', client.at);
  if (!pathname.startsWith('/api/auth/')) return void res.end(`<h1>Home</h1>`);
  if (pathname.endsWith('/callback/clinical')) callback = req.url ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const cookies = (req.headers.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  const pageRequest = Object.assign(req, {
    query: { ...Object.fromEntries(searchParams), nextauth: pathname.slice('/api/auth/'.length).split('/') },
    cookies: Object.fromEntries(
      cookies.map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    ) as object,
    body: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
  });
  const pageResponse = Object.assign(res, {
    status: (code: number) => Object.assign(res, { statusCode: code }),
    send: (body: string | object) => res.end(typeof body === 'string' ? body : JSON.stringify(body)),
    json: (body: object) => res.end(JSON.stringify(body)),
  });
  await (NextAuth as (req: unknown, res: unknown, options: AuthOptions) => Promise<void>)(
    pageRequest,
    pageResponse,
    options,
  );
}

test.beforeAll(async () => {
  client = await listen((req, res) => void serve(req, res));
  process.env.NEXTAUTH_URL = client.at;
  const app = await portal<{ id: string; client_secret: string }>('admin', 'oauthApps.createOauthApp', {
    name: 'Ward board',
    kind: 'confidential',
    redirect_uris: [`${client.at}/api/auth/callback/clinical`],
    scopes: ['patients:read', 'labs:read'],
  });
  options = {
    secret: 'a secret of the test',
    providers: [
      {
        id: 'clinical',
        name: 'Clinical Data Service',
        type: 'oauth',
        wellKnown: `${url()}/.well-known/oauth-authorization-server`,
        authorization: { params: { scope: 'patients:read labs:read' } },
        checks: ['pkce', 'state'],
        clientId: app.id,
        clientSecret: app.client_secret,
        userinfo: {
          request: ({ tokens }: { tokens: { access_token?: string } }) => {
            const [, claims = ''] = (tokens.access_token ?? '').split('.');
            return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
          },
        },
        profile: ({ sub }: { sub: string }) => ({ id: sub, name: sub }),
      } as unknown as AuthOptions['providers'][number],
    ],
    callbacks: {
      jwt({ token, account }) {
        if (account?.access_token) accessToken = account.access_token;
        return token;
      },
    },
    logger: { error: (code) => void faults.push(code), warn: () => undefined, debug: () => undefined },
  };
});
test.afterAll(() => client.close());

async function begin(page: Page): Promise<void> {
  await page.goto(`${client.at}/api/auth/signin`);
  await page.getByRole('button', { name: 'Sign in with Clinical Data Service' }).click();
}

test(
  'next-auth signs in a user with our service and rejects forged responses',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const person = (await demo()).people.find(({ role }) => role === 'clinician')!;
    await begin(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Ward board wants access to your account',
    );
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
    expect(faults).toEqual([]);
    const session = (await (await page.request.get(`${client.at}/api/auth/session`)).json()) as {
      user: { name: string };
    };
    expect(session.user.name).toMatch(/^usr_[0-9a-z]{26}$/);
    const asked = await fetch(`${url()}/v1/patients?limit=1`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(asked.status).toBe(200);

    // The same response in another browser, or with another state, is rejected by the client.
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto(`${client.at}${callback}`);
    await expect(other).toHaveURL(/error=OAuthCallback/);
    await stranger.close();
    const known = callback;
    await begin(page);
    // Allowed before: no consent page, but a new code.
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
    expect(callback).not.toBe(known);
    await page.goto(`${client.at}${callback.replace(/state=[^&]+/, 'state=another')}`);
    await expect(page).toHaveURL(/error=OAuthCallback/);
  },
);
