import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authCookieName } from '../../../server/auth/auth-cookies';
import { sessionCookie, sessionCookieName } from '../../../server/auth/session-cookie';
import { showId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { personOfTwo, signedIn } from '../../support/people';
import { codeOf, personWithTotp, withPassword } from '../../support/second-factors';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';
import { sendForm } from '../../support/sign-in-forms';
import { connect, type Client } from '../matrix/client';

/**
 * C-01: a session that an attacker owns, made up or planted never becomes the user's, and a session is read from its
 * cookie only. Changes of a session's secret are in `session-identity.test.ts`.
 */

let server: TestServer;
let client: Client;
let good: Session;
beforeAll(async () => {
  server = await startServer();
  client = connect(server.url, 1);
  good = await session();
});
afterAll(() => {
  client.close();
  return server.close();
});

interface Session {
  sid: string;
  /** Encrypted, as in the cookie. */
  value: string;
  /** `name=value` */
  cookie: string;
}

async function session(): Promise<Session> {
  const { sid, cookie } = await signInAs(await personContext(await testOrg(), 'clinician'));
  return { sid, cookie, value: cookie.slice(cookie.indexOf('=') + 1) };
}

const PATH = '/api/trpc/patients.listCharts?input=%7B%7D';
const ask = async (headers: Record<string, string>, path = PATH) =>
  (await client.send({ method: 'GET', path, headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } }))
    .status;

type Sent = [headers: Record<string, string>, path?: string];

/** A valid session, sent elsewhere than in its cookie. */
const OTHERWISE: Record<string, (good: Session) => Sent> = {
  'its secret, not sealed': ({ sid }) => [{ Cookie: `${sessionCookieName()}=${sid}` }],
  'the hash that is stored of it': ({ sid }) => [
    { Cookie: `${sessionCookieName()}=${createHash('sha256').update(sid).digest('hex')}` },
  ],
  'in the address': ({ cookie, value }) => [{}, `${PATH}&${cookie}&sid=${value}&session=${value}`],
  'as Bearer': ({ value }) => [{ Authorization: `Bearer ${value}` }],
  'in headers that frameworks know': ({ value }) => [
    { 'X-Session-Id': value, 'X-Auth-Token': value, 'Set-Cookie': `${sessionCookieName()}=${value}` },
  ],
  'under the name that next-auth would give it': ({ value }) => [
    {
      Cookie: [
        'next-auth.session-token',
        '__Secure-next-auth.session-token',
        '__Host-next-auth.session-token',
      ]
        .map((name) => `${name}=${value}`)
        .join('; '),
    },
  ],
  'under the name that it has behind https': ({ cookie }) => [{ Cookie: `__Host-${cookie}` }],
  'under the name of another instance': ({ cookie }) => [
    { Cookie: cookie.replace(/^clinical-\w+-/, 'clinical-other-') },
  ],
  'under a name in other letters': ({ cookie, value }) => [
    { Cookie: `${cookie.split('=')[0]!.toUpperCase()}=${value}` },
  ],
  'as a piece of a longer cookie': ({ value }) => [{ Cookie: `${sessionCookieName()}.0=${value}` }],
  'under a name that begins like its own': ({ value }) => [
    { Cookie: `${sessionCookieName()}-more=${value}` },
  ],
  'as a sign-in that is half done': ({ sid }) => [{ Cookie: `${authCookieName('step')}=${sid}` }],
  'cut by one character': ({ cookie }) => [{ Cookie: cookie.slice(0, -1) }],
};

describe('planted session cookie', () => {
  it.each(Object.keys(OTHERWISE))('is rejected when it comes %s', async (name) => {
    expect(await ask(...OTHERWISE[name]!(good))).toBe(401);
    expect(await ask({ Cookie: good.cookie })).toBe(200);
  });

  it('is rejected next to another one of the same name, in either order', async () => {
    const [own, planted] = [await session(), await session()];
    expect(await ask({ Cookie: `${planted.cookie}; ${own.cookie}` })).toBe(401);
    expect(await ask({ Cookie: `${own.cookie}; ${planted.cookie}` })).toBe(401);
    expect(await ask({ Cookie: `${own.cookie}; ${own.cookie}` })).toBe(200);
  });

  it('does not affect the session of the owner when only pieces are planted', async () => {
    const [own, planted] = [await session(), await session()];
    const name = sessionCookieName();
    const cookies = `${name}.0=${planted.value}; ${own.cookie}; ${name}-x=${planted.value}`;
    expect(await ask({ Cookie: cookies })).toBe(200);
  });

  it('is rejected under a plain name behind https', async () => {
    const { sid } = await session();
    const plain = sessionCookieName();
    const before = env.PUBLIC_URL;
    env.PUBLIC_URL = 'https://clinic.example';
    try {
      const [cookie] = (await sessionCookie(sid)).split(';');
      const value = cookie!.slice(cookie!.indexOf('=') + 1);
      expect(await ask({ Cookie: `${plain}=${value}` })).toBe(401);
      expect(await ask({ Cookie: cookie! })).toBe(200);
    } finally {
      env.PUBLIC_URL = before;
    }
  });

  it('is rejected under another host name', async () => {
    const { cookie } = await session();
    for (const Host of ['clinic.example', `${new URL(server.url).host}.evil.example`, '127.0.0.1:1'])
      expect(await ask({ Cookie: cookie, Host }), Host).toBe(421);
  });

  it('opens no organization named by a request', async () => {
    const { first, second, person } = await personOfTwo();
    const { cookie } = await signInAs(person);
    const header = (orgId: string) => ({ 'X-Clinical-Organization': showId('organization', orgId) });
    expect(await ask({ Cookie: cookie, ...header(second.orgId) })).toBe(409);
    expect(await ask({ Cookie: cookie, ...header(first.orgId) })).toBe(200);
  });
});

const alive = async (sid: string) =>
  (await ask({ Cookie: (await sessionCookie(sid)).split(';')[0]! })) === 200;

describe('sign-in with a planted cookie', () => {
  it('opens another session, and the planted one ends', async () => {
    const planted = await session();
    const { email, password } = await personContext(await testOrg(), 'clinician');
    const { sid } = await sendForm(
      'credentials',
      { email, password },
      { [sessionCookieName()]: planted.value },
    );
    expect(sid).not.toBe(planted.sid);
    expect([await alive(sid!), await alive(planted.sid)]).toEqual([true, false]);
  });

  it('leaves the previous session unchanged when it fails, and opens none', async () => {
    const own = await session();
    const { email } = await personContext(await testOrg(), 'clinician');
    const cookies = { [sessionCookieName()]: own.value };
    const failed = await sendForm('credentials', { email, password: 'not the password' }, cookies);
    expect(failed).toEqual({ sid: null, step: null });
    expect(await alive(own.sid)).toBe(true);
  });

  it('and a second factor opens a session with a new ID; step and previous session end', async () => {
    const { person, secret, sid: old } = await personWithTotp(await testOrg());
    const before = { [sessionCookieName()]: (await sessionCookie(old)).split(';')[0]!.split('=')[1]! };
    const { email, password } = person;
    const { step, sid: none } = await sendForm('credentials', { email, password }, before);
    expect(none).toBeNull();
    expect(await alive(step!)).toBe(false);
    const cookies = { ...before, [authCookieName('step')]: step! };
    const { sid } = await sendForm('second-factor', { code: codeOf(secret) }, cookies);
    expect([old, step]).not.toContain(sid);
    expect([await alive(sid!), await alive(old), await alive(step!)]).toEqual([true, false, false]);
    // The step cannot be used again, with this code or another one.
    expect(await sendForm('second-factor', { code: codeOf(secret, 1) }, cookies)).toEqual({
      sid: null,
      step: null,
    });
  });

  it('started by an attacker does not enroll a factor of the victim', async () => {
    const org = await testOrg();
    const [attacker, victim] = [await personWithTotp(org), await personWithTotp(org)];
    const { step } = await withPassword(attacker.person);
    const cookies = { [authCookieName('step')]: step! };
    expect((await sendForm('second-factor', { code: codeOf(victim.secret) }, cookies)).sid).toBeNull();
    // A sign-in with a password creates a new session, whatever cookies were planted.
    const { email, password } = victim.person;
    const own = await sendForm('credentials', { email, password }, cookies);
    expect(own.step).not.toBe(step);
    const code = { code: codeOf(victim.secret) };
    const { sid } = await sendForm('second-factor', code, { [authCookieName('step')]: own.step! });
    expect(
      await asSuperuser('SELECT user_id FROM auth_sessions WHERE secret_hash = sha256($1::bytea)', [
        Buffer.from(sid!),
      ]),
    ).toEqual([{ user_id: victim.person.actor.id }]);
  });

  it('stores no secret and no cookie of sessions, steps and browsers in the database', async () => {
    const { person, sid } = await personWithTotp(await testOrg());
    const { step } = await withPassword(person);
    const one = await signedIn((await personOfTwo()).person);
    const sealed = (await sessionCookie(one.sid)).split(';')[0]!.split('=')[1]!;
    const tables = await asSuperuser<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    expect(tables.length).toBeGreaterThan(30);
    const forms = [sid, step!, one.sid, sealed].flatMap((secret) => [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ]);
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await asSuperuser(
        `SELECT 1 FROM (SELECT t::text AS line FROM ${name} t) r, unnest($1::text[]) AS secret WHERE strpos(line, secret) > 0 LIMIT 1`,
        [forms],
      );
      if (rows.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });
});
