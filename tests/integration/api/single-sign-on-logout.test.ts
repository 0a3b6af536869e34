import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { newId } from '../../../server/shared/ids';
import type { TestOrg } from '../../support/database';
import type { TestProvider } from '../../support/identity-provider';
import { SignOnBrowser } from '../../support/sign-on-browser';
import { signOnOrganization } from '../../support/sign-on-organization';
import { startServer, type TestServer } from '../../support/server';

/** Back-channel logout: the provider ends sessions here at once, and no one else can. */

let server: TestServer;
let org: TestOrg;
let provider: TestProvider;
let domain: string;

beforeAll(async () => {
  server = await startServer();
  ({ org, provider, domain } = await signOnOrganization());
});
afterAll(async () => {
  await provider.close();
  await server.close();
});

/** The session of a new browser, and the provider's `sid` for it. */
async function signOn(sub: string) {
  let sid = '';
  provider.account = { sub, claims: { email: `${sub}@${domain}`, email_verified: true } };
  provider.alter = (claims) => {
    sid = `session-${newId()}`;
    return { ...claims, sid };
  };
  const browser = new SignOnBrowser();
  await browser.signOn(org.slug);
  const secret = (await browser.sid())!;
  return { sid, isOpen: async () => (await sessionOfSecret(secret)) !== null };
}

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const claimsOf = (change: JWTPayload): JWTPayload => ({
  iss: provider.issuer,
  aud: provider.client.id,
  iat: Math.floor(Date.now() / 1000),
  jti: newId(),
  events: EVENTS,
  ...change,
});

async function post(token: string, slug = org.slug): Promise<number> {
  const answer = await fetch(`${server.url}/api/single-sign-on/${slug}/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  return answer.status;
}

it('ends the session with its sid, or all of the subject, and none of others', async () => {
  const first = await signOn('ann');
  const second = await signOn('ann');
  const other = await signOn('bob');
  expect(await post(await provider.sign(claimsOf({ sub: 'ann', sid: first.sid })))).toBe(200);
  expect([await first.isOpen(), await second.isOpen(), await other.isOpen()]).toEqual([false, true, true]);
  expect(await post(await provider.sign(claimsOf({ sub: 'ann' }), { typ: 'logout+jwt' }))).toBe(200);
  expect([await second.isOpen(), await other.isOpen()]).toEqual([false, true]);
});

it('rejects tokens that are not valid, and a valid one the second time', async () => {
  const session = await signOn('eve');
  const good = claimsOf({ sub: 'eve' });
  const { jti: _jti, ...withoutId } = good;
  const { events: _events, ...withoutEvents } = good;
  const { sub: _sub, ...withoutWhom } = good;
  const bad: Record<string, string | Promise<string>> = {
    'no token': '',
    unsigned: new UnsecuredJWT(good).encode(),
    'signed with the client secret': new SignJWT(good)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(provider.client.secret)),
    'another issuer': provider.sign({ ...good, iss: 'https://evil.example' }),
    'another audience': provider.sign({ ...good, aud: 'other' }),
    'an old token': provider.sign({ ...good, iat: good.iat! - 3600 }),
    'no time': provider.sign({ ...good, iat: undefined } as JWTPayload),
    expired: provider.sign({ ...good, exp: good.iat! - 600 }),
    'no jti': provider.sign(withoutId),
    'no event': provider.sign(withoutEvents),
    'another event': provider.sign({ ...good, events: { 'http://example.org/other': {} } }),
    'an ID token, which has a nonce': provider.sign({ ...good, nonce: 'n' }),
    'no subject and no session': provider.sign(withoutWhom),
  };
  for (const [name, token] of Object.entries(bad)) expect(await post(await token), name).toBe(400);
  expect(await post(await provider.sign(good), 'no-such-organization')).toBe(400);
  expect(await session.isOpen()).toBe(true);
  const token = await provider.sign(good);
  expect(await post(token)).toBe(200);
  expect(await session.isOpen()).toBe(false);
  const again = await signOn('eve');
  expect(await post(token)).toBe(400);
  expect(await again.isOpen()).toBe(true);
});
