import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PAUSE, passwordResetsSent } from '../../../server/auth/password-reset';
import { QUESTION } from '../../../server/db/health-check';
import { newId, showId } from '../../../server/shared/ids';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { makeApp, pkce, Visitor, type App } from '../../support/oauth';
import { startServer, type TestServer } from '../../support/server';
import { sendForm } from '../../support/sign-in-forms';
import { setMail } from '../../support/smtp';

/**
 * C-05: known and unknown names cause the same database statements and the same response. Timing is measured by `npm
 * run audit:timing`; the equal cost of hashing is `tests/unit/passwords`.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** The statements that `work` sends, without their values. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const result = await work();
  const statements = query.mock.calls.map(([given]) => {
    const text = typeof given === 'string' ? given : (given as unknown as { text: string }).text;
    return text.replaceAll(/'[^']*'/g, "'…'");
  });
  query.mockRestore();
  return { result, statements: statements.filter((text) => text !== QUESTION) };
}

const stranger = () => `unknown-${newId()}@example.org`;
const from = (() => {
  let nth = 1;
  return () => `127.8.0.${nth++}`;
})();

type Asked = { known: () => Promise<unknown>; unknown: () => Promise<unknown> };

const wrong = (email: string) => () => sendForm('credentials', { email, password: 'not the password' });

async function atClient(app: App, send: (visitor: Visitor, app: App) => Promise<{ print: string }>) {
  const visitor = new Visitor(server, null, from());
  const { print } = await send(visitor, app);
  visitor.close();
  return print;
}

async function ofClients(send: (visitor: Visitor, app: App) => Promise<{ print: string }>): Promise<Asked> {
  const app = await makeApp(await personContext(await testOrg(), 'admin'));
  const other = { ...app, id: showId('oauth_app', newId()) };
  return { known: () => atClient(app, send), unknown: () => atClient(other, send) };
}

const ENDPOINTS: Record<string, () => Promise<Asked>> = {
  'sign-in with a wrong password': async () => {
    const { email } = await personContext(await testOrg(), 'clinician');
    return { known: wrong(email), unknown: wrong(stranger()) };
  },
  'sign-in to an account that is disabled': async () => {
    const { email, actor } = await personContext(await testOrg(), 'clinician');
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [actor.id]);
    return { known: wrong(email), unknown: wrong(stranger()) };
  },
  'single sign-on by the address of a domain': async () => {
    const { email } = await personContext(await testOrg(), 'clinician');
    const find = (address: string) => async () => {
      const answer = await fetch(`${server.url}/api/public/find-single-sign-on`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ email: address }),
      });
      return [answer.status, await answer.text()];
    };
    return { known: find(email), unknown: find(stranger()) };
  },
  'an invitation with a wrong password': async () => {
    const admin = await personContext(await testOrg(), 'admin');
    const { email } = await personContext(await testOrg(), 'clinician');
    const of = async (address: string) => {
      const made = await invitePerson(admin, { name: 'Sam Invited', email: address, role: 'viewer' });
      const secret = made.link!.split('/').at(-1)!;
      return async () => {
        const answer = await fetch(`${server.url}/api/public/accept-invitation`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          body: JSON.stringify({ secret, account: 'existing', password: 'not the password' }),
        });
        return [answer.status, (await answer.text()).replaceAll(/req_\w+/g, 'R')];
      };
    };
    return { known: await of(email), unknown: await of(stranger()) };
  },
  'authorize at another address': () =>
    ofClients((visitor, app) =>
      visitor.authorize(app, pkce().challenge, { redirect_uri: 'https://elsewhere.example/' }),
    ),
  'a client with a wrong secret': () =>
    ofClients((visitor, app) =>
      visitor.post('/oauth/token', { ...app, secret: 'x'.repeat(43) }, { grant_type: 'refresh_token' }),
    ),
  'a client by another method': () =>
    ofClients((visitor, app) =>
      visitor.post('/oauth/revoke', { ...app, method: 'client_secret_post' }, { token: 'x' }),
    ),
};

/** Work delayed by this many milliseconds is delayed until released; other timers continue. */
function delayedTimers({ least, most }: { least: number; most: number }): { delayed: (() => void)[] } {
  const original = setTimeout;
  const delayed: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    work: () => void,
    ms?: number,
    ...rest: unknown[]
  ) => {
    if (ms === undefined || ms < least || ms >= most) return original(work, ms, ...rest);
    delayed.push(work);
    return original(() => undefined, 0);
  }) as typeof setTimeout);
  return { delayed };
}

describe('known and unknown accounts', () => {
  it.each(Object.keys(ENDPOINTS))(
    'cause the same database statements and the same answer: %s',
    async (name) => {
      const { known, unknown } = await ENDPOINTS[name]!();
      // First calls per process and limits by IP address must not make a difference.
      await unknown();
      await asSuperuser('DELETE FROM sign_in_throttles');
      const [a, b] = [await statementsOf(known), await statementsOf(unknown)];
      expect(a.result).toEqual(b.result);
      expect(a.statements).toEqual(b.statements);
      expect(a.statements.length).toBeGreaterThan(3);
      await asSuperuser('DELETE FROM sign_in_throttles');
    },
  );

  it('are looked up after the response to a forgotten password', async () => {
    const { email } = await personContext(await testOrg(), 'clinician');
    setMail('smtp://127.0.0.1:9');
    const { delayed } = delayedTimers(PAUSE);
    const asking = (text: string) => /from "users"/.test(text);
    const { result, statements } = await statementsOf(() =>
      fetch(`${server.url}/api/public/request-password-reset`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ email }),
      }),
    );
    expect(result.status).toBe(200);
    expect(statements.filter(asking)).toEqual([]);
    const later = await statementsOf(async () => {
      for (const work of delayed) work();
      await passwordResetsSent();
    });
    expect(later.statements.filter(asking).length).toBeGreaterThan(0);
    setMail(undefined);
  });
});
