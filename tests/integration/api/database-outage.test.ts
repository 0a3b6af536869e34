import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextAuthOptions, type SignInReply } from '../../../server/auth/next-auth-options';
import { closePool } from '../../../server/db/client';
import { env } from '../../../server/env';
import { personContext, realKey, testOrg } from '../../support/database';
import { call, freePort, startServer, type TestServer } from '../../support/server';
import { signInAs, type SignedInPerson } from '../../support/session';

/**
 * Responses of each endpoint without a database; an outage of the whole service is
 * `tests/integration/faults/start.test.ts`.
 */

let server: TestServer;
let key: string;
let person: { email: string; password: string };
let signedIn: SignedInPerson;
beforeAll(async () => {
  server = await startServer();
  const org = await testOrg();
  key = await realKey(org);
  person = await personContext(org, 'clinician');
  signedIn = await signInAs(person);
});
afterAll(() => server.close());

const there = env.DATABASE_URL;
const move = async (to: string | undefined) => {
  await closePool();
  Object.assign(env, { DATABASE_URL: to });
};
beforeEach(async () => move(`postgres://unknown:x@127.0.0.1:${await freePort()}/none`));
afterEach(() => move(there));

const of = ({ status, headers }: Pick<Response, 'status' | 'headers'>) => [
  status,
  headers.get('content-type'),
  headers.get('retry-after'),
];

describe('database outage', () => {
  it('returns a problem with Retry-After to programs and page requests', async () => {
    const expected = [503, 'application/problem+json', '2'];
    expect(of(await call(server, key, 'GET', '/v1/patients'))).toEqual(expected);
    const asked = await fetch(`${server.url}/api/trpc/patients.listCharts?input=%7B%7D`, {
      headers: { Cookie: signedIn.cookie },
    });
    expect(of(asked)).toEqual(expected);
  });

  it('shows a readable page instead of a page or download', async () => {
    // Rejected before a page is rendered; the rejection cannot be recorded.
    const asked = await fetch(`${server.url}/patients`, { headers: { 'Content-Encoding': 'x' } });
    expect(of(asked)).toEqual([503, 'text/html; charset=utf-8', '2']);
    const html = await asked.text();
    expect(html).toContain('<p>The service cannot reach its database. Try again.</p>');
    for (const part of ['Try again</a>', 'Go to the start page</a>', asked.headers.get('x-request-id')!])
      expect(html).toContain(part);
  });

  it('never reports a wrong password or an ended session', async () => {
    const reply = (): SignInReply => ({ cookies: [] });
    const [tried, asked, left] = [reply(), reply(), reply()];
    const [password] = nextAuthOptions(tried).providers.map(
      ({ options }) => options as { authorize: (fields: object, request: object) => Promise<unknown> },
    );
    await expect(password!.authorize(person, { headers: {} })).rejects.toThrow();
    expect(tried.failed).toBeDefined();
    const token = { sid: signedIn.sid };
    const { callbacks } = nextAuthOptions(asked);
    await expect(callbacks!.jwt!({ token } as never)).rejects.toThrow();
    expect(asked.failed).toBeDefined();
    await expect(nextAuthOptions(left).events!.signOut!({ token } as never)).rejects.toThrow();
    expect(left.failed).toBeDefined();
  });
});
